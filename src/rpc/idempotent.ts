import type { Operation } from "../../gen/rest/operations.ts";
import { sha256 } from "../domain/sha256.ts";
import type { Claim, IdempotencyScope, StoredAnswer } from "../store/idempotency.ts";
import type { Readers, Transaction } from "../store/store.ts";
import type { CallResult } from "./call.ts";
import { Failure } from "./failure.ts";
import type { MapOrder } from "./map-order.ts";
import { fulfilled, type Outcome, rejected, settle } from "./outcome.ts";
import type { Sealer } from "./seal.ts";

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** Checks the form of an idempotency key. @throws Failure INVALID_IDEMPOTENCY_KEY */
export function requireKeyForm(key: string): void {
  if (!keyForm.test(key)) throw new Failure("INVALID_IDEMPOTENCY_KEY");
}

/** A call under an idempotency key. */
export interface KeyedCall {
  readonly scope: IdempotencyScope;
  /** The hash that distinguishes a repeat from another request. */
  readonly requestHash: Buffer;
  /** The hash of the request with its maps in the order in which they came, which version 1.0.0 stored. Absent when that is the same. */
  readonly receivedHash?: Buffer;
}

/** The first call of a set with a key; the other calls with this key share its outcome. */
interface FirstOfKey {
  readonly place: number;
  readonly keyed: KeyedCall;
  claim: Claim;
}

