import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { expect } from "chai";
import { encodePem } from "../../../src/trust/armour.ts";
import { sameName } from "../../../src/trust/certificate/name.ts";
import { type Certificate, parseCertificate } from "../../../src/trust/certificate.ts";
import {
  context,
  objectIdentifier,
  sequence,
  setOf,
  tlv,
  utf8String,
} from "../../../src/trust/der/writer.ts";
import { TrustInputError } from "../../../src/trust/error.ts";
import { EXTENSION, SIGNATURE } from "../../../src/trust/oids.ts";
import { ASSET, makeChain, PUBLISHER } from "./support/chain.ts";
import * as forged from "./support/forge.ts";
import { openssl } from "./support/openssl.ts";

const key = forged.p256();
const issuer = forged.name(["2.5.4.3", "CA"]);
const subject = forged.name(["2.5.4.3", "leaf"]);

function make(more: Partial<forged.Forgery> = {}): Uint8Array {
  return forged.forge({
    subject,
    issuer,
    key,
    signingKey: key,
    extensions: [forged.basicConstraints(false)],
    ...more,
  });
}

function reasonOf(bytes: Uint8Array): string {
  try {
    parseCertificate(bytes);
  } catch (error) {
    if (error instanceof TrustInputError) return error.reason;
    throw error;
  }
  return "accepted";
}

function withName(dn: Uint8Array): Certificate {
  return parseCertificate(make({ subject: dn }));
}

