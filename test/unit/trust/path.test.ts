import { expect } from "chai";
import { type Certificate, parseCertificate } from "../../../src/trust/certificate.ts";
import { contextPrimitive } from "../../../src/trust/der/tags.ts";
import {
  context,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  time,
  tlv,
  utf8String,
} from "../../../src/trust/der/writer.ts";
import { EXTENSION } from "../../../src/trust/oids.ts";
import { DEVICE } from "../../../src/trust/path/profile.ts";
import { soundPaths, validatePath } from "../../../src/trust/path.ts";
import * as forged from "./support/forge.ts";
import {
  ca,
  caExtensions,
  caKey,
  caName,
  caWith,
  itJudges,
  judge,
  leaf,
  leafExtensions,
  leafKey,
  leafName,
  opensslAccepts,
  type PathCase,
  root,
  rootKey,
  rootName,
} from "./support/three-tier.ts";

const { NOW } = forged;
const acme = forged.directory(forged.name(["2.5.4.10", "acme"]));
const unknown = (critical: boolean): Uint8Array =>
  forged.extension("1.2.3.4", critical, octetString(Uint8Array.of(1)));
/** A policy with a user notice (RFC 5280 §4.2.1.4). */
const qualifiedPolicy = sequence(
  sequence(
    objectIdentifier("1.2.3"),
    sequence(sequence(objectIdentifier("1.3.6.1.5.5.7.2.2"), sequence(utf8String("notice")))),
  ),
);

/** Extensions of a leaf whose authority key identifier also names the CA certificate by issuer and serial number. */
function leafNaming(issuer: Uint8Array, serial: bigint): Uint8Array[] {
  return [
    forged.basicConstraints(false),
    forged.subjectKeyId(leafKey),
    forged.authorityKeyId(caKey, context(1, forged.directory(issuer)), implicitInteger(2, serial)),
  ];
}

/** `[number] IMPLICIT INTEGER`. */
function implicitInteger(number: number, value: bigint): Uint8Array {
  return tlv(contextPrimitive(number), integer(value).subarray(2));
}

