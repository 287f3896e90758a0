import type {
  DeclineTransferRequest,
  DeclineTransferResponse,
} from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { endTransfer } from "./end-transfer.ts";
import type { OwnershipDeps } from "./index.ts";

/** The recipient does not want the asset. */
export const declineTransfer =
  (deps: OwnershipDeps): Handler<DeclineTransferRequest, DeclineTransferResponse> =>
  async (call) =>
    endTransfer(deps, call, "decline");
