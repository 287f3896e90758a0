import type {
  CancelTransferRequest,
  CancelTransferResponse,
} from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { endTransfer } from "./end-transfer.ts";
import type { OwnershipDeps } from "./index.ts";

/** Who offered the asset keeps it. */
export const cancelTransfer =
  (deps: OwnershipDeps): Handler<CancelTransferRequest, CancelTransferResponse> =>
  async (call) =>
    endTransfer(deps, call, "cancel");
