import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { SettlementStatus } from "../../domain/settlement/settlement.ts";
import { bigintOf, type Row, type Session } from "../database.ts";

/** A settlement whose transfer is to be prepared. */
export interface Unprepared {
  readonly merchantId: string;
  readonly settlementId: string;
  readonly networkAsset: string;
  readonly account: string;
  readonly amount: bigint;
  /** Failed attempts in a row. */
  readonly attempts: number;
  readonly lastError?: string;
}

/** A settlement whose transfer is to be sent or looked at, leased to one worker. */
export interface Due {
  readonly merchantId: string;
  readonly settlementId: string;
  readonly network: string;
  /** CAIP-10. */
  readonly signer: string;
  readonly reference: string;
  readonly sequence: bigint;
  readonly signedTransfer: Uint8Array;
  readonly status: SettlementStatus;
  readonly inclusion?: string;
  readonly confirmationCount: number;
  readonly attempts: number;
  readonly lastError?: string;
  /** Milliseconds since it was first sent; 0 before. */
  readonly ageMs: number;
  /** Whose turn it is: valid until then, and worth nothing once another worker has taken over. */
  readonly lease: Date;
}

/** What an attempt has brought. */
export interface Progress {
  readonly status: SettlementStatus;
  /** Set once the network has it; kept when absent. */
  readonly submitted?: boolean;
  readonly inclusion?: string;
  readonly confirmationCount: number;
  readonly attempts: number;
  readonly nextAttemptMs: number;
  readonly lastError?: string;
  readonly finalizedAt?: Date;
}

/** Reads what there is to do. */
export class SettlementQueueReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** Networks on which a settlement is due to be prepared. */
  async unpreparedNetworks(): Promise<string[]> {
    const rows = await this.session.run({
      name: "settlement_unprepared_networks",
      text: "select distinct network from settlement where reference is null and next_attempt_at <= now()",
    });
    return rows.map((row) => row.network as string);
  }
}

/**
 * Hands settlements to workers and takes what they did; exists inside a transaction only. Times are real ones: a sandbox that
 * runs ahead does not hurry a network.
 */
export class SettlementQueueWriter extends SettlementQueueReader {
  /** The settlement of a network that waits longest to be prepared, locked; others' are passed over. */
  async lockUnprepared(network: string): Promise<Unprepared | undefined> {
    const [row] = await this.session.run(
      {
        name: "settlement_lock_unprepared",
        text: `select merchant_id, settlement_id, network_asset, account, amount, attempts, last_error from settlement
          where network = $1 and reference is null and next_attempt_at <= now()
          order by next_attempt_at limit 1 for no key update skip locked`,
      },
      [network],
    );
    return (
      row && {
        merchantId: idOf("merchant", row.merchant_id),
        settlementId: idOf("settlement", row.settlement_id),
        networkAsset: row.network_asset,
        account: row.account,
        amount: bigintOf(row.amount),
        attempts: row.attempts,
        ...(row.last_error ? { lastError: row.last_error } : {}),
      }
    );
  }

  /** Stores the signed transfer of a settlement that this transaction has locked: before anything is sent. */
  async prepared(
    item: Unprepared,
    transfer: { reference: string; sequence: bigint; signedTransfer: Uint8Array },
  ): Promise<void> {
    await this.session.run(
      {
        name: "settlement_prepared",
        text: `update settlement set reference = $3, sequence = $4, signed_transfer = $5, attempts = 0, last_error = null,
            next_attempt_at = now()
          where merchant_id = $1 and settlement_id = $2`,
      },
      [...key(item), transfer.reference, transfer.sequence.toString(), Buffer.from(transfer.signedTransfer)],
    );
  }

  /** Puts off the preparation of a settlement that this transaction has locked. */
  async postpone(item: Unprepared, nextAttemptMs: number, lastError: string): Promise<void> {
    await this.session.run(
      {
        name: "settlement_postpone",
        text: `update settlement set attempts = attempts + 1, last_error = $4,
            next_attempt_at = now() + make_interval(secs => $3 / 1000.0)
          where merchant_id = $1 and settlement_id = $2`,
      },
      [...key(item), nextAttemptMs, lastError],
    );
  }

