// Keys with which publishers sign identities.
import { X509Certificate } from "node:crypto";
import { expect } from "chai";
import type {
  GetIdentityIssuerResponse,
  IdentityIssuer,
  ListIdentityIssuersResponse,
  RegisterIdentityIssuerResponse,
  RevokeIdentityIssuerResponse,
} from "../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import { CertificateStatus } from "../../gen/ts/pda/publisher/v1/publisher.ts";
import {
  foreignCa,
  newKey,
  newRequest,
  newRsaRequest,
  printed,
  publicKeyOf,
  signDevice,
  verify,
} from "./support/openssl.ts";
import { asPublisher, assetDomain, Registry } from "./support/registry.ts";
import { signerOf } from "./support/wallet-app.ts";

const EKU = "2.25.177773484101631252159251390410241964301.2.2";

describe("keys that sign digital identities", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let ca: string;
  const caKey = newKey();

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    ({ certificate: ca } = await registry.certificate(publisherId, newRequest(caKey)));
  });
  after(() => registry[Symbol.asyncDispose]());

  const nameOf = (id = publisherId): string => `https://${id.replace("_", "-")}.${assetDomain}/identities`;
  const signed = (over: Partial<Parameters<typeof signDevice>[0]> = {}): string =>
    signDevice({
      ca,
      caKey,
      publisherId,
      serialNumber: "HSM-1",
      uri: nameOf(),
      extendedKeyUsage: EKU,
      ...over,
    });
  const byCertificate = (value: string) => ({ publisherId, credential: { $case: "certificate", value } });
  const byRequest = (value: string) => ({
    publisherId,
    credential: { $case: "certificateSigningRequest", value },
  });
  const register = async (request: object, options = {}): Promise<IdentityIssuer> => {
    const answer = await registry.harness.call<RegisterIdentityIssuerResponse>(
      "RegisterIdentityIssuer",
      request,
      options,
    );
    return answer.identityIssuer as IdentityIssuer;
  };
  const refused = (request: object) => registry.harness.failure("RegisterIdentityIssuer", request);

  it("get a certificate for a signing request, which openssl accepts", async () => {
    const key = newKey();
    const issuer = await register(byRequest(newRequest(key)));
    expect(issuer).to.deep.include({
      publisherId,
      issuer: nameOf(),
      status: CertificateStatus.CERTIFICATE_STATUS_ACTIVE,
    });
    expect(issuer.revokeTime).to.equal(undefined);
    expect(publicKeyOf("x509", issuer.certificateChain)).to.equal(publicKeyOf("pkey", key));
    expect(verify(issuer.certificateChain, registry.root)).to.include({ ok: true });
    const chain = issuer.certificateChain.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [];
    const [, authority, root] = chain.map((pem) => new X509Certificate(pem));
    expect(chain).to.have.length(3);
    expect(authority?.subject).not.to.equal(authority?.issuer);
    expect(root?.fingerprint256).to.equal(new X509Certificate(registry.root).fingerprint256);
    const text = printed(issuer.certificateChain);
    expect(text)
      .to.contain(`URI:${nameOf()}`)
      .and.to.contain(EKU)
      .and.to.match(/CA:FALSE/);
    expect(text).to.match(/Key Usage: critical\s+Digital Signature\n/);
    const { validFrom, validTo } = new X509Certificate(issuer.certificateChain);
    expect((Date.parse(validTo) - Date.parse(validFrom)) / 31_557_600_000).to.be.closeTo(3, 0.01);
  });

  it("may have a certificate that the publisher has signed itself, once", async () => {
    const certificate = signed();
    const issuer = await register(byCertificate(certificate));
    expect(issuer.certificateChain.startsWith(certificate)).to.equal(true);
    expect((await refused(byCertificate(certificate))).entry).to.equal("ALREADY_EXISTS");
  });

  it("are refused where no credential of theirs would be accepted", async () => {
    const other = await registry.publisher("Other");
    const foreign = foreignCa("/O=Acme Mint");
    const reasons: [string, string][] = [
      ["NOT_AN_ISSUER_CERTIFICATE", signed({ extendedKeyUsage: EKU.replace(/2$/, "1") })],
      ["NOT_AN_ISSUER_CERTIFICATE", signed({ policy: "1.3.6.1.4.1.99999.1" })],
      ["NOT_AN_ISSUER_CERTIFICATE", signed({ key: newKey("secp384r1") })],
      ["CERTIFICATE_NOT_TRUSTED", signed({ ca: foreign.ca, caKey: foreign.key })],
      ["CERTIFICATE_NOT_TRUSTED", signed({ uri: nameOf(other.publisherId) })],
      ["CERTIFICATE_NOT_TRUSTED", ca],
      ["CERTIFICATE_OUTSIDE_VALIDITY", signed({ notBefore: "20990101000000Z", notAfter: "20990201000000Z" })],
      ["KEY_USAGE_NOT_CRITICAL", signed({ keyUsage: "digitalSignature" })],
      ["EXTENDED_KEY_USAGE_NOT_ALONE", signed({ extendedKeyUsage: `${EKU},clientAuth` })],
      ["POLICY_NOT_NAMED", signed({ policy: "2.5.29.32.0" })],
      ["OUTLIVES_AUTHORITY", signed({ notAfter: "20690101000000Z" })],
      ["NAME_MISMATCH", signed({ uri: nameOf().replace("identities", "elsewhere") })],
    ];
    for (const [reason, certificate] of reasons) {
      const failure = await refused(byCertificate(certificate));
      expect(failure).to.include({ entry: "EVIDENCE_REFUSED", reason });
      expect(failure.violations).to.have.nested.property("[0].field", "certificate");
    }
    expect((await refused(byCertificate("no certificate"))).entry).to.equal("UNREADABLE_CERTIFICATE");
    expect((await refused(byRequest("no request"))).entry).to.equal("UNREADABLE_CERTIFICATE");
    expect((await refused(byRequest(newRsaRequest()))).entry).to.equal("UNREADABLE_CERTIFICATE");
    expect((await refused({ publisherId, credential: undefined })).entry).to.equal("INVALID_ARGUMENT");
  });

  it("are listed newest first, page by page, and found one by one", async () => {
    const own = (await registry.publisher("Lister")).publisherId;
    const made: string[] = [];
    for (let turn = 0; turn < 3; turn++) made.unshift((await signerOf(registry, own)).issuer.certificateId);
    const list = (request: object) =>
      registry.harness.call<ListIdentityIssuersResponse>("ListIdentityIssuers", {
        publisherId: own,
        ...request,
      });
    const first = await list({ pageSize: 2 });
    const second = await list({ pageSize: 2, pageToken: first.nextPageToken });
    expect([...first.items, ...second.items].map(({ certificateId }) => certificateId)).to.deep.equal(made);
    expect(second.nextPageToken).to.equal("");
    const request = { publisherId: own, certificateId: made[0] };
    const { identityIssuer } = await registry.harness.call<GetIdentityIssuerResponse>(
      "GetIdentityIssuer",
      request,
    );
    expect(identityIssuer).to.deep.equal(first.items[0]);
  });

  it("are revoked for good; a repeat changes nothing", async () => {
    const { certificateId } = await register(byRequest(newRequest(newKey())));
    const revoke = () =>
      registry.harness.call<RevokeIdentityIssuerResponse>("RevokeIdentityIssuer", {
        publisherId,
        certificateId,
      });
    const first = (await revoke()).identityIssuer;
    expect(first?.status).to.equal(CertificateStatus.CERTIFICATE_STATUS_REVOKED);
    expect((await revoke()).identityIssuer).to.deep.equal(first);
  });

  it("never come back once they are revoked, in whatever certificate; other keys do", async () => {
    const [revoked, certified, kept] = [newKey(), newKey(), newKey()];
    const certificate = signed({ key: certified });
    for (const request of [byRequest(newRequest(revoked)), byCertificate(certificate)]) {
      const { certificateId } = await register(request);
      await registry.harness.call("RevokeIdentityIssuer", { publisherId, certificateId });
    }
    const attempts = [
      byRequest(newRequest(revoked, "/CN=renamed")),
      byCertificate(signed({ key: revoked })),
      byCertificate(certificate),
      byCertificate(signed({ key: certified, serialNumber: "HSM-2" })),
      byRequest(newRequest(certified)),
    ];
    for (const attempt of attempts)
      expect(await refused(attempt)).to.include({ entry: "EVIDENCE_REFUSED", reason: "KEY_REVOKED" });
    // A key in force may get its next certificate before the first one ends.
    for (let turn = 0; turn < 2; turn++) await register(byRequest(newRequest(kept)));
    expect((await refused(byRequest(newRequest(revoked)))).reason).to.equal("KEY_REVOKED");
  });

  it("are revoked with all certificates of their key, also one that is registered at the same time", async () => {
    const key = newKey();
    const [first, second] = [
      await register(byRequest(newRequest(key))),
      await register(byCertificate(signed({ key }))),
    ];
    const other = await register(byRequest(newRequest(newKey())));
    const late = Array.from({ length: 10 }, () =>
      register(byRequest(newRequest(key))).catch((error: unknown) => error as Error),
    );
    await registry.harness.call("RevokeIdentityIssuer", { publisherId, certificateId: first.certificateId });
    const registered = (await Promise.all(late)).filter((outcome) => !(outcome instanceof Error));
    const statusOf = async ({ certificateId }: { certificateId: string }) =>
      (
        await registry.harness.call<GetIdentityIssuerResponse>("GetIdentityIssuer", {
          publisherId,
          certificateId,
        })
      ).identityIssuer?.status;
    for (const issuer of [first, second, ...(registered as { certificateId: string }[])])
      expect(await statusOf(issuer)).to.equal(CertificateStatus.CERTIFICATE_STATUS_REVOKED);
    expect(await statusOf(other)).to.equal(CertificateStatus.CERTIFICATE_STATUS_ACTIVE);
  });

  it("are nobody else's business", async () => {
    const { certificateId } = await register(byRequest(newRequest(newKey())));
    const { publisherId: strangerId } = await registry.publisher("Stranger");
    const as = asPublisher(strangerId);
    for (const method of ["GetIdentityIssuer", "RevokeIdentityIssuer"]) {
      const foreign = await registry.harness.failure(method, { publisherId, certificateId }, { as });
      const own = await registry.harness.failure(method, { publisherId: strangerId, certificateId }, { as });
      expect(own.entry).to.equal("NOT_FOUND");
      expect(["NOT_FOUND", "PERMISSION_DENIED"]).to.include(foreign.entry);
    }
  });
});
