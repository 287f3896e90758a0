import { expect } from "chai";
import { parseCertificate } from "../../../src/trust/certificate.ts";
import { issueDeviceCertificate } from "../../../src/trust/issue/device.ts";
import { IssueError } from "../../../src/trust/issue/error.ts";
import { signAccessCertificate } from "../../../src/trust/issue/access.ts";
import { issuePublisherCa } from "../../../src/trust/issue/publisher-ca.ts";
import { EKU_CLIENT_AUTH, EKU_DEVICE, POLICY_PUBLISHER } from "../../../src/trust/oids.ts";
import { DEVICE } from "../../../src/trust/path/profile.ts";
import { validatePath } from "../../../src/trust/path.ts";
import { certificatesToPem } from "../../../src/trust/pem.ts";
import { deviceUri, publisherHost } from "../../../src/trust/profile.ts";
import {
  ASSET,
  ASSET_DOMAIN,
  CHIP,
  ISSUED_AT,
  JUDGED_AT,
  MERCHANT,
  makeChain,
  makeRoot,
  OTHER_PUBLISHER,
  PUBLISHER,
} from "./support/chain.ts";
import {
  altNames,
  basicConstraints,
  DIGITAL_SIGNATURE,
  forge,
  identifiers,
  keyUsageBits,
  name,
  p256,
  spkiOf,
  uri,
} from "./support/forge.ts";
import { openssl, opensslVerify } from "./support/openssl.ts";

const UID = "0.9.2342.19200300.100.1.1";

