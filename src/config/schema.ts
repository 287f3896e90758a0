import { z } from "zod";
import { consoleSettings, oauth } from "./oauth.ts";
import { relay } from "./relay.ts";
import { telemetry } from "./telemetry.ts";
import { walletLink } from "./wallet-link.ts";
import { canonicalNetwork } from "../domain/access/source-network.ts";
import { tierOf } from "../domain/settlement/policy.ts";
import { portRangeOf } from "../domain/webhook/address.ts";

/**
 * Every setting with its limits and its default. A name ends with the unit, such as `Ms`. The names here are the names in
 * `pda.config.yaml`; the environment name of `gateway.bodyBytesMax` is `PDA_GATEWAY_BODY_BYTES_MAX`.
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
/** As `openssl x509 -fingerprint -sha256` writes it, with or without colons. */
const fingerprint = () =>
  text(95)
    .regex(
      /^[\dA-Fa-f]{2}(?::?[\dA-Fa-f]{2}){31}$/,
      "must be a SHA-256 fingerprint: 64 hexadecimal digits, with or without colons",
    )
    .transform((given) => given.replaceAll(":", "").toLowerCase());
const address = text(300).regex(/^(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+):\d{1,5}$/, "must be host:port");
/** CAIP-19 asset type without token id, https://chainagnostic.org/CAIPs/caip-19. */
const CAIP19 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/;
/** CAIP-2 network, https://chainagnostic.org/CAIPs/caip-2. */
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;
const httpUrl = () => z.url({ protocol: /^https?$/ }).max(500);

/** Event types of the published interface, and the one that says that a webhook endpoint gets none of them any more. */
const EVENT_TYPES = [
  "payment.completed",
  "payment.failed",
  "settlement.finalized",
  "asset.revoked",
  "refund.completed",
  "ownership.transferred",
  "webhook.disabled",
] as const;

const database = z.strictObject({
  /** Connection string of PostgreSQL 15 or newer; when unset, `pda up` runs an embedded PostgreSQL. */
  url: z
    .url({ protocol: /^postgres(ql)?$/ })
    .max(1000)
    .optional(),
  poolMax: z.int().min(1).max(200).default(10),
  statementTimeoutMs: z.int().min(100).max(600_000).default(30_000),
  embeddedPort: port(8432),
});

/** Number of processes behind one address, with a supervisor; 0 for half of the CPU cores. When unset, one process without supervisor. */
const processes = z.int().min(0).max(64).optional();

const gateway = z.strictObject({
  processes,
  host: host("127.0.0.1"),
  port: port(8443),
  /** Port of metrics and probes: plain HTTP, on the loopback interface only. */
  metricsPort: port(8444),
  /** Port of the standard gRPC health service over mutual TLS. */
  healthPort: port(8452),
  bodyBytesMax: z.int().min(1024).max(16_777_216).default(1_048_576),
  deadlineMsMax: z.int().min(100).max(600_000).default(30_000),
  /**
   * How long the gateway may cache the check of a credential. Cores keep what they find for up to a second, so that a revoked credential stops
   * working everywhere within a second more, and within 5 seconds in any case. With 0, nothing is kept. Cores read this setting, too.
   */
  credentialTtlMs: z.int().min(0).max(5000).default(3000),
  /** `auto`: many calls share one stream to each core that supports it. `off`: each call is a separate gRPC call. */
  dispatch: z.enum(["auto", "off"]).default("auto"),
  /** Connections to each address of the core; set it to the number of core processes behind the address, so that all are used. */
  coreStreams: z.int().min(1).max(64).default(1),
  /** Most calls in flight on each connection to the core. Up to `callsWaitingMax` calls wait; the gateway answers 503 to further calls. */
  callsInFlightMax: z.int().min(1).max(8192).default(1024),
  callsWaitingMax: z.int().min(1).max(65_536).default(8192),
  /** Limits of callers in the whole installation; the core reads them, too, for services that call it directly. */
  rate: z
    .strictObject({
      requestsPerSecond: z.int().min(1).max(1_000_000).default(2000),
      burst: z.int().min(1).max(10_000_000).default(4000),
      /** Limit for all credentials of a merchant or publisher together. */
      tenantRequestsPerSecond: z.int().min(1).max(1_000_000).default(10_000),
      tenantBurst: z.int().min(1).max(10_000_000).default(20_000),
      /** Limit for callers without a credential, per network address. */
      anonymousRequestsPerSecond: z.int().min(1).max(1_000_000).default(100),
    })
    .prefault({}),
  /** Host names and addresses that requests may name, in addition to those of `publicUrl`, of the certificate and of this machine. */
  publicNames: z.array(hostName()).max(100).default([]),
  /** SHA-256 of the certificates of proxies that end TLS in front of the gateway; what such a proxy says of its client is believed. */
  proxies: z.array(fingerprint()).max(20).default([]),
  /** Certificate and key of public HTTPS; when unset, the development certificate of `pda pki`. */
  tls: z.strictObject({ certFile: path().optional(), keyFile: path().optional() }).prefault({}),
});