  /**
   * Leases up to `limit` settlements whose turn it is: to be sent for the first time, or to be followed. When the worker dies,
   * another one takes them over after `leaseMs`.
   */
  async lease(what: "unsubmitted" | "submitted", limit: number, leaseMs: number): Promise<Due[]> {
    const rows = await this.session.run(
      {
        name: `settlement_lease_${what}`,
        text: `with due as (
            select merchant_id, settlement_id from settlement
            where reference is not null and status <> 'finalized' and next_attempt_at <= now()
              and submitted_at is ${what === "submitted" ? "not null" : "null"}
            order by next_attempt_at limit $1 for no key update skip locked)
          update settlement s
            set next_attempt_at = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2 / 1000.0)
          from due, network_signer n
          where s.merchant_id = due.merchant_id and s.settlement_id = due.settlement_id and n.network = s.network
          returning s.*, n.account as signer,
            coalesce(extract(epoch from now() - s.submitted_at) * 1000, 0)::float8 as age_ms`,
      },
      [limit, leaseMs],
    );
    return rows.map(dueOf);
  }

  /** Locks a leased settlement to record what came of it; false when the lease has passed to another worker. */
  async holds(due: Due): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "settlement_holds",
        text: `select 1 from settlement where merchant_id = $1 and settlement_id = $2 and reference = $3 and next_attempt_at = $4
          for no key update`,
      },
      [...key(due), due.reference, due.lease],
    );
    return rows.length > 0;
  }

  /** Records progress of a settlement that this transaction holds. */
  async record(due: Due, progress: Progress): Promise<void> {
    await this.session.run(
      {
        name: "settlement_record",
        text: `update settlement set status = $3, inclusion = $4, confirmation_count = $5, attempts = $6, last_error = $7,
            next_attempt_at = now() + make_interval(secs => $8 / 1000.0), finalized_at = $9,
            submitted_at = coalesce(submitted_at, case when $10 then now() end)
          where merchant_id = $1 and settlement_id = $2`,
      },
      [
        ...key(due),
        progress.status,
        progress.inclusion ?? null,
        progress.confirmationCount,
        progress.attempts,
        progress.lastError ?? null,
        progress.nextAttemptMs,
        progress.finalizedAt ?? null,
        progress.submitted ?? false,
      ],
    );
  }

  /**
   * Puts the transfer of a settlement that this transaction holds aside, so that another is prepared. Only for one that the
   * network has included for good without moving anything: its sequence is used, so it can never move anything later.
   */
  async setFailedTransferAside(
    due: Due,
    inclusion: string,
    nextAttemptMs: number,
    lastError: string,
  ): Promise<void> {
    await this.session.run(
      {
        name: "settlement_keep_failed",
        text: `insert into settlement_failed_transfer (merchant_id, settlement_id, reference, sequence, signed_transfer, inclusion)
          select merchant_id, settlement_id, reference, sequence, signed_transfer, $3 from settlement
          where merchant_id = $1 and settlement_id = $2`,
      },
      [...key(due), inclusion],
    );
    await this.session.run(
      {
        name: "settlement_set_aside",
        text: `update settlement set status = 'pending', reference = null, sequence = null, signed_transfer = null,
            submitted_at = null, inclusion = null, confirmation_count = 0, attempts = attempts + 1, last_error = $4,
            next_attempt_at = now() + make_interval(secs => $3 / 1000.0)
          where merchant_id = $1 and settlement_id = $2`,
      },
      [...key(due), nextAttemptMs, lastError],
    );
  }
}

const key = (item: { merchantId: string; settlementId: string }): [string, string] => [
  uuidOf("merchant", item.merchantId),
  uuidOf("settlement", item.settlementId),
];

function dueOf(row: Row): Due {
  return {
    merchantId: idOf("merchant", row.merchant_id),
    settlementId: idOf("settlement", row.settlement_id),
    network: row.network,
    signer: row.signer,
    reference: row.reference,
    sequence: BigInt(row.sequence as string),
    signedTransfer: row.signed_transfer as Buffer,
    status: row.status as SettlementStatus,
    confirmationCount: row.confirmation_count,
    attempts: row.attempts,
    ageMs: row.age_ms,
    lease: row.next_attempt_at,
    ...(row.inclusion ? { inclusion: row.inclusion } : {}),
    ...(row.last_error ? { lastError: row.last_error } : {}),
  };
}
