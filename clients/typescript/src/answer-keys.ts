// The public keys that the service signs its answers with.
import { createPublicKey, type KeyObject } from "node:crypto";
import { textOf } from "./certificate.ts";
import type { ReadKeySet } from "./verify.ts";

/** Verifiers may keep the published keys for this time, so that a key that was withdrawn stops counting. */
const keptMs = 300_000;

type AnswerKeySet = ReadonlyMap<string, KeyObject>;

/** The service did not answer with its key set; the message says what it did. */
export class UnreadableKeySet extends Error {}

/** Keys of answers, by their identifiers: those that the caller has pinned, or those that the service publishes. */
export class AnswerKeys {
  readonly #pinned: AnswerKeySet | undefined;
  #published: AnswerKeySet = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  /** @param pinned a JSON Web Key Set; undefined for the published keys. @throws TypeError for a set without keys of answers */
  constructor(pinned: string | Uint8Array | undefined) {
    this.#pinned = pinned === undefined ? undefined : pinnedKeys(textOf(pinned));
  }

  /**
   * Returns a key; undefined for one that is not known. Reads the published keys at most once.
   *
   * @throws UnreadableKeySet; and what `read` throws
   */
  async get(keyId: string, read: ReadKeySet): Promise<KeyObject | undefined> {
    if (this.#pinned) return this.#pinned.get(keyId);
    if (!this.#isFresh() || !this.#published.has(keyId)) {
      // Calls at the same time wait for the same keys.
      this.#reading ??= this.#read(read).finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return this.#published.get(keyId);
  }

  async #read(read: ReadKeySet): Promise<void> {
    const start = performance.now();
    const response = await read();
    if (response.status !== 200)
      throw new UnreadableKeySet(`/.well-known/jwks.json answered ${response.status}`);
    try {
      this.#published = keySetOf(await response.text());
    } catch {
      throw new UnreadableKeySet("/.well-known/jwks.json is no JSON Web Key Set");
    }
    this.#readAt = start;
  }

  #isFresh(): boolean {
    return performance.now() - this.#readAt < keptMs;
  }
}

/**
 * Reads a JSON Web Key Set (RFC 7517). Keeps the keys of answers: the service signs receipts with others, which gateways do not hold.
 *
 * @throws Error for something else
 */
function keySetOf(text: string): AnswerKeySet {
  const { keys } = JSON.parse(text) as { readonly keys: readonly Readonly<Record<string, string>>[] };
  return new Map(
    keys.flatMap(({ kid = "", alg, kty, crv, x, y }) =>
      alg === "ecdsa-p256-sha256" && crv === "P-256"
        ? [[kid, createPublicKey({ key: { kty, crv, x, y }, format: "jwk" })]]
        : [],
    ),
  );
}

function pinnedKeys(text: string): AnswerKeySet {
  try {
    const keys = keySetOf(text);
    if (keys.size > 0) return keys;
  } catch {
    // The message below says what to do.
  }
  throw new TypeError(
    "verifyAnswers has to be true, or a JSON Web Key Set with keys of answers, as /.well-known/jwks.json of the service has it",
  );
}
