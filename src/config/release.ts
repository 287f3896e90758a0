// The release that runs. package.json is the only place of the version; the contract, the command line and the documents take it from there.
import { readFileSync } from "node:fs";

interface Manifest {
  readonly version: string;
  /** The name that npm itself gives to the commit of a package. */
  readonly gitHead?: string;
}

const manifest: Manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** Version and commit of the product. */
export const release: { readonly version: string; readonly commit: string | undefined } = {
  version: manifest.version,
  commit: manifest.gitHead,
};