describe("parseCertificate (RFC 5280 §4)", () => {
  const { device, ca } = makeChain();

  it("reads what node reads", () => {
    const theirs = new X509Certificate(device.der);
    expect(device.fingerprint).to.equal(theirs.fingerprint256.replaceAll(":", "").toLowerCase());
    expect(device.serialHex).to.equal(theirs.serialNumber.toLowerCase());
    expect(device.notAfter.getTime()).to.equal(new Date(theirs.validTo).getTime());
    expect(device.notBefore.getTime()).to.equal(new Date(theirs.validFrom).getTime());
    expect(Buffer.from(device.publicKey.encoding)).to.deep.equal(
      theirs.publicKey.export({ format: "der", type: "spki" }),
    );
    expect(device.publicKey.usable?.kind).to.equal("P-256");
  });

  it("reads every extension of the profile", () => {
    expect(ca.extensions.basicConstraints).to.deep.equal({ ca: true, pathLength: 0 });
    expect([...(ca.extensions.keyUsage ?? [])]).to.deep.equal(["keyCertSign", "cRLSign"]);
    expect(ca.extensions.nameConstraints?.permitted.map(({ form }) => form)).to.deep.equal([
      "uri",
      "directory",
    ]);
    expect(device.extensions.authorityKeyIdentifier?.keyIdentifier).to.deep.equal(
      ca.extensions.subjectKeyIdentifier,
    );
    expect(device.extensions.subjectAltName?.[0]).to.have.property("value").that.includes(`/a/${ASSET}`);
    expect(device.subject.rdns[0]).to.deep.equal([{ type: "0.9.2342.19200300.100.1.1", value: PUBLISHER }]);
  });

  it("reads a certificate made by openssl, with CRL distribution points and policies", () => {
    const pem = openssl([
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "/dev/null",
      "-subj",
      "/C=DE/O=Test/CN=RSA Root",
      "-addext",
      "crlDistributionPoints=URI:http://crl.example/1.crl",
      "-addext",
      "certificatePolicies=1.2.3.4",
    ]).output;
    const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(pem)?.[0] ?? "";
    const certificate = parseCertificate(new X509Certificate(block).raw);
    expect(certificate.publicKey.usable?.kind).to.equal("RSA");
    expect(certificate.extensions.crlDistributionPoints).to.deep.equal([
      {
        name: { kind: "full", names: [{ form: "uri", value: "http://crl.example/1.crl" }] },
        reasons: undefined,
        crlIssuer: undefined,
      },
    ]);
    expect(certificate.extensions.certificatePolicies).to.deep.equal([
      { policy: "1.2.3.4", hasQualifiers: false },
    ]);
  });

  it("does not change when the caller changes its buffer", () => {
    const bytes = make();
    const certificate = parseCertificate(bytes);
    bytes.fill(0);
    expect(certificate.der[0]).to.equal(0x30);
  });

  const duplicate = forged.basicConstraints(false);
  const emptyAltNames = forged.extension(EXTENSION.subjectAltName, false, sequence());
  const refused: readonly (readonly [string, Uint8Array, string])[] = [
    ["version 1", make({ version: undefined, extensions: undefined }), "CERTIFICATE_VERSION"],
    ["version 2", make({ version: 1 }), "CERTIFICATE_VERSION"],
    ["a serial number of 21 octets", make({ serial: 2n ** 160n }), "CERTIFICATE_SERIAL_TOO_LONG"],
    [
      "two of one extension",
      make({ extensions: [duplicate, duplicate] }),
      "CERTIFICATE_EXTENSION_DUPLICATED",
    ],
    ["an empty list of extensions", make({ extensions: [] }), "CERTIFICATE_EXTENSION_MALFORMED"],
    ["an empty subjectAltName", make({ extensions: [emptyAltNames] }), "CERTIFICATE_EXTENSION_MALFORMED"],
    [
      "an otherName without a value",
      make({ extensions: [forged.altNames(context(0, objectIdentifier("1.2.3")))] }),
      "DER_TRUNCATED",
    ],
    [
      "an ediPartyName without a party",
      make({ extensions: [forged.altNames(context(5, context(0, utf8String("assigner"))))] }),
      "DER_TRUNCATED",
    ],
    [
      "a registered identifier that is none",
      make({ extensions: [forged.altNames(tlv(0x88, Uint8Array.of(0x80)))] }),
      "DER_BAD_OBJECT_IDENTIFIER",
    ],
    ["an empty key usage", make({ extensions: [forged.keyUsageBits()] }), "CERTIFICATE_EXTENSION_MALFORMED"],
    [
      "an unknown key usage",
      make({ extensions: [forged.keyUsageBits(9)] }),
      "CERTIFICATE_EXTENSION_MALFORMED",
    ],
    [
      "empty name constraints",
      make({ extensions: [forged.nameConstraints([])] }),
      "CERTIFICATE_EXTENSION_MALFORMED",
    ],
    [
      "a minimum in name constraints",
      make({
        extensions: [
          forged.extension(
            EXTENSION.nameConstraints,
            true,
            sequence(context(0, sequence(forged.uri("a.example"), tlv(0x80, Uint8Array.of(1))))),
          ),
        ],
      }),
      "CERTIFICATE_EXTENSION_MALFORMED",
    ],
    [
      "bytes after an extension value",
      make({ extensions: [forged.extension(EXTENSION.subjectKeyIdentifier, false, Buffer.from([4, 0, 0]))] }),
      "DER_TRAILING_BYTES",
    ],
    [
      "differing signature algorithms",
      make({ outerAlgorithm: sequence(objectIdentifier(SIGNATURE.ecdsaSha384)) }),
      "CERTIFICATE_SIGNATURE_ALGORITHMS_DIFFER",
    ],
    ["bytes after the certificate", Buffer.concat([make(), Buffer.from([0])]), "DER_TRAILING_BYTES"],
    ["a megabyte", Buffer.alloc(1024 * 1024, 0x30), "DER_TOO_LARGE"],
    ["an RDN without attributes", make({ subject: sequence(setOf()) }), "CERTIFICATE_NAME_MALFORMED"],
    [
      "an issuer without serial number in the authority key identifier",
      make({
        extensions: [
          forged.extension(
            EXTENSION.authorityKeyIdentifier,
            false,
            sequence(context(1, forged.directory(issuer))),
          ),
        ],
      }),
      "CERTIFICATE_EXTENSION_MALFORMED",
    ],
  ];
  for (const [title, bytes, reason] of refused) {
    it(`refuses ${title}`, () => expect(reasonOf(bytes)).to.equal(reason));
  }

  it("reads certificates with keys and algorithms that are not allowed, but marks them unusable", () => {
    const kinds = [
      generateKeyPairSync("ec", { namedCurve: "secp256k1" }),
      generateKeyPairSync("ec", { namedCurve: "P-521" }),
      generateKeyPairSync("ec", { namedCurve: "P-256", paramEncoding: "explicit" }),
      generateKeyPairSync("rsa", { modulusLength: 1024 }),
      generateKeyPairSync("rsa", { modulusLength: 2048, publicExponent: 3 }),
      generateKeyPairSync("ed25519"),
    ];
    for (const { privateKey } of kinds) {
      expect(parseCertificate(make({ key: privateKey })).publicKey.usable).to.equal(undefined);
    }
    const sha1 = sequence(objectIdentifier("1.2.840.10045.4.1"));
    const weak = parseCertificate(make({ innerAlgorithm: sha1, outerAlgorithm: sha1 }));
    expect(weak.signatureAlgorithm.scheme).to.equal(undefined);
    const withNull = sequence(objectIdentifier(SIGNATURE.ecdsaSha256), Uint8Array.of(5, 0));
    const padded = parseCertificate(make({ innerAlgorithm: withNull, outerAlgorithm: withNull }));
    expect(padded.signatureAlgorithm.scheme).to.equal(undefined);
  });

  it("refuses RSA keys with an even modulus, as openssl does", () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const spki = Buffer.from(forged.spkiOf(privateKey));
    // The modulus ends where the exponent begins: 02 03 01 00 01.
    spki.writeUInt8(spki.readUInt8(spki.length - 6) & 0xfe, spki.length - 6);
    expect(parseCertificate(make({ spki })).publicKey.usable).to.equal(undefined);
    const read = openssl(["pkey", "-pubin", "-pubcheck", "-noout", "-in", "{key.pem}"], {
      "key.pem": encodePem("PUBLIC KEY", spki),
    });
    expect(read.ok, read.output).to.equal(false);
  });

  it("refuses RSA keys with an even exponent", () => {
    const spki = Buffer.from(forged.spkiOf(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey));
    expect(parseCertificate(make({ spki })).publicKey.usable?.kind).to.equal("RSA");
    spki[spki.length - 1] = 2;
    expect(parseCertificate(make({ spki })).publicKey.usable).to.equal(undefined);
  });

  it("refuses points off the curve, compressed, hybrid, or at infinity", () => {
    const head = sequence(objectIdentifier("1.2.840.10045.2.1"), objectIdentifier("1.2.840.10045.3.1.7"));
    const spki = forged.spkiOf(key);
    const point = Buffer.from(spki.subarray(spki.length - 65));
    const compressed = Buffer.concat([Uint8Array.of(2 + ((point[64] ?? 0) & 1)), point.subarray(1, 33)]);
    const off = Buffer.from(point);
    off[64] = (off[64] ?? 0) ^ 1;
    const hybrid = Buffer.from(point);
    hybrid[0] = 6 + ((point[64] ?? 0) & 1);
    for (const bits of [compressed, off, hybrid, Uint8Array.of(0)]) {
      const certificate = parseCertificate(make({ spki: sequence(head, tlv(0x03, Uint8Array.of(0), bits)) }));
      expect(certificate.publicKey.usable).to.equal(undefined);
    }
  });
});

