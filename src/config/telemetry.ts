import { z } from "zod";
import { path } from "./values.ts";

const traces = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .regex(
      /^https?:\/\/[^/?#@]+\/[^?#@]+$/,
      "must be an http or https address with a path such as /v1/traces, without user, query and fragment",
    )
    .optional()
    .describe(
      "address of a collector that takes OTLP over HTTP (protobuf), such as `http://localhost:4318/v1/traces`; unset is no traces. Headers for it, such as a key, are in the environment variable `OTEL_EXPORTER_OTLP_HEADERS`",
    ),
  sampleRatio: z
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe("share of requests, rounds of workers and deliveries that is recorded"),
  trustCallers: z
    .boolean()
    .default(false)
    .describe(
      "whether the `traceparent` of a request decides about it instead of `sampleRatio`: only behind a proxy of your own that sets this header",
    ),
  caFile: path()
    .optional()
    .describe(
      "authorities of the certificate of an https endpoint, in PEM; unset is those of Node. The endpoint needs TLS 1.3. A production service takes only https to another machine",
    ),
});

/** What the processes tell about themselves besides logs and metrics. */
export const telemetry = z.strictObject({ traces: traces.prefault({}) });
