// Rotation and revocation of a publisher's CA certificates, with openssl as the second judge.
import { expect } from "chai";
import {
  CertificateRevocationReason as Reason,
  CertificateStatus,
  type PublisherCertificate,
} from "../../gen/ts/pda/publisher/v1/publisher.ts";
import type {
  GetPublisherCertificateResponse,
  ListPublisherCertificatesResponse,
  RevokePublisherCertificateResponse,
} from "../../gen/ts/pda/publisher/v1/certificate_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { newKey, newRequest, printed, signDevice, verify } from "./support/openssl.ts";
import { asPublisher, assetDomain, failedChecks, newSerialNumber, Registry } from "./support/registry.ts";

const revokedCheck = ["publisher_certificate_revocation: PUBLISHER_CERTIFICATE_REVOKED"];

/** A CA of a publisher's own and its key. */
interface OwnCa extends PublisherCertificate {
  readonly key: string;
}

describe("certificates of a publisher over time", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;

  before(async () => {
    registry = await Registry.start();
  });
  beforeEach(async () => {
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  const ownCa = async (key = newKey()): Promise<OwnCa> => ({
    ...(await registry.certificate(publisherId, newRequest(key))),
    key,
  });
  const revoke = async (certificateId: string, reason?: Reason): Promise<PublisherCertificate> =>
    (
      await registry.harness.call<RevokePublisherCertificateResponse>("RevokePublisherCertificate", {
        publisherId,
        certificateId,
        reason,
      })
    ).publisherCertificate!;
  const get = async (certificateId: string): Promise<PublisherCertificate> =>
    (
      await registry.harness.call<GetPublisherCertificateResponse>("GetPublisherCertificate", {
        publisherId,
        certificateId,
      })
    ).publisherCertificate!;
  const uriOf = (assetId: string): string =>
    `https://${publisherId.replace("_", "-")}.${assetDomain}/a/${assetId}`;

  /** An active asset with a device that the CA's owner has signed. @returns what verifying it comes to */
  const deviceOf = async (ca: OwnCa) => {
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    const serialNumber = newSerialNumber();
    const content = { ca: ca.certificate, caKey: ca.key, publisherId, serialNumber };
    const device = signDevice({ ...content, uri: uriOf(assetId) });
    const credential = { $case: "deviceCertificate", value: device };
    await registry.bind(publisherId, assetId, { credential, serialNumber });
    await registry.harness.call("ActivateAsset", { publisherId, assetId });
    return async () => {
      const answer = await registry.verify(assetId, device);
      return answer.trusted ? "trusted" : failedChecks(answer);
    };
  };

  it("overlap: devices under the old and the new one are trusted, and a revoked one takes only its own along", async () => {
    const old = await ownCa();
    const underOld = await deviceOf(old);
    const renewed = await ownCa();
    const underRenewed = await deviceOf(renewed);
    expect([await underOld(), await underRenewed()]).to.deep.equal(["trusted", "trusted"]);
    await revoke(old.certificateId, Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED);
    expect([await underOld(), await underRenewed()]).to.deep.equal([revokedCheck, "trusted"]);
    expect(await (await deviceOf(renewed))()).to.equal("trusted");
  });

  it("overlap where the service keeps the CA: a revoked one is replaced, and only its devices fail", async () => {
    const before = await registry.boundAsset(publisherId);
    const ca = await registry.harness.store.transact((tx) => tx.publisherCertificates.hosted(publisherId));
    await revoke(ca!.certificateId, Reason.CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE);
    const after = await registry.boundAsset(publisherId);
    const answers = [];
    for (const { assetId, binding } of [before, after])
      answers.push(await registry.verify(assetId, binding.deviceCertificate));
    expect(answers.map(failedChecks)).to.deep.equal([revokedCheck, []]);
    const { items } = await registry.harness.call<ListPublisherCertificatesResponse>(
      "ListPublisherCertificates",
      { publisherId },
    );
    expect(items.map(({ status }) => status)).to.deep.equal([
      CertificateStatus.CERTIFICATE_STATUS_ACTIVE,
      CertificateStatus.CERTIFICATE_STATUS_REVOKED,
    ]);
  });

  it("are chosen by key identifier: the same name under another key does not do", async () => {
    const [first, second] = [await ownCa(), await ownCa()];
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    const serialNumber = newSerialNumber();
    const content = { caKey: first.key, publisherId, serialNumber, uri: uriOf(assetId) };
    const device = signDevice({ ...content, ca: first.certificate });
    expect(verify(device + first.certificate, registry.root).ok).to.equal(true);
    expect(verify(device + second.certificate, registry.root).ok).to.equal(false);
    const credential = { $case: "deviceCertificate", value: device };
    await registry.bind(publisherId, assetId, { credential, serialNumber });
    await registry.harness.call("ActivateAsset", { publisherId, assetId });
    await revoke(second.certificateId);
    expect((await registry.verify(assetId, device + second.certificate)).trusted).to.equal(true);
  });

  describe("are revoked", () => {
    it("with time and reason, which stay those of the first call", async () => {
      const before = Date.now();
      const { certificateId } = await ownCa();
      expect(await get(certificateId)).to.include({ revokeTime: undefined, revocationReason: undefined });
      const revoked = await revoke(
        certificateId,
        Reason.CERTIFICATE_REVOCATION_REASON_CESSATION_OF_OPERATION,
      );
      expect(revoked).to.include({
        status: CertificateStatus.CERTIFICATE_STATUS_REVOKED,
        revocationReason: Reason.CERTIFICATE_REVOCATION_REASON_CESSATION_OF_OPERATION,
      });
      expect(Number(revoked.revokeTime!.seconds)).to.be.within(
        Math.floor(before / 1000) - 1,
        Math.ceil(Date.now() / 1000) + 1,
      );
      expect(await revoke(certificateId, Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED)).to.deep.equal(
        revoked,
      );
      expect(await get(certificateId)).to.deep.equal(revoked);
    });

    it("in real time, whatever the time of business is", async () => {
      const { harness } = registry;
      const { certificateId } = await ownCa();
      await harness.store.transact((tx) => tx.clock.advance(86_400n));
      const revoked = await revoke(certificateId);
      expect(Number(revoked.revokeTime!.seconds)).to.be.below(Date.now() / 1000 + 3_600);
      expect(revoked.revocationReason).to.equal(undefined);
    });

    it("although the publisher is suspended, by the publisher itself", async () => {
      const { certificateId } = await ownCa();
      await registry.harness.call("SuspendPublisher", { publisherId });
      const request = { publisherId, certificateId };
      await registry.harness.call("RevokePublisherCertificate", request, { as: asPublisher(publisherId) });
      expect((await get(certificateId)).status).to.equal(CertificateStatus.CERTIFICATE_STATUS_REVOKED);
    });

    it("by nobody else, and not when there is none", async () => {
      const { certificateId } = await ownCa();
      const { publisherId: other } = await registry.publisher("Other Mint");
      const failure = (request: object) =>
        registry.harness.failure("RevokePublisherCertificate", request, { as: asPublisher(other) });
      expect((await failure({ publisherId, certificateId })).entry).to.equal("PERMISSION_DENIED");
      expect((await failure({ publisherId: other, certificateId })).entry).to.equal("NOT_FOUND");
      expect((await failure({ publisherId: other, certificateId: newId("certificate") })).entry).to.equal(
        "NOT_FOUND",
      );
      expect((await get(certificateId)).status).to.equal(CertificateStatus.CERTIFICATE_STATUS_ACTIVE);
    });

    for (const [what, reason] of [
      ["its key", Reason.CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE],
      ["a CA's", Reason.CERTIFICATE_REVOCATION_REASON_CA_COMPROMISE],
    ] as const)
      it(`as compromised (${what}): with every certificate of the key, which gets no other`, async () => {
        const first = await ownCa();
        const same = await ownCa(first.key);
        const other = await ownCa();
        const underSame = await deviceOf(same);
        const underOther = await deviceOf(other);
        // What was found out later takes the place of a reason that was stated before.
        const superseded = await revoke(first.certificateId, Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED);
        expect([await underSame(), await underOther()]).to.deep.equal(["trusted", "trusted"]);
        const compromised = await revoke(first.certificateId, reason);
        expect(compromised).to.deep.equal({ ...superseded, revocationReason: reason });
        expect([await underSame(), await underOther()]).to.deep.equal([revokedCheck, "trusted"]);
        expect((await get(same.certificateId)).revocationReason).to.equal(reason);
        const again = { publisherId, certificateSigningRequest: newRequest(first.key) };
        const failure = await registry.harness.failure("IssuePublisherCertificate", again);
        expect(failure).to.include({ entry: "EVIDENCE_REFUSED", reason: "KEY_COMPROMISED" });
        expect(failure.violations[0]?.field).to.equal("certificate_signing_request");
        const { publisherId: stranger } = await registry.publisher("Key thief");
        expect(
          await registry.harness.failure("IssuePublisherCertificate", { ...again, publisherId: stranger }),
        ).to.include({ reason: "KEY_COMPROMISED" });
      });
  });

  it("of a key are one publisher's: a signing request that somebody else has seen does nothing for them", async () => {
    const own = await ownCa();
    const device = await deviceOf(own);
    const seen = newRequest(own.key);
    const { publisherId: stranger } = await registry.publisher("Onlooker");
    const replay = { publisherId: stranger, certificateSigningRequest: seen };
    const refused = async () => registry.harness.failure("IssuePublisherCertificate", replay);
    const failure = await refused();
    expect(failure).to.include({ entry: "EVIDENCE_REFUSED", reason: "KEY_OF_OTHER_PUBLISHER" });
    expect(failure.violations[0]?.field).to.equal("certificate_signing_request");
    await registry.certificate(publisherId, seen);
    await revoke(own.certificateId, Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED);
    expect((await refused()).reason).to.equal("KEY_OF_OTHER_PUBLISHER");
    expect(await device()).to.equal("trusted");
  });

  it("of one key are three at most at once", async () => {
    const first = await ownCa();
    for (let more = 0; more < 2; more++) await ownCa(first.key);
    const request = { publisherId, certificateSigningRequest: newRequest(first.key) };
    expect(await registry.harness.failure("IssuePublisherCertificate", request)).to.include({
      entry: "LIMIT_REACHED",
      reason: "CERTIFICATES_OF_KEY",
    });
    await revoke(first.certificateId, Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED);
    const fourth = await ownCa(first.key);
    expect(await (await deviceOf(fourth))()).to.equal("trusted");
  });

  it("of one key keep the first name of the publisher, so that devices stay trusted after it is renamed", async () => {
    const first = await ownCa();
    const device = await deviceOf(first);
    await registry.harness.call("UpdatePublisher", { publisherId, name: "New Mint" });
    const second = await ownCa(first.key);
    expect(printed(second.certificate)).to.match(/Subject: O ?= ?Acme Mint,/);
    await revoke(first.certificateId, Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED);
    expect(await device()).to.equal("trusted");
    expect(printed((await ownCa()).certificate)).to.match(/Subject: O ?= ?New Mint,/);
    expect(await (await deviceOf(await ownCa(first.key)))()).to.equal("trusted");
  });

  describe("bind whoever holds them, also in the eyes of openssl", () => {
    const outside = (ca: OwnCa, over: object): string =>
      signDevice({
        ca: ca.certificate,
        caKey: ca.key,
        publisherId,
        serialNumber: "04:A2:B3",
        uri: uriOf("ast_01h455vb4pex5vsknk084sn02s"),
        ...over,
      }) + ca.certificate;

    it("are strictly valid, with every constraint critical", async () => {
      const ca = await ownCa();
      expect(verify(ca.certificateChain, registry.root)).to.include({ ok: true });
      const text = printed(ca.certificate);
      expect(text).to.match(/X509v3 Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
      expect(text).to.match(/X509v3 Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
      expect(text).to.match(/X509v3 Name Constraints: critical\s+Permitted:/);
      expect(verify(outside(ca, {}), registry.root)).to.include({ ok: true });
    });

    for (const [what, over] of [
      ["another host", { uri: "https://elsewhere.example/a/ast_01h455vb4pex5vsknk084sn02s" }],
      ["another publisher's host", { uri: `https://pub-01h455vb4pex5vsknk084sn02s.${assetDomain}/a/x` }],
      ["another publisher's name", { publisherId: "pub_01h455vb4pex5vsknk084sn02s" }],
    ] as const)
      it(`do not reach ${what}`, async () => {
        const { ok, output } = verify(outside(await ownCa(), over), registry.root);
        expect(ok).to.equal(false);
        expect(output).to.contain("permitted subtree violation");
      });
  });
});
