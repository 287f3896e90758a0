// Which device certificates a core caches. A cached text is answered with the object of the first reading.
import { expect } from "chai";
import { DeviceCertificates } from "../../../src/services/verification/device-certificates.ts";
import type { Certificate } from "../../../src/trust/certificate.ts";
import { certificatesToPem } from "../../../src/trust/pem.ts";
import { ASSET_DOMAIN, makeChain, makeRoot, PUBLISHER } from "../trust/support/chain.ts";

const anchorPair = makeRoot();
const { ca, device } = makeChain({}, anchorPair);
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

  it("keeps texts up to a total size of their certificates", () => {
    const certificates = new DeviceCertificates([anchorPair.root], 3 * device.der.length);
    const texts = ["", "\n", "\n\n", "\n\n\n"].map((space) => pem(device) + space);
    const before = texts.map((text) => {
      const read = certificates.read(text);
      read.verdict(registered);
      return read;
    });
    expect(texts.map((text, index) => certificates.read(text) === before[index])).to.deep.equal([
      false,
      true,
      true,
      true,
    ]);
  });
});
