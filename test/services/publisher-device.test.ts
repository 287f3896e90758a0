import { expect } from "chai";
import pg from "pg";
import type { DeviceBinding } from "../../gen/ts/pda/publisher/v1/device.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { Bystander } from "../support/waiting.ts";
import { foreignCa, newKey, newRequest, signDevice, verify } from "./support/openssl.ts";
import { assetDomain, newSerialNumber, Registry } from "./support/registry.ts";

/** Of the extended key usage and the policy of devices. */
const ARC = "2.25.177773484101631252159251390410241964301";
const uriOf = (publisherId: string, assetId: string): string =>
  `https://${publisherId.replace("_", "-")}.${assetDomain}/a/${assetId}`;
const leafOf = (chain: string): string => chain.split(/(?<=-----END CERTIFICATE-----\n)/)[0] as string;

describe("devices of a publisher", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let caKey: string;
  let ca: string;
  let assetId: string;
  let serialNumber: string;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    caKey = newKey();
    ({ certificate: ca } = await registry.certificate(publisherId, newRequest(caKey)));
  });
  beforeEach(async () => {
    ({ assetIdentifier: assetId } = await registry.asset(publisherId));
    serialNumber = newSerialNumber();
  });
  after(() => registry[Symbol.asyncDispose]());

  const signed = (over: Partial<Parameters<typeof signDevice>[0]> = {}): string =>
    signDevice({
      ca,
      caKey,
      publisherId,
      serialNumber,
      uri: uriOf(publisherId, assetId),
      ...over,
    });
  const bindRequest = (deviceCertificate: string, over: object = {}) => ({
    publisherId,
    assetId,
    serialNumber,
    credential: { $case: "deviceCertificate", value: deviceCertificate },
    ...over,
  });
  const refused = (deviceCertificate: string, over: object = {}) =>
    registry.harness.failure("BindDevice", bindRequest(deviceCertificate, over));

  it("can have certificates that the publisher signs itself", async () => {
    const certificate = signed();
    const binding = await registry.bind(publisherId, assetId, bindRequest(certificate));
    expect(leafOf(binding.deviceCertificate)).to.equal(certificate);
    expect(verify(binding.deviceCertificate, registry.root)).to.include({ ok: true });
    await registry.harness.call("ActivateAsset", { publisherId, assetId });
    expect((await registry.verify(assetId, certificate)).trusted).to.equal(true);
  });

  it("stay trusted under the next certificate of their CA's key, so none is bound that names the present one", async () => {
    const key = newKey();
    const first = await registry.certificate(publisherId, newRequest(key));
    const byKey = signed({ ca: first.certificate, caKey: key });
    await registry.bind(publisherId, assetId, bindRequest(byKey));
    await registry.harness.call("ActivateAsset", { publisherId, assetId });
    const authorityKeyIdentifier = "keyid,issuer:always";
    const byNumber = signed({ ca: first.certificate, caKey: key, authorityKeyIdentifier });
    const reason = "AUTHORITY_BY_SERIAL_NUMBER";
    expect(await refused(byNumber)).to.include({ entry: "EVIDENCE_REFUSED", reason });
    const { certificateId } = first;
    await registry.certificate(publisherId, newRequest(key));
    await registry.harness.call("RevokePublisherCertificate", { publisherId, certificateId });
    expect((await registry.verify(assetId, byKey)).trusted).to.equal(true);
  });

  it("may have policies of the publisher's own beside ours", async () => {
    const certificate = signed({ policy: `${ARC}.1.1,1.3.6.1.4.1.99999.7` });
    await registry.bind(publisherId, assetId, bindRequest(certificate));
    await registry.harness.call("ActivateAsset", { publisherId, assetId });
    expect((await registry.verify(assetId, certificate)).trusted).to.equal(true);
  });

  it("have a key of this publisher: one that another publisher bound first is refused", async () => {
    const key = newKey();
    const { publisherId: first } = await registry.publisher("First Mint");
    const { assetIdentifier: theirs } = await registry.asset(first);
    const credential = { $case: "certificateSigningRequest", value: newRequest(key) };
    await registry.bind(first, theirs, { credential });
    const failure = await refused(signed({ key }));
    expect(failure).to.include({ entry: "EVIDENCE_REFUSED", reason: "KEY_OF_OTHER_PUBLISHER" });
    expect(failure.violations.map(({ field }) => field)).to.deep.equal(["device_certificate"]);
  });

  it("are bound once", async () => {
    const certificate = signed();
    await registry.bind(publisherId, assetId, bindRequest(certificate));
    const failure = await refused(certificate);
    expect(failure).to.include({ entry: "ALREADY_EXISTS", reason: "TAKEN" });
    expect(failure.violations[0]?.field).to.equal("device_certificate");
  });

  describe("are refused with SVC-4226 where the CA is not the publisher's", () => {
    const isForeign = (failure: Awaited<ReturnType<typeof refused>>, reason: string) => {
      expect(failure).to.include({ entry: "EVIDENCE_REFUSED", reason });
      expect(failure.violations[0]?.field).to.equal("device_certificate");
    };

    it("a foreign CA of the same name", async () => {
      const foreign = foreignCa(`/O=Acme Mint/UID=${publisherId}`);
      isForeign(await refused(signed({ ca: foreign.ca, caKey: foreign.key })), "UNKNOWN_ISSUER");
    });

    it("another publisher's CA, with or without its certificate beside", async () => {
      const { publisherId: other } = await registry.publisher("Other Mint");
      const otherKey = newKey();
      const { certificate: otherCa } = await registry.certificate(other, newRequest(otherKey));
      const own = signed({ ca: otherCa, caKey: otherKey, publisherId: other, uri: uriOf(other, assetId) });
      isForeign(await refused(own), "UNKNOWN_ISSUER");
      isForeign(await refused(own + otherCa), "PUBLISHER_CERTIFICATE_UNREGISTERED");
      const stolenName = signed({ ca: otherCa, caKey: otherKey });
      isForeign(await refused(stolenName + otherCa), "NAME_NOT_PERMITTED");
    });

    it("a revoked CA", async () => {
      const key = newKey();
      const made = await registry.certificate(publisherId, newRequest(key));
      await registry.harness.store.transact((tx) =>
        tx.publisherCertificates.revoke(publisherId, made.certificateId),
      );
      isForeign(await refused(signed({ ca: made.certificate, caKey: key })), "PUBLISHER_CERTIFICATE_REVOKED");
    });

    it("a name outside the publisher's constraints", async () => {
      isForeign(await refused(signed({ uri: "https://elsewhere.example/a/b" })), "NAME_NOT_PERMITTED");
    });
  });

  describe("are refused with SVC-4226 where the device's own certificate is at fault", () => {
    for (const [what, over, reason] of [
      [
        "ended",
        { notBefore: "20200101000000Z", notAfter: "20210101000000Z" },
        "CERTIFICATE_OUTSIDE_VALIDITY",
      ],
      ["made for something else", { extendedKeyUsage: "serverAuth" }, "DEVICE_EXTENDED_KEY_USAGE"],
      [
        "made for something else as well",
        { extendedKeyUsage: `${ARC}.2.1,serverAuth` },
        "EXTENDED_KEY_USAGE_NOT_ALONE",
      ],
      ["of a usage that may be passed over", { keyUsage: "digitalSignature" }, "KEY_USAGE_NOT_CRITICAL"],
      ["of any policy instead of ours", { policy: "2.5.29.32.0" }, "POLICY_NOT_NAMED"],
      ["good for longer than its CA", { notAfter: "20690101000000Z" }, "OUTLIVES_AUTHORITY"],
      ["of another asset", { uri: "" }, "DEVICE_NAME_MISMATCH"],
    ] as const) {
      it(what, async () => {
        const uri =
          "uri" in over ? uriOf(publisherId, "ast_01h455vb4pex5vsknk084sn02s") : uriOf(publisherId, assetId);
        const failure = await refused(signed({ ...over, uri }));
        expect(failure).to.include({ entry: "EVIDENCE_REFUSED", reason });
        expect(failure.violations[0]?.field).to.equal("device_certificate");
      });
    }

    it("of another chip", async () => {
      const failure = await refused(signed({ serialNumber: "04:FF:FF" }));
      expect(failure).to.include({ entry: "EVIDENCE_REFUSED", reason: "SERIAL_NUMBER_MISMATCH" });
      expect(failure.violations[0]?.field).to.equal("serial_number");
    });

    it("not a certificate", async () => {
      expect((await refused("nonsense")).entry).to.equal("UNREADABLE_CERTIFICATE");
    });
  });

  it("are not bound from a bad signing request", async () => {
    const failure = await registry.harness.failure("BindDevice", {
      ...bindRequest(""),
      credential: { $case: "certificateSigningRequest", value: newKey() },
    });
    expect(failure.entry).to.equal("UNREADABLE_CERTIFICATE");
    expect(failure.violations[0]?.field).to.equal("certificate_signing_request");
  });

  it("need exactly one credential", async () => {
    const failure = await registry.harness.failure("BindDevice", {
      ...bindRequest(""),
      credential: undefined,
    });
    expect(failure.entry).to.equal("INVALID_ARGUMENT");
  });

  it("have a serial number that a certificate can carry", async () => {
    const credential = { $case: "certificateSigningRequest", value: newRequest(newKey()) };
    const failure = await registry.harness.failure("BindDevice", {
      ...bindRequest(""),
      credential,
      serialNumber: "A_1",
    });
    expect(failure.entry).to.equal("INVALID_ARGUMENT");
    expect(failure.violations[0]?.field).to.equal("serial_number");
  });

  for (const verb of ["RevokeAsset", "RetireAsset"]) {
    it(`are not bound to an asset after ${verb}`, async () => {
      await registry.harness.call("ActivateAsset", { publisherId, assetId });
      await registry.harness.call(verb, { publisherId, assetId });
      expect(await refused(signed())).to.include({ entry: "STATE_FINAL", reason: "ASSET_ENDED" });
    });
  }

  describe("under the CA that the service keeps", () => {
    it("share one CA, however many are bound at once", async () => {
      const { publisherId: own } = await registry.publisher("Busy Mint");
      const assets = await Promise.all(Array.from({ length: 20 }, () => registry.asset(own)));
      const requests = assets.map(() => newRequest(newKey()));
      await using bystander = await Bystander.connect(registry.harness.url);
      const row = [uuidOf("publisher", own)];
      await bystander.hold("select 1 from publisher where publisher_id = $1 for no key update", row);
      const calls = assets.map(({ assetIdentifier }, index) =>
        registry.bind(own, assetIdentifier, {
          credential: { $case: "certificateSigningRequest", value: requests[index] },
        }),
      );
      await bystander.untilWaiting(calls.length);
      await bystander.letGo();
      const bindings = await Promise.all(calls);
      const above = bindings.map(({ deviceCertificate }: DeviceBinding) =>
        deviceCertificate.slice(leafOf(deviceCertificate).length),
      );
      expect(new Set(above).size).to.equal(1);
      const listed = await registry.harness.store.read.publisherCertificates.list(own, { size: 10 });
      expect(listed.items.map(({ custody }) => custody)).to.deep.equal(["hosted"]);
    });

    it("get a new CA when the present one would end before them, and the old ones stay trusted", async () => {
      const { publisherId: own } = await registry.publisher("Old Mint");
      const first = await registry.boundAsset(own);
      const client = new pg.Client({ connectionString: registry.harness.url });
      await client.connect();
      await client.query(
        "update publisher_certificate set not_after = now() + interval '9 years' where publisher_id = $1",
        [uuidOf("publisher", own)],
      );
      await client.end();
      const second = await registry.boundAsset(own);
      const third = await registry.boundAsset(own);
      const issuers = [first, second, third].map(({ binding }) =>
        binding.deviceCertificate.slice(leafOf(binding.deviceCertificate).length),
      );
      expect(issuers[0]).to.not.equal(issuers[1]);
      expect(issuers[1]).to.equal(issuers[2]);
      for (const { assetId: bound, binding } of [first, second])
        expect((await registry.verify(bound, leafOf(binding.deviceCertificate))).trusted).to.equal(true);
    });

    it("have its key sealed, for this certificate of this publisher only", async () => {
      const { publisherId: own } = await registry.publisher("Sealed Mint");
      const { assetIdentifier } = await registry.asset(own);
      await registry.bind(own, assetIdentifier);
      const hosted = await registry.harness.store.transact((tx) => tx.publisherCertificates.hosted(own));
      const { sealer } = registry.harness;
      const sealed = Buffer.from(hosted!.sealedKey);
      expect(() =>
        sealer.open(sealed, `publisher-ca-key|${publisherId}|${hosted!.certificateId}`),
      ).to.throw();
      const pkcs8 = sealer.open(sealed, `publisher-ca-key|${own}|${hosted!.certificateId}`);
      expect(pkcs8.subarray(0, 2).toString("hex")).to.equal("3081");
      expect(sealed.includes(pkcs8.subarray(8, 40))).to.equal(false);
    });
  });
});
