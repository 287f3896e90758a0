import { uuidOf } from "../../domain/identifier/identifier.ts";
import { RECOVERY_PERIOD_SECONDS, type Recovery, type RecoveryStatus } from "../../domain/wallet/recovery.ts";
import { Repository } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { type RecoveryRow, recoveryOf } from "./row.ts";

const columns = `recovery_id, wallet_id, status, old_thumbprint, new_thumbprint, new_key, statement_digest, created_at, effective_at,
  expires_at, ended_at`;

/** Reads recoveries of wallets. */
export class RecoveryReader extends Repository {
  /** A recovery of this wallet. */
  async get(walletId: string, recoveryId: string): Promise<Recovery | undefined> {
    const [row] = await this.session.run<RecoveryRow>(
      {
        name: "recovery_get",
        text: `select ${columns} from wallet_recovery where recovery_id = $1 and wallet_id = $2`,
      },
      [uuidOf("recovery", recoveryId), uuidOf("wallet", walletId)],
    );
    return row && recoveryOf(row);
  }

  /** The one that waits, or whose time is over without anybody having put that down. */
  async open(walletId: string): Promise<Recovery | undefined> {
    const [row] = await this.session.run<RecoveryRow>(
      {
        name: "recovery_open",
        text: `select ${columns} from wallet_recovery where wallet_id = $1 and status = 'pending'`,
      },
      [uuidOf("wallet", walletId)],
    );
    return row && recoveryOf(row);
  }

  /** The one that a statement of this digest has started. */
  async byStatement(walletId: string, digest: Uint8Array): Promise<Recovery | undefined> {
    const [row] = await this.session.run<RecoveryRow>(
      {
        name: "recovery_by_statement",
        text: `select ${columns} from wallet_recovery where wallet_id = $1 and statement_digest = $2`,
      },
      [uuidOf("wallet", walletId), digest],
    );
    return row && recoveryOf(row);
  }

  /** How many the wallet has seen started in the last period. */
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

  /** Recoveries of a wallet, newest first. */
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

/** Stores recoveries; exists inside a transaction only. Whoever changes one holds the lock of its wallet. */
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

  /** Ends one that waits. @throws Error when it has ended already, which the lock of its wallet rules out */
  async end({ recoveryId }: Recovery, status: Exclude<RecoveryStatus, "pending">): Promise<Recovery> {
    const [row] = await this.session.run<RecoveryRow>(
      {
        name: "recovery_end",
        text: `update wallet_recovery set status = $2, ended_at = least(expires_at, business_now())
          where recovery_id = $1 and status = 'pending' returning ${columns}`,
      },
      [uuidOf("recovery", recoveryId), status],
    );
    if (!row) throw new Error(`recovery ${recoveryId} has ended already`);
    return recoveryOf(row);
  }
}
