import { z } from "zod";

const path = z.string().min(1).max(1024);
const natsServer = z
  .string()
  .min(1)
  .max(300)
  .regex(
    /^(nats|tls):\/\/(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?$/,
    "must be nats://host:port or tls://host:port, without a user or a password",
  );
/** `pda relay`, which copies the event log to a stream of NATS JetStream. */
export const relay = z.strictObject({
  /** Servers of one NATS cluster; `tls://` requires TLS. */
  servers: z
    .array(natsServer)
    .max(20)
    .refine(
      (all) => new Set(all.map((server) => server.split(":")[0])).size < 2,
      "must all be nats:// or all be tls://",
    )
    .default([]),
  /** Name of the relay: its place in the log is stored under the name, and one process of a name relays at a time. */
  name: z
    .string()
    .min(1)
    .max(63)
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, "must be lower-case letters, digits and hyphens")
    .default("nats"),
  /** The stream, which belongs to this relay alone. */
  stream: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/, "must be letters, digits, _ and -")
    .default("PDA_EVENTS"),
  /** First tokens of the subjects: `<subjectPrefix>.<tenant>.<type>`. */
  subjectPrefix: z
    .string()
    .min(1)
    .max(100)
    .regex(
      /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/,
      "must be tokens of letters, digits, _ and -, such as pda.events",
    )
    .default("pda.events"),
  /** Where a new relay begins: before all events, or after them. */
  from: z.enum(["beginning", "latest"]).default("beginning"),
  /** The relay makes the stream when the stream does not exist. */
  createStream: z.boolean().default(false),
  /** Copies of the stream in the cluster, when the relay makes it. */
  streamReplicas: z.int().min(1).max(5).default(1),
  /** How long the stream keeps an event, when the relay makes it; 0 for ever. */
  streamDays: z.int().min(0).max(3650).default(7),
  /** File with the credentials of a NATS user (JWT and seed), mode 0600. */
  credentialsFile: path.optional(),
  /** File with the nkey seed of a NATS user, mode 0600. */
  nkeyFile: path.optional(),
  /** Authorities of the server's certificate, those of the system when unset; the relay's own certificate and key. */
  tls: z
    .strictObject({ caFile: path.optional(), certFile: path.optional(), keyFile: path.optional() })
    .prefault({}),
  /** Port of metrics and probes: plain HTTP, on the loopback interface only. */
  metricsPort: z.int().min(0).max(65_535).default(8454),
});
