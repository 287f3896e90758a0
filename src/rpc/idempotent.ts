import { createHash } from "node:crypto";
import type { Operation } from "../../gen/rest/operations.ts";
import type { IdempotencyScope, StoredAnswer } from "../store/idempotency/store.ts";
import type { Store, Transaction } from "../store/store.ts";
import { Failure } from "./failure.ts";
import type { Sealer } from "./seal.ts";

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** Leaves the transaction: the key has an answer already. */
class AlreadyAnswered extends Error {
  readonly response: Buffer;

  constructor(response: Buffer) {
    super("already answered");
    this.response = response;
  }
}

/** @throws Failure INVALID_IDEMPOTENCY_KEY */
export function requireKeyForm(key: string): void {
  if (!keyForm.test(key)) throw new Failure("INVALID_IDEMPOTENCY_KEY");
}

/** Runs the effects of calls at most once per idempotency key (IETF idempotency-key draft §2). */
export class Idempotent {
  readonly #store: Store;
  readonly #sealer: Sealer;

  constructor(store: Store, sealer: Sealer) {
    this.#store = store;
    this.#sealer = sealer;
  }

  /**
   * Runs `work` and keeps its encoded answer under the key, in one transaction. A key that has an answer returns it instead.
   *
   * @param request the encoded request, by which a repeat is recognised
   * @throws Failure IDEMPOTENCY_KEY_IN_FLIGHT, IDEMPOTENCY_KEY_REUSED, and what `work` throws
   */
  async run(
    operation: Operation,
    key: { caller: string; key: string },
    request: Uint8Array,
    work: (tx: Transaction) => Promise<Buffer>,
  ): Promise<{ response: Buffer; replayed: boolean }> {
    const scope: IdempotencyScope = { ...key, operation: operation.path };
    const requestHash = createHash("sha256").update(request).digest();
    try {
      const response = await this.#store.transact(async (tx) => {
        const claim = await tx.idempotency.claim(scope);
        if (claim === "in_flight") throw new Failure("IDEMPOTENCY_KEY_IN_FLIGHT", { retryAfterSeconds: 1 });
        if (claim !== "claimed") throw this.#replay(claim, requestHash, scope);
        const answer = await work(tx);
        const kept = operation.secret ? this.#sealer.seal(answer, contextOf(scope)) : answer;
        await tx.idempotency.keep(scope, { requestHash, response: kept, sealed: operation.secret });
        return answer;
      });
      return { response, replayed: false };
    } catch (error) {
      if (error instanceof AlreadyAnswered) return { response: error.response, replayed: true };
      throw error;
    }
  }

  #replay(stored: StoredAnswer, requestHash: Buffer, scope: IdempotencyScope): Error {
    if (!stored.requestHash.equals(requestHash)) return new Failure("IDEMPOTENCY_KEY_REUSED");
    return new AlreadyAnswered(
      stored.sealed ? this.#sealer.open(stored.response, contextOf(scope)) : stored.response,
    );
  }
}

const contextOf = (scope: IdempotencyScope): string =>
  `idempotency|${scope.caller}|${scope.operation}|${scope.key}`;
