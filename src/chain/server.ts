import {
  type handleUnaryCall,
  Server,
  ServerInterceptingCall,
  type ServerInterceptor,
  ServerListenerBuilder,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import {
  type ChainAdapterServiceServer,
  ChainAdapterServiceService,
} from "../../gen/ts/pda/chain/v1/chain_service.ts";
import type { Logger } from "../logger.ts";
import { TIERS, tierId } from "../pki/names.ts";
import { codeWord } from "../rpc/code-word.ts";
import { operationAt } from "../rpc/operation.ts";
import { addReflection } from "../rpc/reflection.ts";
import { followRoots, MutualTlsServerCredentials, peerId, type TlsSource } from "../rpc/mutual-tls.ts";
import { adapterSpan } from "../rpc/trace.ts";
import { rpcServerDuration } from "../telemetry.ts";
import { tracer } from "../telemetry/tracer.ts";
import type { ChainAdapter } from "./adapter.ts";
import { amountFromWire, networkToWire, transferToWire } from "./convert.ts";
import { ChainError } from "./error.ts";
import { toStatus } from "./status.ts";

const SERVICE_NAME = "pda.chain.v1.ChainAdapterService";
const REQUEST_BYTES_MAX = 1_048_576;
const SHUTDOWN_GRACE_MS = 5000;

export interface ServeOptions {
  readonly adapter: ChainAdapter;
  readonly tls: TlsSource;
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Trust domain of the tiers that may call. The contract says which tier may call which method. */
  readonly trustDomain: string;
  readonly log: Logger;
}

export interface ChainAdapterServer extends AsyncDisposable {
  readonly port: number;
  /** Reports NOT_SERVING, waits for running calls to end, then stops. Does not close the adapter. */
  close(): Promise<void>;
}

/**
 * Serves an adapter over gRPC with mutual TLS 1.3. It also serves the standard health and reflection services, which any tier may call.
 * Health describes this process only: when a node is unreachable, the calls that need the node fail.
 * @throws Error if the server cannot listen on the address
 */
export async function serveChainAdapter(options: ServeOptions): Promise<ChainAdapterServer> {
  const { adapter, tls, host, port, trustDomain, log } = options;
  const server = new Server({
    interceptors: [onlyTiersOf(trustDomain)],
    "grpc.max_receive_message_length": REQUEST_BYTES_MAX,
  });
  server.addService(ChainAdapterServiceService, handlers(adapter, log));
  const health = new HealthImplementation({ "": "SERVING", [SERVICE_NAME]: "SERVING" });
  health.addToServer(server);
  addReflection(server, [SERVICE_NAME]);

  const credentials = new MutualTlsServerCredentials(tls);
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  let bound: number;
  try {
    bound = await new Promise<number>((resolve, reject) => {
      server.bindAsync(address, credentials, (error, actual) => (error ? reject(error) : resolve(actual)));
    });
  } catch (error) {
    credentials.stop();
    throw new Error(`the chain adapter cannot listen on ${address}: set chainAdapter.port to a free one`, {
      cause: error,
    });
  }
  const stopFollowing = followRoots(server, `${host}:${bound}`, tls);

  const close = async (): Promise<void> => {
    health.setStatus("", "NOT_SERVING");
    health.setStatus(SERVICE_NAME, "NOT_SERVING");
    credentials.stop();
    stopFollowing();
    const force = setTimeout(() => server.forceShutdown(), SHUTDOWN_GRACE_MS);
    await new Promise<void>((resolve) => {
      server.tryShutdown(() => resolve());
    });
    clearTimeout(force);
  };
  return { port: bound, close, [Symbol.asyncDispose]: close };
}

/** Returns the SPIFFE IDs that the contract allows to call a method. The contract lists tiers, e.g. `core|worker`. */
function callersOf(path: string, trustDomain: string): ReadonlySet<string> {
  const { access } = operationAt(path);
  const names = access.kind === "peer" ? access.peer.split("|") : [];
  return new Set(TIERS.filter((tier) => names.includes(tier)).map((tier) => tierId(trustDomain, tier)));
}

/**
 * Allows each method of the adapter only to the tiers that the contract names. Other services on the port accept the certificate of any
 * tier.
 */
function onlyTiersOf(trustDomain: string): ServerInterceptor {
  const callers = new Map<string, ReadonlySet<string>>(
    Object.values(ChainAdapterServiceService).map(
      ({ path }) => [path, callersOf(path, trustDomain)] as const,
    ),
  );
  const tiers = new Set(TIERS.map((tier) => tierId(trustDomain, tier)));
  return (method, call) => {
    const peer = peerId(call.getAuthContext().sslPeerCertificate);
    const admitted = peer !== undefined && (callers.get(method.path) ?? tiers).has(peer);
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        if (admitted) next(metadata);
        else
          call.sendStatus({
            code: status.PERMISSION_DENIED,
            details: "this peer's certificate does not allow this call to the adapter",
          });
      })
      .build();
    return new ServerInterceptingCall(call, { start: (next) => next(listener) });
  };
}

