import { createPrivateKey, X509Certificate } from "node:crypto";
import { type KeyFiles } from "./names.ts";
import { PkiError } from "./problem.ts";

/** A checked certificate, with its key and roots for a TLS socket. */
export interface Material {
  /** PEM. */
  readonly cert: string;
  /** PEM, PKCS #8. */
  readonly key: string;
  /** PEM, one or more tier roots. */
  readonly ca: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** The properties that a certificate must have. */
export interface Expectation {
  what: string;
  files: KeyFiles;
  /** The only SPIFFE id that the certificate may carry. Undefined for a public HTTPS certificate, which must carry none. */
  spiffeId: string | undefined;
  usages: readonly ("client" | "server")[];
  /** Advice how to get a new certificate, as a sentence for people: `run: pda pki renew`. */
  renew: string;
  now: Date;
}

const USAGE_OID = { server: "1.3.6.1.5.5.7.3.1", client: "1.3.6.1.5.5.7.3.2" } as const;
const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

function parseAll(pem: string, what: string, advice: string): X509Certificate[] {
  const blocks = pem.match(PEM_BLOCK) ?? [];
  try {
    if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block));
  } catch {
    // The error below covers this case and a file without any certificate.
  }
  throw new PkiError(`${what} is not a PEM certificate`, advice);
}

/**
 * Returns the URI names of a certificate.
 * Returns no name when Node quoted one, because text inside the quotes could look like another name.
 */
export function uriNames(certificate: X509Certificate): string[] {
  const names = certificate.subjectAltName ?? "";
  if (names.includes('"')) return [];
  return names
    .split(", ")
    .filter((name) => name.startsWith("URI:"))
    .map((name) => name.slice(4));
}

type Subject = Pick<Expectation, "what" | "files" | "renew" | "now">;

function checkTimes(leaf: X509Certificate, { what, files, renew, now }: Subject): void {
  if (now > leaf.validToDate) {
    throw new PkiError(`${what} expired on ${leaf.validToDate.toISOString()}: ${files.cert}`, renew);
  }
  if (now < leaf.validFromDate) {
    throw new PkiError(
      `${what} is not valid before ${leaf.validFromDate.toISOString()}: ${files.cert}`,
      `set this machine's clock, or ${renew}`,
    );
  }
}

function checkIssuer(
  leaf: X509Certificate,
  roots: X509Certificate[],
  { what, files, renew, now }: Expectation,
): void {
  const issuer = roots.find((root) => root.ca && leaf.checkIssued(root) && leaf.verify(root.publicKey));
  if (!issuer) {
    throw new PkiError(`${what} was not issued by this installation's tier root: ${files.cert}`, renew);
  }
  if (now > issuer.validToDate || now < issuer.validFromDate) {
    throw new PkiError(
      `the tier root that issued ${files.cert} is valid from ${issuer.validFromDate.toISOString()} to ${issuer.validToDate.toISOString()}`,
      "run: pda pki init --replace-root",
    );
  }
}

function checkNames(leaf: X509Certificate, { what, files, spiffeId, usages, renew }: Expectation): void {
  const uris = uriNames(leaf);
  if (spiffeId === undefined ? uris.length > 0 : uris.length !== 1 || uris[0] !== spiffeId) {
    throw new PkiError(
      `${what} is for ${uris.join(", ") || "no SPIFFE id"}, not for ${spiffeId ?? "public HTTPS"}: ${files.cert}`,
      `check trustDomain and the file, or ${renew}`,
    );
  }
  // Node names the extended key usages `keyUsage`.
  const allowed = leaf.keyUsage ?? [];
  if (leaf.ca || usages.some((usage) => !allowed.includes(USAGE_OID[usage]))) {
    throw new PkiError(
      `${what} must be an end-entity certificate for ${usages.join(" and ")} use: ${files.cert}`,
      renew,
    );
  }
}

function checkKey(leaf: X509Certificate, key: string, { what, files, renew }: Subject): void {
  let matches: boolean;
  try {
    matches = leaf.checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new PkiError(`the key of ${what} is not a PEM private key: ${files.key}`, renew);
  }
  if (!matches) throw new PkiError(`the key ${files.key} does not belong to ${files.cert}`, renew);
}

/**
 * Checks that a certificate of this installation may be used to start a tier.
 * The certificate is from the tier root, valid now, and an end-entity certificate for exactly the expected SPIFFE id.
 * The certificate has the needed extended key usages, and the key belongs to the certificate.
 * @throws PkiError that names the failed condition and the command to run
 */
export function checkMaterial(
  text: { cert: string; key: string; ca: string },
  expected: Expectation,
): Material {
  const [leaf] = parseAll(text.cert, expected.what, expected.renew);
  const roots = parseAll(text.ca, "the tier root", "run: pda pki init");
  if (!leaf) throw new PkiError(`${expected.what} is empty`, expected.renew);
  checkIssuer(leaf, roots, expected);
  checkTimes(leaf, expected);
  checkNames(leaf, expected);
  checkKey(leaf, text.key, expected);
  return Object.freeze({ ...text, notBefore: leaf.validFromDate, notAfter: leaf.validToDate });
}

/**
 * Checks a certificate that a public authority issued (RFC 9110 §4.2.2): it is valid now and the key belongs to it.
 * @throws PkiError like `checkMaterial`
 */
export function checkPublicMaterial(
  text: { cert: string; key: string },
  expected: Subject,
): Omit<Material, "ca"> {
  const [leaf] = parseAll(text.cert, expected.what, expected.renew);
  if (!leaf) throw new PkiError(`${expected.what} is empty`, expected.renew);
  checkTimes(leaf, expected);
  checkKey(leaf, text.key, expected);
  return Object.freeze({ ...text, notBefore: leaf.validFromDate, notAfter: leaf.validToDate });
}
