import type {
  ClaimAssetRequest,
  OwnershipServiceService,
} from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import { claimNotAccepted, requireClaimable } from "../../domain/ownership/claim.ts";
import type { OwnedTitle, Transfer } from "../../domain/ownership/ownership.ts";
import { requirePublisherInForce } from "../../domain/ownership/title.ts";
import type { Holder, Wallet } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { WalletReader } from "../../store/wallet/wallets.ts";
import { sameTag } from "../../trust/ownership/tags.ts";
import { claimCodeHash } from "../../trust/ownership/transfer.ts";
import { requireFound } from "../contract/require-found.ts";
import type { OwnershipDeps } from "../deps.ts";
import { requireSameKey } from "../wallet/signature.ts";
import { transferToProto } from "./convert.ts";
import { moveTitle } from "./move-title.ts";
import { isSignedByPresentKey } from "./sealed-texts.ts";
import { requireAcceptance } from "./signatures.ts";
import { roleOf } from "./transfer-role.ts";

/** Makes the wallet that presents the claim code the owner, when it has signed its acceptance. */
export const claimAsset =
  (deps: OwnershipDeps): Handlers<typeof OwnershipServiceService>["claimAsset"] =>
  async ({ request, read, transact }) => {
    const { transferId, acceptance } = request;
    const codeHash = claimCodeHash(request.claimCode);
    const isRight = (transfer: Transfer | undefined): transfer is Transfer =>
      sameTag(transfer?.claimCodeHash, codeHash);

    if (!isRight(await read.transfers.get(transferId))) {
      await requireClaimant(deps, read.wallets, request, codeHash);
      // A separate transaction: the count of wrong codes must persist although the claim fails.
      await deps.store.transact((tx) => tx.transfers.countWrongTry(transferId, codeHash));
      throw notAccepted();
    }
    return transact(async (tx) => {
      const signer = await requireClaimant(deps, tx.wallets, request, codeHash);
      const claimant: Holder = requireSameKey("acceptance", signer, await tx.wallets.lock(request.walletId));
      const found = await tx.transfers.get(transferId);
      if (!isRight(found)) throw notAccepted();
      const signed = await isSignedByPresentKey(tx, deps, found);
      const [title, latest, now] = await Promise.all([
        tx.titles.lock(found.assetId),
        tx.transfers.get(transferId),
        tx.clock.now(),
      ]);
      const transfer = latest as Transfer;
      const role = roleOf(deps.ownershipTags, transfer, claimant);
      if (role === "receiver") return { transfer: transferToProto(deps, { transfer, role }, now) };
      if (role === "giver" || !signed) throw notAccepted();
      const claimed = title as OwnedTitle;
      aboutField("claim_code", () => requireClaimable(claimed, transfer, now));
      // Only a wallet with the right code learns this refusal. The code stays valid until the publisher is active again.
      requirePublisherInForce(claimed);
      const moved = await moveTitle(tx, deps, {
        title: claimed,
        transfer,
        receiver: claimant,
        acceptance,
        listed: false,
      });
      return { transfer: transferToProto(deps, { transfer: moved, role: "receiver" }, now) };
    });
  };

/** Returns the claiming wallet after checking its signature. @throws Failure NOT_FOUND, SIGNATURE_REFUSED */
async function requireClaimant(
  { publicUrl }: OwnershipDeps,
  wallets: WalletReader,
  { walletId, transferId, acceptance }: ClaimAssetRequest,
  codeHash: Buffer,
): Promise<Wallet> {
  const claimant = requireFound(await wallets.get(walletId));
  const agreed = { transferId, claimCodeHash: codeHash.toString("base64url") };
  await requireAcceptance(acceptance, agreed, claimant, { publicUrl, now: new Date(), wallets });
  return claimant;
}

/** Returns the one failure for every refused claim. */
function notAccepted(): Failure {
  const { reason, message } = claimNotAccepted();
  return Failure.ofField("claim_code", reason, message);
}
