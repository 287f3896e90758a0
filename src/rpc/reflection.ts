// gRPC reflection. Its library and the descriptors are loaded at the first question, because most processes are never asked.
import type { handleBidiStreamingCall, MethodDefinition, Server, ServerDuplexStream } from "@grpc/grpc-js";

type Bytes = ServerDuplexStream<Buffer, Buffer>;
type Reflection = MethodDefinition<object, object> & { handle: handleBidiStreamingCall<object, object> };

const paths = ["v1", "v1alpha"].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
);
const same = (bytes: Buffer): Buffer => bytes;

/** Serves both versions of gRPC reflection for the named services. */
export function addReflection(server: Server, services: readonly string[]): void {
  let loaded: ReturnType<typeof load> | undefined;
  for (const path of paths) {
    const codec = {
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: same,
      responseDeserialize: same,
    };
    const answer = async (stream: Bytes): Promise<void> => {
      loaded ??= load(services);
      const reflection = (await loaded).get(path) as Reflection;
      reflection.handle(decoded(stream, reflection));
    };
    server.addService(
      { [path]: { path, requestStream: true, responseStream: true, ...codec } },
      { [path]: (stream: Bytes) => void answer(stream).catch((error) => stream.emit("error", error)) },
    );
  }
}

async function load(services: readonly string[]): Promise<ReadonlyMap<string, Reflection>> {
  const [{ ReflectionService }, { packageDefinition }] = await Promise.all([
    import("@grpc/reflection"),
    import("./contract.ts"),
  ]);
  const found = new Map<string, Reflection>();
  new ReflectionService(packageDefinition(), { services: [...services] }).addToServer({
    addService: (methods, handlers) => {
      for (const [name, method] of Object.entries(methods))
        found.set(method.path, { ...method, handle: handlers[name] as Reflection["handle"] });
    },
  });
  return found;
}

/** Returns the stream with messages in the place of their bytes, as far as the library uses a stream. */
function decoded(
  stream: Bytes,
  { requestDeserialize, responseSerialize }: Reflection,
): ServerDuplexStream<object, object> {
  return {
    on: (event: string, listen: (message?: object) => void) =>
      stream.on(event, (bytes?: Buffer) => listen(bytes && requestDeserialize(bytes))),
    write: (message: object) => stream.write(responseSerialize(message)),
    end: () => stream.end(),
  } as unknown as ServerDuplexStream<object, object>;
}
