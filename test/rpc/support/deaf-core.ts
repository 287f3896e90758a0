import { Server, ServerCredentials, type ServerDuplexStream } from "@grpc/grpc-js";
import { DispatchResponse } from "../../../gen/ts/pda/dispatch/v1/dispatch_service.ts";
import type { TlsMaterial } from "../../../src/rpc/mutual-tls.ts";
import { dispatchPath } from "../../../src/rpc/dispatch/limits.ts";

/** A core that opens streams and then reads nothing from them, so that the connection fills up. */
export class DeafCore implements Disposable {
  readonly #server = new Server();
  port = 0;
  opened = false;

  static async start({ cert, key, ca }: TlsMaterial): Promise<DeafCore> {
    const core = new DeafCore();
    const bytes = (buffer: Buffer) => buffer;
    const codec = {
      requestSerialize: bytes,
      requestDeserialize: bytes,
      responseSerialize: bytes,
      responseDeserialize: bytes,
    };
    const open = (stream: ServerDuplexStream<Buffer, Buffer>): void => {
      stream.pause();
      stream.on("error", () => undefined);
      const hello = { inFlightMax: 1_000, results: [], draining: false, process: "", clockAheadSeconds: 0 };
      stream.write(Buffer.from(DispatchResponse.encode(hello).finish()));
      core.opened = true;
    };
    core.#server.addService(
      { Dispatch: { path: dispatchPath, requestStream: true, responseStream: true, ...codec } },
      { Dispatch: open },
    );
    const pair = { cert_chain: Buffer.from(cert), private_key: Buffer.from(key) };
    const credentials = ServerCredentials.createSsl(Buffer.from(ca), [pair], true);
    core.port = await new Promise((resolve, reject) => {
      core.#server.bindAsync("127.0.0.1:0", credentials, (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    return core;
  }

  [Symbol.dispose](): void {
    this.#server.forceShutdown();
  }
}
