import type { CallContext } from "../call.ts";
import { Failure } from "../failure.ts";
import { LightSignal } from "../light-signal.ts";
import type { WireCall } from "./call-batch.ts";
import type { Expiring } from "./deadlines.ts";

/** One call that a core runs: its context and its signal. */
export class Running implements Expiring, Omit<CallContext, "principal"> {
  readonly id: number;
  readonly requestId: string;
  readonly deadlineMs: number;
  readonly signal = new LightSignal();
  readonly idempotencyKey?: string;
  readonly address?: string;
  readonly traceparent?: string;
  before: Expiring["before"] = undefined;
  after: Expiring["after"] = undefined;

  constructor(
    {
      id,
      idempotencyKey,
      address,
      traceparent,
    }: Pick<WireCall, "id" | "idempotencyKey" | "address" | "traceparent">,
    requestId: string,
    deadlineMs: number,
  ) {
    this.id = id;
    this.requestId = requestId;
    this.deadlineMs = deadlineMs;
    if (address !== undefined) this.address = address;
    if (traceparent !== undefined) this.traceparent = traceparent;
    if (idempotencyKey !== undefined) this.idempotencyKey = idempotencyKey;
  }

  expire(): void {
    this.signal.abort(new Failure("DEADLINE_EXCEEDED"));
  }

  /** Cancels the call, because nobody waits for its answer. */
  cancel(): void {
    this.signal.abort(new Failure("CANCELLED"));
  }
}
