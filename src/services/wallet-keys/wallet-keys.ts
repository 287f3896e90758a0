import type { WalletKeyServiceService } from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { requireRecoveryKey, requireSuccessor } from "../../domain/wallet/key.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { pageRequest, pageToProto, wholeNumber } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import type { WalletKeyDeps } from "../deps.ts";
import { walletToProto } from "../wallet/convert.ts";
import { readHolderKey } from "../wallet/holder-key.ts";
import {
  digestOf,
  isRepeat,
  requireHolderStatement,
  requireSameKey,
  requireStatement,
} from "../wallet/signature.ts";
import { keyToProto } from "./convert.ts";
import { endWaiting } from "./recoveries.ts";

type Service = Handlers<typeof WalletKeyServiceService>;

/** Replaces the holder's key. The old key signs its agreement, and the new key proves possession. */
export const rotateWalletKey =
  ({ publicUrl, notices }: WalletKeyDeps): Service["rotateWalletKey"] =>
  async ({ request, requestId, transact }) => {
    const next = readHolderKey("holder_key", request.holderKey);
    let ended: Awaited<ReturnType<typeof endWaiting>>;
    const answer = await transact(async (tx) => {
      const { walletId, authorization, proof } = request;
      const signer = requireFound(await tx.wallets.get(walletId));
      const claims = { walletId, oldKey: signer.keyThumbprint, newKey: next.keyThumbprint };
      const asked = { type: "pda-rotate+jws", audience: publicUrl, claims } as const;
      await requireHolderStatement(tx.wallets, authorization, signer, { ...asked, field: "authorization" });
      await requireStatement(proof, next, { ...asked, field: "proof" });
      aboutField("holder_key", () => requireSuccessor(signer, next.keyThumbprint));

      const locked = requireSameKey("authorization", signer, await tx.wallets.lockForKey(walletId));
      ended = await endWaiting(tx, walletId, "veto", await tx.clock.now());
      return { wallet: walletToProto(await tx.wallets.replaceKey(locked, next, "rotation")) };
    });
    if (ended === "vetoed") notices.recovery("vetoed", requestId);
    return answer;
  };

/** Sets the key that may start a recovery, by the holder's signature. */
export const setRecoveryKey =
  ({ publicUrl, notices }: WalletKeyDeps): Service["setRecoveryKey"] =>
  async ({ request, requestId, transact }) => {
    const recovery = readHolderKey("recovery_key", request.recoveryKey);
    let ended: Awaited<ReturnType<typeof endWaiting>>;
    const answer = await transact(async (tx) => {
      ended = undefined;
      const { walletId, authorization } = request;
      const signer = requireFound(await tx.wallets.get(walletId));
      const nonce = await requireHolderStatement(tx.wallets, authorization, signer, {
        field: "authorization",
        type: "pda-recovery-key+jws",
        audience: publicUrl,
        claims: { walletId, recoveryKey: recovery.keyThumbprint },
      });
      const wallet = requireSameKey("authorization", signer, await tx.wallets.lock(walletId));
      const statement = { walletId, nonce, digest: digestOf(authorization) };
      if (isRepeat(await tx.statements.find(walletId, nonce), statement))
        return { wallet: walletToProto(wallet) };

      aboutField("recovery_key", () => requireRecoveryKey(wallet.keyThumbprints, recovery.keyThumbprint));
      const now = await tx.clock.now();
      tx.statements.use({ ...statement, createdAt: now });
      ended = await endWaiting(tx, walletId, "veto", now);
      return { wallet: walletToProto(await tx.wallets.setRecoveryKey(wallet, recovery)) };
    });
    if (ended === "vetoed") notices.recovery("vetoed", requestId);
    return answer;
  };

/** Lists the present and former keys of a wallet, newest first. */
export const listWalletKeys: Service["listWalletKeys"] = async ({ request, read }) => {
  const binding = { list: "keys", walletId: request.walletId };
  const page = pageRequest(request, binding, wholeNumber);
  const { walletId } = requireFound(await read.wallets.get(request.walletId));
  return pageToProto(await read.wallets.listKeys(walletId, page), binding, keyToProto);
};
