import { uuidOf } from "../../domain/identifier/identifier.ts";
import { RECOVERY_PERIOD_SECONDS, type Recovery, type RecoveryStatus } from "../../domain/wallet/recovery.ts";
import { Repository } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { type RecoveryRow, recoveryOf } from "./row.ts";

const columns = `recovery_id, wallet_id, status, old_thumbprint, new_thumbprint, new_key, statement_digest, created_at, effective_at,
  expires_at, ended_at`;

/** Reads the recoveries of wallets. */
export class RecoveryReader extends Repository {
  /** Returns a recovery of this wallet. */
  async get(walletId: string, recoveryId: string): Promise<Recovery | undefined> {
    return this.findOne(
      {
        name: "recovery_get",
        text: `select ${columns} from wallet_recovery where recovery_id = $1 and wallet_id = $2`,
      },
      [uuidOf("recovery", recoveryId), uuidOf("wallet", walletId)],
      recoveryOf,
    );
  }

  /** Returns the recovery of a wallet that is stored as pending. The recovery may have expired without a record of it. */
  async open(walletId: string): Promise<Recovery | undefined> {
    return this.findOne(
      {
        name: "recovery_open",
        text: `select ${columns} from wallet_recovery where wallet_id = $1 and status = 'pending'`,
      },
      [uuidOf("wallet", walletId)],
      recoveryOf,
    );
  }

  /** Returns the recovery that the holder's statement with this digest started. */
  async byStatement(walletId: string, digest: Uint8Array): Promise<Recovery | undefined> {
    return this.findOne(
      {
        name: "recovery_by_statement",
        text: `select ${columns} from wallet_recovery where wallet_id = $1 and statement_digest = $2`,
      },
      [uuidOf("wallet", walletId), digest],
      recoveryOf,
    );
  }

  /** Counts the recoveries of a wallet that were started in the last `RECOVERY_PERIOD_SECONDS`. */
  async startedLately(walletId: string): Promise<number> {
    const row = await this.session.one<{ readonly count: number }>(
      {
        name: "recovery_started_lately",
        text: `select count(*)::int as count from wallet_recovery
          where wallet_id = $1 and created_at > business_now() - make_interval(secs => $2)`,
      },
      [uuidOf("wallet", walletId), RECOVERY_PERIOD_SECONDS],
    );
    return row.count;
  }

  /** Lists the recoveries of a wallet, newest first. */
  async list(walletId: string, { size, after }: PageRequest): Promise<Page<Recovery>> {
    const rows = await this.session.run<RecoveryRow>(
      {
        name: "recovery_list",
        text: `select ${columns} from wallet_recovery where wallet_id = $1 and ($2::uuid is null or recovery_id < $2)
          order by recovery_id desc limit $3`,
      },
      [uuidOf("wallet", walletId), after === undefined ? null : uuidOf("recovery", after), size + 1],
    );
    return toPage(rows.map(recoveryOf), size, (recovery) => recovery.recoveryId);
  }
}

/** Stores recoveries; exists inside a transaction only. The caller must hold the lock of the wallet to change a recovery. */
export class RecoveryWriter extends RecoveryReader {
  async insert(
    recovery: Omit<Recovery, "status" | "endedAt">,
    statementDigest: Uint8Array,
  ): Promise<Recovery> {
    const row = await this.session.one<RecoveryRow>(
      {
        name: "recovery_insert",
        text: `insert into wallet_recovery (recovery_id, wallet_id, status, old_thumbprint, new_thumbprint, new_key, statement_digest,
            created_at, effective_at, expires_at)
          values ($1, $2, 'pending', $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
      },
      [
        uuidOf("recovery", recovery.recoveryId),
        uuidOf("wallet", recovery.walletId),
        recovery.oldThumbprint,
        recovery.newThumbprint,
        JSON.stringify(recovery.newKey),
        statementDigest,
        recovery.createdAt,
        recovery.effectiveAt,
        recovery.expiresAt,
      ],
    );
    return recoveryOf(row);
  }

  /** Ends a pending recovery. @throws Error when the recovery has already ended, which the lock of the wallet rules out */
  async end({ recoveryId }: Recovery, status: Exclude<RecoveryStatus, "pending">): Promise<Recovery> {
    const [row] = await this.session.run<RecoveryRow>(
      {
        name: "recovery_end",
        text: `update wallet_recovery set status = $2, ended_at = least(expires_at, business_now())
          where recovery_id = $1 and status = 'pending' returning ${columns}`,
      },
      [uuidOf("recovery", recoveryId), status],
    );
    if (!row) throw new Error(`recovery ${recoveryId} has already ended`);
    return recoveryOf(row);
  }
}
