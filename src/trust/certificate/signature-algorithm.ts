import { type DerElement, DerReader } from "../der/reader.ts";
import { TAG } from "../der/tags.ts";
import { assertDer, readOid } from "../der/values.ts";
import { SIGNATURE } from "../oids.ts";

/** The key type and the hash that check a signature. */
export interface SignatureScheme {
  readonly keyType: "ec" | "rsa";
  readonly hash: "sha256" | "sha384" | "sha512";
}

/** The AlgorithmIdentifier of a signature. */
export interface SignatureAlgorithm {
  readonly oid: string;
  readonly encoding: Uint8Array;
  /** Undefined for an algorithm that is not allowed. The certificate is then readable but never trusted. */
  readonly scheme: SignatureScheme | undefined;
}

const SCHEMES: ReadonlyMap<string, SignatureScheme> = new Map([
  [SIGNATURE.ecdsaSha256, { keyType: "ec", hash: "sha256" }],
  [SIGNATURE.ecdsaSha384, { keyType: "ec", hash: "sha384" }],
  [SIGNATURE.ecdsaSha512, { keyType: "ec", hash: "sha512" }],
  [SIGNATURE.rsaSha256, { keyType: "rsa", hash: "sha256" }],
  [SIGNATURE.rsaSha384, { keyType: "rsa", hash: "sha384" }],
  [SIGNATURE.rsaSha512, { keyType: "rsa", hash: "sha512" }],
]);

/** Reads the next element as an AlgorithmIdentifier of a signature. */
export function readSignatureAlgorithm(reader: DerReader): SignatureAlgorithm {
  const element = reader.read(TAG.sequence);
  const inside = DerReader.inside(element);
  const oid = readOid(inside);
  const parameters = inside.atEnd ? undefined : inside.readAny();
  inside.end();
  if (parameters !== undefined) assertDer(parameters);
  const scheme = SCHEMES.get(oid);
  const allowed = scheme !== undefined && parametersAreRight(scheme, parameters);
  return { oid, encoding: element.encoding, scheme: allowed ? scheme : undefined };
}

/** ECDSA has no parameters (RFC 5758 §3.2), RSA has NULL (RFC 4055 §5). */
function parametersAreRight(scheme: SignatureScheme, parameters: DerElement | undefined): boolean {
  return scheme.keyType === "ec" ? parameters === undefined : parameters?.tag === TAG.null;
}
