import type { ChainAdapter } from "../../chain/adapter.ts";
import { ChainError } from "../../chain/error.ts";
import type { RequestedFailures } from "../../domain/payment/requested-failures.ts";
import type { BatchPolicy, FeePolicy } from "../../domain/settlement/policy.ts";
import type { Logger } from "../../logger.ts";
import type { Store } from "../../store/store.ts";
import { backOffMs } from "../back-off.ts";
import { settlementAlarms } from "../metrics.ts";

/** What the steps of settlement work with. */
export interface SettlementContext {
  readonly store: Store;
  readonly adapter: ChainAdapter;
  /** Shortest time between two looks at one transfer. */
  readonly pollMs: number;
  /** When and how much is settled together. */
  readonly batches: BatchPolicy;
  /** When a transfer is replaced by one that pays more. */
  readonly fees: FeePolicy;
  /** The failures that payments can request, in a sandbox. */
  readonly requestedFailures?: RequestedFailures;
  readonly log: Logger;
}

/** Deadline of one call to the adapter. */
export const callTimeoutMs = 4_000;

/** How long a worker has a settlement for itself: longer than the two calls and the transaction of one turn. */
export const leaseMs = 12_000;

/** A call to a network that failed. */
export interface Trouble {
  /** SCREAMING_SNAKE, kept as the settlement's last error. */
  readonly reason: string;
  /** A repeat of the same call may succeed. */
  readonly passing: boolean;
}

/** What a failed call means. @throws the error itself when it is not the network's or the adapter's */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ChainError)) throw error;
  return { reason: error.reason ?? error.code, passing: error.retryable };
}

/** When to try again after so many failures in a row. */
export function retryMs(failures: number): number {
  return backOffMs(failures, 500, 60_000);
}

/** The settlement and what is known of its trouble. */
export interface Subject {
  readonly settlementId: string;
  readonly network: string;
  readonly lastError?: string;
  /** Failed attempts in a row, before this one. */
  readonly failures: number;
}

/** Trouble that passes by itself has not after so many failures in a row, which take about half a minute. */
const failuresBeforeAlarm = 7;

/** Nothing is wrong, however long it lasts: an earlier transfer has to become final first. */
const awaited: ReadonlySet<string> = new Set(["SEQUENCE_NOT_READY"]);

/**
 * Says that something is wrong with a settlement. What passes by itself is a warning, until it has lasted; the rest is an error and
 * counts as an alarm. The same trouble again is not said again.
 */
export function complain(log: Logger, subject: Subject, { reason, passing }: Trouble, message: string): void {
  const lasting = passing && !awaited.has(reason) && subject.failures + 1 === failuresBeforeAlarm;
  if (subject.lastError === reason && !lasting) return;
  const line = { settlementId: subject.settlementId, network: subject.network, reason };
  if (passing && !lasting) {
    log.warn(line, message);
    return;
  }
  settlementAlarms.inc({ reason });
  log.error(line, message);
}
