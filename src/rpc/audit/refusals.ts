import type { AuditEntry } from "../../domain/audit/record.ts";

/** Refusals of one address that have a record of their own in each minute. */
const ownMax = 10;
/** Addresses in a minute whose refusals have records of their own. So a process writes fewer than 100 rows a second for refusals. */
const addressesMax = 400;
/** Counts that one write has for single addresses; the others share a count. */
const countsMax = 8;
const minuteMs = 60_000;

/** Decides which refusals have a record of their own, so that a stranger cannot fill the disk, and counts the others. */
export class Refusals {
  #minute = 0;
  #own = new Map<string, number>();
  #counts = new Map<string, { calls: number; readonly first: AuditEntry }>();

  /** Returns true when the refusal has a record of its own. Otherwise it is counted. */
  admits(record: AuditEntry, now = Date.now()): boolean {
    const minute = Math.floor(now / minuteMs);
    if (minute !== this.#minute) this.#own.clear();
    this.#minute = minute;
    const address = record.addressHash ?? "";
    const own = this.#own.get(address) ?? 0;
    if (own < ownMax && (own > 0 || this.#own.size < addressesMax)) {
      this.#own.set(address, own + 1);
      return true;
    }
    const counted = this.#counts.has(address) || this.#counts.size < countsMax ? address : "";
    const count = this.#counts.get(counted);
    if (count) count.calls += 1;
    else this.#counts.set(counted, { calls: 1, first: record });
    return false;
  }

  /** Returns one record for each count and starts new counts. */
  take(): AuditEntry[] {
    const records = [...this.#counts].map(
      ([address, { calls, first }]): AuditEntry => ({
        time: first.time,
        callCount: calls,
        operation: "*",
        caller: "anonymous",
        mechanism: "anonymous",
        outcome: "refused",
        requestId: first.requestId,
        resourceIds: [],
        ...(address === "" ? {} : { addressHash: address }),
      }),
    );
    this.#counts.clear();
    return records;
  }
}