/** Runs the effects of calls at most once per idempotency key (IETF idempotency-key draft §2). */
export class Idempotent {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  /**
   * Makes the keyed form of a call. The request of a secret operation often contains a secret or linkable data. A plain hash of such a
   * request could be guessed, so it is hashed with a key.
   *
   * @param request the encoded request as received. A repeat has the same bytes but for the order of its maps, because the gateway encodes
   * equal JSON identically.
   * @param mapOrder of the request; absent for a request without maps
   */
  keyed(
    scope: IdempotencyScope,
    { secret }: Pick<Operation, "secret">,
    request: Uint8Array,
    mapOrder?: MapOrder,
  ): KeyedCall {
    const hash = (bytes: Uint8Array): Buffer => (secret ? this.#sealer.digest(bytes) : sha256(bytes));
    const ordered = mapOrder?.(request) ?? request;
    const keyed = { scope, requestHash: hash(ordered) };
    return Buffer.compare(ordered, request) === 0 ? keyed : { ...keyed, receivedHash: hash(request) };
  }

  /**
   * Runs the calls whose keys have no answer yet and stores their answers, which commit with their effects.
   *
   * @param lookUp reads what `run` needs, together with the keys
   * @param run returns the outcome of each of these calls, in the order of the calls
   * @returns the outcome of each call, in the order of the calls: of running it, or of its key. A key gives its stored answer, or Failure
   * IDEMPOTENCY_KEY_IN_FLIGHT, IDEMPOTENCY_KEY_REUSED, or STATE_FINAL for a cancelled key.
   */
  async once<Keyed extends { readonly keyed?: KeyedCall }, Found = undefined>(
    tx: Transaction,
    operation: Pick<Operation, "secret">,
    calls: readonly Keyed[],
    {
      lookUp,
      run,
    }: {
      readonly lookUp?: () => Promise<Found> | undefined;
      readonly run: (calls: readonly Keyed[], found: Found) => Promise<Outcome<CallResult>[]>;
    },
  ): Promise<Outcome<CallResult>[]> {
    const firsts = new Map<string, FirstOfKey>();
    const firstOf = calls.map(({ keyed }, place) => {
      if (!keyed) return undefined;
      const name = answerContext(keyed.scope);
      const first = firsts.get(name) ?? { place, keyed, claim: "in_flight" };
      firsts.set(name, first);
      return first;
    });
    const taken = [...firsts.values()];
    const [claims, found] = await Promise.all([
      taken.length > 0 ? tx.idempotency.claim(taken.map(({ keyed }) => keyed.scope)) : [],
      lookUp?.(),
    ]);
    for (const [index, first] of taken.entries()) first.claim = claims[index] ?? "in_flight";
    const isOpen = (place: number): boolean => {
      const first = firstOf[place];
      return !first || (first.claim === "claimed" && first.place === place);
    };

    const open = calls.filter((_, place) => isOpen(place));
    const ran = open.length > 0 ? await run(open, found as Found) : [];
    await this.#keep(tx, operation, open, ran);

    const outcomes: Outcome<CallResult>[] = [];
    let next = 0;
    for (const [place, { keyed }] of calls.entries()) {
      const first = firstOf[place];
      if (!keyed || !first || isOpen(place)) outcomes.push(ran[next++] as Outcome<CallResult>);
      else if (first.claim === "claimed")
        outcomes.push(this.#repeat(keyed, first.keyed, outcomes[first.place] as Outcome<CallResult>));
      else outcomes.push(first.claim === "in_flight" ? inFlight() : this.#replay(first.claim, keyed));
    }
    return outcomes;
  }

  /**
   * Looks up the stored outcome of a key without taking the key. Returns undefined without an answer; then only `once` decides whether the
   * call must run.
   */
  async answered(read: Readers, call: KeyedCall): Promise<Outcome<CallResult> | undefined> {
    const stored = await read.idempotency.find(call.scope);
    return stored && this.#replay(stored, call);
  }

  async #keep(
    tx: Transaction,
    { secret }: Pick<Operation, "secret">,
    calls: readonly { readonly keyed?: KeyedCall }[],
    outcomes: readonly Outcome<CallResult>[],
  ): Promise<void> {
    await tx.idempotency.keep(
      calls.flatMap(({ keyed }, index) => {
        const outcome = outcomes[index];
        if (!keyed || outcome?.status !== "fulfilled") return [];
        const { scope, requestHash } = keyed;
        const response = outcome.value.response as Buffer;
        const kept = secret ? this.#sealer.seal(response, answerContext(scope)) : response;
        return [{ scope, requestHash, response: kept, sealed: secret }];
      }),
    );
  }

  /** Returns the outcome of a call that shares its key with an earlier call of the set. */
  #repeat(call: KeyedCall, first: KeyedCall, outcome: Outcome<CallResult>): Outcome<CallResult> {
    if (outcome.status === "rejected") return inFlight();
    if (!call.requestHash.equals(first.requestHash)) return rejected(new Failure("IDEMPOTENCY_KEY_REUSED"));
    return fulfilled({ response: outcome.value.response, replayed: true });
  }

  #replay(stored: StoredAnswer, { scope, requestHash, receivedHash }: KeyedCall): Outcome<CallResult> {
    if (stored.cancelledAt) return cancelled();
    if (![requestHash, receivedHash].some((hash) => hash?.equals(stored.requestHash)))
      return rejected(new Failure("IDEMPOTENCY_KEY_REUSED"));
    return settle(() => ({ response: answerOf(stored, scope, this.#sealer), replayed: true }));
  }
}

/** Returns the encoded response that is stored under a key. */
export function answerOf(stored: StoredAnswer, scope: IdempotencyScope, sealer: Sealer): Buffer {
  return stored.sealed ? sealer.open(stored.response, answerContext(scope)) : stored.response;
}

const inFlight = (): PromiseRejectedResult =>
  rejected(new Failure("IDEMPOTENCY_KEY_IN_FLIGHT", { retryAfterSeconds: 1 }));

const cancelled = (): PromiseRejectedResult =>
  rejected(
    new Failure("IDEMPOTENCY_KEY_CANCELLED", {
      message: "This Idempotency-Key was cancelled: nothing is done under it any more.",
    }),
  );

/** Returns the context that binds a sealed answer to its key. */
export const answerContext = (scope: IdempotencyScope): string =>
  `idempotency|${scope.caller}|${scope.operation}|${scope.key}`;
