// Certificates of merchants, judged by openssl.
import { execFileSync } from "node:child_process";
import { expect } from "chai";
import pg from "pg";
import {
  type MerchantCertificate,
  MerchantCertificateRevocationReason as Reason,
  MerchantCertificateStatus as Status,
} from "../../gen/ts/pda/merchant/v1/certificate.ts";
import type {
  GetMerchantCertificateResponse,
  ListMerchantCertificatesResponse,
  RevokeMerchantCertificateResponse,
} from "../../gen/ts/pda/merchant/v1/certificate_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { parseCertificate } from "../../src/trust/certificate.ts";
import { ISSUED } from "../../src/trust/path/profile.ts";
import { soundPaths } from "../../src/trust/path.ts";
import { parseDeviceCertificate } from "../../src/trust/pem.ts";
import { asMerchant } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { assetDomain, publicUrl } from "./support/names.ts";
import {
  judgedAsClient,
  newKey,
  newRequest,
  newRsaRequest,
  printed,
  publicKeyOf,
} from "./support/openssl.ts";

describe("certificates of merchants", function () {
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

  const revoke = async (
    { certificateId, merchantId: owner }: MerchantCertificate,
    reason?: Reason,
  ): Promise<MerchantCertificate> =>
    (
      await merchants.harness.call<RevokeMerchantCertificateResponse>("RevokeMerchantCertificate", {
        merchantId: owner,
        certificateId,
        reason,
      })
    ).merchantCertificate!;
  /** Identifier of the list that a certificate names. */
  const listOf = ({ certificate }: Pick<MerchantCertificate, "certificate">): string => {
    const [, id] = /\/api\/v1\/verification\/crls\/(\S+)/.exec(printed(certificate)) ?? [];
    if (!id) throw new Error("the certificate names no list");
    return id;
  };

  it("lead to the trust root, for TLS clients and signatures, by openssl and by our own validator", async () => {
    const key = newKey();
    const issued = await merchants.certificate(merchantId, newRequest(key, "/CN=Somebody else/O=Bank"));
    const verdict = judgedAsClient(issued.certificateChain, merchants.root);
    expect(verdict.ok, verdict.output).to.equal(true);
    expect(publicKeyOf("x509", issued.certificate)).to.equal(publicKeyOf("pkey", key));
    const text = printed(issued.certificate);
    expect(text).to.match(new RegExp(`Subject: UID = ${merchantId}\\n`));
    expect(text).to.contain(`URI:https://${assetDomain}/m/${merchantId}\n`);
    expect(text).to.match(/Key Usage: critical\n\s+Digital Signature\n/);
    expect(text).to.match(/Extended Key Usage: \n\s+TLS Web Client Authentication\n/);
    expect(text).to.match(/Basic Constraints: critical\n\s+CA:FALSE/);
    expect(text).to.contain(`${publicUrl}/api/v1/verification/crls/crt_`);
    expect(text).not.to.contain("Bank");

    const chain = parseDeviceCertificate(issued.certificateChain);
    const sound = soundPaths(
      { leaf: chain.leaf, intermediates: chain.others.slice(0, 1), anchors: [merchants.trust.root] },
      ISSUED,
    );
    expect(sound.sound).to.equal(true);
    expect(issued).to.include({
      merchantId,
      deviceId: undefined,
      status: Status.MERCHANT_CERTIFICATE_STATUS_ACTIVE,
      serialNumber: chain.leaf.serialHex,
      revokeTime: undefined,
    });
    const days = Number(issued.notAfterTime!.seconds - issued.createTime!.seconds) / 86_400;
    expect(days).to.be.within(89.99, 90.01);
  });

  it("come from a CA that can certify nothing but clients under the asset domain itself", async () => {
    const issued = await merchants.certificate(merchantId, newRequest(newKey()));
    const [, ca = ""] = issued.certificateChain.split(/(?<=-----END CERTIFICATE-----\n)/);
    const text = printed(ca);
    expect(text).to.match(/CA:TRUE, pathlen:0/);
    expect(text).to.match(
      new RegExp(`Name Constraints: critical\\n\\s+Permitted:\\n\\s+URI:${assetDomain}\\n`),
    );
    expect(text).to.match(/Extended Key Usage: \n\s+TLS Web Client Authentication\n/);
    expect(text).to.match(/Key Usage: critical\n\s+Certificate Sign, CRL Sign\n/);
  });

  it("of a terminal name it behind its merchant", async () => {
    const { deviceId } = await merchants.device(merchantId);
    const issued = await merchants.certificate(merchantId, newRequest(newKey()), deviceId);
    expect(issued.deviceId).to.equal(deviceId);
    expect(printed(issued.certificate)).to.contain(
      `URI:https://${assetDomain}/m/${merchantId}/d/${deviceId}\n`,
    );
    expect(judgedAsClient(issued.certificateChain, merchants.root).ok).to.equal(true);
  });

  it("overlap, are listed newest first and can be read one by one", async () => {
    const { deviceId } = await merchants.device(merchantId);
    const key = newKey();
    const made: MerchantCertificate[] = [];
    for (const [from, terminal] of [[key], [newKey(), deviceId], [key]] as const)
      made.unshift(await merchants.certificate(merchantId, newRequest(from), terminal));
    const list = (request: object) =>
      merchants.harness.call<ListMerchantCertificatesResponse>("ListMerchantCertificates", {
        merchantId,
        ...request,
      });
    const first = await list({ pageSize: 2 });
    const second = await list({ pageSize: 2, pageToken: first.nextPageToken });
    expect([...first.items, ...second.items]).to.deep.equal(made);
    expect((await list({ deviceId })).items).to.deep.equal([made[1]]);
    expect(
      (
        await merchants.harness.call<GetMerchantCertificateResponse>("GetMerchantCertificate", {
          merchantId,
          certificateId: made[0]!.certificateId,
        })
      ).merchantCertificate,
    ).to.deep.equal(made[0]);
    for (const { certificateChain } of made)
      expect(judgedAsClient(certificateChain, merchants.root).ok).to.equal(true);
  });

  it("are refused by openssl once they are revoked, and no others", async () => {
    const [good, bad] = [
      await merchants.certificate(merchantId, newRequest(newKey())),
      await merchants.certificate(merchantId, newRequest(newKey())),
    ];
    const lists = async () => [await merchants.crl("root"), await merchants.crl(listOf(bad))];
    const before = await lists();
    for (const { certificateChain } of [good, bad]) {
      const verdict = judgedAsClient(certificateChain, merchants.root, before);
      expect(verdict.ok, verdict.output).to.equal(true);
    }
    const revoked = await revoke(bad, Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_SUPERSEDED);
    expect(revoked).to.include({
      status: Status.MERCHANT_CERTIFICATE_STATUS_REVOKED,
      revocationReason: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_SUPERSEDED,
    });
    expect(
      await revoke(bad, Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_AFFILIATION_CHANGED),
    ).to.deep.equal(revoked);
    const after = await lists();
    expect(judgedAsClient(good.certificateChain, merchants.root, after).ok).to.equal(true);
    const refused = judgedAsClient(bad.certificateChain, merchants.root, after);
    expect(refused.ok).to.equal(false);
    expect(refused.output).to.match(/certificate revoked/);
    const printedList = execFileSync("openssl", ["crl", "-inform", "DER", "-noout", "-text"], {
      input: after[1]!,
      encoding: "utf8",
    });
    expect(printedList).to.match(/Superseded/);
  });

  it("of a compromised key go together, and the key gets no new one", async () => {
    const key = newKey();
    const [one, two] = [
      await merchants.certificate(merchantId, newRequest(key)),
      await merchants.certificate(merchantId, newRequest(key)),
    ];
    const other = await merchants.certificate(merchantId, newRequest(newKey()));
    await revoke(one, Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_SUPERSEDED);
    const compromise = Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE;
    expect((await revoke(two, compromise)).revocationReason).to.equal(compromise);
    const read = async ({ certificateId }: MerchantCertificate) =>
      (
        await merchants.harness.call<GetMerchantCertificateResponse>("GetMerchantCertificate", {
          merchantId,
          certificateId,
        })
      ).merchantCertificate!;
    expect((await read(one)).revocationReason).to.equal(compromise);
    expect((await read(other)).status).to.equal(Status.MERCHANT_CERTIFICATE_STATUS_ACTIVE);
    const failure = await merchants.harness.failure("IssueMerchantCertificate", {
      merchantId,
      certificateSigningRequest: newRequest(key),
    });
    expect([failure.entry, failure.violations[0]?.reason]).to.deep.equal([
      "EVIDENCE_REFUSED",
      "KEY_COMPROMISED",
    ]);
  });

  it("of one key are three at most in force; a revoked one makes room", async () => {
    const certificateSigningRequest = newRequest(newKey());
    const made = [];
    for (let count = 0; count < 3; count++)
      made.push(await merchants.certificate(merchantId, certificateSigningRequest));
    const again = () =>
      merchants.harness.failure("IssueMerchantCertificate", { merchantId, certificateSigningRequest });
    expect(await again()).to.include({ entry: "LIMIT_REACHED", reason: "CERTIFICATES_OF_KEY" });
    await revoke(made[0]!);
    await merchants.certificate(merchantId, certificateSigningRequest);
  });

  it("are not given for the key of another merchant or another terminal, even when that is revoked", async () => {
    const key = newKey();
    const certificateSigningRequest = newRequest(key);
    const { deviceId } = await merchants.device(merchantId);
    await revoke(await merchants.certificate(merchantId, certificateSigningRequest));
    const { merchantId: other } = await merchants.register();
    for (const request of [{ merchantId: other }, { merchantId, deviceId }]) {
      const failure = await merchants.harness.failure("IssueMerchantCertificate", {
        ...request,
        certificateSigningRequest,
      });
      expect([failure.entry, failure.violations[0]?.reason]).to.deep.equal([
        "EVIDENCE_REFUSED",
        "KEY_IN_USE",
      ]);
    }
    await merchants.certificate(merchantId, certificateSigningRequest);
  });

  it("are not given without a proper request", async () => {
    const good = newRequest(newKey());
    for (const [certificateSigningRequest, reason] of [
      ["nonsense", undefined],
      [`${good}${good}`, "CSR_NOT_EXACTLY_ONE"],
      [newRsaRequest(), "CSR_KEY_NOT_ALLOWED"],
      [newRequest(newKey("secp384r1")), "CSR_KEY_NOT_ALLOWED"],
    ] as const) {
      const failure = await merchants.harness.failure("IssueMerchantCertificate", {
        merchantId,
        certificateSigningRequest,
      });
      expect(failure.entry).to.equal("UNREADABLE_CERTIFICATE");
      expect(failure.violations[0]?.field).to.equal("certificate_signing_request");
      if (reason) expect(failure.violations[0]?.reason).to.equal(reason);
    }
    expect(
      (
        await merchants.harness.failure("IssueMerchantCertificate", {
          merchantId,
          certificateSigningRequest: good,
          deviceId: newId("device"),
        })
      ).entry,
    ).to.equal("UNKNOWN_REFERENCE");
    expect(
      (
        await merchants.harness.failure("IssueMerchantCertificate", {
          merchantId: newId("merchant"),
          certificateSigningRequest: good,
        })
      ).entry,
    ).to.equal("NOT_FOUND");
    // Nothing of that has taken the key.
    await merchants.certificate(merchantId, good);
  });

  it("are their merchant's own affair", async () => {
    const theirs = await merchants.certificate(merchantId, newRequest(newKey()));
    const { merchantId: mine } = await merchants.register();
    const as = asMerchant(mine);
    const { certificateId } = theirs;
    for (const method of ["GetMerchantCertificate", "RevokeMerchantCertificate"]) {
      expect((await merchants.harness.failure(method, { merchantId, certificateId }, { as })).entry).to.equal(
        "PERMISSION_DENIED",
      );
      expect(
        (await merchants.harness.failure(method, { merchantId: mine, certificateId }, { as })).entry,
      ).to.equal("NOT_FOUND");
    }
    const certificateSigningRequest = newRequest(newKey());
    for (const [method, request] of [
      ["ListMerchantCertificates", {}],
      ["IssueMerchantCertificate", { certificateSigningRequest }],
    ] as const)
      expect((await merchants.harness.failure(method, { merchantId, ...request }, { as })).entry).to.equal(
        "PERMISSION_DENIED",
      );
  });

  it("come from a new CA before the old one would end, while the old one's stay good", async () => {
    const before = await merchants.certificate(merchantId, newRequest(newKey()));
    const client = new pg.Client({ connectionString: merchants.harness.url });
    await client.connect();
    await client.query("update merchant_authority set not_after = now() + interval '80 days'");
    await client.end();
    const after = await merchants.certificate(merchantId, newRequest(newKey()));
    expect(listOf(after)).not.to.equal(listOf(before));
    for (const { certificateChain } of [before, after])
      expect(judgedAsClient(certificateChain, merchants.root).ok).to.equal(true);
    await revoke(before);
    expect(
      judgedAsClient(before.certificateChain, merchants.root, [
        await merchants.crl("root"),
        await merchants.crl(listOf(before)),
      ]).output,
    ).to.match(/certificate revoked/);
  });

  it("keep the CA's key sealed in the store", async () => {
    await merchants.certificate(merchantId, newRequest(newKey()));
    const client = new pg.Client({ connectionString: merchants.harness.url });
    await client.connect();
    const { rows } = await client.query<{ certificate: Buffer; sealed_key: Buffer }>(
      "select certificate, sealed_key from merchant_authority",
    );
    await client.end();
    for (const { certificate, sealed_key: sealed } of rows) {
      expect(parseCertificate(certificate).extensions.basicConstraints?.ca).to.equal(true);
      // PKCS #8 of a P-256 key has the OID of the curve in clear.
      expect(sealed.includes(Buffer.from("2a8648ce3d030107", "hex"))).to.equal(false);
    }
  });

  it("cannot be issued where the root's key is offline and there is no CA yet", async () => {
    await using offline = await Merchants.start({ offline: true });
    const { merchantId: other } = await offline.register();
    const request = { merchantId: other, certificateSigningRequest: newRequest(newKey()) };
    expect(await offline.harness.failure("IssueMerchantCertificate", request)).to.include({
      entry: "OPERATOR_REQUIRED",
      reason: "TRUST_ROOT_OFFLINE",
    });
  });
});
