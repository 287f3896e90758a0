import { Client, Metadata, type MethodDefinition, type ServiceError } from "@grpc/grpc-js";
import { ChainAdapterServiceService as methods } from "../../gen/ts/pda/chain/v1/chain_service.ts";
import { metadataKeys } from "../rpc/call.ts";
import { mutualTlsChannel, type TlsMaterial, type TlsSource } from "../rpc/mutual-tls.ts";
import { calling } from "../rpc/trace.ts";
import { tracer } from "../telemetry/tracer.ts";
import type { CallOptions, ChainAdapter } from "./adapter.ts";
import {
  amountFromWire,
  assetFromWire,
  networkFromWire,
  present,
  signerFromWire,
  transferFromWire,
} from "./convert.ts";
import { fromServiceError } from "./status.ts";

const TIMEOUT_MS = 15_000;

export interface ConnectOptions {
  /** `host:port`. */
  readonly address: string;
  readonly tls: TlsSource;
  /** SPIFFE ID that the adapter's certificate must carry. */
  readonly expectedPeer: string;
  /** Deadline of calls that do not set one. Default: 15 s. */
  readonly timeoutMs?: number;
}

/** Makes one call and cancels it at the deadline or on abort. @throws ChainError */
function invoke<Req extends object, Res>(
  client: Client,
  method: MethodDefinition<Req, Res>,
  request: Req,
  options: CallOptions,
): Promise<Res> {
  const spans = tracer?.current();
  if (spans === undefined) return send(client, method, request, options);
  const { network } = request as { readonly network?: string };
  const { requestId } = options;
  return calling(spans, method.path, (span) => send(client, method, request, options, span.traceparent), {
    requestId,
    network,
  });
}

function send<Req, Res>(
  client: Client,
  method: MethodDefinition<Req, Res>,
  request: Req,
  { timeoutMs = TIMEOUT_MS, signal, requestId }: CallOptions,
  traceparent?: string,
): Promise<Res> {
  const { path, requestSerialize, responseDeserialize } = method;
  const metadata = new Metadata();
  if (traceparent !== undefined) metadata.set(metadataKeys.traceparent, traceparent);
  if (requestId) metadata.set("x-request-id", requestId);
  const options = { deadline: Date.now() + timeoutMs };
  return new Promise<Res>((resolve, reject) => {
    const cancel = (): void => call.cancel();
    const done = (error: ServiceError | null, response?: Res): void => {
      signal?.removeEventListener("abort", cancel);
      if (error) reject(fromServiceError(error));
      else resolve(response as Res);
    };
    const call = client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      options,
      done,
    );
    if (signal?.aborted) cancel();
    else signal?.addEventListener("abort", cancel, { once: true });
  });
}

/**
 * Connects to a chain adapter. The client connects on the first call and reconnects after a connection loss. While the adapter is
 * unreachable, calls fail at once with UNAVAILABLE. A renewed certificate is used from the next call on.
 */
export function connectChainAdapter(options: ConnectOptions): ChainAdapter {
  const { address, tls, expectedPeer, timeoutMs = TIMEOUT_MS } = options;
  const open = (material: TlsMaterial): Client =>
    new Client(address, mutualTlsChannel(material, expectedPeer), {
      // The client identifies the peer by its SPIFFE ID. This name only keeps an IP address out of SNI, which forbids one (RFC 6066,
      // section 3).
      "grpc.ssl_target_name_override": "chain-adapter",
      "grpc.initial_reconnect_backoff_ms": 100,
      "grpc.max_reconnect_backoff_ms": 2000,
    });
  let client = open(tls.current());
  const retiring = new Map<Client, NodeJS.Timeout>();
  const stop = tls.onChange((material) => {
    const old = client;
    client = open(material);
    // Running calls may finish on the old connection.
    const retire = setTimeout(() => {
      retiring.delete(old);
      old.close();
    }, timeoutMs);
    retiring.set(old, retire.unref());
  });
  const close = async (): Promise<void> => {
    stop();
    for (const [old, timer] of retiring) {
      clearTimeout(timer);
      old.close();
    }
    retiring.clear();
    client.close();
  };
  const call = <Req extends object, Res>(
    method: MethodDefinition<Req, Res>,
    request: Req,
    how: CallOptions = {},
  ): Promise<Res> => invoke(client, method, request, { timeoutMs, ...how });

  return {
    async listNetworks(how) {
      const { networks } = await call(methods.listNetworks, {}, how);
      return networks.map(networkFromWire);
    },
    async validateAccount(request, how) {
      return (await call(methods.validateAccount, request, how)).account;
    },
    async getAsset(request, how) {
      const { asset } = await call(methods.getAsset, request, how);
      return assetFromWire(present(asset, "asset"));
    },
    async getSigner(request, how) {
      const { signer } = await call(methods.getSigner, request, how);
      return signerFromWire(present(signer, "signer"));
    },
    async prepareTransfer({ amount, replaces, feeRaisePercent = 0, ...rest }, how) {
      const request = {
        ...rest,
        amount: amount.toString(),
        replaces: Buffer.from(replaces ?? []),
        feeRaisePercent,
      };
      const { transfer } = await call(methods.prepareTransfer, request, how);
      const { network, reference, signer, sequence, signedTransaction } = present(transfer, "transfer");
      return { network, reference, signer, sequence, signedTransaction };
    },
    async submitTransfer({ network, signedTransaction }, how) {
      const request = { network, signedTransaction: Buffer.from(signedTransaction) };
      return (await call(methods.submitTransfer, request, how)).reference;
    },
    async getTransfer({ network, reference, placement }, how) {
      const { transfer } = await call(methods.getTransfer, { network, reference, placement }, how);
      return transferFromWire(present(transfer, "transfer"));
    },
    async getBalance(request, how) {
      const { amount, height } = await call(methods.getBalance, request, how);
      return { amount: amountFromWire(amount), height };
    },
    async rehearseReorganisation(request, how) {
      await call(methods.rehearseReorganisation, request, how);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
