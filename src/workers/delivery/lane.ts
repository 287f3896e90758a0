import type { StoredEvent } from "../../domain/event/event.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { Verdict } from "../../domain/webhook/answer.ts";
import { afterFailure, isOpen, probeWaitMs } from "../../domain/webhook/breaker.ts";
import { FAILING_DAYS_MAX } from "../../domain/webhook/schedule.ts";
import type { DueRetry, FeedPage, FeedRequest } from "../../store/webhook/feed.ts";
import { LEASE_SECONDS, type LeasedEndpoint } from "../../store/webhook/leases.ts";
import type { Progress } from "../../store/webhook/outcomes.ts";

const pageMax = 100;
/** Repeats of an ordered endpoint that are read together: they are ordered each time. */
const orderedAgain = 50;
const failingSecondsMax = FAILING_DAYS_MAX * 86_400;
/** How long an endpoint stays here that has nothing to send. */
const lingerMs = 2_000;

/** An event that an endpoint has to get. */
export interface Item {
  readonly event: StoredEvent;
  readonly sequence: bigint;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** When it was to be sent again, as the database writes it; undefined when it was not. */
  readonly dueAt: string | undefined;
  /** For how long it has failed. */
  readonly failingSeconds: number;
  /** True when the event is before the cursor and is sent again. */
  readonly again: boolean;
  /** True when the breaker was open as the attempt began. */
  probe: boolean;
  /** True when the endpoint itself has let it wait, as its receiver failed or took no more at once. */
  delayed: boolean;
  /** True when the cursor may pass the event. */
  settled: boolean;
  readonly recordedSince: Date;
}

/**
 * The work of one endpoint that this worker has leased: a window of the log after the cursor, and events to send again. The cursor passes
 * an event once the event is delivered or will be sent again; the cursor of an ordered endpoint waits for each event.
 */
export class Lane {
  readonly endpoint: LeasedEndpoint;
  /** Requests under way. */
  flying = 0;
  /** Events of the log that the cursor has not passed, in order. */
  readonly #window: Item[] = [];
  /** Index in the window of the first event that was not sent. */
  #unsent = 0;
  readonly #again: Item[] = [];
  /** Identifiers of events to send again, until their outcome is recorded. */
  readonly #againIds = new Set<string>();
  readonly #settled: Set<bigint>;
  #position: bigint;
  #sequence: bigint;
  #readTo: bigint;
  #readSequence: bigint;
  #readSince: Date;
  #failures: number;
  /** The endpoint has let events wait, and has not caught up with the log since. */
  #behind: boolean;
  #succeeded = false;
  #hold: number | undefined;
  /** Event that has failed, for which an ordered endpoint waits. */
  #blockedBy: string | undefined;
  /** Nothing is sent until the endpoint was given back and its pause is over. */
  #held = false;
  /** The receiver has asked for the pause. */
  #paused = false;
  #closing = false;
  #releasing = false;
  #moreInLog = true;
  #moreAgain = true;
  #turn = false;
  #slotAt = 0;
  #busyAt = performance.now();
  #leaseEnd: number;

  /** @param leasedAt when the lease was asked for, by the clock that no one sets. @param settled positions that need not be sent */
  constructor(endpoint: LeasedEndpoint, leasedAt: number, settled: ReadonlySet<bigint> = new Set()) {
    this.endpoint = endpoint;
    this.#position = this.#readTo = endpoint.position;
    this.#sequence = this.#readSequence = endpoint.sequence;
    this.#readSince = endpoint.recordedSince;
    this.#failures = endpoint.failures;
    this.#behind = endpoint.failures > 0;
    this.#settled = new Set(settled);
    this.#leaseEnd = leasedAt + LEASE_SECONDS * 1000;
  }

  /** Notes that the lease was prolonged. @param askedAt when it was asked for */
  renewed(askedAt: number): void {
    this.#leaseEnd = askedAt + LEASE_SECONDS * 1000;
  }

  /** Sends nothing more, so that the endpoint can be given back. */
  close(): void {
    this.#closing = true;
  }

  /** Whether more of the log, or of what is sent again, may be read at once. */
  get hungry(): boolean {
    return this.feedRequest(true) !== undefined || this.againSize(true) > 0;
  }

