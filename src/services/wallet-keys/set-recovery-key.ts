import { createHash } from "node:crypto";
import type {
  SetRecoveryKeyRequest,
  SetRecoveryKeyResponse,
} from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { requireRecoveryKey } from "../../domain/wallet/key.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { walletToProto } from "../wallet/convert.ts";
import { readHolderKey } from "../wallet/holder-key.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { requireHolderStatement, requireSameKey } from "../wallet/signature.ts";
import { isRepeat } from "../wallet/statement.ts";
import type { KeyDeps } from "./index.ts";
import { endWaiting } from "./waiting.ts";

/** The key that may start a recovery, by the holder's signature. */
export const setRecoveryKey =
  ({ publicUrl }: KeyDeps): Handler<SetRecoveryKeyRequest, SetRecoveryKeyResponse> =>
  async ({ request, transact }) => {
    const recovery = readHolderKey("recovery_key", request.recoveryKey);
    return transact(async (tx) => {
      const { walletId, authorization } = request;
      const signer = await requireWallet(tx.wallets, walletId);
      const nonce = await requireHolderStatement(tx.wallets, authorization, signer, {
        field: "authorization",
        type: "pda-recovery-key+jws",
        audience: publicUrl,
        claims: { walletId, recoveryKey: recovery.keyThumbprint },
      });
      const wallet = requireSameKey("authorization", signer, await tx.wallets.lock(walletId));
      const statement = { walletId, nonce, digest: createHash("sha256").update(authorization).digest() };
      if (isRepeat(await tx.statements.find(walletId, nonce), statement))
        return { wallet: walletToProto(wallet) };

      aboutField("recovery_key", () => requireRecoveryKey(wallet.keyThumbprints, recovery.keyThumbprint));
      const now = await tx.clock.now();
      tx.statements.use({ ...statement, createdAt: now });
      await endWaiting(tx, walletId, "veto", now);
      return { wallet: walletToProto(await tx.wallets.setRecoveryKey(wallet, recovery)) };
    });
  };
