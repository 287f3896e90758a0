import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { CallContext, CallResult } from "../call.ts";
import type { Expiring } from "../dispatch/deadlines.ts";
import { Failure } from "../failure.ts";

/** Where a call is between its start and its answer. */
export interface PendingPlace {
  /** Nobody waits for the call any more. */
  leave(call: Pending): void;
}

/** Is told once a call has its answer. */
export interface CallListener {
  callEnded(call: Pending, error: unknown): void;
}

/**
 * One call by dispatch. It is its own listener for the abort of its signal and its own entry among the deadlines, so that a call costs
 * one object.
 */
export class Pending implements Expiring {
  readonly path: string;
  readonly request: Uint8Array;
  readonly context: CallContext;
  readonly startedMs = performance.now();
  /** What it waits in, or the stream that carries it. */
  place: PendingPlace | undefined;
  /** Its number on that stream. */
  id = 0;
  /** It has been written to a stream, so that its effect may exist. */
  sent = false;
  /** It has been sent again after the stream that carried it was lost. */
  repeated = false;
  /** It went as a unary call after all, which is measured there. */
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

  /** The signal aborted. */
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

/** A repeat of ours that meets its own first sending, still at work: the caller asked once, and its outcome is not known yet. */
function ofRepeat(error: unknown): unknown {
  if (!(error instanceof Failure) || error.entry !== "IDEMPOTENCY_KEY_IN_FLIGHT") return error;
  return new Failure("UNAVAILABLE", { retryAfterSeconds: 1, cause: error });
}
