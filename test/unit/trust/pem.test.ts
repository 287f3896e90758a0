import { expect } from "chai";
import * as fc from "fast-check";
import { octetString } from "../../../src/trust/der/writer.ts";
import { encodePem } from "../../../src/trust/armour.ts";
import { certificatesToPem, parseDeviceCertificate } from "../../../src/trust/pem.ts";
import { makeChain } from "./support/chain.ts";
import * as forged from "./support/forge.ts";
import { inputError } from "./support/reason.ts";

describe("parseDeviceCertificate", () => {
  const { device, ca, root } = makeChain();
  const base64 = Buffer.from(device.der).toString("base64");
  const pem = certificatesToPem([device]);

  it("reads PEM, a PEM chain with the leaf first, and base64 DER", () => {
    expect(parseDeviceCertificate(pem)).to.deep.equal({ leaf: device, others: [] });
    expect(parseDeviceCertificate(certificatesToPem([device, ca, root]))).to.deep.equal({
      leaf: device,
      others: [ca, root],
    });
    expect(parseDeviceCertificate(base64).leaf.fingerprint).to.equal(device.fingerprint);
    expect(parseDeviceCertificate(`\n${base64.replace(/.{76}/g, "$&\r\n")}\n`).leaf.fingerprint).to.equal(
      device.fingerprint,
    );
    expect(parseDeviceCertificate(` \r\n${pem.replaceAll("\n", "\r\n")}\t`).leaf.fingerprint).to.equal(
      device.fingerprint,
    );
  });

  /** A leaf of about this many bytes. */
  const padded = (bytes: number): Uint8Array => {
    const key = forged.p256();
    return forged.forge({
      subject: forged.name(["2.5.4.3", "big"]),
      issuer: forged.name(["2.5.4.3", "big"]),
      key,
      signingKey: key,
      extensions: [
        forged.basicConstraints(true),
        forged.extension("1.2.3", false, octetString(new Uint8Array(bytes))),
      ],
    });
  };
  const block = (der: Uint8Array): string => encodePem("CERTIFICATE", der);

  const refused: readonly (readonly [string, string, string])[] = [
    ["nothing", "", "TEXT_NOT_PEM_OR_BASE64"],
    ["white space", " \n ", "TEXT_NOT_PEM_OR_BASE64"],
    ["text", "not a certificate", "TEXT_NOT_PEM_OR_BASE64"],
    [
      "base64url",
      base64
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replace(/[^-_]*$/, "-_"),
      "TEXT_NOT_PEM_OR_BASE64",
    ],
    ["base64 without padding", "MAA", "TEXT_NOT_PEM_OR_BASE64"],
    ["base64 with bits after the end", "MAB=", "TEXT_NOT_PEM_OR_BASE64"],
    ["base64 of no certificate", "MAA=", "DER_TRUNCATED"],
    ["explanatory text before", `Subject: CN=x\n${pem}`, "TEXT_NOT_PEM_OR_BASE64"],
    ["explanatory text after", `${pem}# end`, "TEXT_NOT_PEM_OR_BASE64"],
    ["text between", `${pem}\nissuer\n${certificatesToPem([ca])}`, "TEXT_NOT_PEM_OR_BASE64"],
    ["headers inside", pem.replace("-----\n", "-----\nProc-Type: 4,ENCRYPTED\n\n"), "TEXT_NOT_PEM_OR_BASE64"],
    ["another label", encodePem("PUBLIC KEY", device.der), "TEXT_PEM_LABEL"],
    ["a private key beside it", `${pem}${encodePem("PRIVATE KEY", Uint8Array.of(48, 0))}`, "TEXT_PEM_LABEL"],
    ["an end of another label", pem.replace("END CERTIFICATE", "END X509 CRL"), "TEXT_NOT_PEM_OR_BASE64"],
    ["a block without end", pem.replace(/-----END.*/, ""), "TEXT_NOT_PEM_OR_BASE64"],
    [
      "two certificates in one base64",
      Buffer.concat([device.der, ca.der]).toString("base64"),
      "DER_TRAILING_BYTES",
    ],
    ["a truncated certificate", Buffer.from(device.der.subarray(0, 200)).toString("base64"), "DER_TRUNCATED"],
    ["five certificates", certificatesToPem([device, ca, ca, ca, ca]), "CHAIN_TOO_MANY_CERTIFICATES"],
    ["two leaves", certificatesToPem([device, device]), "CHAIN_EXTRA_LEAF"],
    ["more than 8 KiB in all", `${block(padded(4000))}${block(padded(4000))}`, "CHAIN_TOO_LARGE"],
    ["one certificate of more than 8 KiB", block(padded(8200)), "CHAIN_TOO_LARGE"],
    ["a megabyte", Buffer.alloc(786_432, 0x30).toString("base64"), "TEXT_TOO_LARGE"],
    ["a megabyte of PEM", block(padded(700_000)), "TEXT_TOO_LARGE"],
  ];
  for (const [title, input, reason] of refused) {
    it(`refuses ${title}`, () => expect(inputError(() => parseDeviceCertificate(input))).to.equal(reason));
  }

  it("never fails on any text with anything but an input error", () => {
    const pieces = fc.constantFrom(
      "-----BEGIN CERTIFICATE-----",
      "-----END CERTIFICATE-----",
      "\n",
      base64,
      "MAA=",
      "ü",
      "-",
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 8 }),
        (parts) => void inputError(() => parseDeviceCertificate(parts.join(""))),
      ),
    );
    fc.assert(fc.property(fc.base64String(), (text) => void inputError(() => parseDeviceCertificate(text))));
  });
});
