import { LRUCache } from "lru-cache";
import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import { type Answer, type DeliveryError, isSuccess } from "../../domain/webhook/answer.ts";
import {
  type ConnectionOptions,
  RefusedAddress,
  receiverConnector,
  UnknownHost,
} from "./receiver-connection.ts";
import { encodePem } from "../../trust/armour.ts";

/** Time for a whole attempt: name, connection, request, answer. */
const attemptMs = 15_000;
/** Time for the body of an answer whose status is there and decides: the body is only kept for the history. */
const bodyMs = 1_000;
const answerBytesDefault = 4_096;
const headerBytesMax = 16_384;
/** Idle connections are closed after this time. */
const keepAliveMs = 10_000;
const connectionsPerOrigin = 32;
const tlsErrorMax = 64;
/** Endpoints with certificates whose connections a worker keeps. */
const clientsMax = 1_000;
/** How often attempts are looked through for those whose time is over. */
const sweepMs = 100;

/** A request to a receiver. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string | Readable;
  /** The certificate to show as TLS client; absent for none. */
  readonly client?: TlsClient;
  /** Most bytes to read of the answer's body; 4 KiB when absent. */
  readonly answerBytesMax?: number;
  /** The body decides, not the status alone: it has the whole time of the attempt, and an answer that breaks off is none. */
  readonly bodyDecides?: boolean;
}

/** A certificate with its key, which one endpoint has. */
export interface TlsClient {
  /** Names the endpoint. */
  readonly name: string;
  /** In PEM, the client's certificate first. */
  readonly chain: string;
  /** The private key, sealed: another one is another client. */
  readonly sealedKey: Buffer;
  /** Returns the private key in DER (PKCS#8). @throws when its data key is not known */
  readonly openKey: () => Buffer;
}

/** The end of an attempt. */
export interface AttemptResult extends Answer {
  readonly durationMs: number;
  /** First bytes of the answer's body. */
  readonly body: Buffer;
}

type SenderOptions = Omit<ConnectionOptions, "timeoutMs" | "client">;

/** Connections that show a certificate, which no other endpoint uses. */
interface OwnConnections {
  readonly agent: Agent;
  readonly sealedKey: Buffer;
}

/** Sends requests to receivers: keep-alive, no redirects, no decompression, a few KiB of the answer at most. */
export class Sender implements AsyncDisposable {
  readonly #options: SenderOptions;
  readonly #agent: Agent;
  /** By the name of the endpoint. What is under way ends before connections that were left are closed. */
  readonly #ofClients = new LRUCache<string, OwnConnections>({
    max: clientsMax,
    dispose: ({ agent }) => void agent.close().catch(() => undefined),
  });

  readonly #exchanges = new Set<Exchange>();
  readonly #addresses = new WeakMap<URL, Address>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#agent = agentOf(options);
    // One timer for all attempts: a timer for each costs more than the rest of the bookkeeping.
    this.#sweeper = setInterval(() => {
      const now = performance.now();
      for (const exchange of this.#exchanges) exchange.sweep(now);
    }, sweepMs).unref();
  }

  /**
   * Sends a request. Never rejects.
   * @throws what `openKey` of the client throws
   */
  send({
    url,
    headers,
    body,
    client,
    answerBytesMax = answerBytesDefault,
    bodyDecides = false,
  }: OutgoingRequest): Promise<AttemptResult> {
    const agent = client ? this.#agentOf(client) : this.#agent;
    return new Promise((resolve) => {
      const ended = (result: AttemptResult): void => {
        this.#exchanges.delete(exchange);
        resolve(result);
      };
      const exchange = new Exchange(ended, { answerBytesMax, bodyDecides });
      this.#exchanges.add(exchange);
      try {
        const { origin, path } = this.#addressOf(url);
        agent.dispatch({ origin, path, method: "POST", headers, body }, exchange);
      } catch (error) {
        exchange.onResponseError(undefined, error as Error);
      }
    });
  }

  /** Returns the parts of a URL that a request needs. URLs of endpoints are used for many requests. */
  #addressOf(url: URL): Address {
    let address = this.#addresses.get(url);
    if (!address) {
      address = { origin: url.origin, path: `${url.pathname}${url.search}` };
      this.#addresses.set(url, address);
    }
    return address;
  }

  /** Ends all requests at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#sweeper);
    const agents = [this.#agent, ...[...this.#ofClients.values()].map(({ agent }) => agent)];
    await Promise.all(agents.map((agent) => agent.destroy()));
  }

  /** Connections are never shared by endpoints that show different certificates. */
  #agentOf({ name, chain, sealedKey, openKey }: TlsClient): Agent {
    const found = this.#ofClients.get(name);
    if (found?.sealedKey.equals(sealedKey)) return found.agent;
    const key = openKey();
    const client = { chain, key: encodePem("PRIVATE KEY", key) };
    key.fill(0);
    const agent = agentOf({ ...this.#options, client });
    this.#ofClients.set(name, { agent, sealedKey });
    return agent;
  }
}

