import type {
  GetTransferRequest,
  GetTransferResponse,
} from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { requireHolder } from "../wallet/own-wallet.ts";
import { transferToProto } from "./convert.ts";
import type { OwnershipDeps } from "./index.ts";
import { requireOwnTransfer } from "./party.ts";

/** One transfer, to its parties. */
export const getTransfer =
  (deps: OwnershipDeps): Handler<GetTransferRequest, GetTransferResponse> =>
  async ({ request, read }) => {
    const [wallet, transfer, now] = await Promise.all([
      requireHolder(read.wallets, request.walletId),
      read.transfers.get(request.transferId),
      read.clock.now(),
    ]);
    return { transfer: transferToProto(deps, requireOwnTransfer(deps.ownershipTags, transfer, wallet), now) };
  };
