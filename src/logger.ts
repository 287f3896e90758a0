import cluster from "node:cluster";
import {
  type DestinationStream,
  type Logger as PinoLogger,
  type LoggerOptions as PinoOptions,
  pino,
} from "pino";
import { Foreseen } from "./logger/foreseen.ts";
import { standardOutput } from "./logger/output.ts";

export type Logger = PinoLogger;

/** Members whose values are redacted in every log line, at the top level and up to two levels below. */
const SECRET_MEMBERS = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "apiKey",
  "key",
  "privateKey",
  "signerKey",
  "token",
  "connectionString",
  "databaseUrl",
  "idempotency-key",
  "x-api-key",
  "dpop",
];

const quoted = (member: string) => (/^[A-Za-z]+$/.test(member) ? `.${member}` : `["${member}"]`);

const redactedPaths = SECRET_MEMBERS.flatMap((member) => [
  quoted(member).replace(/^\./, ""),
  `*${quoted(member)}`,
  `*.*${quoted(member)}`,
]);

export interface LoggerOptions {
  level?: string;
  /** Destination of the lines; standard output by default. */
  destination?: DestinationStream;
  /** Returns further members of each line. */
  members?: (() => object) | undefined;
  /** Repeated expected errors are only counted for this long; 10 s by default. */
  quietMs?: number;
}

/**
 * Returns a logger for one tier. Each line is a JSON object with `time` (RFC 3339), `level` (a word), `tier` and `msg`. In a set of
 * processes, `process` is the number of the process.
 * Credentials and keys are replaced by `[redacted]` when they are logged as a member with one of the names in `SECRET_MEMBERS`. At level
 * `error` and above, `err` has its stack trace. Below `error`, an error is one line and then a count (see Foreseen).
 */
export function logger(
  tier: string,
  { level = "info", destination, members, quietMs }: LoggerOptions = {},
): Logger {
  const foreseen = new Foreseen(quietMs);
  const base = cluster.worker ? { tier, process: cluster.worker.id } : { tier };
  const options: PinoOptions = {
    level,
    base,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    ...(members ? { mixin: members } : {}),
    redact: { paths: redactedPaths, censor: "[redacted]" },
    hooks: {
      logMethod(given, method, number) {
        foreseen.log(this, given, method, number);
      },
    },
  };
  return pino(options, destination ?? standardOutput(base));
}