const core = z.strictObject({
  processes,
  host: host("127.0.0.1"),
  port: port(8445),
  metricsPort: port(8448),
  /** Addresses of the core for callers; `core.host:core.port` when unset. */
  addresses: z.array(address).min(1).max(64).optional(),
});

const worker = z.strictObject({
  host: host("127.0.0.1"),
  healthPort: port(8449),
  metricsPort: port(8450),
  pollMs: z.int().min(10).max(60_000).default(250),
  /** Time between two checks of the whole ledger (metric `ledger_violations`); 0 for no checks. */
  ledgerCheckSeconds: z.int().min(0).max(604_800).default(3600),
});

/** How the worker settles payments. */
const settlement = z.strictObject({
  /** Most payments in one settlement; also most refunds. */
  paymentsMax: z.int().min(1).max(10_000).default(10_000),
  /** Smallest amount that is paid out, in whole units of the asset type; smaller amounts wait for further payments. */
  amountMin: text(40)
    .regex(/^(0|[1-9][0-9]{0,17})([.][0-9]{1,18})?$/, "must be a decimal number such as 12.50")
    .default("0"),
  /** How long the worker collects payments after the first one, unless `paymentsMax` is reached earlier. */
  waitSeconds: z.int().min(0).max(2_592_000).default(0),
  /**
   * Confirmations by asset type and amount; the first matching entry applies: `USDX<=1000=3`, `USDX=12`, `*=6`, with a network
   * `USDX@net:1=20`. The network's own `confirmations` is the minimum.
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
  /** When the next transfer in sequence has waited for this time, the worker sends it again with a higher fee; 0 for never. */
  raiseFeeAfterSeconds: z.int().min(0).max(86_400).default(120),
  /** Smallest raise of the fee, in percent. */
  raiseFeePercent: z.int().min(10).max(1000).default(25),
  /** How often the worker raises the fee of a transfer before an operator must act. */
  feeRaisesMax: z.int().min(0).max(20).default(6),
});

const chainAdapter = z.strictObject({
  host: host("127.0.0.1"),
  port: port(8446),
  metricsPort: port(8451),
  /** Address of the adapter for callers; `chainAdapter.host:chainAdapter.port` when unset. */
  address: address.optional(),
  network: z
    .strictObject({
      /** JSON-RPC endpoint; when unset, `pda up` runs a development network. */
      rpcUrl: httpUrl().optional(),
      developmentPort: port(8447),
      chainId: z.int().min(1).max(Number.MAX_SAFE_INTEGER).default(31_337),
      confirmations: z.int().min(1).max(1000).default(2),
      /** Highest fee of one transfer, in the smallest unit of the network's fee asset; no limit when unset. */
      feeMax: text(30)
        .regex(/^[1-9][0-9]*$/, "must be a whole number")
        .optional(),
      /** File with the signing key, mode 0600; when unset in sandbox mode, the well-known development key. */
      signerKeyFile: path().optional(),
    })
    .prefault({}),
  /** A second network, of another family. */
  secondNetwork: z
    .strictObject({
      /** `auto`: served when `rpcUrl` is set, and in sandbox mode. `off`: not served. */
      serve: z.enum(["auto", "off"]).default("auto"),
      /** CAIP-2 name of the network; set together with `rpcUrl`. */
      name: text(41).regex(CAIP2, "must be a CAIP-2 network name").optional(),
      /** JSON-RPC endpoint; when unset, `pda up` runs a development network. */
      rpcUrl: httpUrl().optional(),
      developmentPort: port(8453),
      confirmations: z.int().min(1).max(1000).default(2),
      /** Highest fee of one transfer, in the smallest unit of the network's fee asset; no limit when unset. */
      feeMax: text(30)
        .regex(/^[1-9][0-9]*$/, "must be a whole number")
        .optional(),
      /** File with the signing key, mode 0600; when unset in sandbox mode, the well-known development key. */
      signerKeyFile: path().optional(),
    })
    .prefault({}),
});

const network = text(49).refine(
  (given) => canonicalNetwork(given) === given,
  "must be an IP network such as 10.0.0.0/8, with host bits zero",
);
/** Endpoints that events are sent to. */
const webhooks = z.strictObject({
  /** Most endpoints of one merchant or publisher. */
  endpointsMax: z.int().min(1).max(1000).default(20),
  /** Most endpoints of one wallet; 0 when holders may have none. */
  walletEndpointsMax: z.int().min(0).max(100).default(3),
  /** Ports that endpoints may have, as ports and ranges of ports. */
  ports: z
    .array(
      text(11).transform((given, ctx) => {
        const range = portRangeOf(given);
        if (range) return range;
        ctx.addIssue({ code: "custom", message: "must be a port or a range such as 1024-65535" });
        return z.NEVER;
      }),
    )
    .min(1)
    .max(20)
    .default([
      { from: 443, to: 443 },
      { from: 1024, to: 65_535 },
    ]),
  /** Networks that endpoints may be in although they are not on the public internet. */
  allowedNetworks: z.array(network).max(100).default([]),
  /** Networks that no endpoint may be in although they look public, such as the prefix of the deployment's own NAT64. */
  refusedNetworks: z.array(network).max(100).default([]),
  /** Certificates of authorities that receivers may have besides the public ones, in PEM. */
  caFile: path().optional(),
});

