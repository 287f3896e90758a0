import { expect } from "chai";
import { parseCertificate } from "../../../../src/trust/certificate.ts";
import { DEVICE } from "../../../../src/trust/path/profile.ts";
import type { PathReason } from "../../../../src/trust/path/reason.ts";
import { validatePath } from "../../../../src/trust/path.ts";
import * as forged from "./forge.ts";
import { opensslVerify } from "./openssl.ts";

const { KEY_CERT_SIGN, DIGITAL_SIGNATURE, NOW } = forged;
export const rootKey = forged.p256();
export const caKey = forged.p256();
export const leafKey = forged.p256();
export const rootName = forged.name(["2.5.4.3", "Root"]);
export const caName = forged.name(["2.5.4.3", "CA"]);
export const leafName = forged.name(["2.5.4.10", "Leaf"]);

export type Change = Partial<forged.Forgery>;

export function root(change: Change = {}): Uint8Array {
  return forged.forge({
    subject: rootName,
    issuer: rootName,
    key: rootKey,
    signingKey: rootKey,
    extensions: [...caExtensions(), forged.subjectKeyId(rootKey)],
    ...change,
  });
}

export function ca(change: Change = {}): Uint8Array {
  return forged.forge({
    subject: caName,
    issuer: rootName,
    key: caKey,
    signingKey: rootKey,
    extensions: [...caExtensions(), ...forged.identifiers(caKey, rootKey)],
    ...change,
  });
}

export function leaf(change: Change = {}): Uint8Array {
  return forged.forge({
    subject: leafName,
    issuer: caName,
    key: leafKey,
    signingKey: caKey,
    extensions: leafExtensions(),
    ...change,
  });
}

export function caExtensions(pathLength?: number): Uint8Array[] {
  return [forged.basicConstraints(true, pathLength), forged.keyUsageBits(KEY_CERT_SIGN)];
}

export function leafExtensions(...more: readonly Uint8Array[]): Uint8Array[] {
  return [
    forged.basicConstraints(false),
    forged.keyUsageBits(DIGITAL_SIGNATURE),
    ...forged.identifiers(leafKey, caKey),
    ...more,
  ];
}

/** CA extensions with others beside them. */
export function caWith(...more: readonly Uint8Array[]): Change {
  return { extensions: [...caExtensions(), ...forged.identifiers(caKey, rootKey), ...more] };
}

export function judge(
  leafDer: Uint8Array,
  intermediates: readonly Uint8Array[],
  anchors = [root()],
  time = NOW,
) {
  const result = validatePath(
    {
      leaf: parseCertificate(leafDer),
      intermediates: intermediates.map(parseCertificate),
      anchors: anchors.map(parseCertificate),
    },
    DEVICE,
    time,
  );
  return result.valid ? ("valid" as const) : `${result.reason}@${result.certificateIndex}`;
}

export function opensslAccepts(
  leafDer: Uint8Array,
  intermediates: readonly Uint8Array[],
  time = NOW,
): boolean {
  return opensslVerify({ leaf: leafDer, intermediates, anchors: [root()] }, time).ok;
}

/** A change to the plain chain of root, CA and leaf, and what comes of it. */
export interface PathCase {
  readonly title: string;
  readonly leaf?: Change;
  readonly ca?: Change;
  /** Undefined: valid. */
  readonly refused?: `${PathReason}@${number}`;
  /** Where openssl 3.0 judges otherwise; each has its reason in the title or in path.ts. */
  readonly opensslAccepts?: boolean;
}

/** One test: our verdict as the case says, and openssl's the same unless the case says otherwise. */
export function itJudges({
  title,
  leaf: leafChange,
  ca: caChange,
  refused,
  opensslAccepts: theirs,
}: PathCase): void {
  it(`${refused === undefined ? "accepts" : "refuses"} ${title}`, () => {
    const [leafDer, caDer] = [leaf(leafChange), ca(caChange)];
    expect(judge(leafDer, [caDer])).to.equal(refused ?? "valid");
    expect(opensslAccepts(leafDer, [caDer]), "openssl").to.equal(theirs ?? refused === undefined);
  });
}
