// Sends requests: one deadline for each attempt, repeats where they are harmless, no redirects.
import { beginningOf, isEventStream } from "./answer.ts";
import { answerOf, type Sent } from "./connection.ts";
import type { Outgoing } from "./credential.ts";
import { inTime, unlessEnded } from "./ending.ts";
import { PdaConnectionError, PdaUnverifiedError } from "./error.ts";
import { version } from "./gen/words.ts";
import { pause } from "./pause.ts";
import { delayMsAfter, isRetryable, isTemporary, retryAfterOf } from "./retry.ts";
import type { Settings } from "./settings.ts";
import type { Verify } from "./verify.ts";

const userAgent = `pda-client-typescript/${version}`;
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Sends the requests of one client. Close it after use, because it keeps connections open. */
export class Transport {
  readonly #settings: Settings;
  readonly #keys = new WeakMap<Response, string>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Returns the answer with its whole body. Gives a request with an effect an `Idempotency-Key` unless the caller set one, so that every
   * request can be repeated without a second effect.
   *
   * @throws PdaConnectionError when no attempt got an answer, or a request with an effect cannot be proven anew; PdaUnverifiedError for an
   * answer without the signature that it needs; the reason of the request's signal when it ended the call
   */
  async send(request: Request): Promise<Response> {
    const headers = this.#headersOf(request);
    const response = await this.#answered(request, headers);
    const key = headers.get("Idempotency-Key");
    if (key !== null) this.#keys.set(response, key);
    return response;
  }

  /** Returns the idempotency key of the request that has this answer; undefined for one that only reads. */
  keyOf(response: Response): string | undefined {
    return this.#keys.get(response);
  }

  async #answered(request: Request, headers: Headers): Promise<Response> {
    // The signal is asked of the request each time: it ends with the caller's only as long as the request is in memory.
    const { method, url } = request;
    // Firefox has no `request.body` that tells whether there is one.
    const bytes = new Uint8Array(await request.arrayBuffer());
    const body = bytes.length === 0 ? null : bytes;
    const { retry, credential, signer } = this.#settings;
    const isProvenAnew = credential !== undefined || signer !== undefined;
    const address = this.#settings.baseUrl;
    const idempotencyKey = headers.get("Idempotency-Key") ?? undefined;
    let isChallenged = false;
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= retry.attemptsMax;
      let delayMs = delayMsAfter(attempt, retry);
      // An error of the caller's own function is no failed attempt, so it ends the call.
      const proven = unlessEnded(request.signal, this.#prove({ method, url, headers, body }));
      const verify = await proven.catch((error: unknown) => {
        request.signal.throwIfAborted();
        // Nothing was sent that could have had an effect.
        if (attempt === 1 || idempotencyKey === undefined) throw error;
        const detail = `the caller's proof cannot be made: ${error instanceof Error ? error.message : String(error)}`;
        const failure = { reason: "proof", detail, address, attempts: attempt - 1, idempotencyKey } as const;
        throw new PdaConnectionError(failure, error);
      });
      try {
        const response = await this.#attempt(url, { method, headers, body }, request.signal);
        // Other calls may wait for the same keys, so their end is not that of this call.
        const problem = verify && (await unlessEnded(request.signal, this.#problemOf(response, verify)));
        if (problem !== undefined) {
          if (isLast || !isTemporary(response)) {
            const { status } = response;
            throw new PdaUnverifiedError({ status, address, problem, idempotencyKey });
          }
          await wait(delayMs, request.signal);
          continue;
        }
        // A challenge is answered once, and counts as no attempt: the service has done nothing yet.
        if (credential?.isChallengedBy?.(response) && !isChallenged) {
          isChallenged = true;
          attempt--;
          continue;
        }
        if (isLast || !(await isRetryable(response, isProvenAnew))) return response;
        const seconds = retryAfterOf(response);
        if (seconds !== undefined) delayMs = seconds * 1000;
        if (delayMs > retry.delayMsMax) return response;
      } catch (error) {
        request.signal.throwIfAborted();
        if (error instanceof PdaUnverifiedError) throw error;
        const failure = this.#settings.connection.failureOf(error);
        if (isLast || failure.reason === "certificate") {
          throw new PdaConnectionError({ ...failure, address, attempts: attempt, idempotencyKey }, error);
        }
      }
      await wait(delayMs, request.signal);
    }
  }

  /**
   * Sends a request once, and returns a stream of events unread, any other answer with its whole body. The caller ends the body of a stream.
   *
   * @throws PdaConnectionError when no answer came; the reason of the request's signal when it ended the call
   */
  async open(request: Request): Promise<Response> {
    const { method, url } = request;
    const headers = this.#headersOf(request);
    const { credential } = this.#settings;
    for (let isChallenged = false; ; isChallenged = true) {
      await unlessEnded(request.signal, this.#prove({ method, url, headers, body: null }));
      const response = await this.#opened(request, headers);
      if (isChallenged || !credential?.isChallengedBy?.(response)) return response;
    }
  }

  async #opened({ method, url, signal }: Request, headers: Headers): Promise<Response> {
    try {
      return await inTime(this.#settings.timeoutMs, signal, async (ending) => {
        const response = await this.#settings.connection.fetch(url, { method, headers, signal: ending });
        return isEventStream(response) ? response : answerOf(response, await beginningOf(response));
      });
    } catch (error) {
      signal.throwIfAborted();
      const failure = {
        ...this.#settings.connection.failureOf(error),
        attempts: 1,
        idempotencyKey: undefined,
      };
      throw new PdaConnectionError({ ...failure, address: this.#settings.baseUrl }, error);
    }
  }

  close(): Promise<void> {
    return this.#settings.connection.close();
  }

  #headersOf(request: Request): Headers {
    const headers = new Headers(request.headers);
    headers.set("User-Agent", userAgent);
    headers.set("Request-Timeout", String(this.#settings.timeoutMs / 1000));
    if (!safeMethods.has(request.method) && !headers.has("Idempotency-Key"))
      headers.set("Idempotency-Key", crypto.randomUUID());
    return headers;
  }

  /** A JWT, a proof and a signature count once, so that each attempt needs its own. Returns what verifies the answer. */
  async #prove(request: Outgoing): Promise<Verify | undefined> {
    const { verify, credential, signer } = this.#settings;
    await credential?.authorise(request);
    await signer?.sign(request);
    return verify?.(request);
  }

  /** Returns what is wrong with the signature of an answer. */
  #problemOf(response: Response, verify: Verify): Promise<string | undefined> {
    return verify(response, () => this.#readKeySet());
  }

  #readKeySet(): Promise<Response> {
    const headers = new Headers({ Accept: "application/jwk-set+json", "User-Agent": userAgent });
    const { baseUrl } = this.#settings;
    const url = `${baseUrl}/.well-known/jwks.json`;
    return this.#attempt(url, { method: "GET", headers, body: null });
  }

  #attempt(url: string, sent: Sent, signal?: AbortSignal): Promise<Response> {
    return inTime(this.#settings.timeoutMs, signal, async (ending) => {
      const response = await this.#settings.connection.fetch(url, { ...sent, signal: ending });
      // The whole body is read within the attempt, so that a body that breaks off is repeated as well.
      return answerOf(response, new Uint8Array(await response.arrayBuffer()));
    });
  }
}

/** Waits before a repeat; ends with the reason of the signal when the caller ends the call. */
async function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  await pause(delayMs, signal);
  signal.throwIfAborted();
}
