import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { Options } from "../options.ts";
import type { ReferenceOperation } from "./operation.ts";
import { describedSettings, number } from "./settings.ts";

/** The settings that limit callers. Those that only operators notice stand in docs/reference/settings.md alone. */
const forCallers = [
  "gateway.rate.requestsPerSecond",
  "gateway.rate.burst",
  "gateway.rate.tenantRequestsPerSecond",
  "gateway.rate.tenantBurst",
  "gateway.rate.anonymousRequestsPerSecond",
  "gateway.bodyBytesMax",
  "gateway.deadlineMsMax",
  "gateway.credentialTtlMs",
  "idempotencyDays",
  "paymentTtlSeconds",
  "paymentTtlSecondsMin",
  "paymentTtlSecondsMax",
  "tapAmountMax",
  "settlementAccountDelaySeconds",
  "settlement.paymentsMax",
  "wallet.recoveryDelaySeconds",
];

const HEAD = `# Limits

A request above a limit is refused whole, with the limit in the message. Most limits of a deployment are settings; the table shows their
presets. [pagination.md](pagination.md) has the sizes of pages. The limits of each field stand in the OpenAPI document
(\`maxLength\`, \`maxItems\`, \`pattern\`) and in the protos (\`buf.validate\`).`;

const QUOTAS = `## Quotas

A quota is a bucket of requests. It refills at a constant rate, and holds a limited number for requests that come at once. A caller has one
bucket in the whole installation, over all gateways, connections and protocols. gRPC services that call the core directly have the same
quotas. Several gateways together may serve some requests more for a moment: each at most 4 % of a bucket, or one request. The bucket is then empty
for longer.

| quota | belongs to | counts |
|---|---|---|
| \`default\` | a credential, or an internal service by its grant | each request with the credential |
| \`tenant\` | a merchant, a publisher or a wallet | each request with any of its credentials |
| \`anonymous\` | a network address (IPv6: its /64 network) | each request without a valid credential |

Every answer but those to probes counts, also a refusal. Every answer names the quotas that apply in \`RateLimit-Policy\`, with the size of
the bucket (\`q\`) and the seconds in which an empty one is full again (\`w\`). \`RateLimit\` has what is left of each (\`r\`), and the seconds
within which the caller can use no more (\`t\`), as in draft-ietf-httpapi-ratelimit-headers-11:

\`\`\`http
RateLimit-Policy: "default";q=4000;w=2, "tenant";q=20000;w=2
RateLimit: "default";r=3999;t=1, "tenant";r=19999;t=1
\`\`\`

A request above a quota is refused with [SVC-4290](errors.md#svc-4290) and \`Retry-After\`; it takes nothing from the caller's other quota. The
reason is \`TENANT_RATE_LIMITED\` for the quota \`tenant\`, else \`RATE_LIMITED\`. On gRPC the status is \`RESOURCE_EXHAUSTED\` with a \`RetryInfo\`.

A request counts as one, except:`;

const WAITING = `## Waiting calls and streams

| at once | of one merchant or publisher | of all |
|---|---|---|
| calls with \`waitSeconds\`, and streams on gRPC | 16 at each core | 256 at each core |
| streams of events on REST | 16 at each gateway process | 2,000 at each gateway process |

One more is refused with [SVC-4290](errors.md#svc-4290) and the reason \`TOO_MANY_WAITING\`. A stream lasts 15 minutes. On REST its opening counts as one
request in the quotas, and on gRPC each of its pages does.`;

