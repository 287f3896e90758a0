import type { Operation } from "../../gen/rest/operations.ts";
import { isUnavailable } from "../store/constraints.ts";
import type { Store, Transaction } from "../store/store.ts";
import { rpcSetSize } from "../telemetry.ts";
import type { CallResult } from "./call.ts";
import { Failure } from "./failure.ts";
import type { CallSet, ServedMethod, SetCall } from "./handler.ts";
import type { Idempotent, KeyedCall } from "./idempotent.ts";
import { fulfilled, type Outcome, rejected, settle } from "./outcome.ts";

/** A set waits this long for a lock that somebody else holds; then its calls go on one by one. */
const lockTimeoutMs = 1_000;
/** Calls of a set that failed as a whole run this many at a time. */
const lanes = 4;

/** A call that is decoded, permitted and valid, and waits to be run. */
export interface ReadyCall extends SetCall<unknown> {
  readonly deadlineMs: number;
  readonly keyed?: KeyedCall;
}

/** Runs calls of one operation as a set. */
export class SetRunner {
  readonly #operation: Operation;
  readonly #method: ServedMethod;
  readonly #set: CallSet<unknown, unknown>;
  readonly #store: Store;
  readonly #idempotent: Idempotent;
  readonly #alone: (call: ReadyCall) => Promise<CallResult>;
  readonly #size: { observe(size: number): void };

  /** @param alone runs one call by the ordinary path */
  constructor(options: {
    operation: Operation;
    method: ServedMethod;
    set: CallSet<unknown, unknown>;
    store: Store;
    idempotent: Idempotent;
    alone: (call: ReadyCall) => Promise<CallResult>;
  }) {
    this.#operation = options.operation;
    this.#method = options.method;
    this.#set = options.set;
    this.#store = options.store;
    this.#idempotent = options.idempotent;
    this.#alone = options.alone;
    this.#size = rpcSetSize.labels(options.operation.path);
  }

  /** Gives each call its outcome, in their order. What is written is committed by then. */
  async run(calls: readonly ReadyCall[]): Promise<Outcome<CallResult>[]> {
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
      // Whether a lost connection has committed is not known: only the callers' keys can tell, so the callers repeat.
      if (isUnavailable(reason)) return calls.map(() => rejected(reason));
      return this.#oneByOne(calls);
    }
  }

  /** A lone call that writes takes the way of a set, which has the fewest round trips, but waits and repeats like any other. */
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
    return this.#idempotent.once(tx, this.#operation, calls, {
      lookUp: () => set.lookUp?.(calls, tx),
      run: async (open, found) => this.#encode(await set.run(open, tx, found)),
    });
  }

  /** An answer that cannot be encoded fails the set: its effect must not be committed. */
  #encode(outcomes: readonly Outcome<unknown>[]): Outcome<CallResult>[] {
    return outcomes.map((outcome) =>
      outcome.status === "fulfilled"
        ? fulfilled({ response: this.#method.encodeResponse(outcome.value), replayed: false })
        : outcome,
    );
  }

  async #oneByOne(calls: readonly ReadyCall[]): Promise<Outcome<CallResult>[]> {
    const outcomes: Outcome<CallResult>[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let index = next++; index < calls.length; index = next++)
        [outcomes[index]] = (await Promise.allSettled([this.#alone(calls[index] as ReadyCall)])) as [
          Outcome<CallResult>,
        ];
    };
    await Promise.all(Array.from({ length: Math.min(lanes, calls.length) }, lane));
    return outcomes;
  }
}
