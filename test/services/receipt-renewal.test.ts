// Records outlive the keys that signed them.
import { expect } from "chai";
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet } from "jose";
import type { GetVerificationKeysResponse } from "../../gen/ts/pda/verification/v1/record_service.ts";
import type {
  GetTicketRedemptionResponse,
  ListTicketRedemptionsResponse,
} from "../../gen/ts/pda/verification/v1/ticket_service.ts";
import { rotateSigningKey } from "../../src/services/signing/signing-keys.ts";
import { Scene } from "./support/owner.ts";
import { Registry } from "./support/registry.ts";
import { proven, redeem, ticket } from "./support/tickets.ts";

describe("receipts of records, once the key that signed them is compromised", function () {
  this.timeout(60_000);
  let registry: Registry;
  beforeEach(async () => {
    registry = await Registry.start();
  });
  afterEach(() => registry[Symbol.asyncDispose]());

  const rotate = async (how: "overlap" | "compromised"): Promise<void> => {
    await rotateSigningKey(registry.harness.store, registry.harness.sealer, "receipt", how);
    await registry.signingKeys.refresh();
  };
  const verifies = async (receipt: string): Promise<boolean> => {
    const { keySet } = await registry.harness.call<GetVerificationKeysResponse>("GetVerificationKeys", {});
    const keys = createLocalJWKSet(keySet as unknown as JSONWebKeySet);
    return compactVerify(receipt, keys).then(
      () => true,
      () => false,
    );
  };
  const claims = (receipt: string) => {
    const all = Object.entries(decodeJwt(receipt));
    return Object.fromEntries(all.filter(([name]) => name !== "iat" && name !== "jti"));
  };
  const isRenewed = async (before: string, after: string): Promise<void> => {
    expect(await verifies(before)).to.equal(false);
    expect(await verifies(after)).to.equal(true);
    expect(claims(after)).to.deep.equal(claims(before));
    expect(decodeProtectedHeader(after).typ).to.equal(decodeProtectedHeader(before).typ);
    expect(decodeJwt(after).jti).not.to.equal(decodeJwt(before).jti);
  };

  it("are signed anew for redemptions: read, listed, and repeated by the same tap", async () => {
    const { publisherId } = await registry.publisher();
    const device = await ticket(registry, publisherId);
    const { assetId } = device;
    const request = await proven(registry, device);
    const { redemptionId, receipt } = await redeem(registry, request);
    const read = async () => {
      const name = { redemptionId };
      const found = await registry.harness.call<GetTicketRedemptionResponse>("GetTicketRedemption", name);
      return found.redemption?.receipt ?? "";
    };
    expect(await read()).to.equal(receipt);
    await rotate("overlap");
    expect(await read()).to.equal(receipt);
    await rotate("compromised");
    const listed = await registry.harness.call<ListTicketRedemptionsResponse>("ListTicketRedemptions", {
      publisherId,
      assetId,
    });
    for (const renewed of [
      await read(),
      listed.items[0]?.receipt ?? "",
      (await redeem(registry, request)).receipt,
    ])
      await isRenewed(receipt, renewed);
  });

  it("are signed anew for transfers", async () => {
    const scene = await Scene.of(registry);
    const [alice, bob] = [await scene.holder(), await scene.holder()];
    const { assetId } = await scene.owned(alice);
    const { transferId, receipt = "" } = await scene.accept(bob, await scene.offer(alice, assetId, bob));
    const read = async () =>
      (await scene.transfers(bob)).find((transfer) => transfer.transferId === transferId)?.receipt ?? "";
    expect(await read()).to.equal(receipt);
    await rotate("compromised");
    await isRenewed(receipt, await read());
  });
});
