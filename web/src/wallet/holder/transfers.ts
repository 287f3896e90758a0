// What changes owners of assets (docs/ownership.md): offers, acceptances and claims, signed by the wallet's key.
import { type components, signStatement } from "@pda/client/browser";
import { keyed } from "../../intent.ts";
import type { Claim } from "../values/claim-link.ts";
import { newTransferId } from "../values/identifier.ts";
import { newNonce, sha256, thumbprintOf } from "./keys.ts";
import { sendSigned } from "./signed.ts";
import type { Wallet } from "./wallet.ts";

type Schemas = components["schemas"];
type Transfer = Schemas["OwnershipTransfer"];

const DAY_SECONDS = 86_400;

/** Offers an asset to whoever has the code that this makes. The offer is good for seven days. A repeat with the same key has the same code. */
export function offer(wallet: Wallet, owned: Schemas["OwnedAsset"], key: string): Promise<Claim> {
  const { walletId, api } = wallet;
  return sendSigned(
    key,
    () => newOffer(wallet, owned),
    async ({ claim, body }) => {
      const params = { path: { walletId }, ...keyed(key) };
      await api.POST("/api/v1/wallets/{walletId}/transfers", { params, body });
      return claim;
    },
  );
}

async function newOffer({ keys }: Wallet, { asset, sequence, entryHash }: Schemas["OwnedAsset"]) {
  const claim = { transferId: newTransferId(), claimCode: newNonce() };
  const claims = {
    aud: location.origin,
    nonce: newNonce(),
    transferId: claim.transferId,
    assetId: asset.assetIdentifier,
    seq: sequence + 1,
    prevEntryHash: entryHash,
    claimCodeHash: await sha256(claim.claimCode),
  };
  const lifetimeSeconds = 7 * DAY_SECONDS;
  const body = { offer: await signStatement(keys, { typ: "pda-transfer+jws", claims, lifetimeSeconds }) };
  return { claim, body };
}

/** Becomes the owner of an asset whose code the holder has. */
export async function claimAsset({ walletId, keys, api }: Wallet, claim: Claim): Promise<Transfer> {
  const acceptance = await acceptanceOf(keys, {
    transferId: claim.transferId,
    claimCodeHash: await sha256(claim.claimCode),
  });
  const body = { ...claim, acceptance };
  return (await api.POST("/api/v1/wallets/{walletId}/assets/claim", { params: { path: { walletId } }, body }))
    .data;
}

/** Becomes the owner of an asset that was offered to the wallet's key. */
export async function accept(
  { walletId, keys, api }: Wallet,
  { transferId, offerHash }: Transfer,
): Promise<void> {
  const body = { acceptance: await acceptanceOf(keys, { transferId, offerHash }) };
  const path = { walletId, transferId };
  await api.POST("/api/v1/wallets/{walletId}/transfers/{transferId}/accept", { params: { path }, body });
}

/** Ends a transfer: the giver cancels it, the receiver declines it. */
export async function endTransfer({ walletId, api }: Wallet, { transferId, role }: Transfer): Promise<void> {
  const params = { path: { walletId, transferId } };
  if (role === "giver")
    await api.POST("/api/v1/wallets/{walletId}/transfers/{transferId}/cancel", { params });
  else await api.POST("/api/v1/wallets/{walletId}/transfers/{transferId}/decline", { params });
}

async function acceptanceOf(keys: Wallet["keys"], about: object): Promise<string> {
  const newOwnerKey = await thumbprintOf(keys);
  const claims = { aud: location.origin, nonce: newNonce(), ...about, newOwnerKey };
  return signStatement(keys, { typ: "pda-transfer+jws", claims });
}