describe("name comparison (RFC 5280 §7.1)", () => {
  const cn = (tag: number, text: string): Uint8Array =>
    sequence(setOf(sequence(objectIdentifier("2.5.4.3"), tlv(tag, Buffer.from(text)))));

  it("ignores case, runs of white space and the string type", () => {
    const base = withName(cn(0x0c, "Test  CA")).subject;
    for (const other of [cn(0x13, "TEST CA"), cn(0x0c, " test ca "), cn(0x16, "Test CA")]) {
      expect(sameName(withName(other).subject, base)).to.equal(true);
    }
  });

  it("keeps apart other types, texts, orders and lengths", () => {
    const base = withName(forged.name(["2.5.4.3", "a"], ["2.5.4.10", "b"])).subject;
    const others = [
      forged.name(["2.5.4.10", "b"], ["2.5.4.3", "a"]),
      forged.name(["2.5.4.3", "a"]),
      forged.name(["2.5.4.3", "a"], ["2.5.4.10", "b"], ["2.5.4.10", "c"]),
      forged.name(["2.5.4.3", "a"], ["2.5.4.11", "b"]),
      sequence(
        setOf(
          sequence(objectIdentifier("2.5.4.3"), utf8String("a")),
          sequence(objectIdentifier("2.5.4.10"), utf8String("b")),
        ),
      ),
    ];
    for (const other of others) expect(sameName(withName(other).subject, base)).to.equal(false);
    expect(sameName(withName(cn(0x0c, "É")).subject, withName(cn(0x0c, "é")).subject)).to.equal(false);
  });

  it("reads the old string types, and compares them by their encoding", () => {
    const [teletex, other] = [cn(0x14, "a"), cn(0x14, "A")].map((dn) => withName(dn).subject);
    if (teletex === undefined || other === undefined) throw new Error("two names");
    expect(teletex.rdns[0]?.[0]?.value).to.equal(undefined);
    expect(sameName(teletex, withName(cn(0x14, "a")).subject)).to.equal(true);
    expect(sameName(teletex, other)).to.equal(false);
    expect(sameName(teletex, withName(cn(0x0c, "a")).subject)).to.equal(false);
  });

  it("refuses values that are no string of a name", () => {
    for (const bytes of [cn(0x80, "a"), cn(0x04, "a"), cn(0x1e, "a"), cn(0x1c, "ab")]) {
      expect(reasonOf(make({ subject: bytes }))).to.equal("CERTIFICATE_NAME_MALFORMED");
    }
  });
});
