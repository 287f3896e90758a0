import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { issueTrustRoot } from "../trust/issue/trust-root.ts";
import { certificatesToPem } from "../trust/pem.ts";
import { privateDirectory, readPrivateKey, readText, writeAtomically } from "./files.ts";
import { type KeyFiles, layout } from "./names.ts";

/** The trust root as PEM: what publisher CAs and merchant certificates come from. It has no part in TLS between tiers. */
export interface TrustRootFiles {
  cert: string;
  /** PKCS #8, P-384. */
  key: string;
}

const ADVICE = "run: pda pki init";

/**
 * Makes the trust root in `<dir>/trust` (P-384, 20 years; the folder 0700, the key 0600) unless there is one. A key without a
 * certificate, from a start that was interrupted, is replaced; a certificate without its key is left for people to look at.
 */
export function ensureTrustRoot(dir: string, organization: string, now = new Date()): { created: boolean } {
  const { trustDir, trustRoot } = layout(dir);
  privateDirectory(trustDir);
  if (existsSync(trustRoot.cert)) return { created: false };
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-384" });
  const root = issueTrustRoot({
    key: privateKey,
    organization,
    commonName: `${organization} trust root`,
    issuedAt: now,
  });
  writeAtomically(trustRoot.key, privateKey.export({ type: "pkcs8", format: "pem" }) as string);
  writeAtomically(trustRoot.cert, certificatesToPem([root]));
  return { created: true };
}

/** Reads the trust root. @throws PkiError when a file is missing or the key is open to everyone. */
export function readTrustRoot(dir: string): TrustRootFiles {
  const files: KeyFiles = layout(dir).trustRoot;
  return {
    cert: readText(files.cert, "the trust root", ADVICE),
    key: readPrivateKey(files.key, "the key of the trust root", ADVICE),
  };
}
