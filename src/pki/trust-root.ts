import { generateKeyPairSync } from "node:crypto";
import { isThere } from "../files/read.ts";
import { issueTrustRoot } from "../trust/issue/trust-root.ts";
import { certificatesToPem } from "../trust/pem.ts";
import { privateDirectory, writeAtomically } from "./files.ts";
import { layout } from "./names.ts";

/**
 * Makes the trust root, which publisher CAs and merchant certificates come from and which has no part in TLS between tiers, in
 * `<dir>/trust` (P-384, 20 years; the folder 0700, the key 0600) unless it exists. A key without a certificate, from a start that was
 * interrupted, is replaced; a certificate without its key is left for people to look at.
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
