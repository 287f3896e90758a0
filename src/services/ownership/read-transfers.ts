import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { OwnershipTransfer } from "../../../gen/ts/pda/wallet/v1/ownership.ts";
import type { OwnershipServiceService } from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import type { OwnershipDeps } from "../deps.ts";
import { transferToProto } from "./convert.ts";
import { readShelf, shelfPlace } from "./holder-lists.ts";
import { requireListedTransfer, requireOwnTransfer } from "./transfer-role.ts";

type Service = Handlers<typeof OwnershipServiceService>;

/** Returns a transfer as a caller may see it. The offer names the recipient's key, so one who only reads, such as support, does not see it. */
const seenBy = ({ scopes }: Principal, transfer: OwnershipTransfer): OwnershipTransfer =>
  scopes.includes("wallets.write") ? transfer : { ...transfer, offer: "" };

/** Returns one transfer to one of its parties. */
export const getTransfer =
  (deps: OwnershipDeps): Service["getTransfer"] =>
  async ({ request, principal, read }) => {
    const [wallet, transfer, now] = await Promise.all([
      read.wallets.getHolder(request.walletId).then(requireFound),
      read.transfers.get(request.transferId),
      read.clock.now(),
    ]);
    const own = requireOwnTransfer(deps.ownershipTags, transfer, wallet);
    return { transfer: seenBy(principal, transferToProto(deps, own, now)) };
  };

/** Lists the transfers that a wallet is a party of, newest first. */
export const listTransfers =
  (deps: OwnershipDeps): Service["listTransfers"] =>
  async ({ request, principal, read }) => {
    const binding = { list: "transfers", walletId: request.walletId };
    const page = pageRequest(request, binding, shelfPlace);
    const wallet = requireFound(await read.wallets.getHolder(request.walletId));
    const found = await readShelf(read.shelves, deps, { shelf: "transfers", holder: wallet }, page);
    const ids = found.items.map(({ id }) => id);
    const [transfers, now] = await Promise.all([read.transfers.getMany(ids), read.clock.now()]);
    return pageToProto(found, binding, ({ id, keyThumbprint }) => {
      const own = requireListedTransfer(deps.ownershipTags, transfers.get(id), { wallet, keyThumbprint });
      return seenBy(principal, transferToProto(deps, own, now));
    });
  };
