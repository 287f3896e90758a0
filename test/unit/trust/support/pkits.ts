import type { KeyObject } from "node:crypto";
import { sameName } from "../../../../src/trust/certificate/name.ts";
import type { Certificate } from "../../../../src/trust/certificate.ts";
import type { Crl } from "../../../../src/trust/crl.ts";
import { signatureVerifies } from "../../../../src/trust/path/signature.ts";
import { readCases, TIME } from "../../../vectors/suites/pkits.ts";
import type { Parameters } from "./both-judges.ts";
import { p256 } from "./forge.ts";
import { adopt, type Document } from "./pki.ts";

/** A chain with CRLs as documents that can be changed and signed again. */
export interface Scene {
  readonly title: string;
  readonly leaf: Document;
  readonly certificates: readonly Document[];
  readonly anchor: Document;
  readonly crls: readonly Document[];
  readonly parameters: Parameters;
}

/** The cases of NIST PKITS with keys of ours, as far as their documents can be read. */
export function pkitsScenes(): Scene[] {
  const keys = new Map<string, KeyObject>();
  const keyOf = (spki: Uint8Array): KeyObject => {
    const name = Buffer.from(spki).toString("base64");
    const key = keys.get(name) ?? p256();
    keys.set(name, key);
    return key;
  };
  return readCases().flatMap(({ title, leaf, intermediates, anchor, crls, policies }) => {
    if (typeof leaf === "string") return [];
    const pool = [...intermediates, anchor];
    const adoptCertificate = (item: Certificate): Document =>
      adopt("certificate", item.der, {
        own: keyOf(item.publicKey.encoding),
        signing: keyOf(signerOf(item, pool)),
      });
    const adoptCrl = (item: Crl): Document =>
      adopt("crl", item.der, { own: undefined, signing: keyOf(signerOf(item, pool)) });
    return {
      title,
      leaf: adoptCertificate(leaf),
      certificates: intermediates.map(adoptCertificate),
      anchor: adoptCertificate(anchor),
      crls: crls.map(adoptCrl),
      parameters: { time: TIME, policies },
    };
  });
}

/** Public key that signed it; that of nobody where none verifies, as in the cases with bad signatures. */
function signerOf(item: Certificate | Crl, pool: readonly Certificate[]): Uint8Array {
  const { scheme } = item.signatureAlgorithm;
  const signer = pool.find(
    ({ subject, publicKey }) =>
      scheme !== undefined &&
      sameName(subject, item.issuer) &&
      signatureVerifies(publicKey, scheme, item.signedBytes, item.signature),
  );
  return signer?.publicKey.encoding ?? Buffer.from(`nobody ${item.fingerprint}`);
}
