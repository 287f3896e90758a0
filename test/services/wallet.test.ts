import { expect } from "chai";
import { calculateJwkThumbprint } from "jose";
import type {
  CreateWalletResponse,
  GetWalletResponse,
  ListBalancesResponse,
} from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { assetType, holderKey, issue, publisher } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

describe("wallets", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;

  before(async () => {
    harness = await ServiceHarness.start(() => walletService({ publicUrl: "https://pay.example" }));
  });
  after(() => harness[Symbol.asyncDispose]());

  const create = (holder: object) =>
    harness.call<CreateWalletResponse>("CreateWallet", { holderKey: holder });

  it("are made for a holder's public key, named by its RFC 7638 thumbprint", async () => {
    const { jwk } = holderKey();
    const { wallet } = await create(jwk);
    expect(wallet?.keyThumbprint).to.equal(await calculateJwkThumbprint({ ...jwk }));
    expect(
      (await harness.call<GetWalletResponse>("GetWallet", { walletId: wallet?.walletId })).wallet,
    ).to.deep.equal(wallet);
  });

  it("belong to one key each, also when two ask at once", async () => {
    const { jwk } = holderKey();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => create(jwk)));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).to.have.length(1);
    const failure = await harness.failure("CreateWallet", { holderKey: jwk });
    expect([failure.entry, failure.violations[0]?.field]).to.deep.equal(["ALREADY_EXISTS", "holder_key"]);
  });

  it("refuse what is no point of P-256", async () => {
    const { jwk } = holderKey();
    const off = { ...jwk, y: jwk.x };
    const failure = await harness.failure("CreateWallet", { holderKey: off });
    expect([failure.entry, failure.violations[0]?.field]).to.deep.equal(["INVALID_ARGUMENT", "holder_key"]);
    for (const over of [{ kty: "RSA" }, { crv: "P-384" }, { x: "AA" }])
      expect((await harness.failure("CreateWallet", { holderKey: { ...jwk, ...over } })).entry).to.equal(
        "INVALID_ARGUMENT",
      );
  });

  it("show one balance for each asset type that they have held, in pages", async () => {
    const { wallet } = await create(holderKey().jwk);
    const publisherId = await publisher(harness.url);
    for (const code of ["AAA", "BBB", "CCC"]) {
      const type = await assetType(harness.store, publisherId, { code, decimals: 2 });
      await issue(harness.store, type, wallet!.walletId, 150n);
    }
    const first = await harness.call<ListBalancesResponse>("ListBalances", {
      walletId: wallet?.walletId,
      pageSize: 2,
    });
    const second = await harness.call<ListBalancesResponse>("ListBalances", {
      walletId: wallet?.walletId,
      pageSize: 2,
      pageToken: first.nextPageToken,
    });
    expect([...first.items, ...second.items]).to.deep.equal(
      ["AAA", "BBB", "CCC"].map((code) => ({ assetType: code, amount: "1.5" })),
    );
    expect(second.nextPageToken).to.equal("");
  });

  it("that do not exist are not found", async () => {
    for (const [method, over] of [
      ["GetWallet", {}],
      ["ListBalances", {}],
      ["ResolvePaymentReference", { reference: "RF18539007547034" }],
    ] as const)
      expect((await harness.failure(method, { walletId: newId("wallet"), ...over })).entry).to.equal(
        "NOT_FOUND",
      );
  });
});