const FAILURES = `## Wrong credentials

A credential names a key and proves it, with a secret or a signature. Wrong proofs are counted over the whole installation, for REST and gRPC
together, and each counter falls by one a minute.

| credential | the key that it names |
|---|---|
| API key | the identifier in the key |
| JWT of a registered key or of a wallet's key, delegation | \`kid\` |
| signature of a request | \`keyid\` |
| client of the embedded authorisation server (\`/oauth/*\`), with an assertion or a certificate | \`client_id\` |
| access token | its issuer |

| wrong proofs | then |
|---|---|
| 5 for one key from one address (IPv6: one /64 network) | further ones from there for this key are refused for 1 s; each that follows doubles the time, up to 60 s |
| 20 for any keys from one address | the address waits in the same way, and each key has one wrong proof from there instead of five |

- A refusal while the caller waits is [SVC-4290](errors.md#svc-4290), with the reason \`CREDENTIAL_DELAYED\` and \`Retry-After\`. At \`/oauth/*\` it is 429 with the error
  \`temporarily_unavailable\`, \`Retry-After\`, and the page of SVC-4290 in \`error_uri\`. Such a credential is not counted.
- A secret can be guessed, so no secret for the key is checked while its sender waits. The right API key is then refused, too, from this address.
- A signature cannot be guessed, so a right one is always accepted. Nobody delays the owner of a public key with wrong signatures, not even
  from the owner's address. Right signatures cost no look-up.
- A stranger who knows the identifier of an API key cannot lock the key for its owner at another address.
- A right credential for another key is accepted while its address waits, because callers may share an address.
- Only a wrong proof counts, also one for a key that does not exist. A proof that the key has made counts for nothing when it is expired, was used
  before, or is bound to another key. At \`/oauth/*\` an assertion counts also when its \`iss\`, \`aud\` or \`exp\` is wrong, because these are looked at first.
- A certificate is proved by the connection, and a DPoP proof brings its own key: neither can be wrong for a key that it names. The quota
  \`anonymous\` bounds them.
- While an address waits, refusals do not tell a wrong secret from a key that does not exist.
- Each gateway process has at most 128 credentials of one address checked at once, and 2,048 more wait for their turn. Further ones get
  [SVC-5030](errors.md#svc-5030) with the reason \`OVERLOADED\`. So the wrong credentials of a stranger take no places from other addresses. A verdict that the
  gateway keeps needs no turn.`;

/** Returns the page on limits. */
export function renderLimits(operations: readonly ReferenceOperation[], options: Options): string {
  const settings = new Map(describedSettings().map((setting) => [setting.name, setting]));
  const presets = forCallers.map((name) => {
    const setting = settings.get(name);
    if (!setting) throw new Error(`the setting ${name} does not exist`);
    return `| ${setting.description} | ${setting.preset} | ${setting.values} | \`${name}\` |`;
  });
  const bodies = operations.flatMap(({ method, option }) =>
    option.bodyBytesMax ? [`| \`${method.name}\` | ${number(option.bodyBytesMax)} |`] : [],
  );
  const weights = operations.flatMap(({ method, option }) =>
    option.weight ? [`| \`${method.name}\` | ${number(option.weight)} |`] : [],
  );
  const lists = operations.flatMap(({ method }) =>
    listsOf(method.input, options).map(
      ([path, max]) => `| \`${method.name}\` | \`${path}\` | ${number(max)} |`,
    ),
  );
  return `${[
    HEAD,
    "## Of a deployment",
    ["| | preset | can be set to | setting |", "|---|---|---|---|", ...presets].join("\n"),
    QUOTAS,
    ["| operation | counts as |", "|---|---|", ...weights].join("\n"),
    WAITING,
    FAILURES,
    "## Bodies of single operations",
    ["| operation | bytes at most |", "|---|---|", ...bodies].join("\n"),
    "## Lists in requests",
    ["| operation | list | items at most |", "|---|---|---|", ...lists].join("\n"),
  ].join("\n\n")}\n`;
}

interface Rules {
  readonly repeated?: { readonly maxItems?: string };
  readonly map?: { readonly maxPairs?: string };
}

/** Returns the lists and maps in a message, with their limits, by the path of their JSON names. */
function listsOf(
  message: DescMessage,
  options: Options,
  above: readonly DescMessage[] = [],
): [string, number][] {
  if (above.includes(message)) return [];
  return message.fields.flatMap((field): [string, number][] => {
    // A header on REST: every operation with versions has the same one.
    if (field.name === "if_match") return [];
    const { repeated, map } = options.read<Rules>(field, "buf.validate.field") ?? {};
    const max = repeated?.maxItems ?? map?.maxPairs;
    const inner = innerOf(field);
    const deeper = inner ? listsOf(inner, options, [...above, message]) : [];
    const sign = field.fieldKind === "list" ? "[]" : "";
    return [
      ...(max === undefined ? [] : [[field.jsonName, Number(max)] as [string, number]]),
      ...deeper.map(([path, limit]): [string, number] => [`${field.jsonName}${sign}.${path}`, limit]),
    ];
  });
}

function innerOf(field: DescField): DescMessage | undefined {
  if (field.fieldKind !== "message" && !(field.fieldKind === "list" && field.listKind === "message"))
    return undefined;
  return field.message?.typeName.startsWith("pda.") ? field.message : undefined;
}
