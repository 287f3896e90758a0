/** Refusals of one address that have a record of their own in each minute. */
const ownMax = 10;
/** Addresses in a minute whose refusals have records of their own. */
const addressesMax = 400;
/** Refusals of all addresses that have a record of their own in any second. */
const perSecondMax = 25;
/**
 * Counts that one write has for single callers; the others share a count. With four writes a second, a process so records refusals in at
 * most 49 records a second, and two cores in fewer than 100.
 */
const countsMax = 5;
const secondMs = 1_000;
const minuteMs = 60_000;

/** Who was refused; an absent member is not known. */
export interface RefusedCaller {
  readonly address?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** How the caller proved who it is. */
  readonly mechanism?: string | number | undefined;
}

interface RefusedCount {
  /** Number of calls, when the refusal is a count already. */
  readonly calls?: number | undefined;
  /** False when there is no room for a record of its own. */
  readonly room?: boolean;
  readonly now?: number;
}

/** Several refused calls that have one record. */
export interface CountedRefusals<Call> {
  readonly first: Call;
  readonly calls: number;
  /** The calls are of several callers. */
  readonly mixed: boolean;
}

/** Decides which refusals have a record of their own, so that a stranger cannot fill the disk, and counts the others. */
export class Refusals<Call> {
  #minute = 0;
  #own = new Map<string, number>();
  /** When the last refusals with records of their own came, as a ring. */
  readonly #times = Array.from({ length: perSecondMax }, () => -Infinity);
  #oldest = 0;
  #counts = new Map<string, { calls: number; readonly first: Call; readonly mixed: boolean }>();

  /** Returns true when the refusal has a record of its own. Otherwise it is counted. */
  admits(
    call: Call,
    { address = "", credentialId = "", sessionId = "", mechanism = "" }: RefusedCaller,
    { calls = 1, room = calls === 1, now = Date.now() }: RefusedCount = {},
  ): boolean {
    const minute = Math.floor(now / minuteMs);
    if (minute !== this.#minute) this.#own.clear();
    this.#minute = minute;
    const own = this.#own.get(address) ?? 0;
    const isFast = now - (this.#times[this.#oldest] ?? 0) < secondMs;
    if (room && !isFast && own < ownMax && (own > 0 || this.#own.size < addressesMax)) {
      this.#own.set(address, own + 1);
      this.#times[this.#oldest] = now;
      this.#oldest = (this.#oldest + 1) % perSecondMax;
      return true;
    }
    this.#count(`${address} ${credentialId} ${sessionId} ${mechanism}`, call, calls);
    return false;
  }

  #count(caller: string, first: Call, calls: number): void {
    const mixed = !this.#counts.has(caller) && this.#counts.size >= countsMax;
    const key = mixed ? "" : caller;
    const count = this.#counts.get(key);
    if (count) count.calls += calls;
    else this.#counts.set(key, { calls, first, mixed });
  }

  /** Returns the counts and starts new ones. */
  take(): CountedRefusals<Call>[] {
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    return counts;
  }
}
