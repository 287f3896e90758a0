import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { SettlementStatus } from "../../domain/settlement/settlement.ts";
import { type Present, Repository, type Row } from "../database.ts";
import { type LiveTransfer, liveTransfers } from "./live.ts";
import type { PayoutTarget } from "./unsettled.ts";

/** Columns of a settlement; the table has the alias `s`. */
export const preparedColumns = `s.merchant_id, s.settlement_id, s.asset_type_id, s.network, s.network_asset, s.account, s.amount, s.status,
  s.transaction_id, s.reference, s.sequence, s.inclusion, s.confirmation_count, s.attempts, s.next_attempt_at,
  s.last_error, s.created_at, s.finalized_at, s.submitted_at, s.payment_count, s.refund_count,
  s.confirmations_required, s.payout_transaction_id, s.head_since, s.rehearsal, s.rehearsed_at, s.attempt`;

/** A settlement with a prepared transfer. */
export type PreparedRow = Present<Row<"settlement", typeof preparedColumns>, "sequence" | "attempt">;

/** A settlement without a prepared transfer. */
export interface Unprepared {
  readonly merchantId: string;
  readonly settlementId: string;
  readonly assetTypeId: string;
  readonly networkAsset: string;
  readonly account: string;
  readonly amount: bigint;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly lastError?: string;
}

/** A settlement that is leased to one worker, which sends or follows its transfer. */
export interface Due {
  readonly merchantId: string;
  readonly assetTypeId: string;
  readonly settlementId: string;
  readonly network: string;
  /** CAIP-19. */
  readonly networkAsset: string;
  /** CAIP-10 account that receives the payout. */
  readonly account: string;
  readonly amount: bigint;
  /** CAIP-10 account that pays. */
  readonly signer: string;
  readonly sequence: bigint;
  /** The transfers of the sequence, oldest first. The network includes at most one of these transfers. */
  readonly transfers: readonly [LiveTransfer, ...LiveTransfer[]];
  /** The transfer that the settlement shows. */
  readonly shown: LiveTransfer;
  readonly status: SettlementStatus;
  readonly inclusion?: string;
  readonly confirmationCount: number;
  readonly confirmationsRequired: number;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly lastError?: string;
  /** Milliseconds since the transfer was first sent; 0 before. */
  readonly ageMs: number;
  /** Milliseconds since it was first seen to be the next one in the signer's order; undefined while it is not. */
  readonly headMs?: number;
  /** The reorganisation that a sandbox must still rehearse for this settlement; absent otherwise. */
  readonly rehearsal?: "reverted";
  /** End of the worker's lease. The lease is void once another worker has taken over the settlement. */
  readonly lease: Date;
}

/** The result of an attempt. */
export interface TransferProgress {
  readonly status: SettlementStatus;
  /** The transfer to show. Omit to keep the transfer that is shown. */
  readonly shown?: LiveTransfer;
  /** True once the network has the transfer. Omit to keep the stored value. */
  readonly submitted?: boolean;
  readonly inclusion?: string;
  readonly confirmationCount: number;
  readonly failures: number;
  readonly nextAttemptMs: number;
  readonly lastError?: string;
  readonly finalizedAt?: Date;
  readonly payoutTransactionId?: string;
  readonly rehearsed?: boolean;
  /** True when the transfer waits for inclusion and no earlier transfer of its signer does. */
  readonly atHead?: boolean;
}

/** Reads the work that is due. */
export class SettlementQueueReader extends Repository {
  /** Returns the networks on which a settlement is due to be prepared. */
  async unpreparedNetworks(): Promise<string[]> {
    const rows = await this.session.run<Row<"settlement", "network">>({
      name: "settlement_unprepared_networks",
      text: "select distinct network from settlement where reference is null and next_attempt_at <= now()",
    });
    return rows.map((row) => row.network);
  }