const CASES: readonly PathCase[] = [
  { title: "a plain chain" },
  { title: "a leaf signed by another key", leaf: { signingKey: leafKey }, refused: "SIGNATURE_INVALID@0" },
  { title: "a CA signed by another key", ca: { signingKey: leafKey }, refused: "SIGNATURE_INVALID@1" },
  {
    title: "an issuer of another name",
    leaf: { issuer: forged.name(["2.5.4.3", "Other"]) },
    refused: "UNKNOWN_ISSUER@0",
  },
  {
    title: "a leaf that has ended",
    leaf: { notAfter: time(new Date(NOW.getTime() - 1000)) },
    refused: "EXPIRED@0",
  },
  // RFC 5280 §4.1.2.5 includes the last second; openssl 3.0 leaves it out.
  { title: "a leaf in its last second", leaf: { notAfter: time(NOW) }, opensslAccepts: false },
  { title: "a leaf in its first second", leaf: { notBefore: time(NOW) } },
  {
    title: "a leaf not yet begun",
    leaf: { notBefore: time(new Date(NOW.getTime() + 1000)) },
    refused: "NOT_YET_VALID@0",
  },
  { title: "a CA that has ended", ca: { notAfter: time(forged.YEAR_AGO) }, refused: "EXPIRED@1" },
  {
    title: "a leaf as issuer",
    ca: {
      extensions: [
        forged.basicConstraints(false),
        forged.keyUsageBits(0),
        ...forged.identifiers(caKey, rootKey),
      ],
    },
    refused: "NOT_A_CA@1",
  },
  {
    title: "a CA without keyCertSign",
    ca: {
      extensions: [
        forged.basicConstraints(true),
        forged.keyUsageBits(6),
        ...forged.identifiers(caKey, rootKey),
      ],
    },
    refused: "KEY_USAGE_WRONG@1",
  },
  {
    title: "a CA without key usage",
    ca: { extensions: [forged.basicConstraints(true), ...forged.identifiers(caKey, rootKey)] },
    refused: "KEY_USAGE_WRONG@1",
  },
  {
    title: "basic constraints that are not critical",
    ca: {
      extensions: [
        forged.basicConstraints(true, undefined, false),
        forged.keyUsageBits(5),
        ...forged.identifiers(caKey, rootKey),
      ],
    },
    refused: "EXTENSION_CRITICALITY_WRONG@1",
  },
  {
    title: "a leaf with keyCertSign",
    leaf: {
      extensions: [
        forged.basicConstraints(false),
        forged.keyUsageBits(5),
        ...forged.identifiers(leafKey, caKey),
      ],
    },
    refused: "KEY_USAGE_WRONG@0",
  },
  { title: "an unknown extension", leaf: { extensions: leafExtensions(unknown(false)) } },
  {
    title: "an unknown critical extension",
    leaf: { extensions: leafExtensions(unknown(true)) },
    refused: "CRITICAL_EXTENSION_UNKNOWN@0",
  },
  {
    title: "an unknown critical extension in the CA",
    ca: caWith(unknown(true)),
    refused: "CRITICAL_EXTENSION_UNKNOWN@1",
  },
  {
    title: "policy constraints, which we do not process",
    ca: caWith(forged.extension(EXTENSION.policyConstraints, true, sequence())),
    refused: "POLICY_EXTENSION_UNSUPPORTED@1",
    opensslAccepts: true,
  },
  {
    title: "inhibitAnyPolicy, which we do not process",
    ca: caWith(forged.extension(EXTENSION.inhibitAnyPolicy, true, integer(0))),
    refused: "POLICY_EXTENSION_UNSUPPORTED@1",
    opensslAccepts: true,
  },
  {
    title: "policy mappings, even when not critical",
    ca: caWith(
      forged.extension(
        EXTENSION.policyMappings,
        false,
        sequence(sequence(objectIdentifier("1.2.3"), objectIdentifier("1.2.4"))),
      ),
    ),
    refused: "POLICY_EXTENSION_UNSUPPORTED@1",
    opensslAccepts: true,
  },
  {
    title: "a critical policy with a qualifier, which we do not interpret",
    ca: caWith(forged.extension(EXTENSION.certificatePolicies, true, qualifiedPolicy)),
    refused: "POLICY_EXTENSION_UNSUPPORTED@1",
    opensslAccepts: true,
  },
  {
    title: "a policy with a qualifier that is not critical",
    ca: caWith(forged.extension(EXTENSION.certificatePolicies, false, qualifiedPolicy)),
  },
  {
    title: "an authority key identifier with issuer and serial number",
    leaf: { extensions: leafNaming(rootName, 77n) },
  },
  {
    title: "an authority key identifier with another serial number",
    leaf: { extensions: leafNaming(rootName, 78n) },
    refused: "UNKNOWN_ISSUER@0",
  },
  {
    title: "an authority key identifier with another issuer",
    leaf: { extensions: leafNaming(leafName, 77n) },
    refused: "UNKNOWN_ISSUER@0",
  },
  {
    title: "a leaf without authority key identifier",
    leaf: { extensions: [forged.basicConstraints(false), forged.subjectKeyId(leafKey)] },
    refused: "KEY_IDENTIFIER_MISSING@0",
  },
  {
    title: "another authority key identifier",
    leaf: { extensions: [forged.basicConstraints(false), ...forged.identifiers(leafKey, leafKey)] },
    refused: "UNKNOWN_ISSUER@0",
  },
  {
    title: "a critical subject key identifier",
    ca: { extensions: [...caExtensions(), forged.subjectKeyId(caKey, true), forged.authorityKeyId(rootKey)] },
    refused: "EXTENSION_CRITICALITY_WRONG@1",
  },
  { title: "an empty subject", leaf: { subject: sequence() }, refused: "NAME_EMPTY@0" },
  {
    title: "a serial number of zero (RFC 5280 §4.1.2.2), which openssl verify does not look at",
    leaf: { serial: 0n },
    refused: "SERIAL_NUMBER_NOT_POSITIVE@0",
    opensslAccepts: true,
  },
  {
    title: "a negative serial number",
    leaf: { serial: -1n },
    refused: "SERIAL_NUMBER_NOT_POSITIVE@0",
    opensslAccepts: true,
  },
  {
    title: "a CA with a serial number of zero",
    ca: { serial: 0n },
    refused: "SERIAL_NUMBER_NOT_POSITIVE@1",
    opensslAccepts: true,
  },
];

