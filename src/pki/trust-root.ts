import { generateKeyPairSync } from "node:crypto";
import { isThere } from "../files/read.ts";
import { issueTrustRoot } from "../trust/issue/trust-root.ts";
import { certificatesToPem } from "../trust/pem.ts";
import { privateDirectory, writeAtomically } from "./files.ts";
import { layout } from "./names.ts";

/**
 * Makes the trust root in `<dir>/trust` unless it exists (P-384, 20 years; the folder 0700, the key 0600).
 * The trust root issues publisher CAs and merchant certificates. The trust root has no part in TLS between tiers.
 * A key without a certificate, from an interrupted start, is replaced. A certificate without its key stays for people to examine.
 */
export function ensureTrustRoot(dir: string, organization: string, now = new Date()): { created: boolean } {
  const { trustDir, trustRoot } = layout(dir);
  privateDirectory(trustDir);
  if (isThere(trustRoot.cert)) return { created: false };
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
