// A core for the gateway's tests: a real grpc-js server with mutual TLS that follows the wire conventions and answers as a test says.
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import { pino } from "pino";
import { catalogue } from "../../../gen/errors/catalogue.ts";
import { operations } from "../../../gen/rest/operations.ts";
import { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import {
  ResolveCredentialRequest,
  ResolveCredentialResponse,
} from "../../../gen/ts/pda/access/v1/access_service.ts";
import type { Caller } from "../../../src/rpc/authorise.ts";
import { type CallContext, type CallResult, metadataKeys } from "../../../src/rpc/call.ts";
import type { TlsMaterial } from "../../../src/rpc/mutual-tls.ts";
import { codeWord } from "../../../src/rpc/code-word.ts";
import { addDispatch, type DispatchService } from "../../../src/rpc/dispatch/service.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import { Identity } from "../../../src/rpc/identity.ts";
import { encodeStatus } from "../../../src/rpc/status.ts";

/** What the core saw of a call. */
export interface Seen {
  readonly path: string;
  readonly request: Buffer;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly principal: Principal;
  /** Milliseconds from now to the deadline that came over the wire. */
  readonly remainingMs: number;
  /** Aborts when the caller cancels. */
  readonly signal: AbortSignal;
  /** It came on a stream of many calls. */
  readonly dispatched: boolean;
}

/** Answers a call: with an encoded response, by throwing a Failure, or with a bare gRPC error. */
export type Handler = (seen: Seen) => Promise<Uint8Array | GrpcError> | Uint8Array | GrpcError;

/** A gRPC error as it comes from something that does not know our conventions. */
export class GrpcError {
  readonly code: status;
  readonly details: string;

  constructor(code: status, details: string) {
    this.code = code;
    this.details = details;
  }
}

/** An answer of an earlier request. */
export const replays = new WeakSet<Uint8Array>();

export const RESOLVE = "/pda.access.v1.AccessService/ResolveCredential";
/** Asked in the background. Without a handler the core leases nothing, and the gateway spends the quotas alone. */
const LEASE = "/pda.access.v1.AccessService/LeaseQuotas";
/** Told in the background what the gateway refuses. */
const RECORD_REFUSALS = "/pda.access.v1.AccessService/RecordRefusals";
/** Told in the background what the gateway is. */
const REPORT_PROCESS = "/pda.access.v1.AccessService/ReportProcess";
const BACKGROUND = new Set([LEASE, RECORD_REFUSALS, REPORT_PROCESS]);

export interface TestCoreOptions {
  port?: number;
  /** Serve `pda.dispatch.v1` as well, with this bound on open calls. */
  dispatch?: { inFlightMax?: number };
  trustDomain?: string;
}

export class TestCore implements AsyncDisposable {
  readonly calls: Seen[] = [];
  readonly credentials = new Map<string, Principal>();
  /** The networks of credentials that may not be used from everywhere. */
  readonly networks = new Map<string, string[]>();
  readonly #handlers = new Map<string, Handler>();
  readonly #server: Server;
  readonly health = new HealthImplementation({ "": "SERVING" });
  /** Its streams, when it serves them. */
  dispatch: DispatchService | undefined;
  port = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.reset();
  }

  static async start({ cert, key, ca }: TlsMaterial, options: TestCoreOptions = {}): Promise<TestCore> {
    const { port = 0, dispatch, trustDomain = "pda.internal" } = options;
    const server = new Server();
    const core = new TestCore(server);
    for (const [service, methods] of Map.groupBy(operations, (operation) => operation.service)) {
      const bytes = (buffer: Buffer) => buffer;
      const definition = methods.map(({ method, path }) => [
        method,
        {
          path,
          requestStream: false,
          responseStream: false,
          requestSerialize: bytes,
          requestDeserialize: bytes,
          responseSerialize: bytes,
          responseDeserialize: bytes,
        },
      ]);
      const handlers = methods.map(({ method, path }) => [method, core.#serve(path)]);
      server.addService(Object.fromEntries(definition), Object.fromEntries(handlers));
      if (service === "") throw new Error("a service without a name");
    }
    if (dispatch) {
      const grants = { find: () => undefined };
      const resolveCredential = () => Promise.reject(new Failure("CREDENTIAL_REFUSED"));
      core.dispatch = addDispatch(server, {
        pipeline: { paths: operations.map(({ path }) => path), call: core.#call.bind(core) },
        identity: new Identity({
          trustDomain,
          grants,
          resolveCredential,
          resolveToken: resolveCredential,
        }),
        deadlineMsMax: 30_000,
        log: pino({ level: "silent" }),
        ...dispatch,
      });
    }
    core.health.addToServer(server);
    const credentials = ServerCredentials.createSsl(
      Buffer.from(ca),
      [{ cert_chain: Buffer.from(cert), private_key: Buffer.from(key) }],
      true,
    );
    core.port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    return core;
  }

  /** Sets what an operation (by method name) answers. */
  on(method: string, handler: Handler): void {
    const operation = operations.find((candidate) => candidate.method === method);
    if (!operation) throw new Error(`no operation ${method}`);
    this.#handlers.set(operation.path, handler);
  }

  /** Forgets handlers, credentials and calls. */
  reset(): void {
    this.calls.length = 0;
    this.credentials.clear();
    this.networks.clear();
    this.#handlers.clear();
    this.on("ResolveCredential", ({ request }) => {
      const { credential } = ResolveCredentialRequest.decode(request);
      const principal = this.credentials.get(credential);
      if (!principal) throw new Failure("CREDENTIAL_REFUSED");
      const allowedNetworks = this.networks.get(credential) ?? [];
      return ResolveCredentialResponse.encode({ principal, allowedNetworks }).finish();
    });
  }

  /** Calls of operations, without the questions about credentials. */
  get operationCalls(): Seen[] {
    return this.calls.filter(({ path }) => path !== RESOLVE);
  }

  /** Ends as `serveRpc` does: asks the clients of streams to go, and stops when what runs has ended. */
  async close(): Promise<void> {
    this.dispatch?.drain();
    await new Promise<void>((resolve) => {
      this.#server.tryShutdown(() => resolve());
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.forceShutdown();
    this.dispatch?.close();
  }

  /** What the pipeline is to a stream. */
  async #call(
    path: string,
    request: Uint8Array,
    { principal }: Caller,
    context: Omit<CallContext, "principal">,
  ): Promise<CallResult> {
    const { requestId, idempotencyKey, signal, deadlineMs } = context;
    const bytes = Buffer.from(request);
    const remainingMs = deadlineMs - Date.now();
    const seen: Seen = {
      path,
      request: bytes,
      requestId,
      idempotencyKey,
      principal,
      remainingMs,
      signal,
      dispatched: true,
    };
    this.#record(seen);
    const answer = await this.#answerOf(seen);
    if (answer instanceof GrpcError) throw failureLike(answer);
    return { response: answer, replayed: replays.has(answer) };
  }

  #record(seen: Seen): void {
    if (!BACKGROUND.has(seen.path)) this.calls.push(seen);
  }

  async #answerOf(seen: Seen): Promise<Uint8Array | GrpcError> {
    const handler = this.#handlers.get(seen.path);
    return handler ? handler(seen) : new GrpcError(status.UNIMPLEMENTED, "the test said nothing");
  }

  #serve(path: string) {
    return async (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>): Promise<void> => {
      const abort = new AbortController();
      call.on("cancelled", () => abort.abort());
      const text = (name: string) => call.metadata.get(name)[0]?.toString();
      const deadline = call.getDeadline();
      const seen: Seen = {
        path,
        request: call.request,
        requestId: text(metadataKeys.requestId) ?? "",
        idempotencyKey: text(metadataKeys.idempotencyKey),
        principal: Principal.decode(call.metadata.get(metadataKeys.principal)[0] as Buffer),
        remainingMs: Number(deadline) - Date.now(),
        signal: abort.signal,
        dispatched: false,
      };
      this.#record(seen);
      const metadata = new Metadata();
      try {
        const answer = await this.#answerOf(seen);
        if (answer instanceof GrpcError) callback({ code: answer.code, details: answer.details });
        else {
          if (replays.has(answer)) metadata.set(metadataKeys.replayed, "true");
          callback(null, Buffer.from(answer), metadata);
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        metadata.set(metadataKeys.statusDetails, Buffer.from(encodeStatus(error)));
        const name = codeWord(catalogue[error.entry].grpcCode).toUpperCase() as keyof typeof status;
        callback({ code: status[name], details: error.message, metadata });
      }
    };
  }
}

/** What a pipeline makes of such an error: nothing but our own failures leaves it. */
function failureLike({ code, details }: GrpcError): Failure {
  const cause = new Error(details);
  if (code === status.UNAVAILABLE) return new Failure("UNAVAILABLE", { cause });
  if (code === status.DEADLINE_EXCEEDED) return new Failure("DEADLINE_EXCEEDED", { cause });
  return new Failure("INTERNAL", { cause });
}
