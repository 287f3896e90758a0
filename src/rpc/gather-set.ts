import type { Operation } from "../../gen/rest/operations.ts";
import { isUnavailable } from "../store/constraints.ts";
import type { Store, Transaction } from "../store/store.ts";
import { rpcSetSize } from "../telemetry.ts";
import type { Span } from "../telemetry/span.ts";
import { tracer } from "../telemetry/tracer.ts";
import type { CallAudit } from "./audit/call-audit.ts";
import type { CallResult } from "./call.ts";
import { Failure } from "./failure.ts";
import type { CallSet, ServedMethod, SetCall } from "./handler.ts";
import type { Idempotent, KeyedCall } from "./idempotent.ts";
import { fulfilled, type Outcome, rejected, settle } from "./outcome.ts";

/** How long a set waits for a lock of another transaction before its calls run one by one. */
const lockTimeoutMs = 1_000;
/** How many calls of a failed set run at once. */
const lanes = 4;

/** A call that is decoded, permitted and valid, and waits to run. */
export interface ReadyCall extends SetCall<unknown> {
  readonly keyed?: KeyedCall;
  readonly address?: string | undefined;
  /** The spans of the call, when it is recorded in a trace. */
  readonly spans?: readonly Span[] | undefined;
}

const spansOf = (calls: readonly ReadyCall[]): readonly Span[] => calls.flatMap(({ spans = [] }) => spans);

export class SetRunner {
  readonly #operation: Operation;
  readonly #method: ServedMethod;
  readonly #set: CallSet<unknown, unknown>;
  readonly #store: Store;
  readonly #idempotent: Idempotent;
  readonly #audit: CallAudit | undefined;
  readonly #alone: (call: ReadyCall) => Promise<CallResult>;
  readonly #size: { observe(size: number): void };

  /** @param alone runs one call without a set */
  constructor(options: {
    operation: Operation;
    method: ServedMethod;
    set: CallSet<unknown, unknown>;
    store: Store;
    idempotent: Idempotent;
    audit: CallAudit | undefined;
    alone: (call: ReadyCall) => Promise<CallResult>;
  }) {
    this.#operation = options.operation;
    this.#method = options.method;
    this.#set = options.set;
    this.#store = options.store;
    this.#idempotent = options.idempotent;
    this.#audit = options.audit;
    this.#alone = options.alone;
    this.#size = rpcSetSize.labels(options.operation.path);
  }

  /** Returns the outcome of each call, in the order of the calls. All writes are committed when this resolves. */
  run(calls: readonly ReadyCall[]): Promise<Outcome<CallResult>[]> {
    // A set starts in the context of any call. It works for all of its own, and for no other.
    return tracer ? tracer.within(spansOf(calls), () => this.#run(calls)) : this.#run(calls);
  }

  async #run(calls: readonly ReadyCall[]): Promise<Outcome<CallResult>[]> {
    this.#size.observe(calls.length);
    const outcomes: (Outcome<CallResult> | undefined)[] = calls.map((call) => {
      const admitted = settle(() => this.#admit(call));
      return admitted.status === "rejected" ? admitted : undefined;
    });
    const open = calls.filter((_, index) => outcomes[index] === undefined);
    const ran = await (open.length > 1 ? this.#together(open) : this.#lone(open));
    let next = 0;
    return outcomes.map((outcome) => outcome ?? (ran[next++] as Outcome<CallResult>));
  }

  #admit({ signal, deadlineMs, request }: ReadyCall): void {
    signal.throwIfAborted();
    if (Date.now() >= deadlineMs) throw new Failure("DEADLINE_EXCEEDED");
    this.#set.check?.(request);
  }

  async #together(calls: readonly ReadyCall[]): Promise<Outcome<CallResult>[]> {
    const set = this.#set;
    try {
      if (set.kind === "read") return this.#encode(await set.run(calls, this.#store.read));
      return await this.#store.transact((tx) => this.#write(tx, set, calls), { attempts: 1, lockTimeoutMs });
    } catch (reason) {
      // When the connection is lost, the set may or may not have committed. Only the callers' idempotency keys can tell, so the callers
      // repeat.
      if (isUnavailable(reason)) return calls.map(() => rejected(reason));
      return this.#oneByOne(calls);
    }
  }

  /**
   * Runs a single call. A writing call uses the code of a set, which has the fewest round trips, but waits and repeats like any other call.
   */
  #lone(calls: readonly ReadyCall[]): Promise<Outcome<CallResult>[]> {
    const set = this.#set;
    const [call] = calls;
    if (set.kind === "read" || !call) return this.#oneByOne(calls);
    const running = this.#store.transact(async (tx) => {
      const outcomes = await this.#write(tx, set, calls);
      call.signal.throwIfAborted();
      return outcomes;
    });
    return running.catch((reason: unknown) => [rejected(reason)]);
  }

  async #write(
    tx: Transaction,
    set: Extract<CallSet<unknown, unknown>, { kind: "write" }>,
    calls: readonly ReadyCall[],
  ): Promise<Outcome<CallResult>[]> {
    const outcomes = await this.#idempotent.once(tx, this.#operation, calls, {
      lookUp: () => set.lookUp?.(calls, tx),
      run: async (open, found) => this.#encode(await set.run(open, tx, found)),
    });
    this.#audit?.commit(tx, calls, outcomes);
    return outcomes;
  }

  /** Encodes the answers. An answer that cannot be encoded fails the whole set, because its effect must not be committed. */
  #encode(outcomes: readonly Outcome<unknown>[]): Outcome<CallResult>[] {
    return outcomes.map((outcome) =>
      outcome.status === "fulfilled"
        ? fulfilled({
            response: this.#method.encodeResponse(outcome.value),
            replayed: false,
            message: outcome.value,
          })
        : outcome,
    );
  }

  async #oneByOne(calls: readonly ReadyCall[]): Promise<Outcome<CallResult>[]> {
    const outcomes: Outcome<CallResult>[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let index = next++; index < calls.length; index = next++) {
        const call = calls[index] as ReadyCall;
        const running = tracer ? tracer.within(spansOf([call]), () => this.#alone(call)) : this.#alone(call);
        [outcomes[index]] = (await Promise.allSettled([running])) as [Outcome<CallResult>];
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, calls.length) }, lane));
    return outcomes;
  }
}
