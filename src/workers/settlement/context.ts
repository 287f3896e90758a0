import type { ChainAdapter, PreparedTransfer } from "../../chain/adapter.ts";
import { ChainError } from "../../chain/error.ts";
import type { RequestedFailures } from "../../domain/payment/requested-failures.ts";
import { awaitedReasons } from "../../domain/settlement/awaited.ts";
import type { BatchPolicy, FeePolicy } from "../../domain/settlement/policy.ts";
import type { Logger } from "../../logger.ts";
import type { Due } from "../../store/settlement/queue.ts";
import type { Store, Transaction } from "../../store/store.ts";
import { backOffMs } from "../back-off.ts";
import { settlementAlarms } from "../metrics.ts";

/** The dependencies and policies of the settlement steps. */
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
  readonly temporary: boolean;
}

/** Returns the trouble that a failed call shows. @throws the error itself unless it is a ChainError */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ChainError)) throw error;
  return { reason: error.reason ?? error.code, temporary: error.retryable };
}

/** Runs `work` in a transaction, unless another worker has taken over the settlement; then returns undefined. */
export function ifHeld<T>(
  { store }: Pick<SettlementContext, "store">,
  due: Due,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  return store.transact(async (tx) => ((await tx.settlementQueue.holds(due)) ? work(tx) : undefined));
}

/**
 * Asks the adapter to sign a transfer with a sequence of its signer.
 * @throws ChainError also when the adapter has signed with another account or sequence
 */
export async function prepareTransfer(
  adapter: ChainAdapter,
  order: Parameters<ChainAdapter["prepareTransfer"]>[0],
  signer: string,
): Promise<PreparedTransfer> {
  const transfer = await adapter.prepareTransfer(order, { timeoutMs: callTimeoutMs });
  if (transfer.signer !== signer || transfer.sequence !== order.sequence)
    throw new ChainError(
      "INTERNAL",
      "the adapter signed with another account or sequence than the requested one",
    );
  return transfer;
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

/** Number of failures in a row, about half a minute, after which temporary trouble raises an alarm. */
const failuresBeforeAlarm = 7;

/**
 * Logs the trouble of a settlement. Temporary trouble is a warning. Trouble that lasts, or that is permanent, is an error and counts as an
 * alarm. A repeated reason is not logged again, except once when it has lasted.
 */
export function complain(
  log: Logger,
  subject: Subject,
  { reason, temporary }: Trouble,
  message: string,
): void {
  const lasting =
    temporary && !awaitedReasons.includes(reason) && subject.failures + 1 === failuresBeforeAlarm;
  if (subject.lastError === reason && !lasting) return;
  const line = { settlementId: subject.settlementId, network: subject.network, reason };
  if (temporary && !lasting) {
    log.warn(line, message);
    return;
  }
  settlementAlarms.inc({ reason });
  log.error(line, message);
}
