import type { OwnershipServiceService } from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { OwnedTitle } from "../../domain/ownership/ownership.ts";
import { requireMovable } from "../../domain/ownership/title.ts";
import { afterTransferVerb } from "../../domain/ownership/transfer.ts";
import { Refused } from "../../domain/refused.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { requireFound } from "../contract/require-found.ts";
import type { OwnershipDeps } from "../deps.ts";
import { requireSameKey } from "../wallet/signature.ts";
import { transferToProto } from "./convert.ts";
import { moveTitle } from "./move-title.ts";
import { isSignedByPresentKey } from "./sealed-texts.ts";
import { requireAcceptance } from "./signatures.ts";
import { requireActor } from "./transfer-role.ts";

/** Makes the recipient the owner when it has signed its acceptance. */
export const acceptTransfer =
  (deps: OwnershipDeps): Handlers<typeof OwnershipServiceService>["acceptTransfer"] =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const { transferId, acceptance } = request;
      const [signer, found] = await Promise.all([
        tx.wallets.getHolder(request.walletId).then(requireFound),
        tx.transfers.get(transferId),
      ]);
      const { transfer: offered } = requireActor(deps.ownershipTags, found, signer, "accept");
      const { assetId, offerHash } = offered;
      const terms = { publicUrl: deps.publicUrl, now: new Date(), wallets: tx.wallets };
      await requireAcceptance(acceptance, { transferId, offerHash }, signer, terms);

      // Transactions everywhere lock wallets before assets, so that no two transactions wait for each other.
      const receiver = requireSameKey("acceptance", signer, await tx.wallets.lock(request.walletId));
      const signed = await isSignedByPresentKey(tx, deps, offered);
      const [locked, latest, now] = await Promise.all([
        tx.titles.lock(assetId),
        tx.transfers.get(transferId),
        tx.clock.now(),
      ]);
      const { transfer, role } = requireActor(deps.ownershipTags, latest, receiver, "accept");
      afterTransferVerb(transfer, "accept", now);
      if (transfer.status === "accepted") return { transfer: transferToProto(deps, { transfer, role }, now) };
      if (!signed)
        throw new Refused(
          "OFFER_KEY_RETIRED",
          "The owner has replaced the key that signed the offer and must offer the asset again.",
        );
      const title = locked as OwnedTitle;
      requireMovable(title, transfer.seq);
      const moved = await moveTitle(tx, deps, { title, transfer, receiver, acceptance, listed: true });
      return { transfer: transferToProto(deps, { transfer: moved, role }, now) };
    });
