import type { Tables } from "../../../gen/store/tables.ts";
import { idOf } from "../../domain/identifier/identifier.ts";
import type { WalletKey } from "../../domain/wallet/key.ts";
import type { Recovery } from "../../domain/wallet/recovery.ts";
import type { HolderKey, Wallet } from "../../domain/wallet/wallet.ts";
import type { Row } from "../database.ts";

/** Columns of a wallet; the table has the alias `w`. */
export const walletColumns =
  "w.wallet_id, w.holder_key, w.key_thumbprint, w.recovery_key, w.recovery_thumbprint, w.created_at";

export type WalletRow = Row<"wallet", typeof walletColumns>;

/** Converts a row with `walletColumns` to a wallet. */
export function walletOf(row: WalletRow): Wallet {
  return {
    walletId: idOf("wallet", row.wallet_id),
    holderKey: row.holder_key as HolderKey,
    keyThumbprint: row.key_thumbprint,
    createdAt: row.created_at,
    ...(row.recovery_thumbprint
      ? {
          recoveryKey: {
            holderKey: row.recovery_key as HolderKey,
            keyThumbprint: row.recovery_thumbprint,
          },
        }
      : {}),
  };
}

export type KeyRow = Tables["holder_key"];

/** Converts a row of `holder_key`. */
export function keyOfRow(row: KeyRow): WalletKey {
  return {
    keyThumbprint: row.key_thumbprint,
    holderKey: row.holder_key as HolderKey,
    seq: row.seq,
    createdAt: row.created_at,
    ...(row.retired_at && row.retired_by ? { retired: { at: row.retired_at, by: row.retired_by } } : {}),
  };
}

export type RecoveryRow = Tables["wallet_recovery"];

/** Converts a row of `wallet_recovery`. */
export function recoveryOf(row: RecoveryRow): Recovery {
  return {
    recoveryId: idOf("recovery", row.recovery_id),
    walletId: idOf("wallet", row.wallet_id),
    status: row.status,
    oldThumbprint: row.old_thumbprint,
    newThumbprint: row.new_thumbprint,
    newKey: row.new_key as HolderKey,
    createdAt: row.created_at,
    effectiveAt: row.effective_at,
    expiresAt: row.expires_at,
    ...(row.ended_at ? { endedAt: row.ended_at } : {}),
  };
}