  /**
   * Returns the lowest sequence of a network that, as far as is known, waits for inclusion; undefined when none waits. A transfer that
   * failed, and one whose sequence a foreign transaction took, hold up no other.
   */
  async lowestWaitingSequence(network: string): Promise<bigint | undefined> {
    const [row] = await this.session.run<{ readonly sequence: string }>(
      {
        name: "settlement_lowest_waiting",
        text: `select sequence from settlement where network = $1 and reference is not null and status <> 'finalized'
            and inclusion is null and coalesce(last_error, '') not in ('SEQUENCE_REPLACED', 'TRANSFER_FAILED_NOT_FINAL')
          order by sequence limit 1`,
      },
      [network],
    );
    return row && BigInt(row.sequence);
  }

  /** Returns the lowest sequence of a network that is not final; undefined when all sequences are final. */
  async lowestOpenSequence(network: string): Promise<bigint | undefined> {
    const [row] = await this.session.run<{ readonly sequence: string }>(
      {
        name: "settlement_lowest_open",
        text: `select sequence from settlement where network = $1 and reference is not null and status <> 'finalized'
          order by sequence limit 1`,
      },
      [network],
    );
    return row && BigInt(row.sequence);
  }
}

/**
 * Leases settlements to workers and records their progress; exists inside a transaction only. Times are real time, because a sandbox
 * clock that runs ahead does not make a network faster.
 */
export class SettlementQueueWriter extends SettlementQueueReader {
  /** Returns and locks the unprepared settlement of a network that has been due longest. Locked settlements are skipped. */
  async lockUnprepared(network: string): Promise<Unprepared | undefined> {
    const [row] = await this.session.run<
      Row<
        "settlement",
        "merchant_id, settlement_id, asset_type_id, network_asset, account, amount, attempts, last_error"
      >
    >(
      {
        name: "settlement_lock_unprepared",
        text: `select merchant_id, settlement_id, asset_type_id, network_asset, account, amount, attempts, last_error from settlement
          where network = $1 and reference is null and next_attempt_at <= now()
          order by next_attempt_at limit 1 for no key update skip locked`,
      },
      [network],
    );
    return (
      row && {
        merchantId: idOf("merchant", row.merchant_id),
        settlementId: idOf("settlement", row.settlement_id),
        assetTypeId: idOf("assetType", row.asset_type_id),
        networkAsset: row.network_asset,
        account: row.account,
        amount: BigInt(row.amount),
        failures: row.attempts,
        ...(row.last_error ? { lastError: row.last_error } : {}),
      }
    );
  }

  /** Postpones the preparation of a locked settlement. */
  async postpone(item: Unprepared, nextAttemptMs: number, lastError: string): Promise<void> {
    await this.session.run(
      {
        name: "settlement_postpone",
        text: `update settlement set attempts = attempts + 1, last_error = $4,
            next_attempt_at = now() + make_interval(secs => $3 / 1000.0)
          where merchant_id = $1 and settlement_id = $2`,
      },
      [...keyOf(item), nextAttemptMs, lastError],
    );
  }

  /** Pays a locked settlement without a transfer to another account. @param confirmations number that the settlement requires there */
  async payTo(item: Unprepared, target: PayoutTarget, confirmations: number): Promise<void> {
    await this.session.run(
      {
        name: "settlement_pay_to",
        text: `update settlement set network = $3, network_asset = $4, account = $5, confirmations_required = $6,
            attempts = 0, last_error = null, next_attempt_at = now()
          where merchant_id = $1 and settlement_id = $2 and reference is null`,
      },
      [...keyOf(item), target.network, target.networkAsset, target.account, confirmations],
    );
  }

  /**
   * Leases up to `limit` due settlements, either to send their transfers for the first time or to follow them. When the worker dies,
   * another worker takes the settlements over after `leaseMs`.
   */
  async lease(what: "unsubmitted" | "submitted", limit: number, leaseMs: number): Promise<Due[]> {
    const rows = await this.session.run<DueRow>(
      {
        name: `settlement_lease_${what}`,
        text: `with due as (
            select merchant_id, settlement_id from settlement
            where reference is not null and status <> 'finalized' and next_attempt_at <= now()
              and submitted_at is ${what === "submitted" ? "not null" : "null"}
            order by next_attempt_at limit $1 for no key update skip locked)
          update settlement s
            set next_attempt_at = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2 / 1000.0)
          from due
          where s.merchant_id = due.merchant_id and s.settlement_id = due.settlement_id
          returning ${preparedColumns},
             coalesce(extract(epoch from now() - s.submitted_at) * 1000, 0)::float8 as age_ms,
            (extract(epoch from now() - s.head_since) * 1000)::float8 as head_ms`,
      },
      [limit, leaseMs],
    );
    if (rows.length === 0) return [];
    const transfers = await liveTransfers(this.session, rows);
    return rows.map((row) => dueOf(row, transfers.get(row.settlement_id)));
  }

