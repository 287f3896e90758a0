import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Durations } from "./telemetry/durations.ts";
import { type CollectedMetric, formatFor, metricsText } from "./telemetry/metrics-text.ts";
import { keepRound } from "./telemetry/tracer.ts";

/** The registry of this process's metrics. prom-client's global registry stays empty. */
export const metricsRegistry = new Registry();

/** Bounds of the histogram buckets in seconds, from a cached answer to the longest allowed deadline. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const registers = [metricsRegistry];

/** Time from a decoded call to its answer, by RPC and name of the gRPC status code. */
export const rpcServerDuration = new Durations({
  name: "rpc_server_duration_seconds",
  help: "Duration of an RPC on the server in seconds",
  labelNames: ["method", "code"] as const,
  buckets: SECONDS,
  registers,
});

/** Time of an outgoing call, by RPC and name of the gRPC status code. */
export const rpcClientDuration = new Durations({
  name: "rpc_client_duration_seconds",
  help: "Duration of an outgoing RPC in seconds",
  labelNames: ["method", "code"] as const,
  buckets: SECONDS,
  registers,
});

/** Number of calls that run together in one set on a hot path. */
export const rpcSetSize = new Histogram({
  name: "rpc_set_size",
  help: "Calls of one operation that ran as one set",
  labelNames: ["method"] as const,
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  registers,
});

/** Time of an HTTP request, by route pattern (never the raw path) and status code. */
export const httpRequestDuration = new Durations({
  name: "http_request_duration_seconds",
  help: "Duration of an HTTP request in seconds",
  labelNames: ["method", "route", "status"] as const,
  buckets: SECONDS,
  registers,
});

/** Number of HTTP requests in progress. The code that answers HTTP requests keeps this counter. */
export const httpInFlight = { requests: 0 };

// The gauge is set when it is collected, because a plain number costs each request less than a gauge.
metricsRegistry.registerMetric(
  new Gauge({
    name: "http_requests_in_flight",
    help: "HTTP requests being answered",
    registers: [],
    collect() {
      this.set(httpInFlight.requests);
    },
  }),
);

/** Requests that the gateway refused before they reached a service, by reason. */
export const requestsRefused = new Counter({
  name: "requests_refused_total",
  help: "Requests refused at the gateway",
  labelNames: ["reason"] as const,
  registers,
});

/** Questions of a process for shares of quotas: answered, or not, so that the process goes on alone with the whole quotas. */
export const quotaLeases = new Counter({
  name: "quota_leases_total",
  help: "Questions for shares of quotas",
  labelNames: ["outcome"] as const,
  registers,
});

// An alert needs the zero from which a counter starts: the first count of a new series is no increase.
for (const outcome of ["leased", "alone"]) quotaLeases.inc({ outcome }, 0);

const workerItems = new Counter({
  name: "worker_items_total",
  help: "Items that a worker loop finished",
  labelNames: ["loop", "outcome"] as const,
  registers,
});

/** Counts items that a worker loop finished. A round that finished an item has worked, so a trace of it is worth its place. */
export function countItems(labels: { readonly loop: string; readonly outcome: string }, count = 1): void {
  workerItems.inc(labels, count);
  if (count > 0) keepRound();
}

/** Time of one round of a worker loop. */
export const workerRoundDuration = new Histogram({
  name: "worker_round_duration_seconds",
  help: "Duration of one round of a worker loop in seconds",
  labelNames: ["loop"] as const,
  buckets: SECONDS,
  registers,
});

/** Rounds of a worker loop that failed and are repeated. */
export const workerRoundFailures = new Counter({
  name: "worker_round_failures_total",
  help: "Failed rounds of a worker loop",
  labelNames: ["loop"] as const,
  registers,
});

/** Records of calls that wait to be written. */
export const auditWaiting = new Gauge({
  name: "audit_records_waiting",
  help: "Audit records of reads and refusals that wait for the next write",
  registers,
});

/** Whether the log contradicts its signed heads. */
export const auditLogChanged = new Gauge({
  name: "audit_log_changed",
  help: "1 while the audit log contradicts what was signed and the core signs nothing more, else 0",
  // Of several processes, each of which compares, one that contradicts is enough.
  aggregator: "max",
  registers,
});

/** Recoveries of wallets that a call has started, vetoed or completed. */
export const walletRecoveries = new Counter({
  name: "wallet_recoveries_total",
  help: "Recoveries of wallets, by step",
  labelNames: ["step"] as const,
  registers,
});

for (const step of ["started", "vetoed", "completed"]) walletRecoveries.inc({ step }, 0);

/** Keys whose use was recorded from another network than the use before. */
export const keyNetworkChanges = new Counter({
  name: "key_network_changes_total",
  help: "Keys that were used from another network than before, by kind of key",
  labelNames: ["kind"] as const,
  registers,
});

for (const kind of ["api_key", "public_key"]) keyNetworkChanges.inc({ kind }, 0);

/** Unix time at which the tier certificate of this process expires. */
export const certificateExpiry = new Gauge({
  name: "tier_certificate_not_after_seconds",
  help: "End of the tier certificate as Unix time in seconds",
  // Of several processes, the earliest expiry counts.
  aggregator: "min",
  registers,
});

