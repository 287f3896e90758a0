/** What the load generator sends, and how. */
export interface LoadPlan {
  readonly port: number;
  /** PEM of the root that the server's certificate leads to. */
  readonly ca: string;
  readonly method: "GET" | "POST";
  /** Asked for in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, for POST. */
  readonly body?: string;
  /** Whether each request carries an `Idempotency-Key` of its own. */
  readonly keyed: boolean;
  /** Each has one request under way at any time: a closed loop. */
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** What came of it, within the measured time. */
export interface LoadResult {
  readonly calls: number;
  readonly seconds: number;
  /** Milliseconds from the request's first byte to the answer's last. */
  readonly p50: number;
  readonly p99: number;
  /** Calls that were answered 2xx from the first to the last, warm-up and end included. */
  readonly answered: number;
  /** CPU seconds of the generator. */
  readonly cpuSeconds: number;
}

/** Host that all requests name; the certificates of both contenders are for it. */
export const host = "localhost";

/** Makes the bytes of one request after another. */
export function requestWriter(plan: LoadPlan, keyPrefix: string): () => string {
  const body = plan.body ?? "";
  const fixed = Object.entries({
    Host: `${host}:${plan.port}`,
    Accept: "application/json",
    ...plan.headers,
    ...(body === "" ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const heads = plan.paths.map((path) => `${plan.method} ${path} HTTP/1.1\r\n${fixed.join("")}`);
  let count = 0;
  return () => {
    const head = heads[count % heads.length] ?? "";
    const key = plan.keyed ? `Idempotency-Key: ${keyPrefix}-${count}\r\n` : "";
    count++;
    return `${head}${key}\r\n${body}`;
  };
}
