import type { VetoRecoveryRequest, VetoRecoveryResponse } from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { afterRecoveryVerb } from "../../domain/wallet/recovery.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { requireHolderStatement, requireSameKey } from "../wallet/signature.ts";
import { recoveryToProto } from "./convert.ts";
import type { KeyDeps } from "./index.ts";

/** The holder has the key still. */
export const vetoRecovery =
  ({ publicUrl }: KeyDeps): Handler<VetoRecoveryRequest, VetoRecoveryResponse> =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const { walletId, recoveryId, authorization } = request;
      const signer = await requireWallet(tx.wallets, walletId);
      await requireHolderStatement(tx.wallets, authorization, signer, {
        field: "authorization",
        type: "pda-veto+jws",
        audience: publicUrl,
        claims: { walletId, recoveryId },
      });
      requireSameKey("authorization", signer, await tx.wallets.lock(walletId));
      const [recovery, now] = await Promise.all([tx.recoveries.get(walletId, recoveryId), tx.clock.now()]);
      if (!recovery) throw new Failure("NOT_FOUND");
      const status = afterRecoveryVerb(recovery, "veto", now) as "vetoed";
      const ended = status === recovery.status ? recovery : await tx.recoveries.end(recovery, status);
      return { recovery: recoveryToProto(ended, now) };
    });
