// Who owns what: from the publisher to the first owner and on.
import { createHash, randomBytes } from "node:crypto";
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import { holderKey, newKeyPair } from "../../src/cli/demo/keys.ts";
import { keyThumbprint, signStatement } from "../support/holder-signatures.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";
import type { WalletState } from "../../src/cli/demo/parts/wallet.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** Calls each operation on ownership. */
export async function ownership(demo: Demo, publisher: PublisherState, owner: WalletState): Promise<void> {
  const buyer = await newBuyer(demo);
  const [claimed, given] = [await assetInUse(demo, publisher), await assetInUse(demo, publisher)];
  await claim(demo, publisher, owner, claimed);
  await demo.step("give an asset to a wallet", () =>
    demo.operator.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/owner", {
      params: { path: { publisherId: publisher.publisherId, assetId: given } },
      body: { walletId: owner.walletId },
    }),
  );
  await demo.step("list the assets of a wallet", () =>
    demo.operator.GET("/api/v1/wallets/{walletId}/assets", {
      params: { path: { walletId: owner.walletId } },
    }),
  );
  await transfers(demo, owner, buyer, given);
  await proofs(demo, owner, buyer, given);
}

async function newBuyer(demo: Demo): Promise<WalletState> {
  const keys = await newKeyPair();
  const body = { holderKey: await holderKey(keys) };
  const { data } = await demo.step("create a second wallet", () =>
    demo.operator.POST("/api/v1/wallets", { body }),
  );
  return { walletId: data.walletId, keys };
}

async function assetInUse(demo: Demo, { publisherId, network }: PublisherState): Promise<string> {
  const { data } = await demo.step("issue a good", () =>
    demo.operator.POST("/api/v1/publishers/{publisherId}/assets", {
      params: { path: { publisherId } },
      body: { assetProfile: { kind: "good", name: "Watch No. 7" }, supportedNetworks: [network] },
    }),
  );
  const assetId = data.assetIdentifier;
  await demo.step("activate it", () =>
    demo.operator.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", {
      params: { path: { publisherId, assetId } },
    }),
  );
  return assetId;
}

async function claim(
  demo: Demo,
  { publisherId }: PublisherState,
  { walletId, keys }: WalletState,
  assetId: string,
): Promise<void> {
  const aud = await audience(demo, assetId);
  const { data: grant } = await demo.step("issue a claim code", () =>
    demo.operator.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/claim-codes", {
      params: { path: { publisherId, assetId } },
      body: {},
    }),
  );
  const { transferId } = grant;
  const send = async (claimCode: string) => {
    const newOwnerKey = await keyThumbprint(keys);
    const claims = { aud, transferId, claimCodeHash: hashOf(claimCode), newOwnerKey };
    const acceptance = await signStatement(keys, "pda-transfer+jws", claims);
    return demo.operator.POST("/api/v1/wallets/{walletId}/assets/claim", {
      params: { path: { walletId } },
      body: { transferId, claimCode, acceptance },
    });
  };
  await demo.step("a claim code that is wrong", () =>
    expectRefused(send(randomBytes(16).toString("base64url")), "SVC-4221"),
  );
  await demo.step("claim the asset", () => send(grant.claimCode ?? ""));
}

async function transfers(demo: Demo, owner: WalletState, buyer: WalletState, assetId: string): Promise<void> {
  const aud = await audience(demo, assetId);
  const api = demo.operator;
  const offer = async () => {
    const { data } = await api.GET("/api/v1/wallets/{walletId}/assets", {
      params: { path: { walletId: owner.walletId } },
    });
    const { sequence = 0, entryHash = "" } =
      data.items.find(({ asset }) => asset?.assetIdentifier === assetId) ?? {};
    const head = { seq: sequence + 1, prevEntryHash: entryHash };
    const toKey = await keyThumbprint(buyer.keys);
    const claims = { aud, transferId: newId("transfer"), assetId, ...head, toKey };
    const signed = await signStatement(owner.keys, "pda-transfer+jws", claims);
    return api.POST("/api/v1/wallets/{walletId}/transfers", {
      params: { path: { walletId: owner.walletId } },
      body: { offer: signed },
    });
  };
  const of = ({ walletId }: WalletState, transferId: string) => ({
    params: { path: { walletId, transferId } },
  });
  const declined = (await demo.step("offer an asset", offer)).data;
  await demo.step("a second offer of the same asset", () => expectRefused(offer(), "SVC-4094"));
  await demo.step("decline a transfer", () =>
    api.POST("/api/v1/wallets/{walletId}/transfers/{transferId}/decline", of(buyer, declined.transferId)),
  );
  const cancelled = (await demo.step("offer it again", offer)).data;
  await demo.step("cancel a transfer", () =>
    api.POST("/api/v1/wallets/{walletId}/transfers/{transferId}/cancel", of(owner, cancelled.transferId)),
  );
  const { transferId, offerHash } = (await demo.step("offer it once more", offer)).data;
  const newOwnerKey = await keyThumbprint(buyer.keys);
  const claims = { aud, transferId, offerHash, newOwnerKey };
  const acceptance = await signStatement(buyer.keys, "pda-transfer+jws", claims);
  await demo.step("accept a transfer", () =>
    api.POST("/api/v1/wallets/{walletId}/transfers/{transferId}/accept", {
      ...of(buyer, transferId),
      body: { acceptance },
    }),
  );
  await demo.step("retrieve a transfer", () =>
    api.GET("/api/v1/wallets/{walletId}/transfers/{transferId}", of(buyer, transferId)),
  );
  await demo.step("list the transfers of a wallet", () =>
    api.GET("/api/v1/wallets/{walletId}/transfers", { params: { path: { walletId: buyer.walletId } } }),
  );
}

async function proofs(demo: Demo, owner: WalletState, buyer: WalletState, assetId: string): Promise<void> {
  for (const [who, holder, owned] of [
    ["the new owner proves that it owns the asset", buyer, true],
    ["the old owner does not", owner, false],
  ] as const)
    await demo.step(who, async () => {
      const { nonce, audience: aud } = await challenge(demo, assetId);
      const proof = await signStatement(holder.keys, "pda-own+jws", { aud, nonce, assetId });
      const { data } = await demo.operator.POST("/api/v1/verification/ownership", {
        body: { assetId, proof },
      });
      expectEqual("owned", data.owned, owned);
    });
}

async function challenge(demo: Demo, assetId: string) {
  return (await demo.operator.POST("/api/v1/verification/challenges", { body: { assetId } })).data;
}

/** The service as it calls itself. */
async function audience(demo: Demo, assetId: string): Promise<string> {
  return (await challenge(demo, assetId)).audience;
}
