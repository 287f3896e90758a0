import { catalogue } from "../../gen/errors/catalogue.ts";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Logger } from "../logger.ts";
import { rpcServerDuration } from "../telemetry.ts";
import type { Span } from "../telemetry/span.ts";
import { tracer } from "../telemetry/tracer.ts";
import { codeWord } from "./code-word.ts";
import type { Failure } from "./failure.ts";
import { noteFailure } from "./trace.ts";

/** Logs and measures the calls of one method, with one line and one observation for each call. */
export class CallObserver {
  readonly #path: string;
  readonly #log: Logger;
  readonly #plain: Logger;
  readonly #succeeded: { observe(seconds: number, span?: Span): void };

  constructor(path: string, log: Logger) {
    this.#path = path;
    this.#log = log;
    // The line of a success has no member that could hold a secret, and a search for secrets costs more than the line.
    this.#plain = log.child({}, { redact: [] });
    this.#succeeded = rpcServerDuration.labels(path, "ok");
  }

  /** @param started `performance.now()` at the start of the call */
  succeeded(started: number, requestId: string, principal: Principal, replayed: boolean): void {
    const ms = performance.now() - started;
    this.#succeeded.observe(ms / 1000, tracer?.current()?.[0]);
    if (!this.#plain.isLevelEnabled("info")) return;
    this.#plain.info(
      { requestId, rpc: this.#path, who: whoOf(principal), code: "ok", replayed, ms: rounded(ms) },
      "call",
    );
  }

  /** @param started `performance.now()` at the start of the call */
  failed(started: number, requestId: string, principal: Principal, failure: Failure): void {
    const ms = performance.now() - started;
    const { grpcCode, code: errorCode } = catalogue[failure.entry];
    const code = codeWord(grpcCode);
    const [span] = tracer?.current() ?? [];
    if (span) noteFailure(span, failure);
    rpcServerDuration.labels(this.#path, code).observe(ms / 1000, span);
    const { reason, cause } = failure;
    const who = whoOf(principal);
    const line = { requestId, rpc: this.#path, who, code, errorCode, reason, ms: rounded(ms) };
    if (failure.entry === "INTERNAL") this.#log.error({ ...line, err: cause }, "call");
    else if (failure.entry === "UNAVAILABLE") this.#log.info({ ...line, cause: shortly(cause) }, "call");
    else this.#log.info(line, "call");
  }
}

/** Logs a call that failed before the pipeline: an unexpected error as an error, the outage of a dependency as a warning. */
export function failedBeforePipeline(
  log: Logger,
  error: unknown,
  { entry }: Failure,
  call: { readonly requestId: string; readonly rpc: string },
): void {
  const line = { ...call, err: error };
  if (entry === "INTERNAL") log.error(line, "call failed before its handler");
  else log.warn(line, "call failed before its handler");
}

/** Returns the first line of an outage's cause. An outage is not a defect, so its stack is useless. */
const shortly = (cause: unknown): string | undefined =>
  cause instanceof Error ? cause.message.split("\n")[0] : undefined;

const whoOf = ({ kind, credentialId, tenantId }: Principal) => ({
  kind,
  credential: credentialId,
  tenant: tenantId,
});

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;
