import { createPrivateKey } from "node:crypto";
import {
  AccessServiceService,
  LeaseAnswerKeyRequest,
  LeaseAnswerKeyResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import type { CoreClient } from "../rpc/client.ts";
import type { AnswerKey } from "../trust/http-signature/answer.ts";
import { ownCall } from "./own-call.ts";

/**
 * A key is asked for again after this time, so that answers follow a rotation: with the time in which a core learns of it
 * (`KEYS_REFRESH_SECONDS`), within 5 seconds.
 */
const FRESH_MS = 3_000;
/** Without a core, the last key signs on for this time. */
const KEPT_MS = 300_000;
const DEADLINE_MS = 1_000;

/**
 * The key that signs answers. A core leases it, and it is in memory only, so that the gateway signs also the errors that it makes itself,
 * without a call for each answer. Nothing is asked for until a caller wants a signature.
 */
export class AnswerKeys {
  readonly #core: Pick<CoreClient, "call">;
  #key: AnswerKey | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #learnedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(core: Pick<CoreClient, "call">) {
    this.#core = core;
  }

  /** Returns the key; undefined when no core has given one. */
  get current(): AnswerKey | undefined {
    return performance.now() - this.#learnedAt < KEPT_MS ? this.#key : undefined;
  }

  /**
   * Makes the key known. Returns a promise, which never rejects, while a core is asked and the key is not fresh: a compromised key must not
   * sign on. After a failure no core is asked for a while, so that an absent core does not delay each answer.
   */
  ready(): Promise<void> | undefined {
    const now = performance.now();
    if (now - this.#askedAt >= FRESH_MS) this.#asking ??= this.#ask();
    return now - this.#learnedAt < FRESH_MS ? undefined : this.#asking;
  }

  async #ask(): Promise<void> {
    const start = performance.now();
    this.#askedAt = start;
    try {
      const { path } = AccessServiceService.leaseAnswerKey;
      const request = LeaseAnswerKeyRequest.encode({}).finish();
      const response = await ownCall(this.#core, { path, request, withinMs: DEADLINE_MS });
      const { keyId, privateKey } = LeaseAnswerKeyResponse.decode(response);
      if (this.#key?.keyId !== keyId)
        this.#key = {
          keyId,
          key: createPrivateKey({ key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" }),
        };
      this.#learnedAt = start;
    } catch {
      // Answers go on with the last key, or unsigned: a caller that wants a signature accepts none without.
    } finally {
      this.#asking = undefined;
    }
  }
}
