import { z } from "zod";

/** Kinds of values that several settings have. */

export const text = (max: number) => z.string().min(1).max(max);
/** 0 means any free port. */
export const port = (preset: number) => z.int().min(0).max(65_535).default(preset);
export const hostName = () => text(253).regex(/^[A-Za-z0-9.:_-]+$/, "must be a host name or an IP address");
export const host = (preset: string) => hostName().default(preset);
export const domain = (preset: string) =>
  text(200)
    .regex(
      /^(?=.{1,200}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
      "must be a lower-case domain name",
    )
    .default(preset);
export const path = () => text(1024);
export const address = text(300).regex(/^(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+):\d{1,5}$/, "must be host:port");
/** As `openssl x509 -fingerprint -sha256` writes it, with or without colons. */
export const fingerprint = () =>
  text(95)
    .regex(
      /^[\dA-Fa-f]{2}(?::?[\dA-Fa-f]{2}){31}$/,
      "must be a SHA-256 fingerprint: 64 hexadecimal digits, with or without colons",
    )
    .transform((given) => given.replaceAll(":", "").toLowerCase());
/** Port of metrics and probes. */
export const metricsPort = (preset: number) =>
  port(preset).describe("port of metrics and probes: plain HTTP, on the loopback interface only");
/** Number of processes behind one address. */
export const processes = z
  .int()
  .min(0)
  .max(64)
  .optional()
  .describe(
    "processes behind one address, with a supervisor; 0 is half of the CPU cores; unset is one process without a supervisor",
  );
