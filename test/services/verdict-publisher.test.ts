import { expect } from "chai";
import { CheckOutcome, VerificationOutcome } from "../../gen/ts/pda/verification/v1/authenticity.ts";
import type { PublisherVerdict } from "../../gen/ts/pda/verification/v1/verdict.ts";
import type { VerifyPublisherResponse } from "../../gen/ts/pda/verification/v1/verification_service.ts";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { foreignCa, newKey, newRequest } from "./support/openssl.ts";
import { anonymous, asPublisher, Registry } from "./support/registry.ts";

const failed = ({ checks }: PublisherVerdict) =>
  checks.flatMap(({ check, outcome, code, reason }) =>
    outcome === CheckOutcome.CHECK_OUTCOME_FAILED ? [[check, reason, ...(code ? [code] : [])].join(" ")] : [],
  );

describe("identity of a publisher", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let certificateId: string;
  let certificate: string;

  before(async () => {
    registry = await Registry.start();
  });
  beforeEach(async () => {
    ({ publisherId } = await registry.publisher("Acme Mint"));
    ({ certificateId, certificate } = await registry.certificate(publisherId, newRequest(newKey())));
  });
  after(() => registry[Symbol.asyncDispose]());

  const verify = async (request: object, as: Principal = anonymous) =>
    (await registry.harness.call<VerifyPublisherResponse>("VerifyPublisher", request, { as }))
      .publisher as PublisherVerdict;

  it("is verified by identifier, by certificate, and by both", async () => {
    const base64 = certificate.replace(/-----.*-----|\n/g, "");
    for (const asked of [
      { publisherId },
      { publisherCertificate: certificate },
      { publisherCertificate: base64 },
      { publisherId, publisherCertificate: certificate + registry.root },
    ]) {
      const answer = await verify(asked);
      expect(failed(answer)).to.deep.equal([]);
      expect(answer).to.include({ publisherId, name: "Acme Mint", verified: true });
      expect(answer.outcome).to.equal(VerificationOutcome.VERIFICATION_OUTCOME_PASSED);
      expect(answer.expireTime!.seconds - answer.evaluateTime!.seconds).to.equal(300n);
    }
  });

  it("is not verified for an unknown publisher, whatever certificate is shown", async () => {
    const unknown = newId("publisher");
    const alone = await verify({ publisherId: unknown });
    expect(alone).to.include({ publisherId: unknown, name: undefined, verified: false });
    expect(failed(alone)).to.deep.equal(["publisher_known PUBLISHER_NOT_RECOGNISED"]);
    expect(failed(await verify({ publisherId: unknown, publisherCertificate: certificate }))).to.deep.equal([
      "publisher_known PUBLISHER_NOT_RECOGNISED",
      "publisher_certificate_registered CERTIFICATE_NOT_OF_PUBLISHER SVC-4010",
    ]);
  });

  it("is indeterminate for a publisher without a certificate", async () => {
    const { publisherId: fresh } = await registry.publisher();
    const answer = await verify({ publisherId: fresh });
    expect(answer).to.include({
      verified: false,
      outcome: VerificationOutcome.VERIFICATION_OUTCOME_INDETERMINATE,
    });
    expect(failed(answer)).to.deep.equal(["certificate_path PUBLISHER_NOT_CERTIFIED"]);
    await registry.harness.call("SuspendPublisher", { publisherId: fresh });
    expect((await verify({ publisherId: fresh })).outcome).to.equal(
      VerificationOutcome.VERIFICATION_OUTCOME_FAILED,
    );
  });

  it("turns with the standing of the publisher, at once", async () => {
    await registry.harness.call("SuspendPublisher", { publisherId });
    expect(failed(await verify({ publisherId }))).to.deep.equal(["publisher_status PUBLISHER_NOT_ACTIVE"]);
    await registry.harness.call("ResumePublisher", { publisherId });
    expect((await verify({ publisherId })).verified).to.equal(true);
  });

  it("is not proven by a certificate that was revoked, while another one holds", async () => {
    await registry.harness.call("RevokePublisherCertificate", { publisherId, certificateId });
    expect(failed(await verify({ publisherCertificate: certificate }))).to.deep.equal([
      "publisher_certificate_revocation PUBLISHER_CERTIFICATE_REVOKED SVC-4010",
    ]);
    expect(failed(await verify({ publisherId }))).to.deep.equal(["certificate_path PUBLISHER_NOT_CERTIFIED"]);
    await registry.certificate(publisherId, newRequest(newKey()));
    expect((await verify({ publisherId })).verified).to.equal(true);
  });

  it("is not proven by a foreign certificate with its names: SVC-4010 in the check", async () => {
    const { ca } = foreignCa(`/O=Acme Mint/UID=${publisherId}`);
    expect(failed(await verify({ publisherId, publisherCertificate: ca }))).to.deep.equal([
      "certificate_path CERTIFICATE_NOT_TRUSTED SVC-4010",
      "publisher_certificate_registered CERTIFICATE_NOT_OF_PUBLISHER SVC-4010",
    ]);
    const own = await verify({ publisherId, publisherCertificate: ca }, asPublisher(publisherId));
    expect(failed(own)[0], "the publisher itself reads why").to.not.contain("CERTIFICATE_NOT_TRUSTED");
  });

  it("is not proven by another publisher's certificate, nor by the certificate of one of its devices, nor by the root", async () => {
    const { publisherId: other } = await registry.publisher();
    const { certificate: foreign } = await registry.certificate(other, newRequest(newKey()));
    const { binding } = await registry.boundAsset(publisherId);
    for (const shown of [foreign, binding.deviceCertificate, registry.root])
      expect(failed(await verify({ publisherId, publisherCertificate: shown })).at(-1)).to.equal(
        "publisher_certificate_registered CERTIFICATE_NOT_OF_PUBLISHER SVC-4010",
      );
  });

  it("asks for a publisher or a certificate that can be read", async () => {
    expect((await registry.harness.failure("VerifyPublisher", {})).entry).to.equal("INVALID_ARGUMENT");
    const none = await registry.harness.failure("VerifyPublisher", { publisherCertificate: "none" });
    expect(none).to.include({ entry: "UNREADABLE_CERTIFICATE" });
    expect(none.violations[0]?.field).to.equal("publisher_certificate");
  });
});
