import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { type Certificate, parseCertificate } from "../../../src/trust/certificate.ts";
import { type Crl, parseCrl } from "../../../src/trust/crl.ts";
import { octetString, sequence } from "../../../src/trust/der/writer.ts";
import { EXTENSION } from "../../../src/trust/oids.ts";
import { SignatureChecks } from "../../../src/trust/path/signature.ts";
import { validatePath } from "../../../src/trust/path.ts";
import { PROFILE } from "../../vectors/suites/pkits.ts";
import {
  ca,
  caKey,
  caName,
  itJudges,
  type Judged,
  leaf,
  leafKey,
  leafName,
  root,
  rootKey,
  rootName,
  verdictOf,
} from "./support/certification.ts";
import * as forged from "./support/forge.ts";
import * as crls from "./support/forge-crl.ts";
import { inputError } from "./support/reason.ts";

const net = forged.ip(10, 0, 0, 0, 255, 0, 0, 0);
const ipChain =
  (permitted: readonly Uint8Array[], excluded: readonly Uint8Array[], ...names: Uint8Array[]) =>
  () => ({
    certificates: [ca([forged.nameConstraints(permitted, excluded)])],
    leaf: leaf([forged.altNames(...names)]),
  });
const unknown = forged.extension("1.2.3.4", true, octetString(Uint8Array.of(1)));
const CASES: readonly Judged[] = [
  { title: "a plain chain", files: () => ({}) },
  {
    title: "basic constraints that are not critical, which §6.1 does not ask for",
    files: () => ({
      certificates: [
        ca([], {
          extensions: [
            forged.basicConstraints(true, undefined, false),
            forged.keyUsageBits(forged.KEY_CERT_SIGN),
            ...forged.identifiers(caKey, rootKey),
          ],
        }),
      ],
    }),
  },
  {
    title: "a CA without key usage, which may then sign",
    files: () => ({
      certificates: [
        ca([], { extensions: [forged.basicConstraints(true), ...forged.identifiers(caKey, rootKey)] }),
      ],
    }),
  },
  {
    title: "a CA whose key usage leaves out keyCertSign",
    files: () => ({
      certificates: [
        ca([], {
          extensions: [
            forged.basicConstraints(true),
            forged.keyUsageBits(6),
            ...forged.identifiers(caKey, rootKey),
          ],
        }),
      ],
    }),
    refused: "KEY_USAGE_WRONG@1",
  },
  {
    title: "an unknown critical extension",
    files: () => ({ leaf: leaf([unknown]) }),
    refused: "CRITICAL_EXTENSION_UNKNOWN@0",
  },
  {
    title: "a critical subject key identifier",
    files: () => ({
      leaf: leaf([], {
        extensions: [forged.subjectKeyId(leafKey, true), forged.authorityKeyId(caKey)],
      }),
    }),
    refused: "EXTENSION_CRITICALITY_WRONG@0",
  },
  {
    title: "a self-signed certificate below the anchor",
    files: () => ({
      leaf: leaf([], {
        subject: rootName,
        issuer: rootName,
        signingKey: rootKey,
        extensions: [forged.subjectKeyId(leafKey)],
      }),
      certificates: [],
    }),
    refused: "KEY_IDENTIFIER_MISSING@0",
  },
  {
    title: "a key on P-521",
    files: () => ({
      leaf: leaf([], { spki: forged.spkiOf(generateKeyPairSync("ec", { namedCurve: "P-521" }).privateKey) }),
    }),
    refused: "PUBLIC_KEY_NOT_ALLOWED@0",
    opensslAccepts: true,
  },
  {
    title: "a malformed policy qualifier",
    files: () => ({
      leaf: leaf([forged.extension(EXTENSION.certificatePolicies, false, sequence(sequence()))]),
    }),
    refused: "DER_TRUNCATED",
  },
  { title: "an address in the permitted range", files: ipChain([net], [], forged.ip(10, 1, 2, 3)) },
  {
    title: "an address outside the permitted range",
    files: ipChain([net], [], forged.ip(11, 1, 2, 3)),
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "an address in an excluded range",
    files: ipChain([], [net], forged.ip(10, 1, 2, 3)),
    refused: "NAME_EXCLUDED@0",
  },
  { title: "an address outside an excluded range", files: ipChain([], [net], forged.ip(9, 1, 2, 3)) },
  {
    title: "an IPv6 address where only IPv4 is permitted",
    files: ipChain([net], [], forged.ip(...Array.from({ length: 16 }, () => 1))),
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "a mask with a hole, which has no meaning",
    files: ipChain([forged.ip(10, 0, 0, 0, 255, 0, 255, 0)], [], forged.ip(10, 1, 0, 3)),
    refused: "NAME_CONSTRAINT_UNSUPPORTED@0",
    opensslAccepts: true,
  },
  {
    title: "an address of five octets",
    files: ipChain([net], [], forged.ip(10, 1, 2, 3, 4)),
    refused: "NAME_CONSTRAINT_UNSUPPORTED@0",
  },
  {
    title: "an excluded subject in another string type",
    files: () => ({
      certificates: [ca([forged.nameConstraints([], [forged.directory(forged.name(["2.5.4.3", "Bad"]))])])],
      leaf: leaf([], { subject: forged.teletexName("2.5.4.3", "Bad") }),
    }),
    refused: "NAME_CONSTRAINT_UNSUPPORTED@0",
  },
];

const { certificatesMax, crlsMax } = PROFILE.limits;

