import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { CallContext, CallResult } from "../call.ts";
import type { Expiring } from "../dispatch/deadlines.ts";
import { Failure } from "../failure.ts";

/** The place of a call between its start and its answer: the queue or a stream. */
export interface PendingPlace {
  /** Removes a call for which nobody waits any more. */
  leave(call: Pending): void;
}

/** Receives the end of calls. */
export interface CallListener {
  callEnded(call: Pending, error: unknown): void;
}

/**
 * One call by dispatch. The object is also the listener of its signal and its entry among the deadlines, so that a call costs only one
 * object.
 */
export class Pending implements Expiring {
  readonly path: string;
  readonly request: Uint8Array;
  readonly context: CallContext;
  readonly startedMs = performance.now();
  /** The queue in which the call waits, or the stream that carries it. */
  place: PendingPlace | undefined;
  /** The number of the call on that stream. */
  id = 0;
  /** The call was written to a stream, so its effect may exist. */
  sent = false;
  /** The call was sent again after its stream was lost. */
  repeated = false;
  /** The call was sent as a unary call instead, which measures it. */
  isUnary = false;
  settled = false;
  before: Expiring["before"] = undefined;
  after: Expiring["after"] = undefined;
  readonly #observer: CallListener;
  readonly #resolve: (result: CallResult) => void;
  readonly #reject: (error: unknown) => void;

  constructor(
    call: { path: string; request: Uint8Array; context: CallContext },
    observer: CallListener,
    resolve: (result: CallResult) => void,
    reject: (error: unknown) => void,
  ) {
    this.path = call.path;
    this.request = call.request;
    this.context = call.context;
    this.#observer = observer;
    this.#resolve = resolve;
    this.#reject = reject;
    this.context.signal.addEventListener("abort", this);
  }

  get principal(): Principal {
    return this.context.principal;
  }

  get deadlineMs(): number {
    return this.context.deadlineMs;
  }

  /** Handles the abort of the signal. */
  handleEvent(): void {
    this.#abandon(this.context.signal.reason);
  }

  expire(): void {
    this.#abandon(new Failure("DEADLINE_EXCEEDED"));
  }

  succeed(result: CallResult): void {
    if (this.#end(undefined)) this.#resolve(result);
  }

  fail(error: unknown): void {
    const told = this.repeated ? ofRepeat(error) : error;
    if (this.#end(told)) this.#reject(told);
  }

  #abandon(error: unknown): void {
    const { place } = this;
    this.fail(error);
    place?.leave(this);
  }

  #end(error: unknown): boolean {
    if (this.settled) return false;
    this.settled = true;
    this.context.signal.removeEventListener("abort", this);
    this.#observer.callEnded(this, error);
    return true;
  }
}

/** Converts the refusal of a repeat whose first sending is still running. The caller asked only once, and the outcome is not known yet. */
function ofRepeat(error: unknown): unknown {
  if (!(error instanceof Failure) || error.entry !== "IDEMPOTENCY_KEY_IN_FLIGHT") return error;
  return new Failure("UNAVAILABLE", { retryAfterSeconds: 1, cause: error });
}
