import { z } from "zod";
import { tierOf } from "../domain/settlement/policy.ts";

/**
 * Every setting with its unit last, its default and its limits. The names here are the names in `pda.config.yaml`;
 * the environment name of `gateway.bodyBytesMax` is `PDA_GATEWAY_BODY_BYTES_MAX`.
 */

const text = (max: number) => z.string().min(1).max(max);
/** 0 means any free port. */
const port = (preset: number) => z.int().min(0).max(65_535).default(preset);
const hostName = () => text(253).regex(/^[A-Za-z0-9.:_-]+$/, "must be a host name or an IP address");
const host = (preset: string) => hostName().default(preset);
const domain = (preset: string) =>
  text(200)
    .regex(
      /^(?=.{1,200}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
      "must be a lower-case domain name",
    )
    .default(preset);
const path = () => text(1024);
const address = text(300).regex(/^(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+):\d{1,5}$/, "must be host:port");
/** Asset type without token id, https://chainagnostic.org/CAIPs/caip-19. */
const CAIP19 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/;
/** Network, https://chainagnostic.org/CAIPs/caip-2. */
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;
const httpUrl = () => z.url({ protocol: /^https?$/ }).max(500);

/** The published notifications; no others are on unless a deployment adds them. */
const EVENT_TYPES = [
  "payment.completed",
  "payment.failed",
  "settlement.finalized",
  "asset.revoked",
  "refund.completed",
  "ownership.transferred",
] as const;

const database = z.strictObject({
  /** Connection string of any PostgreSQL ≥ 15; without it `pda up` runs an embedded one. */
  url: z
    .url({ protocol: /^postgres(ql)?$/ })
    .max(1000)
    .optional(),
  poolMax: z.int().min(1).max(200).default(10),
  statementTimeoutMs: z.int().min(100).max(600_000).default(30_000),
  embeddedPort: port(8432),
});

/** Processes behind one address, with a supervisor; 0 for as many as cores allow; one process without supervisor when unset. */
const processes = z.int().min(0).max(64).optional();

const gateway = z.strictObject({
  processes,
  host: host("127.0.0.1"),
  port: port(8443),
  /** Metrics and probes, plain HTTP on the loopback interface only. */
  metricsPort: port(8444),
  /** Standard gRPC health over mutual TLS. */
  healthPort: port(8452),
  bodyBytesMax: z.int().min(1024).max(16_777_216).default(1_048_576),
  deadlineMsMax: z.int().min(100).max(600_000).default(30_000),
  /** How long a verdict on a credential may be kept; a revoked one stops working everywhere within this time. */
  credentialTtlMs: z.int().min(0).max(5000).default(3000),
  /** `auto`: many calls share one stream to each core that serves it; `off`: each call is a gRPC call of its own. */
  dispatch: z.enum(["auto", "off"]).default("auto"),
  /** Connections to each address of the core: as many as processes share it, so that all of them are used. */
  coreStreams: z.int().min(1).max(64).default(1),
  /** Calls that the core works on for this gateway, on each connection, and calls that wait for that; more are answered 503. */
  callsInFlightMax: z.int().min(1).max(8192).default(1024),
  callsWaitingMax: z.int().min(1).max(65_536).default(8192),
  rate: z
    .strictObject({
      requestsPerSecond: z.int().min(1).max(1_000_000).default(2000),
      burst: z.int().min(1).max(10_000_000).default(4000),
      /** For callers without a credential, by network address. */
      anonymousRequestsPerSecond: z.int().min(1).max(1_000_000).default(100),
    })
    .prefault({}),
  /** Host names and addresses that callers may name, beside those of `publicUrl`, of the certificate and of this machine. */
  publicNames: z.array(hostName()).max(100).default([]),
  /** The certificate that the public sees; the development one from `pda pki` when unset. */
  tls: z.strictObject({ certFile: path().optional(), keyFile: path().optional() }).prefault({}),
});

const core = z.strictObject({
  processes,
  host: host("127.0.0.1"),
  port: port(8445),
  metricsPort: port(8448),
  /** Where callers find the core; `core.host:core.port` when unset. */
  addresses: z.array(address).min(1).max(64).optional(),
});

const worker = z.strictObject({
  host: host("127.0.0.1"),
  healthPort: port(8449),
  metricsPort: port(8450),
  pollMs: z.int().min(10).max(60_000).default(250),
  /** Between two checks of the whole ledger (`ledger_violations`); 0 for none. */
  ledgerCheckSeconds: z.int().min(0).max(604_800).default(3600),
});

/** How takings are paid out. */
const settlement = z.strictObject({
  /** Most payments in one settlement, and most refunds. */
  paymentsMax: z.int().min(1).max(10_000).default(10_000),
  /** Smallest amount that is paid out, in whole units of the asset type; what is less waits for more. */
  amountMin: text(40)
    .regex(/^(0|[1-9][0-9]{0,17})([.][0-9]{1,18})?$/, "must be a decimal number such as 12.50")
    .default("0"),
  /** How long payments gather from the first one on, unless `paymentsMax` are there before. */
  waitSeconds: z.int().min(0).max(2_592_000).default(0),
  /**
   * Confirmations by asset type and amount, the first that fits: `USDX<=1000=3`, `USDX=12`, `*=6`, with a network `USDX@net:1=20`.
   * Never fewer than the network's own.
   */
  finalityTiers: z
    .array(
      text(100).refine(
        (tier) => tierOf(tier) !== undefined,
        "must look like USDX<=1000=3, USDX=12 or *=6 (asset type, largest amount, confirmations)",
      ),
    )
    .max(100)
    .default([]),
  /** A transfer that waits as the next one for so long is sent again with a higher fee; 0 for never. */
  raiseFeeAfterSeconds: z.int().min(0).max(86_400).default(120),
  /** By how many percent at least the fee is raised. */
  raiseFeePercent: z.int().min(10).max(1000).default(25),
  /** How often it is raised before a person is called. */
  feeRaisesMax: z.int().min(0).max(20).default(6),
});

const chainAdapter = z.strictObject({
  host: host("127.0.0.1"),
  port: port(8446),
  metricsPort: port(8451),
  /** Where callers find the adapter; `chainAdapter.host:chainAdapter.port` when unset. */
  address: address.optional(),
  network: z
    .strictObject({
      /** JSON-RPC endpoint; without it `pda up` runs a development network. */
      rpcUrl: httpUrl().optional(),
      developmentPort: port(8447),
      chainId: z.int().min(1).max(Number.MAX_SAFE_INTEGER).default(31_337),
      confirmations: z.int().min(1).max(1000).default(2),
      /** Most that one transfer may cost, in the network's smallest unit of what fees are paid in; anything when unset. */
      feeMax: text(30)
        .regex(/^[1-9][0-9]*$/, "must be a whole number")
        .optional(),
      /** File with the signing key, mode 0600; the well-known development key in sandbox mode when unset. */
      signerKeyFile: path().optional(),
    })
    .prefault({}),
  /** A network of another family beside the first. */
  secondNetwork: z
    .strictObject({
      /** `auto`: served where `rpcUrl` is given, and in sandbox mode; `off`: not served. */
      serve: z.enum(["auto", "off"]).default("auto"),
      /** Which network it is, CAIP-2; goes with `rpcUrl`. */
      name: text(41).regex(CAIP2, "must be a CAIP-2 network name").optional(),
      /** JSON-RPC endpoint; without it `pda up` runs a development network. */
      rpcUrl: httpUrl().optional(),
      developmentPort: port(8453),
      confirmations: z.int().min(1).max(1000).default(2),
      /** Most that one transfer may cost, in the network's smallest unit of what fees are paid in; anything when unset. */
      feeMax: text(30)
        .regex(/^[1-9][0-9]*$/, "must be a whole number")
        .optional(),
      /** File with the signing key, mode 0600; the well-known development key in sandbox mode when unset. */
      signerKeyFile: path().optional(),
    })
    .prefault({}),
});

const wallet = z.strictObject({
  /** How long the holder can veto the recovery of a wallet; 72 hours. */
  recoveryDelaySeconds: z.int().min(3600).max(2_592_000).default(259_200),
});

export const configSchema = z.strictObject({
  mode: z.enum(["sandbox", "production"]).default("sandbox"),
  trustDomain: domain("pda.internal"),
  assetDomain: domain("assets.pda.example"),
  /** Base address that callers use; `https://localhost:<gateway.port>` when unset. */
  publicUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
  dataDir: path().default(".pda"),
  log: z.strictObject({ level: z.enum(["debug", "info", "warn", "error"]).default("info") }).prefault({}),
  database: database.prefault({}),
  gateway: gateway.prefault({}),
  core: core.prefault({}),
  worker: worker.prefault({}),
  settlement: settlement.prefault({}),
  chainAdapter: chainAdapter.prefault({}),
  /** How long a change of a merchant's settlement account waits until it is in force: time to notice one that is not the merchant's. */
  settlementAccountDelaySeconds: z.int().min(0).max(2_592_000).default(172_800),
  /** How long a payment waits to be paid, and what a request may ask for instead. */
  wallet: wallet.prefault({}),
  paymentTtlSeconds: z.int().min(10).max(604_800).default(900),
  paymentTtlSecondsMin: z.int().min(1).max(604_800).default(10),
  paymentTtlSecondsMax: z.int().min(10).max(31_536_000).default(604_800),
  /** Most that a device alone pays when it is tapped, in whole units of any asset type; `0` for none. */
  tapAmountMax: text(37)
    .regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/, "must be a decimal string such as 50 or 12.50")
    .default("50"),
  refunds: z
    .strictObject({
      /**
       * `allowed`: a refund may come out of money that a settlement has taken already; the service lays it out until later takings
       * net it. `refused`: only out of what is not being paid out yet, so that no merchant is ever in debt.
       */
      fromSettled: z.enum(["allowed", "refused"]).default("allowed"),
    })
    .prefault({}),
  idempotencyDays: z.int().min(1).max(365).default(30),
  eventTypes: z
    .array(text(64).regex(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/, "must look like payment.completed"))
    .max(100)
    .default([...EVENT_TYPES]),
  sandbox: z
    .strictObject({
      /** Assets on networks that a sandbox offers for new asset types, as CAIP-19 names; `pda up` adds its own network's. */
      networkAssets: z.array(text(200).regex(CAIP19, "must be a CAIP-19 asset name")).max(100).default([]),
    })
    .prefault({}),
  publicOperations: z
    .strictObject({
      /** Operations (`GetAsset`) that the contract makes public and that this deployment closes to callers without a credential. */
      closed: z
        .array(text(100).regex(/^[A-Z][A-Za-z0-9]*$/, "must be an operation name"))
        .max(200)
        .default([]),
    })
    .prefault({}),
  pki: z.strictObject({ dir: path().optional() }).prefault({}),
  /** 32 random bytes in base64 that seal secrets at rest; `<dataDir>/data.key` when unset. */
  dataKeyFile: path().optional(),
});

export type ConfigInput = z.output<typeof configSchema>;