describe("validatePath (RFC 5280 §6) by the profile of certificates of others", () => {
  CASES.forEach(itJudges);

  const read = (documents: readonly Uint8Array[]): Certificate[] => documents.map(parseCertificate);
  const judge = (certificates: readonly Certificate[], lists?: readonly Crl[]): string => {
    const result = validatePath(
      {
        leaf: parseCertificate(leaf()),
        intermediates: certificates,
        anchors: read([root()]),
        crls: lists ?? [],
      },
      { ...PROFILE, revocation: lists === undefined ? "caller" : "crls" },
      forged.NOW,
    );
    return result.valid ? "valid" : `${result.reason}@${result.certificateIndex}`;
  };
  const serials = (count: number): bigint[] => Array.from({ length: count }, (_, index) => BigInt(index + 1));

  it("limits certificates and CRLs", () => {
    const crowd = read(serials(certificatesMax + 1).map((serial) => ca([], { serial })));
    expect(judge(crowd)).to.equal(`TOO_MANY_CERTIFICATES@${certificatesMax}`);
    expect(judge(crowd.slice(1))).to.equal("valid");
    const list = parseCrl(crls.forgeCrl({ issuer: caName, signingKey: caKey }));
    expect(
      judge(
        read([ca()]),
        Array.from({ length: crlsMax + 1 }, () => list),
      ),
    ).to.equal("TOO_MANY_CRLS@0");
    expect(judge(read([ca()]), [])).to.equal("REVOCATION_STATUS_UNKNOWN@1");
  });

  it("refuses the anchor itself, foreign anchors and missing intermediates", () => {
    const anchor = root();
    expect(verdictOf({ leaf: anchor, anchor })).to.equal("LEAF_IS_TRUST_ANCHOR@0");
    expect(judge([])).to.equal("UNKNOWN_ISSUER@0");
    const impostor = forged.forge({
      subject: rootName,
      issuer: rootName,
      key: leafKey,
      signingKey: leafKey,
      extensions: [forged.basicConstraints(true), forged.subjectKeyId(rootKey)],
    });
    expect(verdictOf({ anchor: impostor })).to.equal("SIGNATURE_INVALID@1");
  });

  it("ends among CAs that all certify each other", () => {
    const names = ["A", "B", "C", "D", "E"].map((letter) => forged.name(["2.5.4.3", letter]));
    const keys = names.map(() => forged.p256());
    const mesh = names.flatMap((subject, to) =>
      names.flatMap((issuer, from) => {
        const [key, signingKey] = [keys[to], keys[from]];
        if (from === to || key === undefined || signingKey === undefined) return [];
        return ca([], {
          subject,
          issuer,
          key,
          signingKey,
          extensions: [
            forged.basicConstraints(true),
            forged.keyUsageBits(forged.KEY_CERT_SIGN),
            ...forged.identifiers(key, signingKey),
          ],
        });
      }),
    );
    const [first, key] = [names[0], keys[0]];
    if (first === undefined || key === undefined) throw new Error("a mesh has CAs");
    const below = leaf([], {
      issuer: first,
      signingKey: key,
      extensions: [forged.basicConstraints(false), ...forged.identifiers(leafKey, key)],
    });
    expect(verdictOf({ leaf: below, certificates: mesh })).to.match(/^UNKNOWN_ISSUER/);
  });

  it("finds the one good path among bad ones with the same name and key identifier", () => {
    const bad = serials(20).map((serial) =>
      ca([], { serial, signingKey: leafKey, extensions: goodCaExtensions() }),
    );
    expect(judge(read([...bad, ca()]))).to.equal("valid");
  });

  it("makes a bounded number of signature checks", () => {
    const checks = new SignatureChecks(2);
    const [authority, anchor] = read([ca(), root()]);
    if (authority === undefined || anchor === undefined) throw new Error("two certificates");
    const [first, second, third] = read(serials(3).map((serial) => leaf([], { serial })));
    if (first === undefined || second === undefined || third === undefined) throw new Error("three leaves");
    expect([first, second, first, third].map((signed) => checks.verify(authority, signed))).to.deep.equal([
      true,
      true,
      true,
      false,
    ]);
    expect(checks.exhausted).to.equal(true);
  });

  it("refuses more name comparisons than are worth their time", () => {
    const many = Array.from({ length: 400 }, (_, index) => forged.dns(`${index}.a.b`));
    const files = {
      certificates: [ca([forged.nameConstraints([], many)])],
      leaf: leaf([forged.altNames(...many.map((_, index) => forged.dns(`x${index}.c`)))]),
    };
    expect(verdictOf(files)).to.equal("NAME_CONSTRAINT_UNSUPPORTED@0");
  });

  it("never fails on a certificate of any bytes with anything but an input error", () => {
    const whole = leaf([
      forged.altNames(forged.ip(1, 2, 3, 4), forged.directory(leafName)),
      crls.distributionPoints({ names: [forged.uri("http://a.example")], reasons: [1] }),
    ]);
    const changes = fc.array(
      fc.record({ at: fc.nat(whole.length - 1), to: fc.integer({ min: 0, max: 255 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(changes, fc.nat(whole.length), (list, length) => {
        const bytes = Uint8Array.from(whole);
        for (const { at, to } of list) bytes[at] = to;
        const cut = length % 3 === 0 ? bytes.subarray(0, length) : bytes;
        if (inputError(() => parseCertificate(cut)) === "accepted") verdictOf({ leaf: cut });
      }),
      { numRuns: 2000, seed: 20270601 },
    );
  });

  function goodCaExtensions(): Uint8Array[] {
    return [
      forged.basicConstraints(true),
      forged.keyUsageBits(forged.KEY_CERT_SIGN),
      ...forged.identifiers(caKey, rootKey),
    ];
  }
});
