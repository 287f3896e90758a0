// Changes of the registry that meet: one of them is the change, and nobody sees what is over.
import { expect } from "chai";
import pg from "pg";
import { CertificateRevocationReason as Reason } from "../../gen/ts/pda/publisher/v1/publisher.ts";
import type {
  DefineAssetTypeResponse,
  GetAssetTypeResponse,
  UpdateAssetTypeResponse,
} from "../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import type { RevokePublisherCertificateResponse } from "../../gen/ts/pda/publisher/v1/certificate_service.ts";
import type { UpdatePublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { Assurance } from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { prover } from "../services/support/prover.ts";
import { Registry } from "../services/support/registry.ts";

describe("races of the registry", function () {
  this.timeout(120_000);
  let registry: Registry;
  let publisherId: string;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  const hundred = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 100 }, (_, index) => work(index)));

  it("suspends once, however many suspend at once", async () => {
    const { publisherId: own } = await registry.publisher("Suspended by all");
    const answers = await hundred((index) =>
      registry.harness.call<UpdatePublisherResponse>("SuspendPublisher", {
        publisherId: own,
        reason: `reason ${index}`,
      }),
    );
    expect(new Set(answers.map(({ publisher }) => publisher?.version))).to.deep.equal(new Set([2]));
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    const { rows } = await client.query("select * from publisher_transition where publisher_id = $1", [
      uuidOf("publisher", own),
    ]);
    await client.end();
    expect(rows).to.have.length(1);
  });

  it("keeps one time and one reason of a certificate that many revoke at once", async () => {
    const { certificateId } = await registry.certificate(publisherId, newRequest(newKey()));
    const reasons = [
      Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED,
      Reason.CERTIFICATE_REVOCATION_REASON_CESSATION_OF_OPERATION,
      Reason.CERTIFICATE_REVOCATION_REASON_AFFILIATION_CHANGED,
    ];
    const answers = await hundred((index) =>
      registry.harness.call<RevokePublisherCertificateResponse>("RevokePublisherCertificate", {
        publisherId,
        certificateId,
        reason: reasons[index % 3],
      }),
    );
    for (const { publisherCertificate } of answers)
      expect(publisherCertificate).to.deep.equal(answers[0]?.publisherCertificate);
  });

  it("gives a key three certificates, however many ask at once", async () => {
    const certificateSigningRequest = newRequest(newKey());
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, () => registry.certificate(publisherId, certificateSigningRequest)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).to.have.length(3);
    const reasons = answers.flatMap((answer) =>
      answer.status === "rejected" ? [(answer.reason as { reason: string }).reason] : [],
    );
    expect(new Set(reasons)).to.deep.equal(new Set(["CERTIFICATES_OF_KEY"]));
  });

  it("gives a key to one publisher, however many ask for it at once", async () => {
    const certificateSigningRequest = newRequest(newKey());
    const publishers = await Promise.all(Array.from({ length: 20 }, () => registry.publisher("Rival")));
    const answers = await Promise.allSettled(
      publishers.map((rival) => registry.certificate(rival.publisherId, certificateSigningRequest)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    for (const answer of answers)
      if (answer.status === "rejected")
        expect(answer.reason).to.include({ reason: "KEY_OF_OTHER_PUBLISHER" });
  });

  it("leaves no certificate of a compromised key, also of those that are issued at the same time", async () => {
    const certificateSigningRequest = newRequest(newKey());
    const { certificateId } = await registry.certificate(publisherId, certificateSigningRequest);
    const late = Array.from({ length: 10 }, () =>
      registry.certificate(publisherId, certificateSigningRequest).catch((error: unknown) => error as Error),
    );
    await registry.harness.call("RevokePublisherCertificate", {
      publisherId,
      certificateId,
      reason: Reason.CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE,
    });
    for (const made of await Promise.all(late)) {
      if (made instanceof Error) continue;
      const found = await registry.harness.store.read.publisherCertificates.get(
        publisherId,
        made.certificateId,
      );
      expect(found?.status).to.equal("revoked");
    }
  });

  const define = async (assetType: string) =>
    (
      await registry.harness.call<DefineAssetTypeResponse>("DefineAssetType", {
        publisherId,
        assetType,
        name: "Raced",
        decimals: 0,
      })
    ).assetType!;
  const update = async (assetTypeId: string, change: object) =>
    (
      await registry.harness.call<UpdateAssetTypeResponse>("UpdateAssetType", {
        publisherId,
        assetTypeId,
        ...change,
      })
    ).assetType!;

  it("loses no change of an asset type: each has a version of its own", async () => {
    const { assetTypeId } = await define("RACED");
    const names = await hundred((index) => update(assetTypeId, { name: `Name ${index}` }));
    expect(names.map(({ version }) => version).sort((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 100 }, (_, index) => index + 2),
    );
    const last = names.find(({ version }) => version === 101);
    const { assetType } = await registry.harness.call<GetAssetTypeResponse>("GetAssetType", {
      publisherId,
      assetTypeId,
    });
    expect(assetType).to.deep.equal(last);
  });

  it("answers no verification by a policy that was replaced before it was asked", async () => {
    const { assetTypeId, assetType } = await define("STRICTER");
    const device = await prover(registry, publisherId, "CHIP-1", { assetType });
    const trusted = async () => (await registry.verify(device.assetId, device.deviceCertificate)).trusted;
    for (let turn = 0; turn < 10; turn++) {
      const strict = turn % 2 === 0;
      const during = Array.from({ length: 40 }, trusted);
      await update(assetTypeId, {
        policy: {
          minimumAssurance: strict ? Assurance.ASSURANCE_PROOF_OF_POSSESSION : Assurance.ASSURANCE_STATIC,
          capabilities: [],
        },
      });
      const after = await Promise.all(Array.from({ length: 40 }, trusted));
      expect(new Set(after)).to.deep.equal(new Set([!strict]));
      await Promise.all(during);
    }
  });
});
