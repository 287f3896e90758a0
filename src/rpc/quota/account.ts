import type { Policy } from "./policy.ts";

/** What a process asks for one subject. */
export interface Demand {
  readonly policy: Policy;
  readonly subject: string;
  /** Units spent on credit, or below 0 the units that are given back. */
  readonly spent: number;
  readonly wanted: number;
}

/** A share of the bucket of one subject. */
export interface Lease {
  readonly granted: number;
  /** What the bucket holds after the lease; below 0 when more was spent on credit. */
  readonly left: number;
}

/** A lease covers the units of this time at the pace of the last spending. */
const LEASE_MS = 500;
/** Share of a bucket that a process holds at most beyond what calls wait for. More would be missing for the other processes. */
const LEASE_SHARE = 0.1;
/** How often the lease of a busy subject is renewed, and how often the spending of any other subject is settled. */
const BUSY_MS = 200;
const QUIET_MS = 1_000;
/** Bounds of the time for which an empty bucket is not asked again. */
const EMPTY_MS_MIN = 100;
const EMPTY_MS_MAX = 5_000;

/** What one process knows and holds of the bucket of one subject. All times are of `performance.now()`. */
export class Account {
  readonly policy: Policy;
  readonly subject: string;
  /** The subject waits for its next renewal. */
  listed = false;
  /** Units that waiting requests need. */
  awaited = 0;
  /** Leased units that are not spent; below 0 what was spent on credit. */
  #held = 0;
  /** What the bucket of the installation held at `#leftAt`, as far as this process knows. */
  #left: number;
  #leftAt: number;
  #onCredit = true;
  /** Until then the bucket is known to be empty. */
  #emptyUntil = 0;
  #spentSince = 0;
  /** Units a millisecond. */
  #pace = 0;
  #renewedAt: number;

  constructor(policy: Policy, subject: string, now: number) {
    this.policy = policy;
    this.subject = subject;
    this.#left = policy.capacity;
    this.#leftAt = now;
    this.#renewedAt = now;
  }

  /** Tells whether the units can be spent now. */
  affords(cost: number, now: number, isAlone: boolean): boolean {
    if (this.#held >= cost) return true;
    if (isAlone) return this.#held + this.#levelAt(now) >= cost;
    return this.#onCredit && now >= this.#emptyUntil && this.#held + this.policy.credit >= cost;
  }

  /** Spends units that the account affords. @param isAlone the core cannot be asked, so that the bucket of this process counts */
  spend(cost: number, now: number, isAlone: boolean): void {
    this.#spentSince += cost;
    if (!isAlone || this.#held >= cost) {
      this.#held -= cost;
      return;
    }
    this.#left = this.#levelAt(now) + this.#held - cost;
    this.#leftAt = now;
    this.#held = 0;
  }

  /** Takes back units that were spent for nothing. */
  restore(cost: number): void {
    this.#spentSince -= cost;
    this.#held += cost;
  }

  isEmpty(now: number): boolean {
    return now < this.#emptyUntil;
  }

  /** Tells whether the next lease should be asked for at once: little is left of the last one, or of the credit. */
  isLow(now: number): boolean {
    if (this.isEmpty(now)) return false;
    return this.#held < 0 ? this.#held * -2 >= this.policy.credit : this.#held * 4 < this.#target();
  }

  isDue(now: number): boolean {
    if (this.awaited > 0) return true;
    const isBusy = this.#target() > 0 && now >= this.#emptyUntil;
    return this.isLow(now) || now - this.#renewedAt >= (isBusy ? BUSY_MS : QUIET_MS);
  }

  /** Returns what to ask for, and counts on the answer; undefined when the account needs nothing and holds nothing. */
  demand(now: number): Demand | undefined {
    const elapsed = now - this.#renewedAt;
    this.#pace = Math.max(
      this.#spentSince / Math.max(elapsed, BUSY_MS / 4),
      this.#pace * 0.5 ** (elapsed / BUSY_MS),
    );
    this.#spentSince = 0;
    this.#renewedAt = now;
    const target = this.#target();
    const spent = this.#held < 0 ? -this.#held : -Math.max(0, this.#held - 2 * target - this.awaited);
    this.#held += spent;
    const wanted = Math.max(0, target + this.awaited - this.#held);
    this.awaited = 0;
    if (target === 0) this.#pace = 0;
    return spent === 0 && wanted === 0 && this.#held === 0
      ? undefined
      : { policy: this.policy, subject: this.subject, spent, wanted };
  }

  /** Takes in the answer to a demand. */
  renew({ wanted }: Demand, { granted, left }: Lease, now: number): void {
    this.#held += granted;
    this.#left = left;
    this.#leftAt = now;
    const { capacity, unitsPerSecond } = this.policy;
    const nextMs = ((1 - left) / unitsPerSecond) * 1000;
    const isEmpty = granted < wanted || left < 0;
    this.#emptyUntil = isEmpty ? now + Math.min(Math.max(nextMs, EMPTY_MS_MIN), EMPTY_MS_MAX) : 0;
    this.#onCredit = left * 10 > capacity;
  }

  /** Takes a demand back that had no answer. */
  keep({ spent }: Demand): void {
    this.#held -= spent;
  }

  /** Returns the whole units that the subject can still spend, as far as this process knows. */
  remaining(now: number): number {
    // The level goes on growing beside what is held, as if that were spent.
    const units = this.#held + (this.isEmpty(now) ? 0 : this.#levelAt(now));
    return Math.max(0, Math.min(this.policy.capacity, Math.floor(units)));
  }

  /** Returns the seconds until the units can be spent; 0 or less when they can be now. */
  secondsUntil(cost: number, now: number): number {
    return (cost - this.#held - this.#levelAt(now)) / this.policy.unitsPerSecond;
  }

  #levelAt(now: number): number {
    const { capacity, unitsPerSecond } = this.policy;
    return Math.min(capacity, this.#left + ((now - this.#leftAt) / 1000) * unitsPerSecond);
  }

  /** Returns the units to hold after a renewal: none when the credit suffices for the pace. */
  #target(): number {
    const units = Math.round(this.#pace * LEASE_MS);
    if (this.#onCredit && units * 2 <= this.policy.credit) return 0;
    return Math.min(units, Math.ceil(this.policy.capacity * LEASE_SHARE));
  }
}