  /** Returns what to read of the log; undefined while there is enough to do. @param known only when the log is known to have more */
  feedRequest(known = false): FeedRequest | undefined {
    if (known && !this.#moreInLog) return undefined;
    const size = this.#pageSize();
    if (!this.#isActive || this.#window.length - this.#unsent > size / 2 || this.#window.length >= pageMax)
      return undefined;
    return { webhookId: this.endpoint.webhookId, after: this.#readTo, recordedSince: this.#readSince, size };
  }

  /** Takes events of the log. @param page undefined when there was nothing after the request's position */
  feed(request: FeedRequest, page: FeedPage | undefined): void {
    // What was read before was the end of the log, and all of it was sent.
    if (!this.#moreInLog && !this.waits) this.#behind = false;
    this.#moreInLog = page !== undefined && page.events.length >= request.size;
    if (!page) return;
    for (const fed of page.events) {
      const { event } = fed;
      this.#window.push({
        ...fed,
        sequence: ++this.#readSequence,
        again: false,
        probe: false,
        delayed: false,
        settled: this.#settled.delete(event.position),
        recordedSince: request.recordedSince,
      });
    }
    this.#readTo = page.readTo;
    this.#readSince = page.recordedSince;
    this.#advance();
  }

  /** Returns how many events to send again may be read. @param known only when more are known to be due */
  againSize(known = false): number {
    if (known && !this.#moreAgain) return 0;
    const size = this.endpoint.ordered ? orderedAgain : this.#pageSize();
    return this.#isActive && this.#again.length <= size / 2 ? size : 0;
  }

  /** Identifiers of events to send again that are here. */
  get againIds(): Iterable<string> {
    return this.#againIds;
  }

  /** Takes events to send again. */
  feedAgain(asked: number, retries: readonly DueRetry[]): void {
    this.#moreAgain = retries.length >= asked;
    for (const { event, attempts, sequence, dueAt, failingSeconds } of retries) {
      if (this.#againIds.has(event.eventId)) continue;
      this.#againIds.add(event.eventId);
      const { recordedSince } = this.endpoint;
      this.#again.push({
        event,
        attempts,
        sequence,
        dueAt,
        failingSeconds,
        again: true,
        probe: false,
        delayed: false,
        settled: false,
        recordedSince,
      });
    }
  }

  /** Forgets an event to send again, once its outcome is recorded. */
  recorded(eventId: string): void {
    this.#againIds.delete(eventId);
  }

  /** Whether something is here that was not sent. */
  get waits(): boolean {
    return this.#again.length > 0 || this.#unsent < this.#window.length;
  }

  /** Returns the next event to send; undefined when nothing may be sent now. */
  next(): Item | undefined {
    const now = performance.now();
    const isBusy = this.flying >= this.#parallel || now < this.#slotAt;
    if (isBusy && this.waits) this.#behind = true;
    if (!this.#isActive || isBusy || now >= this.#leaseEnd) return undefined;
    const item = this.#nextItem();
    if (!item) return undefined;
    item.probe = isOpen(this.#failures);
    item.delayed = this.#behind;
    this.flying += 1;
    this.#busyAt = now;
    if (this.endpoint.rate !== undefined)
      this.#slotAt = Math.max(now, this.#slotAt) + 1000 / this.endpoint.rate;
    return item;
  }

  /** Returns the milliseconds until the endpoint's rate permits a request that waits; undefined when none waits for that. */
  get slotWaitMs(): number | undefined {
    if (this.endpoint.rate === undefined) return undefined;
    const ms = this.#slotAt - performance.now();
    return this.#isActive && this.waits && ms > 0 ? ms : undefined;
  }

  /** Takes the verdict on an attempt. @returns the milliseconds after which the event is sent again; undefined when it is not */
  finish(item: Item, verdict: Verdict): number | undefined {
    this.flying -= 1;
    this.#busyAt = performance.now();
    if (verdict.kind === "delivered") {
      this.#failures = 0;
      this.#succeeded = true;
      // The receiver is back, so a pause that failures have begun ends. A pause that the receiver asked for does not.
      if (!this.#paused) [this.#hold, this.#held] = [0, false];
      this.#settle(item);
      return undefined;
    }
    this.#failures = afterFailure(this.#failures, item.probe);
    this.#behind = true;
    const waitMs = verdict.kind === "failed" ? verdict.waitMs : 0;
    const blocks = this.endpoint.ordered && !item.again;
    const asked = verdict.kind === "failed" ? verdict.pauseMs : undefined;
    this.#paused ||= asked !== undefined;
    const pauses = [asked, probeWaitMs(this.#failures)].filter((ms) => ms !== undefined);
    if (pauses.length > 0) {
      this.#hold = Math.max(this.#hold ?? 0, ...pauses);
      this.#held = true;
    }
    // Apart from the pauses, because the owner can end this wait.
    if (blocks) [this.#blockedBy, this.#held] = [uuidOf("event", item.event.eventId), true];
    if (verdict.kind === "gone") this.#closing = true;
    if (blocks) return waitMs;
    this.#settle(item);
    // Somebody has to look at an event that the receiver has not accepted for so long. It can still be asked for.
    return verdict.kind === "failed" && item.failingSeconds >= failingSecondsMax ? undefined : waitMs;
  }

  /** Whether the endpoint can be given back: nothing is under way, and nothing will be sent. */
  get isIdle(): boolean {
    if (this.flying > 0 || this.#releasing) return false;
    if (this.#closing || this.#held) return true;
    if (this.#window.length > 0 || this.#again.length > 0) return false;
    const now = performance.now();
    return now >= this.#slotAt && now - this.#busyAt > lingerMs;
  }

  /** Whether events wait here and no request has begun for a while. */
  get isStarved(): boolean {
    return this.waits && this.flying === 0 && performance.now() - this.#busyAt > lingerMs;
  }

  /** Returns how far the endpoint has come, and begins the next account. @param release gives the endpoint back */
  takeProgress(release: boolean): Progress {
    const [first] = this.#window;
    const progress = {
      webhookId: this.endpoint.webhookId,
      position: this.#position,
      sequence: this.#sequence,
      recordedSince: first ? first.recordedSince : this.#readSince,
      failures: this.#failures,
      succeeded: this.#succeeded,
      holdMs: this.#hold,
      blockedBy: this.#blockedBy,
      release,
    };
    this.#succeeded = false;
    this.#hold = this.#blockedBy = undefined;
    this.#releasing ||= release;
    return progress;
  }

  get #isActive(): boolean {
    return !this.#closing && !this.#held && !this.#releasing;
  }

  /** Requests at once. A receiver that seems to be away gets one. */
  get #parallel(): number {
    return this.endpoint.ordered || isOpen(this.#failures) ? 1 : this.endpoint.concurrency;
  }

  #pageSize(): number {
    return Math.min(pageMax, 4 * this.#parallel);
  }

  #nextItem(): Item | undefined {
    // What is sent again is older than the log after the cursor, so the log waits until none of it is left.
    if (this.endpoint.ordered)
      return this.#again.shift() ?? (this.#moreAgain ? undefined : this.#nextOfLog());
    // Old and new events take turns, so that neither waits for all of the other.
    this.#turn = !this.#turn;
    return this.#turn
      ? (this.#again.shift() ?? this.#nextOfLog())
      : (this.#nextOfLog() ?? this.#again.shift());
  }

  #nextOfLog(): Item | undefined {
    while (this.#window[this.#unsent]?.settled) this.#unsent += 1;
    const item = this.#window[this.#unsent];
    if (item) this.#unsent += 1;
    return item;
  }

  #settle(item: Item): void {
    item.settled = true;
    if (!item.again) this.#advance();
  }

  /** Moves the cursor past settled events. */
  #advance(): void {
    const open = this.#window.findIndex(({ settled }) => !settled);
    const passed = this.#window.splice(0, open === -1 ? this.#window.length : open);
    this.#unsent = Math.max(0, this.#unsent - passed.length);
    const last = passed.at(-1);
    if (last) [this.#position, this.#sequence] = [last.event.position, last.sequence];
    if (this.#window.length === 0) this.#position = this.#readTo;
  }
}
