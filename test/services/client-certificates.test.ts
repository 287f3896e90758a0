// What the core says of the certificate of a TLS client.
import { X509Certificate } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { Authentication, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { ResolveCertificateResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import { AuditMechanism } from "../../gen/ts/pda/audit/v1/audit.ts";
import { asMerchant, operator } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { foreignCa, newKey, newRequest } from "./support/openssl.ts";

describe("certificates of TLS clients", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let merchantId: string;

  before(async () => {
    merchants = await Merchants.start();
  });
  beforeEach(async () => {
    ({ merchantId } = await merchants.register());
  });
  after(() => merchants[Symbol.asyncDispose]());

  const resolve = (certificate: Uint8Array) =>
    merchants.harness.call<ResolveCertificateResponse>(
      "ResolveCertificate",
      { certificate },
      { peer: "gateway" },
    );
  const derOf = (pem: string): Buffer => Buffer.from(new X509Certificate(pem).raw);

  it("name their merchant or terminal as TLS clients, with their scopes", async () => {
    const { deviceId } = await merchants.device(merchantId);
    for (const terminal of [undefined, deviceId]) {
      const { certificateId, certificate } = await merchants.certificate(
        merchantId,
        newRequest(newKey()),
        terminal,
        ["payments.read"],
      );
      const der = derOf(certificate);
      expect((await resolve(der)).principal).to.deep.equal({
        kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
        tenantId: merchantId,
        credentialId: certificateId,
        scopes: ["payments.read"],
        deviceId: terminal,
        limits: undefined,
        delegation: undefined,
        requestSigning: undefined,
        signedBy: undefined,
        issuedToken: undefined,
        tokenExpireTime: undefined,
        authentication: Authentication.fromPartial({
          mechanism: AuditMechanism.AUDIT_MECHANISM_MERCHANT_CERTIFICATE,
        }),
      });
    }
  });

  it("are refused as TLS clients when they are revoked, and name nobody when they are changed or of others", async () => {
    const issued = await merchants.certificate(merchantId, newRequest(newKey()));
    const good = derOf(issued.certificate);
    const changed = Buffer.from(good);
    changed[changed.length - 1]! ^= 1;
    const ca = derOf(issued.certificateChain.split(/(?<=-----END CERTIFICATE-----\n)/)[1] ?? "");
    const refused = async (certificate: Buffer) =>
      (await merchants.harness.failure("ResolveCertificate", { certificate }, { peer: "gateway" })).reason;
    for (const bad of [changed, ca, Buffer.from("nonsense"), Buffer.concat([good, Buffer.of(0)])])
      expect((await resolve(bad)).principal, "a certificate that was issued to nobody").to.equal(undefined);
    expect((await resolve(good)).principal?.tenantId).to.equal(merchantId);
    await merchants.harness.call("RevokeMerchantCertificate", {
      merchantId,
      certificateId: issued.certificateId,
    });
    expect(await refused(good)).to.equal("CLIENT_CERTIFICATE_REFUSED");
  });

  it("are refused when their path does not lead to the trust root, whatever the registry says", async () => {
    const { certificate } = await merchants.certificate(merchantId, newRequest(newKey()));
    const der = derOf(certificate);
    expect((await resolve(der)).principal?.tenantId).to.equal(merchantId);
    const client = new pg.Client({ connectionString: merchants.harness.url });
    await client.connect();
    // The registry names another CA, with the same rights, for this certificate.
    const foreign = derOf(foreignCa("/CN=Somebody else").ca);
    const { rows } = await client.query("select certificate from merchant_authority");
    try {
      await client.query("update merchant_authority set certificate = $1", [foreign]);
      const failure = await merchants.harness.failure(
        "ResolveCertificate",
        { certificate: der },
        { peer: "gateway" },
      );
      expect(failure.reason).to.equal("CLIENT_CERTIFICATE_REFUSED");
    } finally {
      await client.query("update merchant_authority set certificate = $1", [rows[0].certificate]);
      await client.end();
    }
    expect((await resolve(der)).principal?.tenantId).to.equal(merchantId);
  });

  it("are asked about by gateways only", async () => {
    const { certificate } = await merchants.certificate(merchantId, newRequest(newKey()));
    const request = { certificate: derOf(certificate) };
    for (const as of [asMerchant(merchantId), operator]) {
      const failure = await merchants.harness.failure("ResolveCertificate", request, { as, peer: "service" });
      expect(failure.reason).to.equal("INTERNAL_OPERATION");
    }
  });
});
