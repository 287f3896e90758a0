import type { OwnershipServiceService } from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import { afterTransferVerb } from "../../domain/ownership/transfer.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { requireFound } from "../contract/require-found.ts";
import type { OwnershipDeps } from "../deps.ts";
import { transferToProto } from "./convert.ts";
import { requireActor } from "./transfer-role.ts";

/** Cancels an offer: the owner who offered the asset keeps it. */
export const cancelTransfer = (deps: OwnershipDeps) => endTransfer(deps, "cancel");

/** Declines an offer: the recipient does not take the asset. */
export const declineTransfer = (deps: OwnershipDeps) => endTransfer(deps, "decline");

/** Returns a handler by which a party ends a transfer and the asset stays with its owner. */
function endTransfer(
  deps: OwnershipDeps,
  verb: "decline" | "cancel",
): Handlers<typeof OwnershipServiceService>["cancelTransfer"] {
  return async ({ request, transact }) =>
    transact(async (tx) => {
      const { walletId, transferId } = request;
      const [wallet, found] = await Promise.all([
        tx.wallets.getHolder(walletId).then(requireFound),
        tx.transfers.get(transferId),
      ]);
      const { assetId } = requireActor(deps.ownershipTags, found, wallet, verb).transfer;
      // Everything that can end a transfer locks the asset first.
      const [, latest, now] = await Promise.all([
        tx.titles.lock(assetId),
        tx.transfers.get(transferId),
        tx.clock.now(),
      ]);
      const { transfer, role } = requireActor(deps.ownershipTags, latest, wallet, verb);
      const status = afterTransferVerb(transfer, verb, now) as "declined" | "cancelled";
      const ended = status === transfer.status ? transfer : await tx.transfers.end(transfer, { status });
      return { transfer: transferToProto(deps, { transfer: ended, role }, now) };
    });
}
