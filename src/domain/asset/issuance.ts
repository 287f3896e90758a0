import { Refused } from "../refused.ts";

/** A fault of one item, in the form of an entry of `errors`. `code` is from the error catalogue. */
export interface ItemFault {
  readonly code: string;
  readonly message: string;
  /** Path in JSON names. Empty when the fault concerns the whole item. */
  readonly field: string;
  readonly reason: string;
}

/** The result of an item. */
export type ItemOutcome =
  | { readonly status: "issued" | "already_issued"; readonly assetId: string }
  | { readonly status: "failed"; readonly faults: readonly ItemFault[] };

/** The status of a result. */
export type ItemStatus = ItemOutcome["status"];

/** Number of items with each status. */
export type ItemCounts = Readonly<Record<ItemStatus, number>>;

/** An item of a job with its result. */
export interface IssuanceItem {
  /** Index in the job, from 0. */
  readonly index: number;
  /** The publisher's own key for the asset. */
  readonly reference?: string;
  /** SHA-256 of the item as received. */
  readonly fingerprint: Uint8Array;
  readonly outcome: ItemOutcome;
}

/** The issuance of many assets in several calls. The job is open until every item has its result. */
export interface IssuanceJob {
  readonly issuanceJobId: string;
  readonly publisherId: string;
  /** The publisher's own name for the job. */
  readonly reference: string;
  readonly itemCount: number;
  readonly counts: ItemCounts;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Returns the number of received items, which is also the index of the next item. */
export function receivedCount({ counts }: Pick<IssuanceJob, "counts">): number {
  return counts.issued + counts.already_issued + counts.failed;
}

/** Counts results by status. */
export function countOutcomes(outcomes: readonly ItemOutcome[]): ItemCounts {
  const counts = { issued: 0, already_issued: 0, failed: 0 };
  for (const { status } of outcomes) counts[status]++;
  return counts;
}

/**
 * Checks that items fit into a job: they begin at or before the next item, and end at or before the last.
 *
 * @returns the number of these items that the job already has
 * @throws Refused ITEMS_MISSING, ITEMS_BEYOND_COUNT
 */
export function requirePlace(job: IssuanceJob, firstIndex: number, count: number): number {
  const received = receivedCount(job);
  if (firstIndex > received)
    throw new Refused(
      "ITEMS_MISSING",
      `The items begin at index ${firstIndex}, but the next item of the job is ${received}.`,
    );
  if (firstIndex + count > job.itemCount)
    throw new Refused(
      "ITEMS_BEYOND_COUNT",
      `The job has only ${job.itemCount} items, and these items go beyond its end.`,
    );
  return Math.min(received - firstIndex, count);
}
