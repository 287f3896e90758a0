import { sign } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { TAG } from "../../../src/trust/der/tags.ts";
import {
  bitString,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  tlv,
} from "../../../src/trust/der/writer.ts";
import { ATTRIBUTE, EXTENSION, SIGNATURE } from "../../../src/trust/oids.ts";
import { JUDGED_AT, makeChain } from "./support/chain.ts";
import * as forged from "./support/forge.ts";
import { judgeBoth, type PathFiles as Files } from "./support/path-judges.ts";

// FUZZ_RUNS and FUZZ_SEED make the runs longer or other ones.
const SEED = Number(process.env["FUZZ_SEED"] ?? 20270601);
const runs = (usual: number): number => Number(process.env["FUZZ_RUNS"] ?? usual);
const otherKey = forged.p256();

describe(`validatePath beside openssl verify -x509_strict (seed ${SEED})`, () => {
  const { root, ca, caKey, rootKey, device, deviceKey } = makeChain();

  it("accepts no certificate with changed bytes", () => {
    const flip = fc.record({
      which: fc.constantFrom(0, 1),
      at: fc.nat(4000),
      xor: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(flip, ({ which, at, xor }) => {
        const chain = [Buffer.from(device.der), Buffer.from(ca.der)] as const;
        const bytes = chain[which === 0 ? 0 : 1];
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ xor;
        const accepted = judgeBoth(
          { leaf: chain[0], intermediates: [chain[1]], anchors: [root.der] },
          JUDGED_AT,
        );
        expect(accepted).to.equal(false);
      }),
      { numRuns: runs(300), seed: SEED },
    );
  });

  it("accepts nothing that openssl refuses, when changed bytes are signed again", () => {
    let accepted = 0;
    const flip = fc.record({
      at: fc.nat(4000),
      to: fc.integer({ min: 0, max: 255 }),
      which: fc.constantFrom(0, 1),
    });
    fc.assert(
      fc.property(flip, ({ at, to, which }) => {
        const original = which === 0 ? device : ca;
        const tbs = Buffer.from(original.signedBytes);
        tbs[at % tbs.length] = to;
        const again = which === 0 ? forged.signed(tbs, caKey) : signedByRoot(tbs);
        const files: Files = {
          leaf: which === 0 ? again : device.der,
          intermediates: [which === 0 ? ca.der : again],
          anchors: [root.der],
        };
        if (judgeBoth(files, JUDGED_AT)) accepted += 1;
      }),
      { numRuns: runs(400), seed: SEED },
    );
    expect(accepted, "some changes are harmless, a serial number for one").to.be.greaterThan(20);
  });

  it("accepts nothing that openssl refuses, among chains of random content", () => {
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(content(), content(), (caContent, leafContent) => {
        const files = randomChain(caContent, leafContent);
        counts[judgeBoth(files, forged.NOW) ? "accepted" : "refused"] += 1;
      }),
      { numRuns: runs(600), seed: SEED },
    );
    expect(counts.accepted).to.be.greaterThan(30);
    expect(counts.refused).to.be.greaterThan(30);
  });

  function signedByRoot(tbs: Uint8Array): Uint8Array {
    return sequence(
      tbs,
      sequence(objectIdentifier(SIGNATURE.ecdsaSha384)),
      bitString(sign("sha384", tbs, rootKey)),
    );
  }

  const names = [
    forged.name([ATTRIBUTE.userId, "pub"]),
    forged.name([ATTRIBUTE.userId, "PUB"], [ATTRIBUTE.serialNumber, "1"]),
    forged.name([ATTRIBUTE.commonName, "a.example"]),
    forged.name([ATTRIBUTE.commonName, " x  y "], [ATTRIBUTE.emailAddress, "u@a.example"]),
    sequence(
      setOf(
        sequence(objectIdentifier(ATTRIBUTE.emailAddress), tlv(TAG.ia5String, Buffer.from("u@A.example"))),
      ),
    ),
    sequence(),
  ];
  const generalNames = [
    ...[
      "https://a.example/x",
      "https://a.example:1",
      "HTTPS://A.EXAMPLE",
      "https://x.a.example",
      "urn:a",
      "https://a.example?q",
    ].map(forged.uri),
    ...["a.example", "b.a.example", "*.a.example", ".a.example", "a"].map(forged.dns),
    ...["u@a.example", "U@A.example", "a.example", "u@b@a.example", "@a.example"].map(forged.email),
    ...names.map(forged.directory),
    forged.ip(10, 0, 0, 1),
  ];
  const bases = [
    ...["a.example", ".a.example", "A.EXAMPLE", "", ".", "b.example"].flatMap((text) => [
      forged.uri(text),
      forged.dns(text),
      forged.email(text),
    ]),
    ...names.map(forged.directory),
    forged.ip(10, 0, 0, 0, 255, 0, 0, 0),
  ];

  /** What varies in one certificate. Most draws are of a kind that can pass. */
  function content() {
    const rarely = <Value>(value: Value, otherwise: Value) =>
      fc.oneof(
        { weight: 12, arbitrary: fc.constant(otherwise) },
        { weight: 1, arbitrary: fc.constant(value) },
      );
    return fc.record({
      subject: fc.constantFrom(...names),
      ca: rarely(true, false),
      pathLength: fc.constantFrom(undefined, undefined, 0, 1, 5),
      limitsCritical: rarely(false, true),
      usages: fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.uniqueArray(fc.nat(8), { minLength: 1 }) },
      ),
      withoutSubjectKey: rarely(true, false),
      withoutAuthorityKey: rarely(true, false),
      altNames: fc.array(fc.constantFrom(...generalNames), { maxLength: 2 }),
      permitted: fc.array(fc.constantFrom(...bases), { maxLength: 2 }),
      excluded: fc.array(fc.constantFrom(...bases), { maxLength: 1 }),
      unknownCritical: rarely<boolean | undefined>(true, undefined),
      signedWrongly: rarely(true, false),
      version: rarely(1, 2),
      serial: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(1n, 2n ** 127n) },
        { weight: 1, arbitrary: fc.constantFrom(0n, -1n) },
      ),
    });
  }
  type Content = typeof content extends () => fc.Arbitrary<infer Value> ? Value : never;

  /**
   * An extension list; `ca` in the content turns the certificate into the other kind than its place asks for.
   */
  function extensionsOf(
    drawn: Content,
    inCaPlace: boolean,
    key: typeof caKey,
    issuerKey: typeof caKey,
  ): Uint8Array[] {
    const isCa = drawn.ca !== inCaPlace;
    const usages = drawn.usages ?? [isCa ? forged.KEY_CERT_SIGN : forged.DIGITAL_SIGNATURE];
    const constrained = isCa && drawn.permitted.length + drawn.excluded.length > 0;
    return [
      forged.basicConstraints(isCa, isCa ? drawn.pathLength : undefined, drawn.limitsCritical),
      forged.keyUsageBits(...usages),
      ...(drawn.withoutSubjectKey ? [] : [forged.subjectKeyId(key)]),
      ...(drawn.withoutAuthorityKey ? [] : [forged.authorityKeyId(issuerKey)]),
      ...(drawn.altNames.length === 0 ? [] : [forged.altNames(...drawn.altNames)]),
      ...(constrained ? [forged.nameConstraints(drawn.permitted, drawn.excluded)] : []),
      ...(drawn.unknownCritical === undefined
        ? []
        : [forged.extension("1.2.3", true, octetString(Uint8Array.of()))]),
      ...(isCa
        ? []
        : [forged.extension(EXTENSION.extendedKeyUsage, false, sequence(objectIdentifier("1.2.3.4")))]),
    ];
  }

  function randomChain(caContent: Content, leafContent: Content): Files {
    const rootName = forged.name([ATTRIBUTE.commonName, "R"]);
    const anchor = forged.forge({
      subject: rootName,
      issuer: rootName,
      key: otherKey,
      signingKey: otherKey,
      extensions: [forged.basicConstraints(true), forged.keyUsageBits(5), forged.subjectKeyId(otherKey)],
    });
    const make = (
      drawn: Content,
      issuer: Uint8Array,
      key: typeof caKey,
      issuerKey: typeof caKey,
      inCaPlace: boolean,
    ) =>
      forged.forge({
        subject: drawn.subject,
        issuer,
        key,
        signingKey: drawn.signedWrongly ? deviceKey : issuerKey,
        extensions: extensionsOf(drawn, inCaPlace, key, issuerKey),
        version: drawn.version,
        serial: drawn.serial,
      });
    return {
      leaf: make(leafContent, caContent.subject, deviceKey, caKey, false),
      intermediates: [make(caContent, rootName, caKey, otherKey, true)],
      anchors: [anchor],
    };
  }
});
