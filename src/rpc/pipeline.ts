import type { Operation } from "../../gen/rest/operations.ts";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { Logger } from "../logger.ts";
import type { Store } from "../store/store.ts";
import { tracer } from "../telemetry/tracer.ts";
import { CallAudit } from "./audit/call-audit.ts";
import type { AuditTrail } from "./audit/trail.ts";
import { authorise, authoriseTenant, authoriseWallet, type Caller } from "./authorise.ts";
import type { CallContext, CallResult } from "./call.ts";
import { countDelegatedCall } from "./delegated.ts";
import { messageOf } from "./contract.ts";
import { type MapOrder, mapOrderOf } from "./map-order.ts";
import { keyPathOf, operationAt } from "./operation.ts";
import { Failure } from "./failure.ts";
import { Gatherer, type GathererLimits } from "./gather.ts";
import { type ReadyCall, SetRunner } from "./gather-set.ts";
import type { Call, CallSet, ServedMethod } from "./handler.ts";
import { Idempotent, requireKeyForm } from "./idempotent.ts";
import { CallObserver } from "./observe.ts";
import { amountCheck, requireOperation } from "./limits.ts";
import { fulfilled, settle, unwrap } from "./outcome.ts";
import { overloaded } from "./overload.ts";
import { answersPages, encodedPage } from "./page-parts.ts";
import type { Limiter } from "./quota/limiter.ts";
import { failureOf } from "./refusal.ts";
import type { Sealer } from "./seal.ts";
import { idempotencyCaller, tenantOf } from "./tenant.ts";
import { requireSignature, type SigningPolicy } from "./require-signature.ts";
import { servedSpan } from "./trace.ts";
import { camel } from "./update-mask.ts";
import { requestValidator } from "./validate.ts";

/** The parts of the process that the pipeline uses. */
export interface PipelineOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly sandbox: boolean;
  /** Keeps a record of every call. A core always has one. */
  readonly audit?: AuditTrail;
  /** Public operations that require a credential in this deployment. */
  readonly closedOperations: readonly string[];
  /** Requests that must be signed, whoever sends them; `optional` by default. */
  readonly requestSigning?: SigningPolicy;
  /** How waiting calls are gathered into sets; `gatherPreset` by default. */
  readonly gather?: Partial<GathererLimits>;
  /**
   * Limit of calls at once; `callsMaxPreset` by default. Further calls are refused, so that calls that wait for the database are answered
   * in time.
   */
  readonly callsMax?: number;
  /** Counts the calls of services that do not come through a gateway, which counts its callers itself. */
  readonly limiter?: Pick<Limiter, "count">;
}

/** What is known of a call whose caller is refused. */
interface RefusedContext extends Pick<CallContext, "requestId" | "address"> {
  /** The internal service that presented the credential. */
  readonly presenter?: Principal | undefined;
}

/** The caller of a call whose credential is refused. */
const nobody: Principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS,
  tenantId: "",
  credentialId: "",
  scopes: [],
};
const callsMaxPreset = 4_096;
const gatherPreset: GathererLimits = { sizeMax: 128, setsMax: 2, waitingMax: 2_048, patienceMs: 5 };

/** A method with its prepared checks and runner. */
interface Served {
  readonly operation: Operation;
  readonly method: ServedMethod;
  readonly validate: (request: unknown, bytes: Uint8Array) => void;
  readonly mapOrder: MapOrder | undefined;
  /** Present when the operation moves an amount. */
  readonly checkAmount: ReturnType<typeof amountCheck>;
  /** The field of the decoded request that names the tenant. */
  readonly tenantField?: string;
  /** The field of the decoded request that names the wallet. */
  readonly walletField?: string;
  readonly observer: CallObserver;
  readonly audit: CallAudit | undefined;
  /** The operation is for tiers. Their calls are parts of the calls that they serve, and have no records; those of others are refused. */
  readonly isInternal: boolean;
  readonly run: (call: ReadyCall) => Promise<CallResult>;
}

/**
 * Does everything around every handler, for every transport:
 * permission → decode → tenant → field rules → idempotency → handler → encode. Every error becomes a Failure.
 * Calls of methods with sets run together while other calls of the method run.
 */
