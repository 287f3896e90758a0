import { z } from "zod";

const traces = z.strictObject({
  /** Address that takes OTLP over HTTP (protobuf), such as `http://localhost:4318/v1/traces`; no traces when unset. */
  endpoint: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .regex(
      /^https?:\/\/[^/?#@]+\/[^?#@]+$/,
      "must be an http or https address with a path such as /v1/traces, without user, query and fragment",
    )
    .optional(),
  /** Share of requests and of the workers' own work that is recorded, from 0 to 1. */
  sampleRatio: z.number().min(0).max(1).default(0.01),
  /** Whether the `traceparent` of a caller decides about its request instead of `sampleRatio`. */
  trustCallers: z.boolean().default(false),
  /** Authorities that the certificate of an https endpoint is checked by, in PEM; those of Node when unset. */
  caFile: z.string().min(1).max(1024).optional(),
});

/** What the processes tell about themselves besides logs and metrics. */
export const telemetry = z.strictObject({ traces: traces.prefault({}) });
