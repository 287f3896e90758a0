import { createPublicKey, type KeyObject, sign } from "node:crypto";
import { objectIdentifier, sequence } from "../../../../src/trust/der/writer.ts";
import { TAG } from "../../../../src/trust/der/tags.ts";
import { SIGNATURE } from "../../../../src/trust/oids.ts";
import { copy, toBytes, toTree, type Tree } from "./der-tree.ts";

/** A certificate or CRL whose parts can be changed before it is signed again. */
export interface Document {
  readonly kind: "certificate" | "crl";
  /** tbsCertificate or tbsCertList, with a public key of ours. */
  readonly body: Tree;
  readonly signingKey: KeyObject;
}

const ECDSA_SHA256 = toTree(sequence(objectIdentifier(SIGNATURE.ecdsaSha256)));

/** Signed, whatever its body has become. */
export function signedAgain({ body, signingKey }: Document): Uint8Array {
  const tbs = toBytes(body);
  const signature = sign("sha256", tbs, signingKey);
  return toBytes({
    tag: TAG.sequence,
    octets: tbs,
    children: [
      body,
      copy(ECDSA_SHA256),
      { tag: TAG.bitString, octets: Buffer.concat([Uint8Array.of(0), signature]), children: undefined },
    ],
  });
}

/** A document made by others, to be signed by keys of ours: `spkiKey` takes the place of its public key. */
export function adopt(
  kind: Document["kind"],
  bytes: Uint8Array,
  keys: { readonly own: KeyObject | undefined; readonly signing: KeyObject },
): Document {
  const body = toTree(bytes).children?.[0];
  if (body?.children === undefined) throw new Error("a signed document has a body");
  // The algorithm is the first SEQUENCE; in certificates the public key is the sixth field after the version.
  const algorithmAt = body.children.findIndex(({ tag }) => tag === TAG.sequence);
  body.children[algorithmAt] = copy(ECDSA_SHA256);
  if (keys.own !== undefined) {
    const spki = createPublicKey(keys.own).export({ format: "der", type: "spki" });
    body.children[algorithmAt + 4] = toTree(spki);
  }
  return { kind, body, signingKey: keys.signing };
}

export function copyDocument(document: Document): Document {
  return { ...document, body: copy(document.body) };
}