export class Pipeline {
  readonly #methods = new Map<string, Served>();
  readonly #options: PipelineOptions;
  readonly #idempotent: Idempotent;
  #running = 0;

  constructor(methods: readonly ServedMethod[], options: PipelineOptions) {
    this.#options = options;
    this.#idempotent = new Idempotent(options.sealer);
    for (const method of methods) {
      const operation = operationAt(method.path);
      if (operation.sandbox && !options.sandbox) continue;
      const { audit: trail } = options;
      const audit = trail && new CallAudit(operation, method, trail);
      const isInternal = operation.access.kind === "peer";
      this.#methods.set(method.path, {
        operation,
        method,
        validate: requestValidator(operation),
        mapOrder: mapOrderOf(messageOf(operation.request)),
        checkAmount: amountCheck(operation),
        ...(operation.tenant ? { tenantField: camel(operation.tenant) } : {}),
        ...(operation.wallet ? { walletField: camel(operation.wallet) } : {}),
        observer: new CallObserver(method.path, options.log),
        audit,
        isInternal,
        run: this.#runnerOf(operation, method, isInternal ? undefined : audit),
      });
    }
  }

  /** Returns the gRPC paths that are served. */
  get paths(): string[] {
    return [...this.#methods.keys()];
  }

  /** Runs a call. @throws only Failure */
  call(
    path: string,
    request: Uint8Array,
    caller: Caller,
    context: Omit<CallContext, "principal">,
  ): Promise<CallResult> {
    if (tracer === undefined) return this.#call(path, request, caller, context);
    const span = servedSpan(tracer, path, caller, context);
    return tracer.run(span, () => this.#call(path, request, caller, context));
  }

  async #call(
    path: string,
    request: Uint8Array,
    caller: Caller,
    context: Omit<CallContext, "principal">,
  ): Promise<CallResult> {
    const started = performance.now();
    const served = this.#methods.get(path);
    const observer = served?.observer ?? new CallObserver(path, this.#options.log);
    const audit = served?.isInternal && caller.peer !== "service" ? undefined : served?.audit;
    // A call that could leave no record is not begun, and is no call that the log has to know.
    if (audit && this.#options.audit?.isFull) throw overloaded();
    let ready: ReadyCall | undefined;
    this.#running++;
    try {
      if (this.#running > (this.#options.callsMax ?? callsMaxPreset)) throw overloaded();
      if (!served)
        throw new Failure("ROUTE_NOT_FOUND", { message: "The service has no method at this path." });
      if (caller.peer === "service") await this.#count(served.operation, caller.principal);
      ready = this.#ready(served, request, caller, context);
      if (ready.principal.delegation) await countDelegatedCall(this.#options.store, ready);
      const result = await served.run(ready);
      audit?.succeeded(ready, result);
      observer.succeeded(started, context.requestId, caller.principal, result.replayed);
      return result;
    } catch (error) {
      const failure = this.#failure(error, context);
      observer.failed(started, context.requestId, caller.principal, failure);
      const { requestId, address } = context;
      audit?.failed(ready ?? { principal: caller.principal, requestId, address }, failure);
      throw failure;
    } finally {
      this.#running--;
    }
  }

  /** Notes a call whose caller was refused before the pipeline. */
  refused(path: string, error: unknown, { presenter = nobody, ...context }: RefusedContext): void {
    this.#methods.get(path)?.audit?.failed({ ...context, principal: presenter }, failureOf(error));
  }

  async #count({ weight }: Operation, principal: Principal): Promise<void> {
    const quota = await this.#options.limiter?.count(principal, "", weight);
    if (quota?.exceeded) throw quota.exceeded;
  }

  #ready(
    { operation, method, validate, checkAmount, tenantField, walletField, mapOrder }: Served,
    bytes: Uint8Array,
    from: Caller,
    context: Omit<CallContext, "principal">,
  ): ReadyCall {
    const { principal, stillGranted } = from;
    const { requestId, signal, deadlineMs, address } = context;
    const { closedOperations, requestSigning = "optional" } = this.#options;
    requireSignature(operation, principal, requestSigning);
    // Before the scope: a delegation has only the scopes of its operations, so a lack of others would hide that the operation is not named.
    requireOperation(operation, principal, closedOperations);
    authorise(operation, from, closedOperations);
    const request = decode(method, bytes);
    const fields = request as Record<string, unknown>;
    if (tenantField) authoriseTenant(principal, fields[tenantField]);
    if (walletField) authoriseWallet(principal, fields[walletField]);
    validate(request, bytes);
    checkAmount?.(fields, principal);
    const key = operation.readOnly ? undefined : context.idempotencyKey;
    if (key !== undefined) requireKeyForm(key);
    signal.throwIfAborted();
    const tenant = tenantOf(principal);
    const spans = tracer?.current();
    const call = { request, requestId, principal, stillGranted, tenant, signal, deadlineMs, address, spans };
    if (key === undefined) return call;
    const caller = idempotencyCaller(principal);
    // Callers without a credential cannot be distinguished, and a caller must receive only its own stored answer. So their keys have no
    // effect.
    if (caller === "") return call;
    const scope = { caller, operation: keyPathOf(operation), key };
    return { ...call, keyed: this.#idempotent.keyed(scope, operation, bytes, mapOrder) };
  }

  #runnerOf(
    operation: Operation,
    method: ServedMethod,
    audit: CallAudit | undefined,
  ): (call: ReadyCall) => Promise<CallResult> {
    const alone = (call: ReadyCall): Promise<CallResult> => this.#alone(operation, method, call, audit);
    const inSets = (set: CallSet<unknown, unknown> | undefined): typeof alone => {
      if (!set) return alone;
      const { store, gather } = this.#options;
      const runner = new SetRunner({
        operation,
        method,
        set,
        store,
        idempotent: this.#idempotent,
        audit,
        alone,
      });
      const gatherer = new Gatherer((calls: readonly ReadyCall[]) => runner.run(calls), {
        ...gatherPreset,
        ...gather,
      });
      return (call) => gatherer.submit(call);
    };
    const { set, apart } = method.handler;
    const together = inSets(set);
    if (!apart) return together;
    const separate = inSets(apart.set);
    return (call) => (apart.has(call.request) ? separate(call) : together(call));
  }

  /** Runs one call by itself, in its own transaction if it writes. */
  async #alone(
    operation: Operation,
    method: ServedMethod,
    ready: ReadyCall,
    audit: CallAudit | undefined,
  ): Promise<CallResult> {
    const store = this.#options.store.of(idempotencyCaller(ready.principal));
    const { keyed, signal } = ready;
    let answered: CallResult | undefined;
    const call: Call<unknown, unknown> = {
      ...ready,
      read: store.read,
      snapshot: store.snapshot,
      transact: async (work, { before } = {}) => {
        if (before) {
          const earlier = keyed && (await this.#idempotent.answered(store.read, keyed));
          if (earlier) {
            answered = unwrap(earlier);
            return undefined;
          }
          await before();
        }
        return store.transact(async (tx) => {
          let response: unknown;
          const [outcome] = await this.#idempotent.once(tx, operation, [ready], {
            run: async () => {
              response = await work(tx);
              signal.throwIfAborted();
              return [answerIn(method, response)];
            },
          });
          if (outcome) audit?.commit(tx, [ready], [outcome]);
          answered = unwrap(outcome);
          return response;
        });
      },
    };
    if (answersPages(operation, ready.request))
      return { response: await encodedPage(method, call), replayed: false };
    const response = await method.handler(call);
    return answered ?? answerIn(method, response).value;
  }

  #failure(error: unknown, context: Pick<CallContext, "signal">): Failure {
    const failure = failureOf(error);
    // A failure after the signal aborted counts as a passed deadline, whatever the error is.
    if (failure.entry === "INTERNAL" && context.signal.aborted)
      return new Failure("DEADLINE_EXCEEDED", { cause: error });
    return failure;
  }
}

/** Returns the outcome of a call that a handler answered. */
const answerIn = (method: ServedMethod, message: unknown): PromiseFulfilledResult<CallResult> =>
  fulfilled({ response: method.encodeResponse(message), replayed: false, message });

function decode(method: ServedMethod, bytes: Uint8Array): unknown {
  const decoded = settle(() => method.decodeRequest(bytes));
  if (decoded.status === "fulfilled") return decoded.value;
  throw new Failure("MALFORMED_MESSAGE", {
    message: "The request cannot be decoded.",
    cause: decoded.reason,
  });
}
