import { hash } from "node:crypto";
import type { Operation } from "../../gen/rest/operations.ts";
import type { IdempotencyScope, StoredAnswer } from "../store/idempotency.ts";
import type { Readers, Transaction } from "../store/store.ts";
import type { CallResult } from "./call.ts";
import { Failure } from "./failure.ts";
import { fulfilled, type Outcome, rejected, settle } from "./outcome.ts";
import type { Sealer } from "./seal.ts";

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** @throws Failure INVALID_IDEMPOTENCY_KEY */
export function requireKeyForm(key: string): void {
  if (!keyForm.test(key)) throw new Failure("INVALID_IDEMPOTENCY_KEY");
}

/** A call under an idempotency key. */
export interface KeyedCall {
  readonly scope: IdempotencyScope;
  /** By which a repeat is told from another request. */
  readonly requestHash: Buffer;
}

/** Runs the effects of calls at most once per idempotency key (IETF idempotency-key draft §2). */
export class Idempotent {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  /**
   * A call under a key. What is answered with a secret is often asked for with one, or with what must not be linked: then the hash of
   * the request is keyed too, because it could be found by trying.
   *
   * @param request encoded
   */
  keyed(scope: IdempotencyScope, operation: Pick<Operation, "secret">, request: Uint8Array): KeyedCall {
    const requestHash = operation.secret ? this.#sealer.digest(request) : hash("sha256", request, "buffer");
    return { scope, requestHash };
  }

  /**
   * Takes the keys of calls for this transaction.
   *
   * @param calls undefined for one without a key
   * @returns for each call, in their order: nothing when it has to be run; the place of the call before it whose key it shares;
   * or its outcome, the answer that the key has or Failure IDEMPOTENCY_KEY_IN_FLIGHT, IDEMPOTENCY_KEY_REUSED, or STATE_CONFLICT for a
   * key that was cancelled
   */
  async claim(
    tx: Transaction,
    calls: readonly (KeyedCall | undefined)[],
  ): Promise<(undefined | { sharedWith: number } | Outcome<CallResult>)[]> {
    const firsts = new Map<string, { place: number; scope: IdempotencyScope }>();
    for (const [place, call] of calls.entries()) {
      if (!call) continue;
      const name = contextOf(call.scope);
      if (!firsts.has(name)) firsts.set(name, { place, scope: call.scope });
    }
    if (firsts.size === 0) return calls.map(() => undefined);
    const claims = await tx.idempotency.claim([...firsts.values()].map(({ scope }) => scope));
    const claimOf = new Map([...firsts.keys()].map((name, index) => [name, claims[index]]));
    return calls.map((call, place) => {
      if (!call) return undefined;
      const name = contextOf(call.scope);
      const claim = claimOf.get(name);
      const first = firsts.get(name)?.place ?? place;
      if (claim === "claimed") return first === place ? undefined : { sharedWith: first };
      return claim === undefined || claim === "in_flight" ? inFlight() : this.#replay(claim, call);
    });
  }

  /**
   * The outcome of a call whose key has an answer already, looked up without taking the key: nothing when there is none yet, so
   * that only `claim` says whether the call has to be run.
   */
  async answered(read: Readers, call: KeyedCall): Promise<Outcome<CallResult> | undefined> {
    const stored = await read.idempotency.find(call.scope);
    return stored && this.#replay(stored, call);
  }

  /** Keeps answers, which commit with their effects. */
  async keep(
    tx: Transaction,
    operation: Pick<Operation, "secret">,
    answers: readonly { readonly call: KeyedCall; readonly response: Buffer }[],
  ): Promise<void> {
    await tx.idempotency.keep(
      answers.map(({ call: { scope, requestHash }, response }) => ({
        scope,
        requestHash,
        response: operation.secret ? this.#sealer.seal(response, contextOf(scope)) : response,
        sealed: operation.secret,
      })),
    );
  }

  /** The outcome of a call that shares its key with another one of the same set. */
  repeat(call: KeyedCall, first: KeyedCall, outcome: Outcome<CallResult>): Outcome<CallResult> {
    if (outcome.status === "rejected") return inFlight();
    if (!call.requestHash.equals(first.requestHash)) return rejected(new Failure("IDEMPOTENCY_KEY_REUSED"));
    return fulfilled({ response: outcome.value.response, replayed: true });
  }

  #replay(stored: StoredAnswer, { scope, requestHash }: KeyedCall): Outcome<CallResult> {
    if (stored.cancelledAt) return cancelled();
    if (!stored.requestHash.equals(requestHash)) return rejected(new Failure("IDEMPOTENCY_KEY_REUSED"));
    return settle(() => ({ response: answerOf(stored, scope, this.#sealer), replayed: true }));
  }
}

/** The encoded response that is kept under a key. */
export function answerOf(stored: StoredAnswer, scope: IdempotencyScope, sealer: Sealer): Buffer {
  return stored.sealed ? sealer.open(stored.response, contextOf(scope)) : stored.response;
}

const inFlight = (): PromiseRejectedResult =>
  rejected(new Failure("IDEMPOTENCY_KEY_IN_FLIGHT", { retryAfterSeconds: 1 }));

const cancelled = (): PromiseRejectedResult =>
  rejected(
    new Failure("STATE_CONFLICT", {
      reason: "IDEMPOTENCY_KEY_CANCELLED",
      message: "This Idempotency-Key was cancelled: nothing is done under it any more.",
    }),
  );

const contextOf = (scope: IdempotencyScope): string =>
  `idempotency|${scope.caller}|${scope.operation}|${scope.key}`;
