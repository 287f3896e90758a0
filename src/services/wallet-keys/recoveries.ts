import { createHash } from "node:crypto";
import type { WalletKeyServiceService } from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { Refused } from "../../domain/refused.ts";
import { requireSuccessor } from "../../domain/wallet/key.ts";
import {
  afterRecoveryVerb,
  recoveryStatusAt,
  recoveryTimes,
  requireRecoveryAllowed,
} from "../../domain/wallet/recovery.ts";
import type { NamedKey, Wallet } from "../../domain/wallet/wallet.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { Taken } from "../../store/constraints.ts";
import type { Transaction } from "../../store/store.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import type { WalletKeyDeps } from "../deps.ts";
import { readHolderKey } from "../wallet/holder-key.ts";
import { requireHolderStatement, requireSameKey, requireStatement } from "../wallet/signature.ts";
import { recoveryToProto } from "./convert.ts";

type Service = Handlers<typeof WalletKeyServiceService>;

/** Starts the replacement of a lost key, signed by the recovery key. Nothing else changes until the recovery is completed. */
export const startRecovery =
  ({ publicUrl, recoveryDelaySeconds, notices }: WalletKeyDeps): Service["startRecovery"] =>
  async ({ request, requestId, transact }) => {
    const next = readHolderKey("holder_key", request.holderKey);
    let isNew = false;
    const answer = await transact(async (tx) => {
      isNew = false;
      const { walletId, authorization, proof } = request;
      const seen = requireFound(await tx.wallets.get(walletId));
      const recoveryKey = requireKey(seen);
      const claims = { walletId, oldKey: seen.keyThumbprint, newKey: next.keyThumbprint };
      const asked = { type: "pda-recover+jws", audience: publicUrl, claims } as const;
      await requireStatement(authorization, recoveryKey, { ...asked, field: "authorization" });
      await requireStatement(proof, next, { ...asked, field: "proof" });

      const wallet = requireSameKey("authorization", seen, await tx.wallets.lock(walletId));
      if (requireKey(wallet).keyThumbprint !== recoveryKey.keyThumbprint) throw keyMissing();
      const now = await tx.clock.now();
      const digest = statementDigest(authorization);
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
      isNew = true;
      return { recovery: recoveryToProto(recovery, now) };
    });
    if (isNew) notices.recovery("started", requestId);
    return answer;
  };

/**
 * Returns the digest of what was signed. The signature is left out: from a signature (r, s), anyone can make (r, n − s), which is valid
 * too, and the statement would start a second recovery.
 */
function statementDigest(jws: string): Buffer {
  return createHash("sha256")
    .update(jws.slice(0, jws.lastIndexOf(".")))
    .digest();
}

/** Vetoes a recovery: the holder shows that it still has the key. */
export const vetoRecovery =
  ({ publicUrl, notices }: WalletKeyDeps): Service["vetoRecovery"] =>
  async ({ request, requestId, transact }) => {
    let isNew = false;
    const answer = await transact(async (tx) => {
      const { walletId, recoveryId, authorization } = request;
      const signer = requireFound(await tx.wallets.get(walletId));
      await requireHolderStatement(tx.wallets, authorization, signer, {
        field: "authorization",
        type: "pda-veto+jws",
        audience: publicUrl,
        claims: { walletId, recoveryId },
      });
      requireSameKey("authorization", signer, await tx.wallets.lock(walletId));
      const [recovery, now] = await Promise.all([
        tx.recoveries.get(walletId, recoveryId).then(requireFound),
        tx.clock.now(),
      ]);
      const status = afterRecoveryVerb(recovery, "veto", now) as "vetoed";
      isNew = status !== recovery.status;
      const ended = isNew ? await tx.recoveries.end(recovery, status) : recovery;
      return { recovery: recoveryToProto(ended, now) };
    });
    if (isNew) notices.recovery("vetoed", requestId);
    return answer;
  };

/** Replaces the lost key by the new key once the delay is over. */
export const completeRecovery =
  ({ notices }: WalletKeyDeps): Service["completeRecovery"] =>
  async ({ request, requestId, transact }) => {
    let isNew = false;
    const answer = await transact(async (tx) => {
      const { walletId, recoveryId } = request;
      const wallet = requireFound(await tx.wallets.lockForKey(walletId));
      const [recovery, now] = await Promise.all([
        tx.recoveries.get(walletId, recoveryId).then(requireFound),
        tx.clock.now(),
      ]);
      const status = afterRecoveryVerb(recovery, "complete", now) as "completed";
      isNew = status !== recovery.status;
      if (!isNew) return { recovery: recoveryToProto(recovery, now) };
      if (wallet.keyThumbprint !== recovery.oldThumbprint)
        throw new Error(`recovery ${recoveryId} is pending although the key has been replaced`);
      const next = { holderKey: recovery.newKey, keyThumbprint: recovery.newThumbprint };
      await tx.wallets.replaceKey(wallet, next, "recovery");
      return { recovery: recoveryToProto(await tx.recoveries.end(recovery, status), now) };
    });
    if (isNew) notices.recovery("completed", requestId);
    return answer;
  };

export const getRecovery: Service["getRecovery"] = async ({ request, read }) => {
  const [recovery, now] = await Promise.all([
    read.recoveries.get(request.walletId, request.recoveryId).then(requireFound),
    read.clock.now(),
  ]);
  return { recovery: recoveryToProto(recovery, now) };
};

/** Lists the recoveries of a wallet, newest first. */
export const listRecoveries: Service["listRecoveries"] = async ({ request, read }) => {
  const binding = { list: "recoveries", walletId: request.walletId };
  const page = pageRequest(request, binding, "recovery");
  const { walletId } = requireFound(await read.wallets.get(request.walletId));
  const [found, now] = await Promise.all([read.recoveries.list(walletId, page), read.clock.now()]);
  return pageToProto(found, binding, (recovery) => recoveryToProto(recovery, now));
};

/** Ends the pending recovery, if one exists. The caller has locked the wallet. @returns how it ended */
export async function endWaiting(
  tx: Transaction,
  walletId: string,
  verb: "veto" | "replace",
  now: Date,
): Promise<"expired" | "vetoed" | "replaced" | undefined> {
  const open = await tx.recoveries.open(walletId);
  if (!open) return undefined;
  const overdue = recoveryStatusAt(open, now) === "expired";
  const status = (overdue ? "expired" : afterRecoveryVerb(open, verb, now)) as
    | "expired"
    | "vetoed"
    | "replaced";
  await tx.recoveries.end(open, status);
  return status;
}

/** @throws Refused RECOVERY_KEY_MISSING */
function requireKey({ recoveryKey }: Wallet): NamedKey {
  if (!recoveryKey) throw keyMissing();
  return recoveryKey;
}

const keyMissing = () =>
  new Refused("RECOVERY_KEY_MISSING", "The wallet has no such recovery key; nobody can recover it.");
