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

/** Members that never reach a log line, at the top and one or two levels down. */
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
  /** Where lines go; standard output unless given. */
  destination?: DestinationStream;
  /** How long foreseen trouble is only counted; 10 s unless given. */
  quietMs?: number;
}

/**
 * A logger for one tier: a JSON object per line with `time` (RFC 3339), `level` (a word), `tier`, `msg`, and `process`, its number, in
 * one of a set of processes.
 * Credentials and keys are replaced by `[redacted]` when they are logged as a member of that name. An `err` has its stack from level
 * `error` on; below, where trouble was foreseen, it is one line and then a count (see Foreseen).
 */
export function logger(tier: string, { level = "info", destination, quietMs }: LoggerOptions = {}): Logger {
  const foreseen = new Foreseen(quietMs);
  const options: PinoOptions = {
    level,
    base: cluster.worker ? { tier, process: cluster.worker.id } : { tier },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: "[redacted]" },
    hooks: {
      logMethod(given, method, number) {
        foreseen.log(this, given, method, number);
      },
    },
  };
  return pino(options, destination ?? standardOutput());
}