const agentOf = (options: Omit<ConnectionOptions, "timeoutMs">): Agent =>
  new Agent({
    connect: receiverConnector({ ...options, timeoutMs: attemptMs }),
    connections: connectionsPerOrigin,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    headersTimeout: attemptMs,
    bodyTimeout: attemptMs,
    maxHeaderSize: headerBytesMax,
  });

interface Address {
  readonly origin: string;
  readonly path: string;
}

const ended = new Error("the attempt has ended");

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #started = performance.now();
  readonly #resolve: (result: AttemptResult) => void;
  readonly #bytesMax: number;
  readonly #bodyDecides: boolean;
  #controller: Dispatcher.DispatchController | undefined;
  /** When the time of the attempt, or of the answer's body, is over. */
  #until: number;
  #ended = false;
  #status: number | undefined;
  #retryAfter: string | undefined;
  #tlsError: string | undefined;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(
    resolve: (result: AttemptResult) => void,
    { answerBytesMax, bodyDecides }: Required<Pick<OutgoingRequest, "answerBytesMax" | "bodyDecides">>,
  ) {
    this.#resolve = resolve;
    this.#bytesMax = answerBytesMax;
    this.#bodyDecides = bodyDecides;
    this.#until = this.#started + attemptMs;
  }

  /** Ends the attempt if its time is over. */
  sweep(now: number): void {
    if (now >= this.#until) this.#end(this.#isUndecided ? "TIMEOUT" : undefined);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The time was over before a connection was there, so nothing is sent.
    if (this.#ended) controller.abort(ended);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.#ended) return;
    this.#status = status;
    this.#retryAfter = String(headers["retry-after"] ?? "");
    if (!this.#isUndecided) this.#until = performance.now() + bodyMs;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    this.#chunks.push(chunk.subarray(0, this.#bytesMax - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes >= this.#bytesMax) this.#end();
  }

  onResponseEnd(): void {
    this.#end(undefined, true);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#status === undefined) this.#tlsError = tlsErrorOf(error);
    this.#end(this.#isUndecided ? errorOf(error) : undefined, true);
  }

  /** Whether what has come of the answer does not say yet how the attempt ends. A status that is no success says it. */
  get #isUndecided(): boolean {
    return this.#status === undefined || (this.#bodyDecides && isSuccess(this.#status));
  }

  #end(error?: DeliveryError, complete = false): void {
    if (this.#ended) return;
    this.#ended = true;
    const status = this.#status;
    const failure = error ?? (status !== undefined && isSuccess(status) ? undefined : "STATUS");
    this.#resolve({
      durationMs: Math.round(performance.now() - this.#started),
      body: Buffer.concat(this.#chunks),
      ...(status === undefined ? {} : { status }),
      ...(failure === undefined ? {} : { error: failure }),
      ...(failure === "TLS" && this.#tlsError !== undefined ? { tlsError: this.#tlsError } : {}),
      ...(this.#retryAfter ? { retryAfter: this.#retryAfter } : {}),
    });
    // Closes the connection: the rest of the answer is not read.
    if (!complete) this.#controller?.abort(ended);
  }
}

/** Codes of TLS itself, and of the verification of certificates (X509_V_ERR_… of OpenSSL). */
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|ERROR_IN_C|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNSPECIFIED)/;

/** Returns the word for an error that came before an answer. */
function errorOf(error: Error): DeliveryError {
  if (error instanceof RefusedAddress) return "REFUSED_ADDRESS";
  if (error instanceof UnknownHost) return "DNS";
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (/^(ENOTFOUND|ENODATA|EAI_|ESERVFAIL|EREFUSED$|EBADRESP|EBADNAME)/.test(code)) return "DNS";
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ETIMEDOUT|UND_ERR_CONNECT)/.test(code))
    return "CONNECT";
  if (TLS_CODE.test(code)) return "TLS";
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT/.test(code)) return "TIMEOUT";
  if (/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_ABORTED|UND_ERR_DESTROYED)/.test(code))
    return "RESET";
  // The library gives no code for an answer that is not HTTP, and throws an assertion about some that are nearly so.
  if (error.name === "HTTPParserError" || /^(HPE_|UND_ERR_|ERR_ASSERTION)/.test(code)) return "PROTOCOL";
  return "INTERNAL";
}

/**
 * Returns the library's word for a failure of TLS; undefined when it has none. Some words of OpenSSL have other characters, such as
 * `ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE`. The receiver has no part in the text.
 */
function tlsErrorOf(error: Error): string | undefined {
  const { code = "" } = error as NodeJS.ErrnoException;
  const word = code.toUpperCase().replaceAll(/[^A-Z0-9_]/g, "_");
  return word === "" ? undefined : word.slice(0, tlsErrorMax);
}
