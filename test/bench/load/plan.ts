/** One request as it is asked for. */
export interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** JSON text, for POST. */
  readonly body?: string;
  /** Value of the header `Authorization`, where each request has its own. */
  readonly authorization?: string;
  /** Further headers that each request has of its own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the load generator sends, and how. */
export interface LoadPlan {
  readonly port: number;
  /** PEM of the root that the server's certificate leads to. */
  readonly ca: string;
  /** Asked for in turn: the requests, or a file that has one as JSON in each line. */
  readonly requests: readonly Asked[] | { readonly file: string };
  /** Each request is sent once; when there is no more, the measured time ends. Otherwise they are repeated. */
  readonly once?: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Certificate, with those above it, and key of the TLS client, PEM. */
  readonly client?: { readonly cert: string; readonly key: string };
  /** Whether each POST carries an `Idempotency-Key` of its own. */
  readonly keyed: boolean;
  /** Each has one request under way at any time. */
  readonly connections: number;
  /**
   * Requests a second that arrive whatever becomes of the ones before (an open loop, exponential times between them). Without it each
   * connection sends its next request when the last was answered (a closed loop).
   */
  readonly rate?: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** File that the bodies of the answers are written to, one a line, in no order. */
  readonly keepAnswers?: string;
}

/** What came of it, within the measured time. */
export interface LoadResult {
  readonly calls: number;
  readonly seconds: number;
  /** Milliseconds, where known: from the request's first byte, or in an open loop from when it should have been sent, to the answer. */
  readonly p50?: number;
  readonly p99?: number;
  /** Calls that were answered 2xx from the first to the last, warm-up and end included. */
  readonly answered: number;
  /** CPU seconds of the generator. */
  readonly cpuSeconds: number;
}

/** Host that all requests name; the certificates of all contenders are for it. */
export const host = "localhost";

/**
 * Spreads numbers over 32 bits, each to another one (the finalizer of MurmurHash3): keys that come one after the other must not be
 * neighbours in an index, because a caller's are not.
 */
export function scatter(count: number): number {
  let h = count >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Text whose latin1 bytes are the UTF-8 bytes of `text`: what can be sent without another conversion. */
const asBytes = (text: string): string => Buffer.from(text).toString("latin1");

/** Makes one request after another, as text whose latin1 bytes are what travels; undefined when there is none left. */
export function requestWriter(
  plan: Pick<LoadPlan, "port" | "headers" | "keyed" | "once">,
  requests: readonly Asked[],
  keySuffix: string,
): () => string | undefined {
  const common = Object.entries({
    Host: `${host}:${plan.port}`,
    Accept: "application/json",
    ...plan.headers,
  });
  const parts = requests.map(({ method, path, body = "", authorization, headers = {} }) => {
    const own = [
      ...(body === "" ? [] : bodyHeaders(body)),
      ...(authorization === undefined ? [] : [["Authorization", authorization] as const]),
      ...Object.entries(headers),
    ];
    const fields = [...common, ...own].map(([name, value]) => `${name}: ${value}\r\n`).join("");
    const keyed = plan.keyed && method === "POST";
    const head = `${method} ${path} HTTP/1.1\r\n${fields}`;
    return { keyed, head: asBytes(head), body: asBytes(body) };
  });
  let count = 0;
  return () => {
    if (plan.once && count >= parts.length) return undefined;
    const part = parts[count % parts.length];
    if (!part) throw new Error("there is no request to send");
    const { keyed, head, body } = part;
    const key = keyed
      ? `Idempotency-Key: ${scatter(count).toString(16).padStart(8, "0")}-${keySuffix}\r\n`
      : "";
    count++;
    return `${head}${key}\r\n${body}`;
  };
}

const bodyHeaders = (body: string): [string, string][] => [
  ["Content-Type", "application/json"],
  ["Content-Length", String(Buffer.byteLength(body))],
];
