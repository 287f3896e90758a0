import type {
  CompleteRecoveryRequest,
  CompleteRecoveryResponse,
} from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { afterRecoveryVerb } from "../../domain/wallet/recovery.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { recoveryToProto } from "./convert.ts";

/** The new key in the place of the lost one, once the delay is over. */
export const completeRecovery: Handler<CompleteRecoveryRequest, CompleteRecoveryResponse> = async ({
  request,
  transact,
}) =>
  transact(async (tx) => {
    const { walletId, recoveryId } = request;
    const wallet = await tx.wallets.lockForKey(walletId);
    const [recovery, now] = await Promise.all([tx.recoveries.get(walletId, recoveryId), tx.clock.now()]);
    if (!wallet || !recovery) throw new Failure("NOT_FOUND");
    const status = afterRecoveryVerb(recovery, "complete", now) as "completed";
    if (status === recovery.status) return { recovery: recoveryToProto(recovery, now) };
    if (wallet.keyThumbprint !== recovery.oldThumbprint)
      throw new Error(`recovery ${recoveryId} waits although the key has been replaced`);
    const next = { holderKey: recovery.newKey, keyThumbprint: recovery.newThumbprint };
    await tx.wallets.replaceKey(wallet, next, "recovery");
    return { recovery: recoveryToProto(await tx.recoveries.end(recovery, status), now) };
  });
