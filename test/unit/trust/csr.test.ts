import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { expect } from "chai";
import { calculateJwkThumbprint } from "jose";
import { readCsr } from "../../../src/trust/csr.ts";
import {
  bitString,
  context,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
} from "../../../src/trust/der/writer.ts";
import { encodePem } from "../../../src/trust/armour.ts";
import * as forged from "./support/forge.ts";
import { openssl } from "./support/openssl.ts";
import { inputError } from "./support/reason.ts";

const key = forged.p256();
const privatePem = (of: KeyObject): string => of.export({ format: "pem", type: "pkcs8" }).toString();

function opensslCsr(of: KeyObject, ...more: readonly string[]): string {
  const { ok, output } = openssl(
    ["req", "-new", "-key", "{key.pem}", "-subj", "/O=Anything/CN=at all", ...more],
    {
      "key.pem": privatePem(of),
    },
  );
  expect(ok, output).to.equal(true);
  return output;
}

function make(
  change: {
    version?: number;
    attributes?: Uint8Array[];
    spki?: Uint8Array;
    algorithm?: Uint8Array;
    signer?: KeyObject;
    after?: Uint8Array;
  } = {},
): string {
  const info = sequence(
    integer(change.version ?? 0),
    forged.name(["2.5.4.3", "x"]),
    change.spki ?? forged.spkiOf(key),
    context(0, ...(change.attributes ?? [])),
  );
  const signature = sign("sha256", info, change.signer ?? key);
  const request = sequence(info, change.algorithm ?? forged.ECDSA_SHA256, bitString(signature));
  return Buffer.concat([request, change.after ?? Uint8Array.of()]).toString("base64");
}

describe("readCsr (RFC 2986)", () => {
  it("reads a request made by openssl, with extensions, and returns its key", async () => {
    const request = readCsr(opensslCsr(key, "-addext", "subjectAltName=DNS:evil.example"));
    expect(Buffer.from(request.spki)).to.deep.equal(Buffer.from(forged.spkiOf(key)));
    expect(request.thumbprint).to.equal(await calculateJwkThumbprint({ ...request.jwk }));
    expect(readCsr(opensslCsr(key, "-sha384")).thumbprint).to.equal(request.thumbprint);
  });

  it("reads base64 DER, and the older PEM label", () => {
    expect(readCsr(make()).spki).to.deep.equal(readCsr(opensslCsr(key)).spki);
    expect(
      readCsr(opensslCsr(key).replaceAll("CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST")),
    ).to.have.property("jwk");
  });

  const other = (name: string): KeyObject => generateKeyPairSync("ec", { namedCurve: name }).privateKey;
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const broken = Buffer.from(make(), "base64");
  broken[broken.length - 1] = (broken[broken.length - 1] ?? 0) ^ 1;
  const attribute = (oid: string): Uint8Array =>
    sequence(objectIdentifier(oid), setOf(octetString(Uint8Array.of(1))));
  const offCurve = Buffer.from(forged.spkiOf(key));
  offCurve[offCurve.length - 1] = (offCurve[offCurve.length - 1] ?? 0) ^ 1;

  const refused: readonly (readonly [string, string, string])[] = [
    ["a broken signature", broken.toString("base64"), "CSR_SIGNATURE_INVALID"],
    ["a key that the requester does not hold", make({ signer: forged.p256() }), "CSR_SIGNATURE_INVALID"],
    ["a P-384 key", opensslCsr(other("P-384")), "CSR_KEY_NOT_ALLOWED"],
    ["a secp256k1 key", opensslCsr(other("secp256k1")), "CSR_KEY_NOT_ALLOWED"],
    ["an RSA key", opensslCsr(rsa), "CSR_KEY_NOT_ALLOWED"],
    ["a point off the curve", make({ spki: offCurve }), "CSR_KEY_NOT_ALLOWED"],
    ["SHA-1", opensslCsr(key, "-sha1"), "CSR_SIGNATURE_ALGORITHM_NOT_ALLOWED"],
    ["version 2", make({ version: 1 }), "CSR_VERSION"],
    ["bytes after it", make({ after: Uint8Array.of(0) }), "DER_TRAILING_BYTES"],
    [
      "attributes out of order",
      make({ attributes: [attribute("1.2.4"), attribute("1.2.3")] }),
      "DER_SET_NOT_SORTED",
    ],
    ["two requests", opensslCsr(key) + opensslCsr(key), "CSR_NOT_EXACTLY_ONE"],
    ["a certificate", encodePem("CERTIFICATE", Buffer.from(make(), "base64")), "TEXT_PEM_LABEL"],
    ["nothing", "", "TEXT_NOT_PEM_OR_BASE64"],
    ["more than 8 KiB", make({ attributes: [sequence(octetString(new Uint8Array(8100)))] }), "CSR_TOO_LARGE"],
    ["a megabyte", "A".repeat(1024 * 1024), "TEXT_TOO_LARGE"],
  ];
  for (const [title, input, reason] of refused) {
    it(`refuses ${title}`, () => expect(inputError(() => readCsr(input))).to.equal(reason));
  }

  it("accepts no request with a changed byte, and fails with input errors only", () => {
    const original = Buffer.from(make(), "base64");
    for (let at = 0; at < original.length; at += 1) {
      const changed = Buffer.from(original);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      expect(
        inputError(() => readCsr(changed.toString("base64"))),
        `byte ${at}`,
      ).not.to.equal("accepted");
    }
  });
});
