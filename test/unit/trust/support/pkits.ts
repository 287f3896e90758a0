import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sameName } from "../../../../src/trust/certificate/name.ts";
import { type Certificate, parseCertificate } from "../../../../src/trust/certificate.ts";
import { type Crl, parseCrl } from "../../../../src/trust/crl.ts";
import { TrustInputError } from "../../../../src/trust/error.ts";
import type { CertificationParameters } from "../../../../src/trust/path/certification.ts";
import { signatureVerifies } from "../../../../src/trust/path/signature.ts";
import { p256 } from "./forge.ts";
import { adopt, type Document } from "./pki.ts";

/** A chain with CRLs as documents that can be changed and signed again. */
export interface Scene {
  readonly title: string;
  readonly leaf: Document;
  readonly certificates: readonly Document[];
  readonly anchor: Document;
  readonly crls: readonly Document[];
  readonly parameters: CertificationParameters;
}

interface Case {
  readonly id: string;
  readonly name: string;
  readonly cert: string;
  readonly other_certs?: readonly string[];
  readonly crls?: readonly string[];
  readonly params?: {
    readonly user_initial_policy_set?: readonly string[];
    readonly initial_explicit_policy?: boolean;
    readonly initial_policy_mapping_inhibit?: boolean;
    readonly initial_any_policy_inhibit?: boolean;
  };
}

const TIME = new Date("2024-01-01T00:00:00Z");

/** The cases of NIST PKITS with keys of ours, as far as their documents can be read. */
export function pkitsScenes(casesFile: string, folder: string): Scene[] {
  const keys = new Map<string, KeyObject>();
  const keyOf = (spki: Uint8Array): KeyObject => {
    const name = Buffer.from(spki).toString("base64");
    const key = keys.get(name) ?? p256();
    keys.set(name, key);
    return key;
  };
  const certificate = (name: string) =>
    readable(() => parseCertificate(readFileSync(join(folder, "certs", name))));
  const crl = (name: string) => readable(() => parseCrl(readFileSync(join(folder, "crls", name))));
  const anchor = certificate("TrustAnchorRootCertificate.crt") as Certificate;
  const cases = JSON.parse(readFileSync(casesFile, "utf8")) as readonly Case[];
  return cases.flatMap(({ id, name, cert, other_certs, crls, params }) => {
    const leaf = certificate(cert);
    if (leaf === undefined) return [];
    const others = (other_certs ?? []).flatMap((file) => certificate(file) ?? []);
    const pool = [...others, anchor];
    const adoptCertificate = (item: Certificate): Document =>
      adopt("certificate", item.der, {
        own: keyOf(item.publicKey.encoding),
        signing: keyOf(signerOf(item, pool)),
      });
    const adoptCrl = (item: Crl): Document =>
      adopt("crl", item.der, { own: undefined, signing: keyOf(signerOf(item, pool)) });
    return {
      title: `${id} ${name}`,
      leaf: adoptCertificate(leaf),
      certificates: others.map(adoptCertificate),
      anchor: adoptCertificate(anchor),
      crls: ["TrustAnchorRootCRL.crl", ...(crls ?? [])].flatMap((file) => crl(file) ?? []).map(adoptCrl),
      parameters: {
        time: TIME,
        requireExplicitPolicy: params?.initial_explicit_policy ?? false,
        inhibitPolicyMapping: params?.initial_policy_mapping_inhibit ?? false,
        inhibitAnyPolicy: params?.initial_any_policy_inhibit ?? false,
        ...(params?.user_initial_policy_set === undefined
          ? {}
          : { acceptablePolicies: params.user_initial_policy_set }),
      },
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

function readable<Item>(read: () => Item): Item | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TrustInputError) return undefined;
    throw error;
  }
}
