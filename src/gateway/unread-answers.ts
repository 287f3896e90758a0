import { overloaded } from "../rpc/overload.ts";

/** Limit of answers that are not taken, for all connections. Above it, connections that hold answers begin no further request. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;
/** Above this, large answers are refused. */
const UNREAD_BYTES_LIMIT = 2 * UNREAD_BYTES_MAX;
/** Above the first limit, connections that have taken nothing for this time are cut. */
const STALLED_MS = 5_000;
const CHECK_MS = 500;

/** A connection that holds answers. */
export interface AnswerHolder {
  /** Bytes of answers that are written and not taken by the caller. */
  readonly unread: number;
  /** Grows whenever the caller takes some of the answers. */
  readonly progress: number;
  /** Drops the answers and the connection. */
  cut(): void;
}

/** The progress of a connection at a check. */
interface Mark {
  progress: number;
  since: number;
}

/** Counts what all connections of a process hold for callers that do not read. */
export class UnreadAnswers {
  readonly #holders: () => Iterable<AnswerHolder>;
  readonly #bytesMax: number;
  readonly #bytesLimit: number;
  #bytes = 0;
  #checking: NodeJS.Timeout | undefined;
  #marks = new WeakMap<AnswerHolder, Mark>();

  /**
   * @param holders all connections
   * @param bytesMax above this, connections that hold answers begin no further request
   * @param bytesLimit above this, large answers are refused
   */
  constructor(
    holders: () => Iterable<AnswerHolder>,
    bytesMax = UNREAD_BYTES_MAX,
    bytesLimit = Math.max(bytesMax, UNREAD_BYTES_LIMIT),
  ) {
    this.#holders = holders;
    this.#bytesMax = bytesMax;
    this.#bytesLimit = bytesLimit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get tooMany(): boolean {
    return this.#bytes > this.#bytesMax;
  }

  /** Checks that an answer of this size fits into the limit of held bytes. @throws Failure UNAVAILABLE */
  checkRoom(bytes: number): void {
    if (this.#bytes + bytes > this.#bytesLimit) throw overloaded();
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    // Checks run only while too much is held, so that an ordinary call costs only a sum and a comparison.
    if (this.#bytes > this.#bytesMax) this.#checking ??= setInterval(() => this.#check(), CHECK_MS).unref();
  }

  remove(bytes: number): void {
    this.#bytes -= bytes;
  }

  #check(): void {
    if (!this.tooMany) {
      clearInterval(this.#checking);
      this.#checking = undefined;
      this.#marks = new WeakMap();
      return;
    }
    const now = performance.now();
    const stalled = [...this.#holders()].filter(
      (holder) => holder.unread > 0 && this.#isStalled(holder, now),
    );
    for (const holder of stalled.toSorted((a, b) => b.unread - a.unread)) {
      if (!this.tooMany) break;
      holder.cut();
    }
  }

  #isStalled(holder: AnswerHolder, now: number): boolean {
    const { progress } = holder;
    const mark = this.#marks.get(holder);
    if (mark?.progress === progress) return now - mark.since >= STALLED_MS;
    this.#marks.set(holder, { progress, since: now });
    return false;
  }
}
