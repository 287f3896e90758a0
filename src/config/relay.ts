import { z } from "zod";
import { metricsPort, path } from "./values.ts";

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
  servers: z
    .array(natsServer)
    .max(20)
    .refine(
      (all) => new Set(all.map((server) => server.split(":")[0])).size < 2,
      "must all be nats:// or all be tls://",
    )
    .default([])
    .describe(
      "servers of one NATS cluster, `tls://host:4222` or `nats://host:4222`, without a user or a password; also `--to`. A production service takes only `tls://` to another machine",
    ),
  name: z
    .string()
    .min(1)
    .max(63)
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, "must be lower-case letters, digits and hyphens")
    .default("nats")
    .describe(
      "name of the relay: its place in the log is stored under the name, and one process of a name relays at a time",
    ),
  stream: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/, "must be letters, digits, _ and -")
    .default("PDA_EVENTS")
    .describe("the stream, which belongs to this relay alone: its only subject is `<subjectPrefix>.>`"),
  subjectPrefix: z
    .string()
    .min(1)
    .max(100)
    .regex(
      /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/,
      "must be tokens of letters, digits, _ and -, such as pda.events",
    )
    .default("pda.events")
    .describe("first tokens of the subjects: `<subjectPrefix>.<tenant>.<type>`"),
  from: z
    .enum(["beginning", "latest"])
    .default("beginning")
    .describe("where a relay of a new name begins: before all events, or after them"),
  createStream: z
    .boolean()
    .default(false)
    .describe("whether the relay makes the stream when it does not exist; also `--create-stream`"),
  streamReplicas: z
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe("copies of the stream in the cluster, when the relay makes it"),
  streamDays: z
    .int()
    .min(0)
    .max(3650)
    .default(7)
    .describe("days for which the stream keeps an event, when the relay makes it; 0 for ever"),
  credentialsFile: path()
    .optional()
    .describe(
      "file with the credentials of a NATS user (JWT and seed), mode 0600. The relay reads it at each connection",
    ),
  nkeyFile: path()
    .optional()
    .describe("file with the nkey seed of a NATS user, mode 0600, instead of `relay.credentialsFile`"),
  tls: z
    .strictObject({
      caFile: path()
        .optional()
        .describe(
          "authorities of the servers' certificates, in PEM; unset is those of the system. The servers need TLS 1.3",
        ),
      certFile: path().optional().describe("the relay's own certificate, in PEM"),
      keyFile: path().optional().describe("its private key, mode 0600"),
    })
    .prefault({}),
  metricsPort: metricsPort(8454),
});
