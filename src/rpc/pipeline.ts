import type { Operation } from "../../gen/rest/operations.ts";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { forRequest, type Logger } from "../logger.ts";
import type { Store } from "../store/store.ts";
import { rpcServerDuration } from "../telemetry.ts";
import { authorise, authoriseTenant, type Caller } from "./authorise.ts";
import type { CallContext, CallResult } from "./call.ts";
import { codeWord } from "./code-word.ts";
import { operationAt } from "./contract.ts";
import { Failure } from "./failure.ts";
import type { Call, ServedMethod } from "./handler.ts";
import { Idempotent, requireKeyForm } from "./idempotent.ts";
import { failureOf } from "./refusal.ts";
import type { Sealer } from "./seal.ts";
import { idempotencyCaller, tenantOf } from "./tenant.ts";
import { validateRequest } from "./validate.ts";

/** What the pipeline needs of its process. */
export interface PipelineOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly sandbox: boolean;
  /** Public operations that need a credential here. */
  readonly closedOperations: readonly string[];
}

/**
 * What happens around every handler, whatever transport the call came by:
 * permission → decode → tenant → field rules → idempotency → handler → encode; every error becomes a Failure.
 */
export class Pipeline {
  readonly #methods = new Map<string, { operation: Operation; method: ServedMethod }>();
  readonly #options: PipelineOptions;
  readonly #idempotent: Idempotent;

  constructor(methods: readonly ServedMethod[], options: PipelineOptions) {
    this.#options = options;
    this.#idempotent = new Idempotent(options.store, options.sealer);
    for (const method of methods) {
      const operation = operationAt(method.path);
      if (operation.sandbox && !options.sandbox) continue;
      this.#methods.set(method.path, { operation, method });
    }
  }

  /** gRPC paths that are served. */
  get paths(): string[] {
    return [...this.#methods.keys()];
  }

  /** @throws Failure, never anything else */
  async call(
    path: string,
    request: Uint8Array,
    caller: Caller,
    context: Omit<CallContext, "principal">,
  ): Promise<CallResult> {
    const stop = rpcServerDuration.startTimer({ method: path });
    const log = forRequest(this.#options.log, context.requestId);
    const who = {
      kind: caller.principal.kind,
      credential: caller.principal.credentialId,
      tenant: caller.principal.tenantId,
    };
    const started = performance.now();
    try {
      const result = await this.#run(path, request, caller, context);
      const ms = Math.round((performance.now() - started) * 1000) / 1000;
      log.info({ rpc: path, who, code: "ok", replayed: result.replayed, ms }, "call");
      stop({ code: "ok" });
      return result;
    } catch (error) {
      const failure = this.#failure(error, context);
      const ms = Math.round((performance.now() - started) * 1000) / 1000;
      const code = codeWord(catalogue[failure.entry].grpcCode);
      const line = {
        rpc: path,
        who,
        code,
        errorCode: catalogue[failure.entry].code,
        reason: failure.reason,
        ms,
      };
      if (failure.entry === "INTERNAL") log.error({ ...line, err: failure.cause }, "call");
      else log.info(line, "call");
      stop({ code });
      throw failure;
    }
  }

  async #run(
    path: string,
    bytes: Uint8Array,
    caller: Caller,
    context: Omit<CallContext, "principal">,
  ): Promise<CallResult> {
    const served = this.#methods.get(path);
    if (!served) throw new Failure("ROUTE_NOT_FOUND", { message: "This service does not have this method." });
    const { operation, method } = served;
    authorise(operation, caller, this.#options.closedOperations);
    const request = decode(method, bytes);
    if (operation.tenant)
      authoriseTenant(caller.principal, (request as Record<string, unknown>)[camel(operation.tenant)]);
    validateRequest(operation, bytes);
    const key = operation.readOnly ? undefined : context.idempotencyKey;
    if (key !== undefined) requireKeyForm(key);
    context.signal.throwIfAborted();

    let replayed: Buffer | undefined;
    const { store } = this.#options;
    const call: Call<unknown, unknown> = {
      request,
      requestId: context.requestId,
      principal: caller.principal,
      tenant: tenantOf(caller.principal),
      signal: context.signal,
      read: store.read,
      transact: async (work) => {
        if (key === undefined)
          return store.transact(async (tx) => {
            const response = await work(tx);
            context.signal.throwIfAborted();
            return response;
          });
        let fresh: unknown;
        const scope = { caller: idempotencyCaller(caller.principal), key };
        const answer = await this.#idempotent.run(
          operation,
          scope,
          method.encodeRequest(request),
          async (tx) => {
            fresh = await work(tx);
            context.signal.throwIfAborted();
            return method.encodeResponse(fresh);
          },
        );
        if (answer.replayed) replayed = answer.response;
        return fresh;
      },
    };
    const response = await method.handler(call);
    return replayed
      ? { response: replayed, replayed: true }
      : { response: method.encodeResponse(response), replayed: false };
  }

  #failure(error: unknown, context: Pick<CallContext, "signal">): Failure {
    const failure = failureOf(error);
    // What failed because nobody waits any more is a deadline, whatever it looks like.
    if (failure.entry === "INTERNAL" && context.signal.aborted)
      return new Failure("DEADLINE_EXCEEDED", { cause: error });
    return failure;
  }
}

function decode(method: ServedMethod, bytes: Uint8Array): unknown {
  try {
    return method.decodeRequest(bytes);
  } catch (cause) {
    throw new Failure("INVALID_ARGUMENT", {
      message: "The request cannot be decoded.",
      reason: "MALFORMED_MESSAGE",
      cause,
    });
  }
}

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
