import { hash } from "node:crypto";
import type { Operation } from "../../gen/rest/operations.ts";
import type { IdempotencyScope, StoredAnswer } from "../store/idempotency/store.ts";
import type { Transaction } from "../store/store.ts";
import type { CallResult } from "./call.ts";
import { Failure } from "./failure.ts";
import { type Outcome, rejected, settle } from "./outcome.ts";
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

/** @param request the encoded request */
export function keyedCall(scope: IdempotencyScope, request: Uint8Array): KeyedCall {
  return { scope, requestHash: hash("sha256", request, "buffer") };
}

/** Runs the effects of calls at most once per idempotency key (IETF idempotency-key draft §2). */
export class Idempotent {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  /**
   * Takes the keys of calls for this transaction.
   *
   * @returns for each call, in their order: nothing when it has to be run; the call before it whose key it shares; or its
   * outcome, the answer that the key has or Failure IDEMPOTENCY_KEY_IN_FLIGHT, IDEMPOTENCY_KEY_REUSED
   */
  async claim(
    tx: Transaction,
    calls: readonly KeyedCall[],
  ): Promise<(undefined | { sharedWith: number } | Outcome<CallResult>)[]> {
    const firsts = new Map<string, number>();
    for (const [index, { scope }] of calls.entries()) {
      const name = contextOf(scope);
      if (!firsts.has(name)) firsts.set(name, index);
    }
    const indices = [...firsts.values()];
    const claims = await tx.idempotency.claim(indices.map((index) => (calls[index] as KeyedCall).scope));
    const claimOf = new Map(indices.map((index, place) => [index, claims[place]]));
    return calls.map((call, index) => {
      const first = firsts.get(contextOf(call.scope)) as number;
      const claim = claimOf.get(first);
      if (claim === "claimed") return first === index ? undefined : { sharedWith: first };
      return claim === undefined || claim === "in_flight" ? inFlight() : this.#replay(claim, call);
    });
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
    return { status: "fulfilled", value: { response: outcome.value.response, replayed: true } };
  }

  #replay(stored: StoredAnswer, { scope, requestHash }: KeyedCall): Outcome<CallResult> {
    if (!stored.requestHash.equals(requestHash)) return rejected(new Failure("IDEMPOTENCY_KEY_REUSED"));
    return settle(() => ({
      response: stored.sealed ? this.#sealer.open(stored.response, contextOf(scope)) : stored.response,
      replayed: true,
    }));
  }
}

const inFlight = (): PromiseRejectedResult =>
  rejected(new Failure("IDEMPOTENCY_KEY_IN_FLIGHT", { retryAfterSeconds: 1 }));

const contextOf = (scope: IdempotencyScope): string =>
  `idempotency|${scope.caller}|${scope.operation}|${scope.key}`;
