import type {
  AcceptTransferRequest,
  AcceptTransferResponse,
} from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { OwnedTitle } from "../../domain/ownership/ownership.ts";
import { requireMovable } from "../../domain/ownership/title.ts";
import { afterTransferVerb } from "../../domain/ownership/transfer.ts";
import type { Handler } from "../../rpc/handler.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { transferToProto } from "./convert.ts";
import type { OwnershipDeps } from "./index.ts";
import { moveTitle } from "./move.ts";
import { requireActor } from "./party.ts";
import { requireAcceptance } from "./signatures.ts";

/** The recipient becomes the owner, by its signature. */
export const acceptTransfer =
  (deps: OwnershipDeps): Handler<AcceptTransferRequest, AcceptTransferResponse> =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const { transferId, acceptance } = request;
      const [receiver, found] = await Promise.all([
        requireWallet(tx.wallets, request.walletId),
        tx.transfers.get(transferId),
      ]);
      const { transfer: offered } = requireActor(deps.ownershipTags, found, receiver, "accept");
      const { assetId, offerHash } = offered;
      const terms = { publicUrl: deps.publicUrl, now: new Date() };
      await requireAcceptance(acceptance, { transferId, offerHash }, receiver, terms);

      const [locked, latest, now] = await Promise.all([
        tx.titles.lock(assetId),
        tx.transfers.get(transferId),
        tx.clock.now(),
      ]);
      const { transfer, role } = requireActor(deps.ownershipTags, latest, receiver, "accept");
      afterTransferVerb(transfer, "accept", now);
      if (transfer.status === "accepted") return { transfer: transferToProto(deps, { transfer, role }, now) };
      const title = locked as OwnedTitle;
      requireMovable(title, transfer.seq);
      const moved = await moveTitle(tx, deps, { title, transfer, receiver, acceptance, listed: true });
      return { transfer: transferToProto(deps, { transfer: moved, role }, now) };
    });
