import { createHash } from "node:crypto";
import type {
  StartRecoveryRequest,
  StartRecoveryResponse,
} from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { Refused } from "../../domain/refused.ts";
import { requireSuccessor } from "../../domain/wallet/key.ts";
import { recoveryTimes, requireRecoveryAllowed } from "../../domain/wallet/recovery.ts";
import type { NamedKey, Wallet } from "../../domain/wallet/wallet.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { Taken } from "../../store/constraints.ts";
import { readHolderKey } from "../wallet/holder-key.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { requireSameKey, requireStatement } from "../wallet/signature.ts";
import { recoveryToProto } from "./convert.ts";
import type { KeyDeps } from "./index.ts";
import { endWaiting } from "./waiting.ts";

/** A request to replace a lost key, by the recovery key; nothing else changes until it is completed. */
export const startRecovery =
  ({ publicUrl, recoveryDelaySeconds }: KeyDeps): Handler<StartRecoveryRequest, StartRecoveryResponse> =>
  async ({ request, transact }) => {
    const next = readHolderKey("holder_key", request.holderKey);
    return transact(async (tx) => {
      const { walletId, authorization, proof } = request;
      const found = await requireWallet(tx.wallets, walletId);
      const recoveryKey = requireKey(found);
      const claims = { walletId, oldKey: found.keyThumbprint, newKey: next.keyThumbprint };
      const asked = { type: "pda-recover+jws", audience: publicUrl, claims } as const;
      await requireStatement(authorization, recoveryKey, { ...asked, field: "authorization" });
      await requireStatement(proof, next, { ...asked, field: "proof" });

      const wallet = requireSameKey("authorization", found, await tx.wallets.lock(walletId));
      if (requireKey(wallet).keyThumbprint !== recoveryKey.keyThumbprint) throw keyMissing();
      const now = await tx.clock.now();
      const digest = createHash("sha256").update(authorization).digest();
      const known = await tx.recoveries.byStatement(walletId, digest);
      if (known) return { recovery: recoveryToProto(known, now) };

      aboutField("holder_key", () => requireSuccessor(wallet, next.keyThumbprint));
      if ((await tx.wallets.keysOfSameHolder(next.keyThumbprint)).length > 0) throw new Taken("holder_key");
      requireRecoveryAllowed(await tx.recoveries.startedLately(walletId));
      await endWaiting(tx, walletId, "replace", now);
      const recovery = await tx.recoveries.insert(
        {
          recoveryId: newId("recovery"),
          walletId,
          oldThumbprint: wallet.keyThumbprint,
          newThumbprint: next.keyThumbprint,
          newKey: next.holderKey,
          createdAt: now,
          ...recoveryTimes(now, recoveryDelaySeconds),
        },
        digest,
      );
      return { recovery: recoveryToProto(recovery, now) };
    });
  };

/** @throws Refused RECOVERY_KEY_MISSING */
function requireKey({ recoveryKey }: Wallet): NamedKey {
  if (!recoveryKey) throw keyMissing();
  return recoveryKey;
}

const keyMissing = () =>
  new Refused("RECOVERY_KEY_MISSING", "The wallet has no such recovery key; nobody can recover it.");
