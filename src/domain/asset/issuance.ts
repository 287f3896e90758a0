import { Refused } from "../refused.ts";

/** What is wrong with one item: an entry of the error catalogue by its code, in the form of an entry of `errors`. */
export interface ItemFault {
  readonly code: string;
  readonly message: string;
  /** Path in JSON names; empty for the item as a whole. */
  readonly field: string;
  readonly reason: string;
}

/** What became of an item. */
export type ItemOutcome =
  | { readonly status: "issued" | "already_issued"; readonly assetId: string }
  | { readonly status: "failed"; readonly faults: readonly ItemFault[] };

/** A word for each outcome. */
export type ItemStatus = ItemOutcome["status"];

/** How many items came to what. */
export type ItemCounts = Readonly<Record<ItemStatus, number>>;

/** An item of a job with its result. */
export interface IssuanceItem {
  /** Place in the job, from 0. */
  readonly index: number;
  /** The publisher's own key of the asset. */
  readonly reference?: string;
  /** SHA-256 of the item as it was given. */
  readonly fingerprint: Uint8Array;
  readonly outcome: ItemOutcome;
}

/** The issuance of many assets, piece by piece. Open until every item has its result. */
export interface IssuanceJob {
  readonly issuanceJobId: string;
  readonly publisherId: string;
  /** The publisher's own name of the job. */
  readonly reference: string;
  readonly itemCount: number;
  readonly counts: ItemCounts;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Items that a job has; also the index of the next one. */
export function receivedCount({ counts }: Pick<IssuanceJob, "counts">): number {
  return counts.issued + counts.already_issued + counts.failed;
}

/** How many of these came to what. */
export function countOutcomes(outcomes: readonly ItemOutcome[]): ItemCounts {
  const counts = { issued: 0, already_issued: 0, failed: 0 };
  for (const { status } of outcomes) counts[status]++;
  return counts;
}

/**
 * Whether items fit into a job: they begin where it is, or before, and end where it ends, or before.
 *
 * @returns how many of them the job has already
 * @throws Refused ITEMS_MISSING, ITEMS_BEYOND_COUNT
 */
export function requirePlace(job: IssuanceJob, firstIndex: number, count: number): number {
  const received = receivedCount(job);
  if (firstIndex > received)
    throw new Refused("ITEMS_MISSING", `The next item of the job is ${received}, not ${firstIndex}.`);
  if (firstIndex + count > job.itemCount)
    throw new Refused("ITEMS_BEYOND_COUNT", `The job has ${job.itemCount} items; these go beyond.`);
  return Math.min(received - firstIndex, count);
}
