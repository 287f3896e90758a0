import { z } from "zod";
import { chainAdapter } from "./chain-adapter.ts";
import { gateway } from "./gateway.ts";
import { consoleSettings, oauth } from "./oauth.ts";
import { relay } from "./relay.ts";
import { settlement } from "./settlement.ts";
import { telemetry } from "./telemetry.ts";
import { address, domain, host, metricsPort, path, port, processes, text } from "./values.ts";
import { walletLink } from "./wallet-link.ts";
import { webhooks } from "./webhooks.ts";

/**
 * Every setting with its limits, its default and its description, of which docs/reference/settings.md is made. A name ends with the unit,
 * such as `Ms`. The names here are the names in `pda.config.yaml`; the environment name of `gateway.bodyBytesMax` is
 * `PDA_GATEWAY_BODY_BYTES_MAX`.
 */

/** CAIP-19 asset type without token id, https://chainagnostic.org/CAIPs/caip-19. */
const CAIP19 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/;

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
  url: z
    .url({ protocol: /^postgres(ql)?$/ })
    .max(1000)
    .optional()
    .describe(
      "connection string of PostgreSQL 15 or newer, also as `DATABASE_URL`; unset in a sandbox, `pda up` runs an embedded PostgreSQL. A production service takes only `sslmode=verify-full` to a server on another machine, with `sslrootcert` for a CA of your own",
    ),
  poolMax: z
    .int()
    .min(1)
    .max(200)
    .default(10)
    .describe("connections of each process for its work; it has up to three more for other purposes"),
  statementTimeoutMs: z
    .int()
    .min(100)
    .max(600_000)
    .default(30_000)
    .describe("milliseconds after which the server ends a statement"),
  embeddedPort: port(8432).describe("port of the embedded PostgreSQL"),
});

const core = z.strictObject({
  processes,
  host: host("127.0.0.1").describe("address on which the core listens"),
  port: port(8445).describe("port of gRPC over mutual TLS"),
  metricsPort: metricsPort(8448),
  addresses: z
    .array(address)
    .min(1)
    .max(64)
    .optional()
    .describe("addresses of the cores, for gateways; unset is `core.host:core.port`"),
});

const worker = z.strictObject({
  host: host("127.0.0.1").describe("address on which the worker listens"),
  healthPort: port(8449).describe("port of the standard gRPC health service over mutual TLS"),
  metricsPort: metricsPort(8450),
  pollMs: z
    .int()
    .min(10)
    .max(60_000)
    .default(250)
    .describe("milliseconds after which a worker looks for work by itself, in case no signal has told it"),
  ledgerCheckSeconds: z
    .int()
    .min(0)
    .max(604_800)
    .default(3600)
    .describe("seconds between two checks of the whole ledger (metric `ledger_violations`); 0 for no checks"),
});

const wallet = z.strictObject({
  recoveryDelaySeconds: z
    .int()
    .min(3600)
    .max(2_592_000)
    .default(259_200)
    .describe("seconds in which a holder can veto a recovery"),
});

