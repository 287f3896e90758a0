import { overloaded } from "../rpc/overload.ts";

/** Answers that are not taken, of all connections together: above this, connections that hold some begin nothing more. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;
/** Above this large answers are refused. */
const UNREAD_BYTES_LIMIT = 2 * UNREAD_BYTES_MAX;
/** Above the first bound, connections that have taken nothing for so long are cut. */
const STALLED_MS = 5_000;
const CHECK_MS = 500;

/** A connection that holds answers. */
export interface AnswerHolder {
  /** Bytes of answers that are written for its caller and not taken. */
  readonly unread: number;
  /** Grows whenever its caller takes something of what waits. */
  readonly progress: number;
  /** Lets go of the answers and of the connection. */
  cut(): void;
}

/** How far a connection was when somebody looked. */
interface Mark {
  progress: number;
  since: number;
}

/** What all connections of a process hold for callers that do not read. */
export class UnreadAnswers {
  readonly #holders: () => Iterable<AnswerHolder>;
  readonly #bytesMax: number;
  readonly #bytesLimit: number;
  #bytes = 0;
  #checking: NodeJS.Timeout | undefined;
  #marks = new WeakMap<AnswerHolder, Mark>();

  /** @param holders all connections. @param bytesMax above which nothing begins behind answers. @param bytesLimit of large answers. */
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

  /** @throws Failure UNAVAILABLE when there is no room for so large an answer. */
  checkRoom(bytes: number): void {
    if (this.#bytes + bytes > this.#bytesLimit) throw overloaded();
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    // Looked at only while there is too much: an ordinary call pays for a sum and a comparison.
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
