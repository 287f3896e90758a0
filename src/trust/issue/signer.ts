import { createPublicKey, type KeyObject, sign } from "node:crypto";
import { objectIdentifier, sequence } from "../der/writer.ts";
import { SIGNATURE } from "../oids.ts";
import { IssueError } from "./error.ts";

/** A key that signs X.509 structures. Its curve determines the hash and the algorithm identifier. */
export interface Signer {
  /** SubjectPublicKeyInfo of the key, DER. */
  readonly spki: Uint8Array;
  /** AlgorithmIdentifier, DER. */
  readonly algorithm: Uint8Array;
  sign(bytes: Uint8Array): Uint8Array;
}

const CURVES = new Map([
  ["prime256v1", { hash: "sha256", oid: SIGNATURE.ecdsaSha256 }],
  ["secp384r1", { hash: "sha384", oid: SIGNATURE.ecdsaSha384 }],
]);

/** @throws {IssueError} KEY_NOT_ALLOWED for a public key or any other kind of key */
export function signerOf(key: KeyObject): Signer {
  const curve = key.type === "private" ? CURVES.get(key.asymmetricKeyDetails?.namedCurve ?? "") : undefined;
  if (curve === undefined) throw new IssueError("KEY_NOT_ALLOWED");
  return {
    spki: createPublicKey(key).export({ format: "der", type: "spki" }),
    algorithm: sequence(objectIdentifier(curve.oid)),
    sign: (bytes) => sign(curve.hash, bytes, { key, dsaEncoding: "der" }),
  };
}
