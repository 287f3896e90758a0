// The codecs of all RPCs by gRPC path, as ts-proto generates them. Callers of the core encode and decode with them.
import { readdirSync } from "node:fs";
import { join } from "node:path";

interface Codec {
  readonly path: string;
  requestSerialize(message: unknown): Buffer;
  requestDeserialize(bytes: Buffer): unknown;
  responseDeserialize(bytes: Buffer): unknown;
}

const gen = join(import.meta.dirname, "../../gen/ts/pda");
const codecs = new Map<string, Codec>();
for (const file of readdirSync(gen, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith("_service.ts")) continue;
  const exported: Record<string, unknown> = await import(join(gen, file));
  for (const [name, service] of Object.entries(exported))
    if (name.endsWith("ServiceService"))
      for (const codec of Object.values(service as Record<string, Codec>)) codecs.set(codec.path, codec);
}

/** Returns the codec of an RPC. @param path gRPC path */
export function codecOf(path: string): Codec {
  const codec = codecs.get(path);
  if (!codec) throw new Error(`no RPC ${path}`);
  return codec;
}