function handlers(adapter: ChainAdapter, log: Logger): ChainAdapterServiceServer {
  const unary = <Req extends object, Res>(
    handleUntraced: (request: Req) => Promise<Res>,
  ): handleUnaryCall<Req, Res> => {
    const handle = traced(handleUntraced);
    const answer = async (call: ServerUnaryCall<Req, Res>, callback: sendUnaryData<Res>): Promise<void> => {
      const stop = rpcServerDuration.startTimer({ method: call.getPath() });
      let response: Res;
      try {
        response = await handle(call);
      } catch (error) {
        logFailure(log, call, error);
        const failed = toStatus(error);
        stop({ code: codeWord(failed.code) });
        callback(failed);
        return;
      }
      stop({ code: codeWord(status.OK) });
      callback(null, response);
    };
    return (call, callback) => void answer(call, callback);
  };
  return {
    listNetworks: unary(async () => ({ networks: (await adapter.listNetworks()).map(networkToWire) })),
    validateAccount: unary(async (request) => ({ account: await adapter.validateAccount(request) })),
    getAsset: unary(async (request) => ({ asset: await adapter.getAsset(request) })),
    getSigner: unary(async (request) => ({ signer: await adapter.getSigner(request) })),
    prepareTransfer: unary(async ({ amount, replaces, feeRaisePercent, ...rest }) => {
      const replacement = replaces.length > 0 ? { replaces, feeRaisePercent } : {};
      const order = { ...rest, amount: amountFromWire(amount), ...replacement };
      const { signedTransaction, ...transfer } = await adapter.prepareTransfer(order);
      return { transfer: { ...transfer, signedTransaction: Buffer.from(signedTransaction) } };
    }),
    submitTransfer: unary(async (request) => ({ reference: await adapter.submitTransfer(request) })),
    getTransfer: unary(async ({ network, reference, placement }) => ({
      transfer: transferToWire(
        await adapter.getTransfer({ network, reference, ...(placement ? { placement } : {}) }),
      ),
    })),
    getBalance: unary(async (request) => {
      const { amount, height } = await adapter.getBalance(request);
      return { amount: amount.toString(), height };
    }),
    rehearseReorganisation: unary(async (request) => {
      await adapter.rehearseReorganisation(request);
      return {};
    }),
  };
}

/** Handles a call in a span that continues the caller's, when the caller records it. */
function traced<Req extends object, Res>(
  handle: (request: Req) => Promise<Res>,
): (call: ServerUnaryCall<Req, Res>) => Promise<Res> {
  return (call) => {
    const { request, metadata } = call;
    if (tracer === undefined) return handle(request);
    const { network } = request as { readonly network?: string };
    const span = adapterSpan(tracer, call.getPath(), metadata, { network });
    return tracer.run(span, () => handle(request));
  };
}

/** Logs a caller's mistake at debug level, because the caller logs it too. Failures of the node or the adapter are warnings or errors. */
function logFailure(log: Logger, call: ServerUnaryCall<unknown, unknown>, error: unknown): void {
  const requestId = String(call.metadata.get("x-request-id")[0] ?? "");
  const where = { method: call.getPath(), ...(requestId ? { requestId } : {}) };
  if (!(error instanceof ChainError)) log.error({ ...where, err: error }, "the adapter failed unexpectedly");
  else if (error.code === "INVALID_ARGUMENT") log.debug({ ...where, reason: error.reason }, error.message);
  else log.warn({ ...where, reason: error.reason, detail: detailOf(error.cause) }, error.message);
}

/** Returns the short text of a cause. The long text may contain the node's URL, which can hold a credential. */
function detailOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { shortMessage, details } = cause as { shortMessage?: unknown; details?: unknown };
  const parts = [shortMessage, details].filter((part): part is string => typeof part === "string");
  return parts.length > 0 ? [...new Set(parts)].join(" ") : cause.name;
}