describe("certificates that the service issues", () => {
  const { root, rootKey, ca, device } = makeChain();
  const chain = { leaf: device.der, intermediates: [ca.der], anchors: [root.der] };

  it("are accepted by openssl verify -x509_strict, whole chain, under our policy", () => {
    const judged = opensslVerify(chain, JUDGED_AT, [
      "-policy",
      POLICY_PUBLISHER,
      "-explicit_policy",
      "-policy_check",
    ]);
    expect(judged.output).to.match(/: OK$/m);
  });

  it("are accepted by our own validator", () => {
    const result = validatePath({ leaf: device, intermediates: [ca], anchors: [root] }, DEVICE, JUDGED_AT);
    expect(result).to.deep.include({ valid: true, path: [device, ca, root] });
  });

  it("carry what trust.md says, as openssl prints it", () => {
    const printed = (pem: string): string =>
      openssl(["x509", "-noout", "-text", "-nameopt", "RFC2253", "-in", "{c.pem}"], { "c.pem": pem }).output;
    const rootText = printed(certificatesToPem([root]));
    expect(rootText).to.include("ecdsa-with-SHA384").and.include("CA:TRUE, pathlen:1");
    const caText = printed(certificatesToPem([ca]));
    expect(caText).to.match(/X509v3 Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
    expect(caText).to.include(`Subject: UID=${PUBLISHER},O=Acme Mint`);
    expect(caText).to.match(
      new RegExp(
        `X509v3 Name Constraints: critical\\s+Permitted:\\s+URI:${publisherHost(PUBLISHER, ASSET_DOMAIN)}\\s+DirName:\\s*UID ?= ?${PUBLISHER}`,
      ),
    );
    const deviceText = printed(certificatesToPem([device]));
    expect(deviceText).to.include(`Subject: serialNumber=${CHIP},UID=${PUBLISHER}`);
    expect(deviceText).to.match(/X509v3 Basic Constraints: critical\s+CA:FALSE/);
    expect(deviceText).to.match(/X509v3 Key Usage: critical\s+Digital Signature\n/);
    expect(deviceText).to.match(new RegExp(`Extended Key Usage:\\s+${EKU_DEVICE}\\n`));
    expect(deviceText).to.include(`URI:https://pub-01h455vb4pex5vsknk084sn02q.${ASSET_DOMAIN}/a/${ASSET}`);
  });

  it("have positive serial numbers of up to 128 bits that do not repeat", () => {
    const serials = [root, ca, device].map((certificate) => certificate.serial);
    expect(new Set(serials).size).to.equal(3);
    for (const serial of serials) expect(serial > 0n && serial < 2n ** 128n).to.equal(true);
  });

  it("name their lifetimes: root 20 years, merchant 90 days, a device no longer than its CA", () => {
    expect(root.notAfter.toISOString()).to.equal("2047-01-01T00:00:00.000Z");
    const short = makeChain({ caNotAfter: new Date("2029-01-01T00:00:00Z") });
    expect(short.device.notAfter.toISOString()).to.equal("2029-01-01T00:00:00.000Z");
    expect(() => makeChain({ caNotAfter: JUDGED_AT, deviceNotAfter: new Date("2028-01-01T00:00:00Z") }))
      .to.throw(IssueError)
      .with.property("reason", "OUTLIVES_ISSUER");
  });

  it("give a merchant a TLS client certificate that openssl accepts for that purpose", () => {
    const merchant = signAccessCertificate(
      { certificate: root, key: rootKey },
      {
        holder: { kind: "merchant", merchantId: MERCHANT },
        assetDomain: ASSET_DOMAIN,
        spki: spkiOf(p256()),
        issuedAt: ISSUED_AT,
      },
    );
    expect(merchant.extensions.extendedKeyUsage).to.deep.equal([EKU_CLIENT_AUTH]);
    expect(merchant.extensions.subjectAltName).to.deep.equal([
      { form: "uri", value: `https://${ASSET_DOMAIN}/m/${MERCHANT}` },
    ]);
    expect(merchant.notAfter.toISOString()).to.equal("2027-04-01T00:00:00.000Z");
    const files = { leaf: merchant.der, intermediates: [], anchors: [root.der] };
    expect(opensslVerify(files, new Date("2027-03-01T00:00:00Z"), ["-purpose", "sslclient"]).output).to.match(
      /OK$/m,
    );
    expect(opensslVerify(files, JUDGED_AT).output).to.include("certificate has expired");
  });
});

describe("what a publisher CA cannot certify", () => {
  const { root, rootKey, ca, caKey } = makeChain();
  const issuer = { certificate: ca, key: caKey };
  const request = { chip: CHIP, assetDomain: ASSET_DOMAIN, spki: spkiOf(p256()), issuedAt: ISSUED_AT };

  /** Signed by the publisher itself, past our issuing code. */
  const ownMake = (subject: Uint8Array, host: string, isCa = false) => {
    const key = p256();
    return forge({
      subject,
      issuer: ca.subject.encoding,
      key,
      signingKey: caKey,
      notAfter: Buffer.from("170d3238303130313030303030305a", "hex"),
      notBefore: Buffer.from("170d3237303130313030303030305a", "hex"),
      extensions: [
        basicConstraints(isCa),
        keyUsageBits(isCa ? 5 : DIGITAL_SIGNATURE),
        altNames(uri(`https://${host}/a/${ASSET}`)),
        ...identifiers(key, caKey),
      ],
    });
  };
  const ownHost = publisherHost(PUBLISHER, ASSET_DOMAIN);
  const foreignHost = publisherHost(OTHER_PUBLISHER, ASSET_DOMAIN);
  const cases = [
    {
      title: "its own device",
      der: ownMake(name([UID, PUBLISHER], ["2.5.4.5", "chip"]), ownHost),
      reason: undefined,
    },
    {
      title: "another host",
      der: ownMake(name([UID, PUBLISHER]), foreignHost),
      reason: "NAME_NOT_PERMITTED",
    },
    {
      title: "a host below its own",
      der: ownMake(name([UID, PUBLISHER]), `x.${ownHost}`),
      reason: "NAME_NOT_PERMITTED",
    },
    {
      title: "another UID",
      der: ownMake(name([UID, OTHER_PUBLISHER]), ownHost),
      reason: "NAME_NOT_PERMITTED",
    },
    {
      title: "a UID behind another attribute",
      der: ownMake(name(["2.5.4.10", "x"], [UID, PUBLISHER]), ownHost),
      reason: "NAME_NOT_PERMITTED",
    },
    { title: "a further CA", der: ownMake(name([UID, PUBLISHER]), ownHost, true), reason: undefined },
  ];
  for (const { title, der, reason } of cases) {
    it(`${title}: ${reason ?? "accepted as a leaf"}, and openssl agrees`, () => {
      const ours = validatePath(
        { leaf: parseCertificate(der), intermediates: [ca], anchors: [root] },
        DEVICE,
        JUDGED_AT,
      );
      expect(ours.valid ? undefined : ours.reason).to.equal(reason);
      const judged = opensslVerify({ leaf: der, intermediates: [ca.der], anchors: [root.der] }, JUDGED_AT);
      expect(judged.ok).to.equal(reason === undefined);
    });
  }

  it("a device under a further CA, which openssl refuses too", () => {
    const subKey = p256();
    const key = p256();
    const sub = forge({
      subject: name([UID, PUBLISHER]),
      issuer: ca.subject.encoding,
      key: subKey,
      signingKey: caKey,
      extensions: [basicConstraints(true), keyUsageBits(5), ...identifiers(subKey, caKey)],
    });
    const leaf = forge({
      subject: name([UID, PUBLISHER], ["2.5.4.5", "chip"]),
      issuer: name([UID, PUBLISHER]),
      key,
      signingKey: subKey,
      extensions: [basicConstraints(false), keyUsageBits(DIGITAL_SIGNATURE), ...identifiers(key, subKey)],
    });
    const ours = validatePath(
      { leaf: parseCertificate(leaf), intermediates: [parseCertificate(sub), ca], anchors: [root] },
      DEVICE,
      JUDGED_AT,
    );
    expect(ours).to.deep.equal({ valid: false, reason: "PATH_LENGTH_EXCEEDED", certificateIndex: 3 });
    const judged = opensslVerify({ leaf, intermediates: [sub, ca.der], anchors: [root.der] }, JUDGED_AT);
    expect(judged.output).to.include("path length constraint exceeded");
  });

  it("is refused at issue as well", () => {
    expect(() => issueDeviceCertificate(issuer, { ...request, publisherId: OTHER_PUBLISHER, assetId: ASSET }))
      .to.throw(IssueError)
      .with.property("reason", "NAME_NOT_PERMITTED");
    expect(() => issuePublisherCa(issuer, { ...request, publisherId: PUBLISHER, organization: "Acme" }))
      .to.throw(IssueError)
      .with.property("reason", "NAME_NOT_PERMITTED");
    expect(() =>
      issueDeviceCertificate(
        { certificate: ca, key: rootKey },
        { ...request, publisherId: PUBLISHER, assetId: ASSET },
      ),
    )
      .to.throw(IssueError)
      .with.property("reason", "ISSUER_KEY_MISMATCH");
  });

  it("never gets a name with control characters, or one too long", () => {
    const { root: other, rootKey: otherKey } = makeRoot();
    for (const organization of ["", " ", "a\nb", "x".repeat(65)]) {
      expect(() =>
        issuePublisherCa(
          { certificate: other, key: otherKey },
          { ...request, publisherId: PUBLISHER, organization },
        ),
      )
        .to.throw(IssueError)
        .with.property("reason", "NAME_NOT_ALLOWED");
    }
    expect(() => deviceUri("host.example", "../evil")).to.throw(RangeError);
  });
});
