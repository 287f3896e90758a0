// The certificate of a TLS client, by the rules for merchants.
import { expect } from "chai";
import fc from "fast-check";
import { clientCertificateProblem } from "../../../src/trust/client-certificate.ts";
import { issueAccessCa } from "../../../src/trust/issue/access-ca.ts";
import { signAccessCertificate } from "../../../src/trust/issue/access.ts";
import { ASSET_DOMAIN, ISSUED_AT, makeChain, PUBLISHER } from "./support/chain.ts";
import * as forged from "./support/forge.ts";

const { root, rootKey, ca, device } = makeChain();
const merchantId = "mer_01h455vb4pex5vsknk084sn02q";
const caKey = forged.p256();
const issuer = issueAccessCa(
  { certificate: root, key: rootKey },
  { holder: "merchant", assetDomain: ASSET_DOMAIN, spki: forged.spkiOf(caKey), issuedAt: ISSUED_AT },
);
const certify = (certificate = issuer) =>
  signAccessCertificate(
    { certificate, key: caKey },
    {
      holder: { kind: "merchant", merchantId },
      assetDomain: ASSET_DOMAIN,
      spki: forged.spkiOf(forged.p256()),
      issuedAt: ISSUED_AT,
    },
  );
const leaf = certify();
const { notBefore, notAfter } = leaf;
const during = new Date((notBefore.getTime() + notAfter.getTime()) / 2);
const above = { issuer, anchors: [root] };

describe("the certificate of a TLS client", () => {
  it("authenticates a merchant from its first to its last second, and at no other time", () => {
    const from = notBefore.getTime();
    const until = notAfter.getTime() + 999;
    const day = 86_400_000;
    fc.assert(
      fc.property(fc.integer({ min: from - day, max: until + day }), (time) => {
        const expected = time < from ? "NOT_YET_VALID" : time > until ? "EXPIRED" : undefined;
        expect(clientCertificateProblem(leaf, above, new Date(time))).to.equal(expected);
      }),
      { examples: [[from - 1], [from], [until], [until + 1]] },
    );
  });

  it("authenticates a publisher by the same rules", () => {
    const publishers = issueAccessCa(
      { certificate: root, key: rootKey },
      { holder: "publisher", assetDomain: ASSET_DOMAIN, spki: forged.spkiOf(caKey), issuedAt: ISSUED_AT },
    );
    const press = signAccessCertificate(
      { certificate: publishers, key: caKey },
      {
        holder: { kind: "publisher", publisherId: PUBLISHER },
        assetDomain: ASSET_DOMAIN,
        spki: forged.spkiOf(forged.p256()),
        issuedAt: ISSUED_AT,
      },
    );
    const under = { issuer: publishers, anchors: [root] };
    expect(press.extensions.subjectAltName).to.deep.equal([
      { form: "uri", value: `https://${ASSET_DOMAIN}/p/${PUBLISHER}` },
    ]);
    expect(clientCertificateProblem(press, under, during)).to.equal(undefined);
    expect(clientCertificateProblem(press, under, new Date(press.notAfter.getTime() + 1000))).to.equal(
      "EXPIRED",
    );
    // The CA of merchants has another name.
    expect(clientCertificateProblem(press, above, during)).to.equal("UNKNOWN_ISSUER");
  });

  it("does not, under another root, by another CA, or as the CA itself", () => {
    const elsewhere = makeChain();
    expect(clientCertificateProblem(leaf, { issuer, anchors: [elsewhere.root] }, during)).to.equal(
      "UNKNOWN_ISSUER",
    );
    expect(clientCertificateProblem(leaf, { issuer: ca, anchors: [root] }, during)).to.equal(
      "UNKNOWN_ISSUER",
    );
    expect(clientCertificateProblem(issuer, above, during)).to.equal("IS_A_CA");
  });

  it("does not when it is the certificate of a device", () => {
    expect(clientCertificateProblem(device, { issuer: ca, anchors: [root] }, during)).to.equal(
      "EXTENDED_KEY_USAGE",
    );
  });
});
