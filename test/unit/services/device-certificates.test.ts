// Which device certificates a core caches. A cached text is answered with the object of the first reading.
import { expect } from "chai";
import { DeviceCertificates } from "../../../src/services/verification/device-certificates.ts";
import { type Certificate, parseCertificate } from "../../../src/trust/certificate.ts";
import { contextPrimitive } from "../../../src/trust/der/tags.ts";
import { tlv } from "../../../src/trust/der/writer.ts";
import { certificateSignedBy } from "../../../src/trust/issue/certificate.ts";
import {
  certificatePolicy,
  extendedKeyUsage,
  keyUsage,
  leafConstraints,
  subjectAltName,
} from "../../../src/trust/issue/extensions.ts";
import { chipSerialNumber, distinguishedName, userId } from "../../../src/trust/issue/name.ts";
import { EKU_DEVICE, POLICY_PUBLISHER } from "../../../src/trust/oids.ts";
import { certificatesToPem } from "../../../src/trust/pem.ts";
import { ASSET_DOMAIN, CHIP, makeChain, makeRoot, PUBLISHER } from "../trust/support/chain.ts";

const anchorPair = makeRoot();
const { ca, caKey, device } = makeChain({}, anchorPair);
const stranger = makeChain().ca;
const registered = [
  {
    certificate: ca,
    revokedAt: null,
    publisherId: PUBLISHER,
    publisherHost: ASSET_DOMAIN,
    publisherActive: true,
  },
];

/** Presents a text and returns whether its certification path is valid and the next reading is answered from the cache. */
function present(certificates: DeviceCertificates, text: string): { sound: boolean; cached: boolean } {
  const read = certificates.read(text);
  const { paths } = read.verdict(registered);
  return { sound: paths.sound, cached: certificates.read(text) === read };
}

/** Returns a sound certificate of the same chip with this many alternative names of two bytes. */
function leafWithNames(count: number): Certificate {
  const names = Array.from({ length: count }, () => tlv(contextPrimitive(7)));
  return parseCertificate(
    certificateSignedBy(
      { certificate: ca, key: caKey },
      {
        subject: distinguishedName(userId(PUBLISHER), chipSerialNumber(CHIP)),
        spki: device.publicKey.encoding,
        issuedAt: device.notBefore,
        notAfter: device.notAfter,
        extensions: [
          leafConstraints(),
          keyUsage("digitalSignature"),
          extendedKeyUsage(EKU_DEVICE),
          certificatePolicy(POLICY_PUBLISHER),
          ...(count > 0 ? [subjectAltName(...names)] : []),
        ],
      },
    ),
  );
}

const pem = (...chain: readonly Certificate[]): string => certificatesToPem(chain);

describe("the cache of device certificates", () => {
  for (const [title, text] of Object.entries({
    "a device certificate": pem(device),
    "with its publisher's CA": pem(device, ca),
    "with its publisher's CA and a root": pem(device, ca, anchorPair.root),
  }))
    it(`keeps ${title}`, () => {
      const certificates = new DeviceCertificates([anchorPair.root]);
      expect(present(certificates, text)).to.deep.equal({ sound: true, cached: true });
    });

  it("keeps no text with a certificate that neither the registry nor the service has", () => {
    const certificates = new DeviceCertificates([anchorPair.root]);
    for (const text of [pem(device, stranger), pem(device, ca, stranger), pem(device, stranger, ca)])
      expect(present(certificates, text)).to.deep.equal({ sound: true, cached: false });
  });

  it("keeps certificates up to a total size in memory, and no verdict on the others", () => {
    // In memory, a usual certificate takes about 6 KB, and a name of two bytes more than 150 bytes.
    const certificates = new DeviceCertificates([anchorPair.root], 20_000);
    const [usual, large] = [pem(device), pem(leafWithNames(100))];
    const verdictOf = (text: string) => certificates.read(text).verdict(registered);
    expect(present(certificates, large)).to.deep.equal({ sound: true, cached: false });
    expect(verdictOf(`${large}\n`)).to.not.equal(verdictOf(large));
    expect(present(certificates, usual)).to.deep.equal({ sound: true, cached: true });
    expect(verdictOf(`${usual}\n`)).to.equal(verdictOf(usual));
  });

  it("drops the certificate that was not presented for longest, with its verdict", () => {
    const certificates = new DeviceCertificates([anchorPair.root], 20_000);
    const texts = Array.from({ length: 4 }, () => pem(leafWithNames(0)));
    const verdicts = texts.map((text) => certificates.read(text).verdict(registered));
    const isKept = (index: number): boolean =>
      certificates.read(texts[index] ?? "").verdict(registered) === verdicts[index];
    expect([3, 2, 1, 0].map(isKept)).to.deep.equal([true, true, true, false]);
  });

  it("keeps the certificates after the leaf once for all texts, and in the verdict", () => {
    const certificates = new DeviceCertificates([anchorPair.root]);
    const [first, second] = ["", "\n"].map((space) => {
      const read = certificates.read(pem(device, ca) + space);
      const { paths } = read.verdict(registered);
      expect(paths.sound && paths.paths[0]?.path.includes(ca)).to.equal(true);
      return read.chain;
    });
    expect(first?.leaf).to.equal(second?.leaf);
    expect(first?.others[0]).to.equal(ca);
    expect(second?.others[0]).to.equal(ca);
  });
});
