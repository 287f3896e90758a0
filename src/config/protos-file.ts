import { fileURLToPath } from "node:url";
import { release } from "./release.ts";

/** Returns the file of the packed protos, which `make protos` writes: the archive or the descriptor set. */
export function protosFile(kind: "tar.gz" | "binpb"): string {
  return fileURLToPath(new URL(`../../build/protos/pda-protos-${release.version}.${kind}`, import.meta.url));
}