describe("validatePath (RFC 5280 §6) by the profile of a device", () => {
  CASES.forEach(itJudges);

  it("holds intermediates to each path length, self-issued ones apart", () => {
    const subKey = forged.p256();
    const sub = forged.forge({
      subject: forged.name(["2.5.4.3", "Sub"]),
      issuer: caName,
      key: subKey,
      signingKey: caKey,
      extensions: [...caExtensions(), ...forged.identifiers(subKey, caKey)],
    });
    const under = forged.forge({
      subject: leafName,
      issuer: forged.name(["2.5.4.3", "Sub"]),
      key: leafKey,
      signingKey: subKey,
      extensions: [forged.basicConstraints(false), ...forged.identifiers(leafKey, subKey)],
    });
    const limited = (limit: number) =>
      ca({ extensions: [...caExtensions(limit), ...forged.identifiers(caKey, rootKey)] });
    expect(judge(under, [sub, limited(0)])).to.equal("PATH_LENGTH_EXCEEDED@2");
    expect(judge(under, [sub, limited(1)])).to.equal("valid");

    const nextKey = forged.p256();
    const rollover = forged.forge({
      subject: caName,
      issuer: caName,
      key: nextKey,
      signingKey: caKey,
      extensions: [...caExtensions(), ...forged.identifiers(nextKey, caKey)],
    });
    const byNext = leaf({
      signingKey: nextKey,
      extensions: [forged.basicConstraints(false), ...forged.identifiers(leafKey, nextKey)],
    });
    expect(judge(byNext, [rollover, limited(0)])).to.equal("valid");
    expect(opensslAccepts(byNext, [rollover, limited(0)])).to.equal(true);
  });

  it("holds to the path length and name constraints of the trust anchor", () => {
    const strictRoot = root({
      extensions: [...caExtensions(0), forged.subjectKeyId(rootKey), forged.nameConstraints([acme])],
    });
    expect(judge(leaf(), [ca()], [strictRoot])).to.equal("PATH_LENGTH_EXCEEDED@2");
    const namedRoot = root({
      extensions: [...caExtensions(), forged.subjectKeyId(rootKey), forged.nameConstraints([acme])],
    });
    expect(judge(leaf(), [ca()], [namedRoot])).to.equal("NAME_NOT_PERMITTED@1");
  });

  it("finds the issuer by key identifier among CAs of one name, in any order, with copies and the root among them", () => {
    const otherKey = forged.p256();
    const other = ca({
      key: otherKey,
      extensions: [...caExtensions(), ...forged.identifiers(otherKey, rootKey)],
    });
    expect(judge(leaf(), [other, root(), ca(), other])).to.equal("valid");
  });

  it("takes the CA certificate that is valid at the time, of two for one key", () => {
    const ended = ca({ serial: 1n, notAfter: time(new Date("2026-06-01T00:00:00Z")) });
    const current = ca({ serial: 2n });
    expect(judge(leaf(), [ended, current])).to.equal("valid");
    expect(judge(leaf(), [ended])).to.equal("EXPIRED@1");
    const both = soundPaths(
      {
        leaf: parseCertificate(leaf()),
        intermediates: [ended, current].map(parseCertificate),
        anchors: [parseCertificate(root())],
      },
      DEVICE,
    );
    expect(both.sound && both.paths.length).to.equal(2);
  });

  it("refuses foreign roots, missing intermediates, the anchor itself, loops and crowds", () => {
    expect(judge(leaf(), [ca()], [])).to.equal("UNKNOWN_ISSUER@1");
    expect(judge(leaf(), [])).to.equal("UNKNOWN_ISSUER@0");
    const anchor = root();
    expect(judge(anchor, [], [anchor])).to.equal("LEAF_IS_TRUST_ANCHOR@0");
    const impostor = root({
      key: leafKey,
      signingKey: leafKey,
      extensions: [...caExtensions(), forged.subjectKeyId(leafKey)],
    });
    expect(judge(leaf(), [ca()], [impostor])).to.equal("UNKNOWN_ISSUER@1");
    const sameIdentifier = root({ key: leafKey, signingKey: leafKey });
    expect(judge(leaf(), [ca()], [sameIdentifier])).to.equal("SIGNATURE_INVALID@1");
    const crossA = ca({
      issuer: leafName,
      signingKey: leafKey,
      extensions: [...caExtensions(), ...forged.identifiers(caKey, leafKey)],
    });
    const crossB = forged.forge({
      subject: leafName,
      issuer: caName,
      key: leafKey,
      signingKey: caKey,
      extensions: [...caExtensions(), ...forged.identifiers(leafKey, caKey)],
    });
    expect(judge(leaf(), [crossA, crossB])).to.equal("UNKNOWN_ISSUER@2");
    const crowd = [1n, 2n, 3n, 4n, 5n].map((serial) => ca({ serial }));
    expect(judge(leaf(), crowd)).to.match(/^TOO_MANY_CERTIFICATES/);
  });

  it("does not let a certificate of the caller stand in for the anchor", () => {
    const certificates: Certificate[] = [root(), ca()].map(parseCertificate);
    const result = validatePath(
      { leaf: parseCertificate(leaf()), intermediates: certificates, anchors: [] },
      DEVICE,
      NOW,
    );
    expect(result.valid).to.equal(false);
  });
});