const wallet = z.strictObject({
  /** How long the holder can veto the recovery of a wallet; 72 hours by default. */
  recoveryDelaySeconds: z.int().min(3600).max(2_592_000).default(259_200),
});

export const configSchema = z.strictObject({
  mode: z.enum(["sandbox", "production"]).default("sandbox"),
  trustDomain: domain("pda.internal"),
  assetDomain: domain("assets.pda.example"),
  /** Base address of the service for callers; `https://localhost:<gateway.port>` when unset. */
  publicUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
  /** Where people report a weakness of the service, for `/.well-known/security.txt` (RFC 9116); no such file when unset. */
  securityContact: text(500)
    .regex(/^(?:https:\/\/|mailto:|tel:)[\x21-\x7e]+$/, "must be an address https://…, mailto:… or tel:…")
    .optional(),
  dataDir: path().default(".pda"),
  log: z.strictObject({ level: z.enum(["debug", "info", "warn", "error"]).default("info") }).prefault({}),
  telemetry: telemetry.prefault({}),
  database: database.prefault({}),
  gateway: gateway.prefault({}),
  core: core.prefault({}),
  worker: worker.prefault({}),
  settlement: settlement.prefault({}),
  chainAdapter: chainAdapter.prefault({}),
  /** Delay before a changed settlement account takes effect, so that the merchant can notice a change that it did not make. */
  settlementAccountDelaySeconds: z.int().min(0).max(2_592_000).default(172_800),
  wallet: wallet.prefault({}),
  console: consoleSettings.prefault({}),
  paymentPage: z
    .strictObject({
      /**
       * Wallets that the payment page leads to: what consumers read, and a link in which `{uri}` stands for that of the payment. When unset, a
       * sandbox has its own wallet, and production none.
       */
      wallets: z.array(walletLink).max(20).optional(),
    })
    .prefault({}),
  /** How long a payment waits to be paid, and the limits of what a request may ask for instead. */
  paymentTtlSeconds: z.int().min(10).max(604_800).default(900),
  paymentTtlSecondsMin: z.int().min(1).max(604_800).default(10),
  paymentTtlSecondsMax: z.int().min(10).max(31_536_000).default(604_800),
  /** Highest amount of a payment by a device's tap alone, in whole units of any asset type; `0` for no such payments. */
  tapAmountMax: text(37)
    .regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/, "must be a decimal string such as 50 or 12.50")
    .default("50"),
  refunds: z
    .strictObject({
      /**
       * `allowed`: a refund may use money that a settlement already includes; the service advances it until later payments to the
       * merchant offset it. `refused`: a refund may use only money that is not being paid out yet, so no merchant is ever in debt.
       */
      fromSettled: z.enum(["allowed", "refused"]).default("allowed"),
    })
    .prefault({}),
  idempotencyDays: z.int().min(1).max(365).default(30),
  eventTypes: z
    .array(text(64).regex(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/, "must look like payment.completed"))
    .max(100)
    .default([...EVENT_TYPES]),
  webhooks: webhooks.prefault({}),
  relay: relay.prefault({}),
  sandbox: z
    .strictObject({
      /** Network assets that a sandbox offers for new asset types, as CAIP-19 names; `pda up` adds those of its own networks. */
      networkAssets: z.array(text(200).regex(CAIP19, "must be a CAIP-19 asset name")).max(100).default([]),
    })
    .prefault({}),
  /**
   * Requests that callers with a credential must sign: none (`optional`), those of operations that move money or change credentials
   * (`sensitive`), or all (`required`). `off` refuses every signed request.
   */
  requestSigning: z.enum(["off", "optional", "sensitive", "required"]).default("optional"),
  publicOperations: z
    .strictObject({
      /** Public operations (such as `GetAsset`) that this deployment refuses to callers without a credential. */
      closed: z
        .array(text(100).regex(/^[A-Z][A-Za-z0-9]*$/, "must be an operation name"))
        .max(200)
        .default([]),
    })
    .prefault({}),
  oauth: oauth.prefault({}),
  /** Whether each DPoP proof (RFC 9449) must have a nonce that this service gave within the last minutes. */
  dpop: z.strictObject({ nonce: z.enum(["required", "off"]).default("required") }).prefault({}),
  pki: z.strictObject({ dir: path().optional() }).prefault({}),
  /** File with the key that seals secrets at rest, 32 random bytes in base64; `<dataDir>/data.key` when unset. */
  dataKeyFile: path().optional(),
  /** Program and arguments that print this key instead: run at the start without a shell, for 30 seconds at most. */
  dataKeyCommand: z.array(text(4096)).min(1).max(100).optional(),
});

export type ConfigInput = z.output<typeof configSchema>;
