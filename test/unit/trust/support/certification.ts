import { expect } from "chai";
import { type Files, opensslVerdict, ourVerdict, type Parameters } from "./both-judges.ts";
import * as forged from "./forge.ts";

export const rootKey = forged.p256();
export const caKey = forged.p256();
export const leafKey = forged.p256();
export const rootName = forged.name(["2.5.4.3", "Root"]);
export const caName = forged.name(["2.5.4.3", "CA"]);
export const leafName = forged.name(["2.5.4.3", "Leaf"]);
export const LEAF_SERIAL = 4242n;
export const CA_SERIAL = 4141n;

const CRL_SIGN = 6;

export function root(...more: readonly Uint8Array[]): Uint8Array {
  return forged.forge({
    subject: rootName,
    issuer: rootName,
    key: rootKey,
    signingKey: rootKey,
    extensions: [
      forged.basicConstraints(true),
      forged.keyUsageBits(forged.KEY_CERT_SIGN, CRL_SIGN),
      forged.subjectKeyId(rootKey),
      ...more,
    ],
  });
}

export function ca(extensions: readonly Uint8Array[] = [], change: Partial<forged.Forgery> = {}): Uint8Array {
  return forged.forge({
    subject: caName,
    issuer: rootName,
    key: caKey,
    signingKey: rootKey,
    serial: CA_SERIAL,
    extensions: [
      forged.basicConstraints(true),
      forged.keyUsageBits(forged.KEY_CERT_SIGN, CRL_SIGN),
      ...forged.identifiers(change.key ?? caKey, change.signingKey ?? rootKey),
      ...extensions,
    ],
    ...change,
  });
}

export function leaf(
  extensions: readonly Uint8Array[] = [],
  change: Partial<forged.Forgery> = {},
): Uint8Array {
  return forged.forge({
    subject: leafName,
    issuer: caName,
    key: leafKey,
    signingKey: caKey,
    serial: LEAF_SERIAL,
    extensions: [
      forged.basicConstraints(false),
      forged.keyUsageBits(forged.DIGITAL_SIGNATURE),
      ...forged.identifiers(change.key ?? leafKey, change.signingKey ?? caKey),
      ...extensions,
    ],
    ...change,
  });
}

/** Our verdict in words: `valid`, or the reason and where. Without CRLs, revocation is not asked for. */
export function verdictOf(files: Partial<Files>, parameters: Partial<Parameters> = {}): string {
  const whole = { leaf: leaf(), certificates: [ca()], anchor: root(), crls: [], ...files };
  const { verdict } = ourVerdict(whole, { time: forged.NOW, ...parameters });
  if (typeof verdict === "string") return verdict;
  return verdict.valid ? "valid" : `${verdict.reason}@${verdict.certificateIndex}`;
}

export interface Judged {
  readonly title: string;
  readonly files: () => Partial<Files>;
  readonly parameters?: Partial<Parameters>;
  /** Undefined: valid. */
  readonly refused?: string;
  /** Where openssl 3.0 judges otherwise, with the reason in the title. */
  readonly opensslAccepts?: boolean;
}

/** One test: our verdict as the case says, and openssl's the same unless the case says otherwise. */
export function itJudges({ title, files, parameters, refused, opensslAccepts }: Judged): void {
  it(`${refused === undefined ? "accepts" : "refuses"} ${title}`, () => {
    const whole = { leaf: leaf(), certificates: [ca()], anchor: root(), crls: [], ...files() };
    expect(verdictOf(whole, parameters)).to.equal(refused ?? "valid");
    const second = opensslVerdict(whole, { time: forged.NOW, ...parameters });
    expect(second.ok, second.output).to.equal(opensslAccepts ?? refused === undefined);
  });
}