/** Unix time at which the public HTTPS certificate expires. */
export const httpsCertificateExpiry = new Gauge({
  name: "https_certificate_not_after_seconds",
  help: "End of the public HTTPS certificate as Unix time in seconds; 0 in a tier that has none",
  aggregator: "min",
  registers,
});

/** Unix time at which the imported CRL of the trust root expires. */
export const rootListExpiry = new Gauge({
  name: "root_revocation_list_not_after_seconds",
  help: "End of the imported revocation list of the trust root as Unix time in seconds; 1 when it is missing, 0 when none is needed",
  aggregator: "min",
  registers,
});

/** A certificate that follows its files. */
interface Renewed {
  current(): { readonly notAfter: Date };
  onChange(listener: (next: { readonly notAfter: Date }) => void): unknown;
}

/** Shows the end of a certificate in a gauge, also after each renewal. */
export function followExpiry(gauge: Gauge, certificate: Renewed): void {
  const show = ({ notAfter }: { readonly notAfter: Date }) => gauge.set(notAfter.getTime() / 1000);
  show(certificate.current());
  certificate.onChange(show);
}

/** Connections of a process to the database. */
export interface Connections {
  readonly open: number;
  /** Open connections that run nothing. */
  readonly idle: number;
  /** Work that waits for a connection. */
  readonly waiting: number;
  /** Most connections that may be open. */
  readonly max: number;
}

/** Shows the connections of this process to the database, as they are at each scrape. */
export function countConnections(now: () => Connections): void {
  const gauge = new Gauge({
    name: "database_connections",
    help: "Database connections of calls: open, idle, the most that may be open, and the calls that wait for one",
    labelNames: ["state"] as const,
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(now())) this.set({ state }, count);
    },
  });
  // A process has one store. Tests start several tiers in one process; the last one counts.
  metricsRegistry.removeSingleMetric("database_connections");
  metricsRegistry.registerMetric(gauge);
}

let processMetrics = false;
const OF_THE_WORST = ["nodejs_eventloop_lag_p99_seconds", "process_open_fds", "process_max_fds"];

/** Adds metrics of memory, CPU and event loop to `metricsRegistry`. Repeated calls have no effect. */
export function countProcess(): void {
  if (processMetrics) return;
  collectDefaultMetrics({ register: metricsRegistry });
  // Of several processes, the one that is worst off is shown: a mean or a sum would hide it.
  for (const name of OF_THE_WORST) {
    const metric = metricsRegistry.getSingleMetric(name);
    if (metric) Object.assign(metric, { aggregator: "max" });
  }
  processMetrics = true;
}

export interface MetricsOptions {
  host?: string;
  /** 0 picks a free port. */
  port: number;
  /** Collects the metrics to show; by default the metrics of this process. */
  collect?: (() => Promise<readonly CollectedMetric[]>) | undefined;
  /** Tells whether this process can do its work now. `false` or an error makes /readyz answer 503. */
  ready: () => boolean | Promise<boolean>;
}

export interface MetricsServer extends AsyncDisposable {
  host: string;
  port: number;
  close(): Promise<void>;
}

async function isReady(ready: MetricsOptions["ready"]): Promise<boolean> {
  try {
    return await ready();
  } catch {
    // A failed probe means "not ready". The code that owns the probe logs the failure.
    return false;
  }
}

/** Returns the metric that tells whether the process is ready. Monitoring thus reads `/metrics` only, and not `/readyz` as well. */
async function readiness(ready: MetricsOptions["ready"]): Promise<CollectedMetric[]> {
  const own = new Registry();
  const gauge = new Gauge({
    name: "tier_ready",
    help: "1 when /readyz answers 200, else 0",
    registers: [own],
  });
  gauge.set((await isReady(ready)) ? 1 : 0);
  return own.getMetricsAsJSON();
}

const collectOwn = (): Promise<CollectedMetric[]> => metricsRegistry.getMetricsAsJSON();

/**
 * Serves plain HTTP for monitoring, by default on the loopback interface: `/metrics` (Prometheus text, or OpenMetrics for readers that ask
 * for it), `/healthz` (the process runs), `/readyz` (200 when ready, else 503).
 * @throws the listen error (EADDRINUSE, EACCES) when the port is not available.
 */
export async function serveMetrics(options: MetricsOptions): Promise<MetricsServer> {
  const { host = "127.0.0.1", port, ready, collect = collectOwn } = options;
  if (collect === collectOwn) countProcess();
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = "text/plain; charset=utf-8") => {
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    const path = request.url?.split("?", 1)[0];
    if (request.method !== "GET" && request.method !== "HEAD") answer(405, "method not allowed\n");
    else if (path === "/healthz") answer(200, "ok\n");
    else if (path === "/readyz") {
      void isReady(ready).then((yes) => (yes ? answer(200, "ready\n") : answer(503, "not ready\n")));
    } else if (path === "/metrics") {
      const format = formatFor(request.headers.accept);
      const collected = Promise.all([collect(), readiness(ready)]);
      const written = collected.then((metrics) => metricsText(metrics.flat(), format));
      written.then(
        (text) => answer(200, text, format),
        () => answer(500, "metrics could not be collected\n"),
      );
    } else answer(404, "not found\n");
  });
  await listen(server, host, port);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { host, port: (server.address() as AddressInfo).port, close, [Symbol.asyncDispose]: close };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}
