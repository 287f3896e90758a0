// Access certificates of publishers: how they are issued, and whom they stand for as TLS clients.
import { X509Certificate } from "node:crypto";
import { mock } from "node:test";
import { expect } from "chai";
import pg from "pg";
import { Authentication, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { ResolveCertificateResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import {
  CertificateRevocationReason as Reason,
  CertificateStatus as Status,
} from "../../gen/ts/pda/publisher/v1/publisher.ts";
import type {
  GetPublisherAccessCertificateResponse,
  IssuePublisherAccessCertificateResponse,
  ListPublisherAccessCertificatesResponse,
  PublisherAccessCertificate,
  RevokePublisherAccessCertificateResponse,
} from "../../gen/ts/pda/publisher/v1/access_certificate_service.ts";
import type { IssuePublisherCertificateResponse } from "../../gen/ts/pda/publisher/v1/certificate_service.ts";
import type { RegisterPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { AuditMechanism } from "../../gen/ts/pda/audit/v1/audit.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { CallOptions } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { assetDomain, publicUrl } from "./support/names.ts";
import {
  foreignCa,
  judgedAsClient,
  newKey,
  newRequest,
  newRsaRequest,
  printed,
  signDevice,
} from "./support/openssl.ts";
import { asPublisher } from "./support/registry.ts";

const scopes = ["publishers.read"];

describe("access certificates of publishers", function () {
  this.timeout(60_000);
  let services: Merchants;
  let publisherId: string;

  const call = <T>(method: string, request: object, options?: CallOptions) =>
    services.harness.call<T>(method, request, options);
  const failure = (method: string, request: object, options?: CallOptions) =>
    services.harness.failure(method, request, options);
  const register = async (): Promise<string> =>
    (await call<RegisterPublisherResponse>("RegisterPublisher", { name: "Press" })).publisher!.publisherId;
  const certify = async (
    certificateSigningRequest = newRequest(newKey()),
    owner = publisherId,
  ): Promise<PublisherAccessCertificate> =>
    (
      await call<IssuePublisherAccessCertificateResponse>("IssuePublisherAccessCertificate", {
        publisherId: owner,
        certificateSigningRequest,
        scopes,
      })
    ).publisherAccessCertificate!;
  const revoke = async (
    { publisherId: owner, certificateId }: PublisherAccessCertificate,
    reason?: Reason,
  ): Promise<PublisherAccessCertificate> =>
    (
      await call<RevokePublisherAccessCertificateResponse>("RevokePublisherAccessCertificate", {
        publisherId: owner,
        certificateId,
        reason,
      })
    ).publisherAccessCertificate!;
  const certifyCa = async (certificateSigningRequest: string) =>
    (
      await call<IssuePublisherCertificateResponse>("IssuePublisherCertificate", {
        publisherId,
        certificateSigningRequest,
      })
    ).publisherCertificate!;
  const whyRefused = async (method: string, request: object): Promise<(string | undefined)[]> => {
    const { entry, reason, violations } = await failure(method, request);
    return [entry, violations[0]?.reason ?? reason];
  };
  const derOf = (pem: string): Buffer => Buffer.from(new X509Certificate(pem).raw);
  const gateway = { peer: "gateway" };
  const resolve = async (pem: string) =>
    (await call<ResolveCertificateResponse>("ResolveCertificate", { certificate: derOf(pem) }, gateway))
      .principal;
  const refusal = async (pem: string) => {
    const { entry, reason } = await failure("ResolveCertificate", { certificate: derOf(pem) }, gateway);
    return [entry, reason];
  };
  const notValid = ["INVALID_PUBLISHER_CERTIFICATE", "ACCESS_CERTIFICATE_NOT_VALID"];

  before(async () => {
    services = await Merchants.start();
  });
  beforeEach(async () => {
    publisherId = await register();
  });
  after(() => services[Symbol.asyncDispose]());

  it("lead to the trust root as TLS clients by openssl, under a CA that certifies publishers' clients alone", async () => {
    const key = newKey();
    const issued = await certify(newRequest(key, "/CN=Somebody else/O=Bank"));
    const verdict = judgedAsClient(issued.certificateChain, services.root);
    expect(verdict.ok, verdict.output).to.equal(true);
    const text = printed(issued.certificate);
    expect(text).to.match(new RegExp(`Subject: UID = ${publisherId}\\n`));
    expect(text).to.contain(`URI:https://${assetDomain}/p/${publisherId}\n`);
    expect(text).to.match(/Key Usage: critical\n\s+Digital Signature\n/);
    expect(text).to.match(/Extended Key Usage: \n\s+TLS Web Client Authentication\n/);
    expect(text).to.match(/Basic Constraints: critical\n\s+CA:FALSE/);
    const { merchantId } = await services.register();
    const ofMerchant = await services.certificate(merchantId, newRequest(newKey()));
    const [ca, other] = [issued, ofMerchant].map(({ certificateChain }) =>
      printed(certificateChain.split(/(?<=-----END CERTIFICATE-----\n)/)[1] ?? ""),
    );
    expect(ca).to.match(/Subject: CN = Publishers\n/);
    expect(other).to.match(/Subject: CN = Merchants\n/);
    expect(ca).to.match(/CA:TRUE, pathlen:0/);
    expect(ca).to.match(new RegExp(`Permitted:\\n\\s+URI:${assetDomain}\\n`));
    expect(ca).to.match(/Extended Key Usage: \n\s+TLS Web Client Authentication\n/);
    const days = Number(issued.notAfterTime!.seconds - issued.createTime!.seconds) / 86_400;
    expect(days).to.be.within(89.99, 90.01);
    expect(issued).to.deep.include({ publisherId, scopes, status: Status.CERTIFICATE_STATUS_ACTIVE });
  });

  it("name their publisher as TLS clients, with their scopes, also while it is suspended, as its API keys do", async () => {
    const { certificateId, certificate } = await certify();
    const principal = {
      kind: PrincipalKind.PRINCIPAL_KIND_PUBLISHER,
      tenantId: publisherId,
      credentialId: certificateId,
      scopes,
      deviceId: undefined,
      limits: undefined,
      delegation: undefined,
      requestSigning: undefined,
      signedBy: undefined,
      issuedToken: undefined,
      tokenExpireTime: undefined,
      authentication: Authentication.fromPartial({
        mechanism: AuditMechanism.AUDIT_MECHANISM_PUBLISHER_CERTIFICATE,
      }),
    };
    expect(await resolve(certificate)).to.deep.equal(principal);
    await call("SuspendPublisher", { publisherId, reason: "test" });
    expect(await resolve(certificate)).to.deep.equal(principal);
    const request = { publisherId, certificateSigningRequest: newRequest(newKey()) };
    expect(await whyRefused("IssuePublisherAccessCertificate", request)).to.include("PUBLISHER_NOT_ACTIVE");
  });

  it("that are revoked or without a path to the trust root are not valid; those of strangers are nobody's", async () => {
    const [good, revoked] = [await certify(), await certify()];
    await revoke(revoked);
    expect(await refusal(revoked.certificate)).to.deep.equal(notValid);
    expect((await resolve(good.certificate))?.tenantId).to.equal(publisherId);
    expect(await resolve(foreignCa(`/UID=${publisherId}`).ca)).to.equal(undefined);

    const client = new pg.Client({ connectionString: services.harness.url });
    await client.connect();
    const { rows } = await client.query("select certificate from publisher_access_authority");
    const replaced = (certificate: Buffer) =>
      client.query("update publisher_access_authority set certificate = $1", [certificate]);
    try {
      // The registry names another CA for the certificate.
      await replaced(derOf(foreignCa("/CN=Publishers").ca));
      expect(await refusal(good.certificate)).to.deep.equal(notValid);
    } finally {
      await replaced(rows[0].certificate);
      await client.end();
    }
    expect((await resolve(good.certificate))?.tenantId).to.equal(publisherId);
  });

  it("are not valid once they have expired", async () => {
    await using fresh = await Merchants.start();
    const { publisher } = await fresh.harness.call<RegisterPublisherResponse>("RegisterPublisher", {
      name: "Press",
    });
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    try {
      const request = {
        publisherId: publisher!.publisherId,
        certificateSigningRequest: newRequest(newKey()),
      };
      const { publisherAccessCertificate } =
        await fresh.harness.call<IssuePublisherAccessCertificateResponse>(
          "IssuePublisherAccessCertificate",
          request,
        );
      const certificate = derOf(publisherAccessCertificate!.certificate);
      const ask = () => fresh.harness.call("ResolveCertificate", { certificate }, gateway);
      await ask();
      mock.timers.setTime(Date.now() + 91 * 86_400_000);
      const { reason } = await fresh.harness.failure("ResolveCertificate", { certificate }, gateway);
      expect(reason).to.equal("ACCESS_CERTIFICATE_NOT_VALID");
    } finally {
      mock.timers.reset();
    }
  });

  it("are never the publisher's CA certificate, nor a device's", async () => {
    const key = newKey();
    const ca = await certifyCa(newRequest(key));
    const device = signDevice({
      ca: ca.certificate,
      caKey: key,
      publisherId,
      serialNumber: "CHIP-1",
      uri: `https://${publisherId.replace("_", "-")}.${assetDomain}/a/${newId("asset")}`,
      extendedKeyUsage: "clientAuth",
    });
    const [, accessCa = ""] = (await certify()).certificateChain.split(/(?<=-----END CERTIFICATE-----\n)/);
    for (const pem of [ca.certificate, device, accessCa, services.root])
      expect(await resolve(pem)).to.equal(undefined);
  });

  it("never share a key with a CA, in either order", async () => {
    const [caKey, accessKey] = [newRequest(newKey()), newRequest(newKey())];
    await certifyCa(caKey);
    await certify(accessKey);
    const otherUse = ["EVIDENCE_REFUSED", "KEY_HAS_OTHER_USE"];
    for (const [method, certificateSigningRequest] of [
      ["IssuePublisherAccessCertificate", caKey],
      ["IssuePublisherCertificate", accessKey],
    ] as const)
      expect(await whyRefused(method, { publisherId, certificateSigningRequest })).to.deep.equal(otherUse);
    const { merchantId } = await services.register();
    expect(
      await whyRefused("IssueMerchantCertificate", { merchantId, certificateSigningRequest: caKey }),
    ).to.deep.equal(otherUse);
  });

  it("are not given for the key of another publisher or of a merchant, even when that is revoked", async () => {
    const [taken, ofMerchant] = [newRequest(newKey()), newRequest(newKey())];
    await revoke(await certify(taken));
    const { merchantId } = await services.register();
    await services.certificate(merchantId, ofMerchant);
    const other = await register();
    for (const [method, request] of [
      ["IssuePublisherAccessCertificate", { publisherId: other, certificateSigningRequest: taken }],
      ["IssueMerchantCertificate", { merchantId, certificateSigningRequest: taken }],
      ["IssuePublisherAccessCertificate", { publisherId, certificateSigningRequest: ofMerchant }],
    ] as const)
      expect(await whyRefused(method, request)).to.deep.equal(["EVIDENCE_REFUSED", "KEY_IN_USE"]);
    // None of the refused requests has taken a key.
    await certify(taken);
    await services.certificate(merchantId, ofMerchant);
  });

  it("overlap, at most three of one key, are listed newest first and can be read one by one", async () => {
    const certificateSigningRequest = newRequest(newKey());
    const made: PublisherAccessCertificate[] = [];
    for (let count = 0; count < 3; count++) made.unshift(await certify(certificateSigningRequest));
    const request = { publisherId, certificateSigningRequest };
    expect(await whyRefused("IssuePublisherAccessCertificate", request)).to.deep.equal([
      "LIMIT_REACHED",
      "CERTIFICATES_OF_KEY",
    ]);
    await certify(undefined, await register());
    const list = (more: object) =>
      call<ListPublisherAccessCertificatesResponse>("ListPublisherAccessCertificates", {
        publisherId,
        ...more,
      });
    const first = await list({ pageSize: 2 });
    const second = await list({ pageSize: 2, pageToken: first.nextPageToken });
    expect([...first.items, ...second.items]).to.deep.equal(made);
    const { certificateId } = made[0]!;
    const got = await call<GetPublisherAccessCertificateResponse>("GetPublisherAccessCertificate", {
      publisherId,
      certificateId,
    });
    expect(got.publisherAccessCertificate).to.deep.equal(made[0]);
  });

  it("are on the list of their CA once they are revoked, and those of a compromised key go together", async () => {
    const certificateSigningRequest = newRequest(newKey());
    const [one, two] = [await certify(certificateSigningRequest), await certify(certificateSigningRequest)];
    const other = await certify();
    const listOf = ({ certificate }: PublisherAccessCertificate): string =>
      /\/verification\/crls\/(\S+)/.exec(printed(certificate))?.[1] ?? "";
    expect(printed(one.certificate)).to.contain(`${publicUrl}/api/v1/verification/crls/crt_`);
    const judge = async (issued: PublisherAccessCertificate) =>
      judgedAsClient(issued.certificateChain, services.root, [
        await services.crl("root"),
        await services.crl(listOf(issued)),
      ]);
    for (const each of [one, two, other]) expect((await judge(each)).ok).to.equal(true);

    const superseded = await revoke(one, Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED);
    expect(await revoke(one)).to.deep.equal(superseded);
    expect((await judge(one)).output).to.match(/certificate revoked/);
    expect((await judge(two)).ok).to.equal(true);

    const compromise = Reason.CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE;
    expect((await revoke(two, compromise)).revocationReason).to.equal(compromise);
    for (const each of [one, two]) expect((await judge(each)).output).to.match(/certificate revoked/);
    expect((await judge(other)).ok).to.equal(true);
    const request = { publisherId, certificateSigningRequest };
    expect(await whyRefused("IssuePublisherAccessCertificate", request)).to.deep.equal([
      "EVIDENCE_REFUSED",
      "KEY_COMPROMISED",
    ]);
    const { certificateId } = other;
    const ofCa = {
      publisherId,
      certificateId,
      reason: Reason.CERTIFICATE_REVOCATION_REASON_CA_COMPROMISE,
    };
    expect((await failure("RevokePublisherAccessCertificate", ofCa)).entry).to.equal("INVALID_ARGUMENT");
  });

  it("carry only scopes that a publisher may hold and the caller holds, and need a proper request", async () => {
    const certificateSigningRequest = newRequest(newKey());
    const asked = async (more: object, options?: CallOptions) => {
      const request = { publisherId, certificateSigningRequest, ...more };
      const refused = await failure("IssuePublisherAccessCertificate", request, options);
      return refused.violations[0]?.reason ?? refused.reason;
    };
    expect(await asked({ scopes: ["payments.write"] })).to.equal("UNKNOWN_SCOPE");
    const as = { ...asPublisher(publisherId), scopes: ["publishers.write"] };
    expect(await asked({ scopes: ["publishers.issue"] }, { as })).to.equal("SCOPE_MISSING");
    expect(await asked({ certificateSigningRequest: newRsaRequest() })).to.equal("CSR_KEY_NOT_ALLOWED");
    expect(await asked({ publisherId: newId("publisher") })).to.equal("NOT_FOUND");
    await certify(certificateSigningRequest);
  });

  it("are their publisher's own affair", async () => {
    const { certificateId } = await certify();
    const mine = await register();
    const as = asPublisher(mine);
    for (const method of ["GetPublisherAccessCertificate", "RevokePublisherAccessCertificate"])
      for (const [owner, entry] of [
        [publisherId, "PERMISSION_DENIED"],
        [mine, "NOT_FOUND"],
      ])
        expect((await failure(method, { publisherId: owner, certificateId }, { as })).entry).to.equal(entry);
    // The registry of CA certificates does not know it.
    for (const method of ["GetPublisherCertificate", "RevokePublisherCertificate"])
      expect((await failure(method, { publisherId, certificateId })).entry).to.equal("NOT_FOUND");
  });

  it("keep their CA's key sealed, and need the root's key for a new CA", async () => {
    await certify();
    const client = new pg.Client({ connectionString: services.harness.url });
    await client.connect();
    const { rows } = await client.query<{ sealed_key: Buffer }>(
      "select sealed_key from publisher_access_authority",
    );
    await client.end();
    expect(rows).not.to.deep.equal([]);
    // PKCS #8 of a P-256 key has the OID of the curve in clear.
    for (const { sealed_key: sealed } of rows)
      expect(sealed.includes(Buffer.from("2a8648ce3d030107", "hex"))).to.equal(false);

    await using offline = await Merchants.start({ offline: true });
    const { publisher } = await offline.harness.call<RegisterPublisherResponse>("RegisterPublisher", {
      name: "Press",
    });
    const request = {
      publisherId: publisher?.publisherId,
      certificateSigningRequest: newRequest(newKey()),
    };
    expect(await offline.harness.failure("IssuePublisherAccessCertificate", request)).to.include({
      entry: "OPERATOR_REQUIRED",
      reason: "TRUST_ROOT_OFFLINE",
    });
  });
});