  /** Locks a leased settlement to record its progress. @returns false when the lease has passed to another worker */
  async holds(due: Due): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "settlement_holds",
        text: `select 1 from settlement where merchant_id = $1 and settlement_id = $2 and attempt = $3 and next_attempt_at = $4
            and status <> 'finalized' for no key update`,
      },
      [...keyOf(due), due.shown.attempt, due.lease],
    );
    return rows.length > 0;
  }

  /** Records the progress of a settlement that this transaction has locked. */
  async record(
    due: Pick<Due, "merchantId" | "settlementId" | "shown">,
    progress: TransferProgress,
  ): Promise<void> {
    const { attempt, reference } = progress.shown ?? due.shown;
    await this.session.run(
      {
        name: "settlement_record",
        text: `update settlement set status = $3, inclusion = $4, confirmation_count = $5, attempts = $6, last_error = $7,
            next_attempt_at = now() + make_interval(secs => $8 / 1000.0), finalized_at = $9,
            submitted_at = coalesce(submitted_at, case when $10 then now() end), attempt = $11, reference = $12,
            payout_transaction_id = $13, rehearsed_at = coalesce(rehearsed_at, case when $14 then now() end),
            head_since = case when $15 then coalesce(head_since, now()) end
          where merchant_id = $1 and settlement_id = $2`,
      },
      [
        ...keyOf(due),
        progress.status,
        progress.inclusion ?? null,
        progress.confirmationCount,
        progress.failures,
        progress.lastError ?? null,
        progress.nextAttemptMs,
        progress.finalizedAt ?? null,
        progress.submitted ?? false,
        attempt,
        reference,
        progress.payoutTransactionId ? uuidOf("transaction", progress.payoutTransactionId) : null,
        progress.rehearsed ?? false,
        progress.atHead ?? false,
      ],
    );
  }
}

/** Returns the primary key of a settlement as parameters. */
export const keyOf = (item: { merchantId: string; settlementId: string }): [string, string] => [
  uuidOf("merchant", item.merchantId),
  uuidOf("settlement", item.settlementId),
];

type DueRow = PreparedRow & { readonly age_ms: number; readonly head_ms: number | null };

function dueOf(row: DueRow, transfers: readonly LiveTransfer[] = []): Due {
  const [first, ...further] = transfers;
  const shown = transfers.find(({ attempt }) => attempt === row.attempt);
  if (!first || !shown) throw new Error(`settlement ${row.settlement_id} has lost its transfers`);
  return {
    merchantId: idOf("merchant", row.merchant_id),
    assetTypeId: idOf("assetType", row.asset_type_id),
    settlementId: idOf("settlement", row.settlement_id),
    network: row.network,
    networkAsset: row.network_asset,
    account: row.account,
    amount: BigInt(row.amount),
    signer: first.signer,
    sequence: BigInt(row.sequence),
    transfers: [first, ...further],
    shown,
    status: row.status,
    confirmationCount: row.confirmation_count,
    confirmationsRequired: row.confirmations_required,
    failures: row.attempts,
    ageMs: row.age_ms,
    lease: row.next_attempt_at,
    ...(row.inclusion ? { inclusion: row.inclusion } : {}),
    ...(row.last_error ? { lastError: row.last_error } : {}),
    ...(row.head_ms === null ? {} : { headMs: row.head_ms }),
    ...(row.rehearsal && !row.rehearsed_at ? { rehearsal: row.rehearsal } : {}),
  };
}
