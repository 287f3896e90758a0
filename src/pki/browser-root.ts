import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { readIfThere } from "../files/read.ts";
import { constrainedRoot, serverLimits } from "./authority.ts";
import { writeAtomically } from "./files.ts";
import { loadRoot, publicHosts } from "./installation.ts";
import { layout } from "./names.ts";

/** The tier root as browsers may trust it. */
export interface BrowserRoot {
  /** Its PEM file. */
  readonly file: string;
  /** The only servers for which the certificate counts. */
  readonly names: readonly string[];
}

/**
 * Makes the certificate of the tier root that is limited to the names of the public HTTPS certificate, unless its file has it already.
 * @throws PkiError without a tier root
 */
export function browserRoot(dir: string, now = new Date()): BrowserRoot {
  const files = layout(dir);
  const file = join(files.tierDir, "browser-root.crt");
  const names = publicHosts(dir);
  const root = loadRoot(files);
  if (!isFor(readIfThere(file), new X509Certificate(root.cert), serverLimits(names)))
    writeAtomically(file, constrainedRoot(root, { ...names, now }), 0o644);
  return { file, names: [...names.dns, ...names.ip] };
}

/** Tells whether a certificate is the present root's with these limits. */
function isFor(pem: string | undefined, root: X509Certificate, limits: Uint8Array): boolean {
  if (pem === undefined) return false;
  try {
    const found = new X509Certificate(pem);
    return found.verify(root.publicKey) && found.raw.includes(Buffer.from(limits));
  } catch {
    return false;
  }
}
