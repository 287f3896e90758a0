// Changes of merchants that meet: one of them is the change, and nothing is left to what has ended.
import { expect } from "chai";
import pg from "pg";
import { MerchantCertificateStatus } from "../../gen/ts/pda/merchant/v1/certificate.ts";
import type {
  IssueMerchantCertificateResponse,
  ListMerchantCertificatesResponse,
} from "../../gen/ts/pda/merchant/v1/certificate_service.ts";
import type {
  CreateApiKeyResponse,
  ListApiKeysResponse,
  RotateApiKeyResponse,
  UpdateMerchantResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import { MerchantCertificateRevocationReason as Reason } from "../../gen/ts/pda/merchant/v1/certificate.ts";
import type {
  IssuePublisherAccessCertificateResponse,
  ListPublisherAccessCertificatesResponse,
} from "../../gen/ts/pda/publisher/v1/access_certificate_service.ts";
import { CertificateRevocationReason, CertificateStatus } from "../../gen/ts/pda/publisher/v1/publisher.ts";
import type { RegisterPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { Merchants } from "../services/support/merchants.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { Bystander } from "../support/waiting.ts";

describe("races of merchants", function () {
  this.timeout(120_000);
  let merchants: Merchants;
  let merchantId: string;

  before(async () => {
    merchants = await Merchants.start();
  });
  beforeEach(async () => {
    ({ merchantId } = await merchants.register());
  });
  after(() => merchants[Symbol.asyncDispose]());

  const hundred = <T>(work: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
    Promise.allSettled(Array.from({ length: 100 }, (_, index) => work(index)));
  const reasonsOf = (answers: readonly PromiseSettledResult<unknown>[]): Set<string> =>
    new Set(
      answers.flatMap((answer) =>
        answer.status === "rejected" ? [(answer.reason as { reason: string }).reason] : [],
      ),
    );
  const fulfilled = <T>(answers: readonly PromiseSettledResult<T>[]): T[] =>
    answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));

  it("a merchant is suspended once, however many suspend at once", async () => {
    const answers = fulfilled(
      await hundred((index) =>
        merchants.harness.call<UpdateMerchantResponse>("SuspendMerchant", {
          merchantId,
          reason: `reason ${index}`,
        }),
      ),
    );
    expect(answers).to.have.length(100);
    expect(new Set(answers.map(({ merchant }) => merchant?.version))).to.deep.equal(new Set([2]));
    const client = new pg.Client({ connectionString: merchants.harness.url });
    await client.connect();
    const { rows } = await client.query("select * from merchant_transition where merchant_id = $1", [
      uuidOf("merchant", merchantId),
    ]);
    await client.end();
    expect(rows).to.have.length(1);
  });

  it("of changes of one version one is made", async () => {
    const answers = await hundred((index) =>
      merchants.harness.call<UpdateMerchantResponse>("UpdateMerchant", {
        merchantId,
        website: `https://${index}.example`,
        ifMatch: [1],
      }),
    );
    expect(fulfilled(answers)).to.have.length(1);
    expect(reasonsOf(answers)).to.deep.equal(new Set(["VERSION_CHANGED"]));
  });

  it("a key is replaced once, however many rotate it at once", async () => {
    const { apiKey } = await merchants.key(merchantId);
    const answers = await hundred(() =>
      merchants.harness.call<RotateApiKeyResponse>("RotateApiKey", {
        merchantId,
        apiKeyId: apiKey!.apiKeyId,
      }),
    );
    expect(fulfilled(answers)).to.have.length(1);
    expect(reasonsOf(answers)).to.deep.equal(new Set(["API_KEY_ROTATED"]));
    const { items } = await merchants.harness.call<ListApiKeysResponse>("ListApiKeys", { merchantId });
    expect(items).to.have.length(2);
  });

  it("a removed terminal keeps no key and no certificate that was made while it was removed", async () => {
    for (let round = 0; round < 5; round++) {
      const { deviceId } = await merchants.device(merchantId);
      const first = await merchants.key(merchantId, { deviceId });
      const requests = Array.from({ length: 8 }, () => newRequest(newKey()));
      const answers = await hundred(async (index): Promise<string | undefined> => {
        if (index === 40) {
          await merchants.harness.call("RemoveMerchantDevice", { merchantId, deviceId });
          return undefined;
        }
        if (index % 12 === 5) {
          await merchants.certificate(merchantId, requests[Math.floor(index / 12)]!, deviceId);
          return undefined;
        }
        if (index % 12 === 7) {
          const request = { merchantId, apiKeyId: first.apiKey!.apiKeyId };
          return (await merchants.harness.call<RotateApiKeyResponse>("RotateApiKey", request)).createdApiKey
            ?.secret;
        }
        return (
          await merchants.harness.call<CreateApiKeyResponse>("CreateApiKey", {
            merchantId,
            name: `${index}`,
            scopes: ["payments.read"],
            deviceId,
          })
        ).createdApiKey?.secret;
      });
      for (const secret of [first.secret, ...fulfilled(answers)])
        if (secret) expect(await merchants.opens(secret)).to.equal(false);
      const { items } = await merchants.harness.call<ListMerchantCertificatesResponse>(
        "ListMerchantCertificates",
        { merchantId, deviceId },
      );
      for (const { status } of items)
        expect(status).to.equal(MerchantCertificateStatus.MERCHANT_CERTIFICATE_STATUS_REVOKED);
    }
  });

  it("a key that is made while its terminal is removed waits, and is not made", async () => {
    const { deviceId } = await merchants.device(merchantId);
    await using bystander = await Bystander.connect(merchants.harness.url);
    await bystander.hold("select 1 from merchant_device where device_id = $1 for update", [
      uuidOf("device", deviceId),
    ]);
    const removal = merchants.harness.call("RemoveMerchantDevice", { merchantId, deviceId });
    await bystander.untilWaiting(1);
    const creation = Promise.allSettled([merchants.key(merchantId, { deviceId })]);
    await bystander.untilWaiting(2);
    await bystander.letGo();
    await removal;
    expect(reasonsOf(await creation)).to.deep.equal(new Set(["TERMINAL_REMOVED"]));
  });

  it("the first certificates of an installation come from one CA, however many ask at once", async () => {
    await using fresh = await Merchants.start();
    const owners = await Promise.all(Array.from({ length: 30 }, () => fresh.register()));
    const requests = owners.map(() => newRequest(newKey()));
    const issued = await Promise.all(
      owners.map(({ merchantId: owner }, index) => fresh.certificate(owner, requests[index]!)),
    );
    const cas = new Set(issued.map(({ certificateChain }) => certificateChain.split("-----BEGIN")[2]));
    expect(cas.size).to.equal(1);
  });

  it("a key gets three certificates, however many ask at once, and belongs to one of those who ask", async () => {
    const { merchantId: other } = await merchants.register();
    const certificateSigningRequest = newRequest(newKey());
    const answers = await hundred((index) =>
      merchants.harness.call<IssueMerchantCertificateResponse>("IssueMerchantCertificate", {
        merchantId: index % 2 ? merchantId : other,
        certificateSigningRequest,
      }),
    );
    const issued = fulfilled(answers).map(({ merchantCertificate }) => merchantCertificate?.merchantId);
    expect(issued).to.have.length(3);
    expect(new Set(issued).size).to.equal(1);
  });

  it("of a merchant, a publisher and a CA that ask at once, one gets the key", async () => {
    const { publisher } = await merchants.harness.call<RegisterPublisherResponse>("RegisterPublisher", {
      name: "Press",
    });
    const publisherId = publisher!.publisherId;
    for (let round = 0; round < 5; round++) {
      const certificateSigningRequest = newRequest(newKey());
      const requests = [
        ["IssueMerchantCertificate", { merchantId, certificateSigningRequest }],
        ["IssuePublisherAccessCertificate", { publisherId, certificateSigningRequest }],
        ["IssuePublisherCertificate", { publisherId, certificateSigningRequest }],
      ] as const;
      const issued = new Set<string>();
      await hundred(async (index) => {
        const [method, request] = requests[index % 3]!;
        await merchants.harness.call(method, request);
        issued.add(method);
      });
      expect(issued.size).to.equal(1);
    }
  });

  it("no access certificate of a publisher's key outlives its compromise", async () => {
    const { publisher } = await merchants.harness.call<RegisterPublisherResponse>("RegisterPublisher", {
      name: "Press",
    });
    const publisherId = publisher!.publisherId;
    const certificateSigningRequest = newRequest(newKey());
    const issue = () =>
      merchants.harness.call<IssuePublisherAccessCertificateResponse>("IssuePublisherAccessCertificate", {
        publisherId,
        certificateSigningRequest,
      });
    const { certificateId } = (await issue()).publisherAccessCertificate!;
    const reason = CertificateRevocationReason.CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE;
    const revocation = { publisherId, certificateId, reason };
    await hundred(async (index) => {
      if (index === 30) await merchants.harness.call("RevokePublisherAccessCertificate", revocation);
      else await issue();
    });
    const { items } = await merchants.harness.call<ListPublisherAccessCertificatesResponse>(
      "ListPublisherAccessCertificates",
      { publisherId },
    );
    expect(items).not.to.deep.equal([]);
    for (const { status } of items) expect(status).to.equal(CertificateStatus.CERTIFICATE_STATUS_REVOKED);
  });

  it("a publisher that is suspended while it asks for certificates gets them or that refusal, and none afterwards", async () => {
    const { publisher } = await merchants.harness.call<RegisterPublisherResponse>("RegisterPublisher", {
      name: "Press",
    });
    const publisherId = publisher!.publisherId;
    const requests = Array.from({ length: 4 }, () => newRequest(newKey()));
    const answers = await hundred(async (index) => {
      if (index === 40) await merchants.harness.call("SuspendPublisher", { publisherId, reason: "race" });
      else
        await merchants.harness.call("IssuePublisherAccessCertificate", {
          publisherId,
          certificateSigningRequest: requests[index % 4],
        });
    });
    const reasons = reasonsOf(answers);
    reasons.delete("CERTIFICATES_OF_KEY");
    for (const reason of reasons) expect(reason).to.equal("PUBLISHER_NOT_ACTIVE");
    const late = await merchants.harness.failure("IssuePublisherAccessCertificate", {
      publisherId,
      certificateSigningRequest: newRequest(newKey()),
    });
    expect(late.reason).to.equal("PUBLISHER_NOT_ACTIVE");
  });

  it("no certificate of a key outlives its compromise", async () => {
    for (let round = 0; round < 3; round++) {
      const certificateSigningRequest = newRequest(newKey());
      const { certificateId } = await merchants.certificate(merchantId, certificateSigningRequest);
      await hundred((index) =>
        index === 30
          ? merchants.harness.call("RevokeMerchantCertificate", {
              merchantId,
              certificateId,
              reason: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE,
            })
          : merchants.harness.call("IssueMerchantCertificate", { merchantId, certificateSigningRequest }),
      );
    }
    const { items } = await merchants.harness.call<ListMerchantCertificatesResponse>(
      "ListMerchantCertificates",
      { merchantId },
    );
    for (const { status } of items)
      expect(status).to.equal(MerchantCertificateStatus.MERCHANT_CERTIFICATE_STATUS_REVOKED);
  });
});
