import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { type Crl, parseCrl } from "../../../src/trust/crl.ts";
import { issueCrl } from "../../../src/trust/crl/issue.ts";
import { objectIdentifier, sequence, time } from "../../../src/trust/der/writer.ts";
import { IssueError } from "../../../src/trust/issue/error.ts";
import { SIGNATURE } from "../../../src/trust/oids.ts";
import { encodePem } from "../../../src/trust/armour.ts";
import { ISSUED_AT, JUDGED_AT, makeChain } from "./support/chain.ts";
import * as forged from "./support/forge.ts";
import * as crls from "./support/forge-crl.ts";
import { openssl } from "./support/openssl.ts";
import { inputError } from "./support/reason.ts";

const NEXT_UPDATE = new Date("2027-12-31T00:00:00Z");
const AFTERWARDS = new Date("2028-01-01T00:00:00Z");

describe("issueCrl, judged by openssl verify -crl_check_all", () => {
  const { root, rootKey, ca, caKey, device } = makeChain();
  const publisher = { certificate: ca, key: caKey };

  function list(issuer: typeof publisher, revoked: readonly bigint[], nextUpdate = NEXT_UPDATE): Crl {
    return issueCrl(issuer, {
      number: 3n,
      thisUpdate: ISSUED_AT,
      nextUpdate,
      revoked: revoked.map((serial) => ({ serial, revokedAt: ISSUED_AT, reason: "keyCompromise" as const })),
    });
  }

  function verify(ofRoot: Crl, ofPublisher: Crl, at = JUDGED_AT): string {
    const pem = (documents: readonly { readonly der: Uint8Array }[], label: string): string =>
      documents.map(({ der }) => encodePem(label, der)).join("");
    return openssl(
      [
        "verify",
        "-x509_strict",
        "-crl_check_all",
        "-attime",
        String(at.getTime() / 1000),
        "-trusted",
        "{root.pem}",
        "-untrusted",
        "{ca.pem}",
        "-CRLfile",
        "{crls.pem}",
        "{device.pem}",
      ],
      {
        "root.pem": pem([root], "CERTIFICATE"),
        "ca.pem": pem([ca], "CERTIFICATE"),
        "device.pem": pem([device], "CERTIFICATE"),
        "crls.pem": pem([ofRoot, ofPublisher], "X509 CRL"),
      },
    ).output;
  }

  const trustRoot = { certificate: root, key: rootKey };

  it("lets a device through that no CRL names", () => {
    expect(verify(list(trustRoot, []), list(publisher, [1n, device.serial + 1n]))).to.match(/OK\n$/);
  });

  it("stops a revoked device and a revoked publisher", () => {
    expect(verify(list(trustRoot, []), list(publisher, [device.serial, 1n]))).to.include(
      "certificate revoked",
    );
    expect(verify(list(trustRoot, [ca.serial]), list(publisher, []))).to.include("certificate revoked");
  });

  it("stops once the CRL has ended", () => {
    const early = new Date("2027-05-31T00:00:00Z");
    expect(verify(list(trustRoot, []), list(publisher, [], early))).to.include("CRL has expired");
    expect(verify(list(trustRoot, []), list(publisher, []), AFTERWARDS)).to.include("CRL has expired");
  });

  it("issues a CRL of 110,000 entries, as a publisher with many devices needs it", () => {
    const first = 1n << 120n;
    const serials = Array.from({ length: 110_000 }, (_, index) => first + BigInt(index));
    const crl = issueCrl(publisher, {
      number: 4n,
      thisUpdate: ISSUED_AT,
      nextUpdate: NEXT_UPDATE,
      revoked: serials.map((serial) => ({ serial, revokedAt: ISSUED_AT, reason: "unspecified" })),
    });
    expect(crl.entryCount).to.equal(serials.length);
    for (const serial of [first, first + 109_999n])
      expect(crl.entryOf({ issuer: ca.subject, serial })?.revokedAt).to.deep.equal(ISSUED_AT);
    expect(crl.entryOf({ issuer: ca.subject, serial: first + 110_000n })).to.equal(undefined);
  }).timeout(60_000);

  it("writes reasons, dates and the number that openssl reads", () => {
    const crl = issueCrl(publisher, {
      number: 65_537n,
      thisUpdate: ISSUED_AT,
      nextUpdate: NEXT_UPDATE,
      revoked: [
        { serial: 0xabcn, revokedAt: ISSUED_AT, reason: "cessationOfOperation" },
        { serial: 0x12n, revokedAt: ISSUED_AT, reason: "unspecified" },
      ],
    });
    const { output } = openssl(["crl", "-in", "{crl.pem}", "-noout", "-text"], {
      "crl.pem": encodePem("X509 CRL", crl.der),
    });
    expect(output).to.include("Next Update: Dec 31 00:00:00 2027 GMT");
    expect(output).to.match(/X509v3 CRL Number:\s+65537\n/);
    expect(output).to.match(
      /Serial Number: 12\n\s+Revocation Date: Jan {2}1 00:00:00 2027 GMT\n\s+Serial Number: 0ABC\n/,
    );
    expect(output).to.match(/CRL Reason Code:\s+Cessation Of Operation/);
    const entry = crl.entryOf({ issuer: ca.subject, serial: 0xabcn });
    expect(entry).to.deep.equal({ serial: 0xabcn, revokedAt: ISSUED_AT, reason: "cessationOfOperation" });
    expect(crl.entryOf({ issuer: root.subject, serial: 0xabcn })).to.equal(undefined);
  });

  it("writes and reads 10,000 revocations", () => {
    const crl = list(
      publisher,
      Array.from({ length: 10_000 }, (_, index) => 2n ** 100n + BigInt(index)),
    );
    expect(crl.entryCount).to.equal(10_000);
    expect(crl.entryOf({ issuer: ca.subject, serial: 2n ** 100n + 9_999n })?.reason).to.equal(
      "keyCompromise",
    );
  });

  it("refuses another key, a certificate that may not sign CRLs, and times that do not ascend", () => {
    const refusal = (issuer: typeof publisher): string => {
      try {
        list(issuer, []);
      } catch (error) {
        if (error instanceof IssueError) return error.reason;
        throw error;
      }
      return "issued";
    };
    expect(refusal({ certificate: ca, key: rootKey })).to.equal("ISSUER_KEY_MISMATCH");
    const { device: other, deviceKey } = makeChain();
    expect(refusal({ certificate: other, key: deviceKey })).to.equal("KEY_USAGE_WRONG");
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    expect(refusal({ certificate: ca, key: rsa })).to.equal("KEY_NOT_ALLOWED");
    expect(() => list(publisher, [], ISSUED_AT)).to.throw(RangeError);
    expect(inputError(() => list(publisher, [1n, 1n]))).to.equal("CRL_ENTRY_DUPLICATED");
  });
});

