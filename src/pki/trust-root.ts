import { generateKeyPairSync } from "node:crypto";
import { isThere } from "../files/read.ts";
import { issueTrustRoot } from "../trust/issue/trust-root.ts";
import { certificatesToPem } from "../trust/pem.ts";
import { privateDirectory, requireNoKey, writeNewRoot } from "./files.ts";
import { layout } from "./names.ts";

/**
 * Makes the trust root in `<dir>/trust` unless it exists (P-384, 20 years; the folder 0700, the key 0600).
 * The trust root issues publisher CAs and merchant certificates. The trust root has no part in TLS between tiers.
 * A certificate without its key stays as it is, because the key may be kept offline.
 * @throws PkiError for a key without its certificate
 */
export function ensureTrustRoot(dir: string, organization: string, now = new Date()): { created: boolean } {
  const { trustDir, trustRoot } = layout(dir);
  privateDirectory(trustDir);
  if (isThere(trustRoot.cert)) return { created: false };
  requireNoKey(trustRoot, "the trust root");
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-384" });
  const root = issueTrustRoot({
    key: privateKey,
    organization,
    commonName: `${organization} trust root`,
    issuedAt: now,
  });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  writeNewRoot(trustRoot, { key, cert: certificatesToPem([root]) });
  return { created: true };
}