export const configSchema = z.strictObject({
  mode: z
    .enum(["sandbox", "production"])
    .default("sandbox")
    .describe("`production` refuses what is for trials only: see [Settings](../operations.md#settings)"),
  trustDomain: domain("pda.internal").describe(
    "trust domain of the names in the certificates of the tiers and of internal services",
  ),
  assetDomain: domain("assets.pda.example").describe(
    "domain of the names of assets. It stands in the trust root and in the certificates of publishers and devices: choose it before the first start, because nothing changes it afterwards",
  ),
  publicUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional()
    .describe(
      "base address of the service for callers; unset in a sandbox is `https://localhost:` with `gateway.port`",
    ),
  securityContact: text(500)
    .regex(/^(?:https:\/\/|mailto:|tel:)[\x21-\x7e]+$/, "must be an address https://…, mailto:… or tel:…")
    .optional()
    .describe(
      "address at which people report a weakness of the service, for `/.well-known/security.txt` (RFC 9116): `https:…`, `mailto:…` or `tel:…`; unset is no such file",
    ),
  dataDir: path()
    .default(".pda")
    .describe(
      "folder of the data, from the folder of the settings file, else from the current one. Name an absolute folder for a service, because its current folder may change",
    ),
  log: z
    .strictObject({
      level: z
        .enum(["debug", "info", "warn", "error"])
        .default("info")
        .describe("lines below this level are not written to the log"),
    })
    .prefault({}),
  telemetry: telemetry.prefault({}),
  database: database.prefault({}),
  gateway: gateway.prefault({}),
  core: core.prefault({}),
  worker: worker.prefault({}),
  settlement: settlement.prefault({}),
  chainAdapter: chainAdapter.prefault({}),
  settlementAccountDelaySeconds: z
    .int()
    .min(0)
    .max(2_592_000)
    .default(172_800)
    .describe(
      "seconds until a changed settlement account takes effect, so that the merchant can notice a change that it did not make",
    ),
  wallet: wallet.prefault({}),
  console: consoleSettings.prefault({}),
  paymentPage: z
    .strictObject({
      wallets: z
        .array(walletLink)
        .max(20)
        .optional()
        .describe(
          "wallets that the payment page leads to: `name`, which consumers read, and `link`, in which `{uri}` stands for that of the payment; unset is none, in a sandbox its [own wallet](../guides/sandbox-wallet.md): see [the payment page](../guides/payment-page.md#for-operators)",
        ),
    })
    .prefault({}),
  paymentTtlSeconds: z
    .int()
    .min(10)
    .max(604_800)
    .default(900)
    .describe(
      "seconds until a payment that nobody pays has failed, unless the request says otherwise; within the next two",
    ),
  paymentTtlSecondsMin: z
    .int()
    .min(1)
    .max(604_800)
    .default(10)
    .describe("fewest seconds that a request may ask for (`expiresInSeconds`)"),
  paymentTtlSecondsMax: z
    .int()
    .min(10)
    .max(31_536_000)
    .default(604_800)
    .describe("most seconds that a request may ask for (`expiresInSeconds`); at most `idempotencyDays`"),
  tapAmountMax: text(37)
    .regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/, "must be a decimal string such as 50 or 12.50")
    .default("50")
    .describe(
      "highest amount of a payment by a device's tap alone, in whole units of any asset type; `0` for no such payments",
    ),
  refunds: z
    .strictObject({
      fromSettled: z
        .enum(["allowed", "refused"])
        .default("allowed")
        .describe(
          "`allowed`: a refund may use money that a settlement already includes; the service advances it until later payments to the merchant offset it. `refused`: a refund may use only money that is not being paid out yet (else `MERCHANT_BALANCE_SHORT`), so no merchant is ever in debt",
        ),
    })
    .prefault({}),
  idempotencyDays: z
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe("days for which an idempotency key and its answer are kept"),
  eventTypes: z
    .array(text(64).regex(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/, "must look like payment.completed"))
    .max(100)
    .default([...EVENT_TYPES])
    .describe("types of events that webhooks, streams, lists and the relay give; others are recorded only"),
  webhooks: webhooks.prefault({}),
  relay: relay.prefault({}),
  sandbox: z
    .strictObject({
      networkAssets: z
        .array(text(200).regex(CAIP19, "must be a CAIP-19 asset name"))
        .max(100)
        .default([])
        .describe(
          "network assets that a sandbox offers for new asset types, as [CAIP-19](https://chainagnostic.org/CAIPs/caip-19) names; `pda up` adds those of its own networks",
        ),
    })
    .prefault({}),
  requestSigning: z
    .enum(["off", "optional", "sensitive", "required"])
    .default("optional")
    .describe(
      "requests that callers with a credential must sign: none (`optional`), those that move money or change credentials (`sensitive`, [the list](../permissions.md#sensitive-operations)), or all (`required`). `off`: signed requests are refused. A merchant or a key may require more",
    ),
  publicOperations: z
    .strictObject({
      closed: z
        .array(text(100).regex(/^[A-Z][A-Za-z0-9]*$/, "must be an operation name"))
        .max(200)
        .default([])
        .describe(
          "public operations, such as `GetAsset`, that this deployment refuses to callers without a credential",
        ),
    })
    .prefault({}),
  oauth: oauth.prefault({}),
  dpop: z
    .strictObject({
      nonce: z
        .enum(["required", "off"])
        .default("required")
        .describe(
          "whether each DPoP proof (RFC 9449) must have a nonce that this service gave within the last minutes; `off` for callers that cannot repeat with a nonce",
        ),
    })
    .prefault({}),
  pki: z
    .strictObject({
      dir: path().optional().describe("folder of the certificates of the tiers; unset is `pki` in `dataDir`"),
    })
    .prefault({}),
  dataKeyFile: path()
    .optional()
    .describe(
      "file with the key that seals secrets at rest, 32 random bytes in base64; unset is `data.key` in `dataDir`: see [The data key](../operations.md#the-data-key)",
    ),
  dataKeyCommand: z
    .array(text(4096))
    .min(1)
    .max(100)
    .optional()
    .describe(
      "program and arguments that print this key instead: run at the start without a shell, for 30 seconds at most",
    ),
});

export type ConfigInput = z.output<typeof configSchema>;
