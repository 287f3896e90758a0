import { z } from "zod";
import { fingerprint, host, hostName, metricsPort, path, port, processes } from "./values.ts";

/** Limits of callers in the whole installation; the core reads them, too, for services that call it directly. */
const rate = z.strictObject({
  requestsPerSecond: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(2000)
    .describe("requests a second of one credential (quota `default`)"),
  burst: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(4000)
    .describe("requests of one credential at once, before the rate counts"),
  tenantRequestsPerSecond: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(10_000)
    .describe("requests a second of all credentials of one merchant or publisher together (quota `tenant`)"),
  tenantBurst: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(20_000)
    .describe("requests of one merchant or publisher at once, before the rate counts"),
  anonymousRequestsPerSecond: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe("requests a second of one network address without a valid credential (quota `anonymous`)"),
});

export const gateway = z.strictObject({
  processes,
  host: host("127.0.0.1").describe("address on which the gateway listens; `0.0.0.0` or `::` for all"),
  port: port(8443).describe("port of HTTPS"),
  metricsPort: metricsPort(8444),
  healthPort: port(8452).describe("port of the standard gRPC health service over mutual TLS"),
  bodyBytesMax: z
    .int()
    .min(1024)
    .max(16_777_216)
    .default(1_048_576)
    .describe("bytes in the body of a request, unless the operation has a limit of its own"),
  deadlineMsMax: z
    .int()
    .min(100)
    .max(600_000)
    .default(30_000)
    .describe(
      "milliseconds until a request is answered; a caller may ask for less with `Request-Timeout` (seconds)",
    ),
  credentialTtlMs: z
    .int()
    .min(0)
    .max(5000)
    .default(3000)
    .describe(
      "milliseconds for which a gateway keeps the check of a credential; 0 keeps none. A core keeps it for at most a second more, so that a revoked credential stops working everywhere within 5 seconds. Cores read this setting, too",
    ),
  dispatch: z
    .enum(["auto", "off"])
    .default("auto")
    .describe(
      "`auto`: many calls share one stream to each core (`pda.dispatch.v1`), unary calls while there is none; `off`: each call is a unary gRPC call",
    ),
  coreStreams: z
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe(
      "connections to each address of the core: as many as there are core processes behind the address, so that all of them work",
    ),
  callsInFlightMax: z
    .int()
    .min(1)
    .max(8192)
    .default(1024)
    .describe("calls under way on each connection to the core"),
  callsWaitingMax: z
    .int()
    .min(1)
    .max(65_536)
    .default(8192)
    .describe(
      "calls that wait for a connection; more are answered 503 with `Retry-After`, before their body is read",
    ),
  rate: rate.prefault({}),
  publicNames: z
    .array(hostName())
    .max(100)
    .default([])
    .describe(
      "host names and addresses that requests may name, besides those of `publicUrl`, of the certificate and of this machine: see [Behind a load balancer](../operations.md#behind-a-load-balancer)",
    ),
  proxies: z
    .array(fingerprint())
    .max(20)
    .default([])
    .describe(
      "SHA-256 fingerprints of the certificates of proxies that end TLS in front of the gateway; what such a proxy says of its client is believed: see [Behind a load balancer](../operations.md#behind-a-load-balancer)",
    ),
  tls: z
    .strictObject({
      certFile: path()
        .optional()
        .describe(
          "certificate chain of public HTTPS, in PEM; unset is the development certificate of `pda pki`",
        ),
      keyFile: path().optional().describe("its private key, in PEM"),
    })
    .prefault({}),
});
