import type { GetRecoveryRequest, GetRecoveryResponse } from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { recoveryToProto } from "./convert.ts";

/** One recovery of a wallet. */
export const getRecovery: Handler<GetRecoveryRequest, GetRecoveryResponse> = async ({ request, read }) => {
  const [recovery, now] = await Promise.all([
    read.recoveries.get(request.walletId, request.recoveryId),
    read.clock.now(),
  ]);
  if (!recovery) throw new Failure("NOT_FOUND");
  return { recovery: recoveryToProto(recovery, now) };
};