describe("parseCrl (RFC 5280 §5)", () => {
  const key = forged.p256();
  const issuer = forged.name(["2.5.4.3", "CA"]);
  const make = (more: Partial<crls.CrlForgery> = {}): Uint8Array =>
    crls.forgeCrl({ issuer, signingKey: key, ...more });
  const other = forged.directory(forged.name(["2.5.4.3", "Other"]));

  const refused: readonly (readonly [string, Uint8Array, string])[] = [
    ["version 1", make({ version: undefined, allExtensions: [] }), "CRL_VERSION"],
    ["version 3", make({ version: 2 }), "CRL_VERSION"],
    [
      "an issuer in a string type that cannot be compared",
      make({ issuer: forged.teletexName("2.5.4.3", "CA") }),
      "CRL_ISSUER_NOT_COMPARABLE",
    ],
    ["no next update", make({ nextUpdate: undefined }), "CRL_NEXT_UPDATE_MISSING"],
    ["an empty list of entries", make({ entries: [] }), "CRL_ENTRY_MALFORMED"],
    [
      "a certificate twice",
      make({ entries: [crls.crlEntry(5n), crls.crlEntry(5n)] }),
      "CRL_ENTRY_DUPLICATED",
    ],
    ["an unknown reason", make({ entries: [crls.crlEntry(5n, crls.crlReason(7))] }), "CRL_ENTRY_MALFORMED"],
    [
      "another issuer's entry in a direct CRL",
      make({ entries: [crls.crlEntry(5n, crls.certificateIssuer(other))] }),
      "CRL_ENTRY_MALFORMED",
    ],
    [
      "an issuer that is no name",
      make({
        entries: [crls.crlEntry(5n, crls.certificateIssuer(forged.dns("a.example")))],
        extensions: [crls.issuingPoint({ flags: [4] })],
      }),
      "CRL_ENTRY_MALFORMED",
    ],
    ["a serial number of 21 octets", make({ entries: [crls.crlEntry(2n ** 160n)] }), "CRL_ENTRY_MALFORMED"],
    [
      "a CRL only for two kinds",
      make({ extensions: [crls.issuingPoint({ flags: [1, 2] })] }),
      "CRL_EXTENSION_MALFORMED",
    ],
    ["a negative number", make({ number: -1 }), "CRL_EXTENSION_MALFORMED"],
    ["two of one extension", make({ extensions: [crls.crlNumber(5)] }), "CERTIFICATE_EXTENSION_DUPLICATED"],
    [
      "differing signature algorithms",
      make({ innerAlgorithm: sequence(objectIdentifier(SIGNATURE.ecdsaSha384)) }),
      "CRL_SIGNATURE_ALGORITHMS_DIFFER",
    ],
    ["bytes after it", Buffer.concat([make(), Buffer.from([0])]), "DER_TRAILING_BYTES"],
    ["more than 4 MiB", Buffer.alloc(4 * 1024 * 1024 + 1, 0x30), "DER_TOO_LARGE"],
    [
      "a certificate",
      forged.forge({ subject: issuer, issuer, key, signingKey: key, extensions: undefined }),
      "CRL_VERSION",
    ],
    ["nothing", Uint8Array.of(), "DER_TRUNCATED"],
  ];
  for (const [title, bytes, reason] of refused) {
    it(`refuses ${title}`, () => expect(inputError(() => parseCrl(bytes))).to.equal(reason));
  }

  it("marks critical extensions that it does not know, of the CRL and of an entry", () => {
    expect(parseCrl(make()).hasUnknownCritical).to.equal(false);
    expect(parseCrl(make({ extensions: [crls.unknownExtension(false)] })).hasUnknownCritical).to.equal(false);
    expect(parseCrl(make({ extensions: [crls.unknownExtension(true)] })).hasUnknownCritical).to.equal(true);
    const inEntry = make({ entries: [crls.crlEntry(5n, crls.unknownExtension(true))] });
    expect(parseCrl(inEntry).hasUnknownCritical).to.equal(true);
  });

  it("gives an entry of an indirect CRL to the issuer named last", () => {
    const crl = parseCrl(
      make({
        entries: [crls.crlEntry(5n), crls.crlEntry(6n, crls.certificateIssuer(other)), crls.crlEntry(7n)],
        extensions: [crls.issuingPoint({ flags: [4] })],
      }),
    );
    const named = (common: string, serial: bigint): boolean =>
      crl.entryOf({ issuer: parseCrl(make({ issuer: forged.name(["2.5.4.3", common]) })).issuer, serial }) !==
      undefined;
    expect([named("CA", 5n), named("Other", 6n), named("Other", 7n)]).to.deep.equal([true, true, true]);
    expect([named("Other", 5n), named("CA", 6n), named("CA", 7n)]).to.deep.equal([false, false, false]);
  });

  it("never fails on any bytes with anything but an input error", () => {
    const whole = make({
      entries: [crls.crlEntry(5n, crls.crlReason(1)), crls.crlEntry(6n)],
      extensions: [
        crls.issuingPoint({ names: [forged.uri("http://a.example")], reasons: [1, 2], flags: [1] }),
      ],
      nextUpdate: time(forged.YEAR_AHEAD),
    });
    const flips = fc.array(
      fc.record({ at: fc.nat(whole.length - 1), to: fc.integer({ min: 0, max: 255 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(flips, (changes) => {
        const bytes = Uint8Array.from(whole);
        for (const { at, to } of changes) bytes[at] = to;
        inputError(() => parseCrl(bytes));
      }),
      { numRuns: 2000, seed: 20270601 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        inputError(() => parseCrl(bytes));
      }),
      { numRuns: 1000, seed: 20270601 },
    );
  });
});
