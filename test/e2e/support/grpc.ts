// gRPC over mutual TLS with any certificate, the wrong ones included.
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import {
  ChannelCredentials,
  Client,
  type ClientOptions,
  Metadata,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { catalogue } from "../../../gen/errors/catalogue.ts";
import { decodeStatus } from "../../../src/rpc/status.ts";
import type { Product } from "../../support/product.ts";

/** Files of a certificate and its key. */
export interface KeyFiles {
  readonly cert: string;
  readonly key: string;
}

/** Credentials of this certificate that believe this root; the product's root unless given, no certificate without files. */
export function credentials(
  product: Product,
  files?: KeyFiles,
  ca: string | Buffer = product.ca,
): ChannelCredentials {
  const own = files ? { cert: readFileSync(files.cert), key: readFileSync(files.key) } : {};
  return ChannelCredentials.createFromSecureContext(
    createSecureContext({ ca, ...own, minVersion: "TLSv1.3" }),
  );
}

/** A connection of its own, so that it never speaks with another test's certificate. */
export const ownConnection: ClientOptions = { "grpc.use_local_subchannel_pool": 1 };

/** What a call came to: the answer's bytes, or the gRPC code with what our status says. */
export interface Outcome {
  readonly code: number;
  readonly response?: Buffer;
  /** Code of the catalogue, e.g. `SVC-4030`; undefined when the refusal is not ours. */
  readonly errorCode?: string;
  readonly reason?: string;
  readonly details?: string;
  readonly retryAfterSeconds?: number;
  /** The nonce for the next DPoP proof. */
  readonly dpopNonce?: string;
}

/** A connection to a server that takes raw messages. */
export class RawGrpc implements Disposable {
  readonly #client: Client;

  constructor(address: string, given: ChannelCredentials) {
    this.#client = new Client(address, given, ownConnection);
  }

  /** Calls the RPC of this gRPC path with an encoded request. */
  call(
    path: string,
    request: Uint8Array = new Uint8Array(),
    metadata: Record<string, string | Buffer> = {},
  ): Promise<Outcome> {
    const sent = new Metadata();
    for (const [name, value] of Object.entries(metadata)) sent.set(name, value);
    return new Promise((resolve) => {
      this.#client.makeUnaryRequest(
        path,
        (bytes: Uint8Array) => Buffer.from(bytes),
        (bytes: Buffer) => bytes,
        request,
        sent,
        { deadline: Date.now() + 20_000 },
        (error: ServiceError | null, response?: Buffer) => {
          if (!error) return resolve({ code: status.OK, ...(response ? { response } : {}) });
          const [details] = error.metadata.get("grpc-status-details-bin");
          const [dpopNonce] = error.metadata.get("dpop-nonce");
          const failure = details === undefined ? undefined : decodeStatus(Buffer.from(details));
          resolve({
            code: error.code,
            details: error.details,
            ...(failure ? { errorCode: catalogue[failure.entry].code, reason: failure.reason } : {}),
            ...(dpopNonce === undefined ? {} : { dpopNonce: String(dpopNonce) }),
            ...(failure?.retryAfterSeconds ? { retryAfterSeconds: failure.retryAfterSeconds } : {}),
          });
        },
      );
    });
  }

  [Symbol.dispose](): void {
    this.#client.close();
  }
}
