import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { Durations } from "./telemetry/durations.ts";

/** The metrics of this process; prom-client's global registry stays empty. */
export const metricsRegistry = new Registry();

/** Bounds in seconds: from a cached answer to the longest allowed deadline. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const registers = [metricsRegistry];

/** Time from a decoded call to its answer, by RPC and canonical gRPC code word. */
export const rpcServerDuration = new Durations({
  name: "rpc_server_duration_seconds",
  help: "Duration of an RPC on the server in seconds",
  labelNames: ["method", "code"] as const,
  buckets: SECONDS,
  registers,
});

/** Time of an outgoing call, by RPC and canonical gRPC code word. */
export const rpcClientDuration = new Durations({
  name: "rpc_client_duration_seconds",
  help: "Duration of an outgoing RPC in seconds",
  labelNames: ["method", "code"] as const,
  buckets: SECONDS,
  registers,
});

/** Calls that run together in one set on a hot path. */
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

/** Where whoever answers HTTP requests counts those that are being answered now. */
export const httpInFlight = { requests: 0 };

// Set when it is asked for: a plain number costs each request less than a gauge.
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

/** Requests that were refused before they reached a service, by reason word. */
export const requestsRefused = new Counter({
  name: "requests_refused_total",
  help: "Requests refused at the gateway",
  labelNames: ["reason"] as const,
  registers,
});

/** Items that a worker loop finished, by loop and outcome word. */
export const workerItems = new Counter({
  name: "worker_items_total",
  help: "Items that a worker loop finished",
  labelNames: ["loop", "outcome"] as const,
  registers,
});

/** Time of one round of a worker loop. */
export const workerRoundDuration = new Histogram({
  name: "worker_round_duration_seconds",
  help: "Duration of one round of a worker loop in seconds",
  labelNames: ["loop"] as const,
  buckets: SECONDS,
  registers,
});

/** Unix time at which the tier certificate of this process ends. */
export const certificateExpiry = new Gauge({
  name: "tier_certificate_not_after_seconds",
  help: "End of the tier certificate as Unix time in seconds",
  // Of several processes, the one that ends first.
  aggregator: "min",
  registers,
});

let processMetrics = false;

/** Adds memory, CPU, event loop and the like of this process to `registry`; once, however often it is asked for. */
export function countProcess(): void {
  if (processMetrics) return;
  collectDefaultMetrics({ register: metricsRegistry });
  processMetrics = true;
}

export interface MetricsOptions {
  host?: string;
  /** 0 picks a free port. */
  port: number;
  /** What is shown; the metrics of this process unless given. */
  registry?: Pick<Registry, "metrics" | "contentType"> | undefined;
  /** Whether this process can do its work now; what it throws or a `false` makes /readyz answer 503. */
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
    // A probe that fails is the answer "not ready"; what failed is logged by its owner.
    return false;
  }
}

/**
 * Plain HTTP for machines on the loopback interface: `/metrics` (Prometheus text), `/healthz` (the process runs),
 * `/readyz` (200 when ready, else 503).
 * @throws the listen error (EADDRINUSE, EACCES) when the port cannot be had.
 */
export async function serveMetrics(options: MetricsOptions): Promise<MetricsServer> {
  const { host = "127.0.0.1", port, ready } = options;
  const metrics = options.registry ?? metricsRegistry;
  if (metrics === metricsRegistry) countProcess();
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
      metrics.metrics().then(
        (text) => answer(200, text, metrics.contentType),
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
