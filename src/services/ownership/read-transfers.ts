import type { OwnershipServiceService } from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import type { OwnershipDeps } from "../deps.ts";
import { transferToProto } from "./convert.ts";
import { readShelf } from "./holder-lists.ts";
import { requireOwnTransfer } from "./transfer-role.ts";

type Service = Handlers<typeof OwnershipServiceService>;

/** Returns one transfer to one of its parties. */
export const getTransfer =
  (deps: OwnershipDeps): Service["getTransfer"] =>
  async ({ request, read }) => {
    const [wallet, transfer, now] = await Promise.all([
      read.wallets.getHolder(request.walletId).then(requireFound),
      read.transfers.get(request.transferId),
      read.clock.now(),
    ]);
    return { transfer: transferToProto(deps, requireOwnTransfer(deps.ownershipTags, transfer, wallet), now) };
  };

/** Lists the transfers that a wallet is a party of, newest first. */
export const listTransfers =
  (deps: OwnershipDeps): Service["listTransfers"] =>
  async ({ request, read }) => {
    const binding = { list: "transfers", walletId: request.walletId };
    const page = pageRequest(request, binding);
    const wallet = requireFound(await read.wallets.getHolder(request.walletId));
    const found = await readShelf(read.shelves, deps, { shelf: "transfers", holder: wallet }, page);
    const [transfers, now] = await Promise.all([read.transfers.getMany(found.items), read.clock.now()]);
    return pageToProto(found, binding, (id) =>
      transferToProto(deps, requireOwnTransfer(deps.ownershipTags, transfers.get(id), wallet), now),
    );
  };
