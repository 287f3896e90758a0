import { expect } from "chai";
import { AssetKind, LifecycleStatus } from "../../gen/ts/pda/asset/v1/asset.ts";
import type { GetAssetResponse } from "../../gen/ts/pda/asset/v1/asset_service.ts";
import { CertificateStatus, PublisherStatus } from "../../gen/ts/pda/publisher/v1/publisher.ts";
import type { DefineAssetTypeResponse } from "../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import type {
  GetPublisherCertificateResponse,
  ListPublisherCertificatesResponse,
} from "../../gen/ts/pda/publisher/v1/certificate_service.ts";
import type { GetDeviceBindingResponse } from "../../gen/ts/pda/publisher/v1/device_service.ts";
import type { IssueValueResponse } from "../../gen/ts/pda/publisher/v1/issuance_service.ts";
import type { GetPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { hostedCa } from "../../src/services/publisher/certificates/hosted-ca.ts";
import { testNetwork, wallet } from "../support/fixtures.ts";
import { newKey, newRequest, newRsaRequest, printed, publicKeyOf, verify } from "./support/openssl.ts";
import { anonymous, asPublisher, assetDomain, Registry, usdxOnTestNetwork } from "./support/registry.ts";

describe("publishers", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  const typeRequest = (over: object = {}) => ({
    publisherId,
    assetType: "USDX",
    name: "Test dollar",
    decimals: 6,
    refundPolicy: { refundable: true, windowSeconds: 86_400n },
    networks: [usdxOnTestNetwork],
    ...over,
  });

  it("issues the whole chain: CA, asset type, value, asset, device, and openssl agrees", async () => {
    const { harness } = registry;
    const { publisherId: own } = await registry.publisher("Chain Mint");
    const key = newKey();
    const certificate = await registry.certificate(own, newRequest(key, "/O=Somebody else/CN=evil"));
    expect(publicKeyOf("x509", certificate.certificate)).to.equal(publicKeyOf("pkey", key));
    expect(verify(certificate.certificateChain, registry.root)).to.include({ ok: true });
    const text = printed(certificate.certificate);
    expect(text).to.match(/Subject: O = Chain Mint, UID = pub_/);
    expect(text).to.match(/CA:TRUE, pathlen:0/);
    expect(text).to.contain("X509v3 Name Constraints: critical");
    expect(text).to.contain(`URI:${own.replace("_", "-")}.${assetDomain}`);
    expect(text).not.to.contain("Somebody else");

    const { assetType } = await harness.call<DefineAssetTypeResponse>(
      "DefineAssetType",
      typeRequest({ publisherId: own, assetType: "CHAINX" }),
    );
    const holder = await wallet(harness.store);
    const { issuance } = await harness.call<IssueValueResponse>("IssueValue", {
      publisherId: own,
      walletId: holder.walletId,
      assetType: "CHAINX",
      amount: "1000.50",
    });
    expect(issuance).to.deep.include({
      publisherId: own,
      walletId: holder.walletId,
      assetType: "CHAINX",
      amount: "1000.5",
    });
    const { assetTypeId } = assetType!;
    expect(
      await harness.store.read.ledger.balance({ kind: "wallet", ownerId: holder.walletId, assetTypeId }),
    ).to.equal(1_000_500_000n);
    expect(await harness.store.read.ledger.balance({ kind: "issuance", ownerId: own, assetTypeId })).to.equal(
      -1_000_500_000n,
    );
    expect(await harness.store.read.ledger.violations()).to.deep.equal([]);

    const chip = newKey();
    const asset = await registry.asset(own);
    expect(asset.lifecycleStatus).to.equal(LifecycleStatus.LIFECYCLE_STATUS_ISSUED);
    const binding = await registry.bind(own, asset.assetIdentifier, {
      credential: { $case: "certificateSigningRequest", value: newRequest(chip) },
    });
    expect(publicKeyOf("x509", binding.deviceCertificate)).to.equal(publicKeyOf("pkey", chip));
    expect(verify(binding.deviceCertificate, registry.root)).to.include({ ok: true });
    expect(printed(binding.deviceCertificate)).to.contain(
      `URI:https://${own.replace("_", "-")}.${assetDomain}/a/${asset.assetIdentifier}`,
    );
    await harness.call("ActivateAsset", { publisherId: own, assetId: asset.assetIdentifier });
    expect((await registry.verify(asset.assetIdentifier, binding.deviceCertificate)).trusted).to.equal(true);
    const got = await harness.call<GetDeviceBindingResponse>("GetDeviceBinding", {
      publisherId: own,
      assetId: asset.assetIdentifier,
      deviceId: binding.deviceId,
    });
    expect(got.deviceBinding).to.deep.equal(binding);
  });

  it("shows anyone the six public members of an asset, and nothing else", async () => {
    const made = await registry.asset(publisherId, {
      assetProfile: { kind: AssetKind.ASSET_KIND_TICKET, name: "Row 7", description: "One evening" },
    });
    const { asset } = await registry.harness.call<GetAssetResponse>(
      "GetAsset",
      { assetId: made.assetIdentifier },
      { as: anonymous },
    );
    expect(asset).to.deep.equal({
      assetIdentifier: made.assetIdentifier,
      assetProfile: { kind: AssetKind.ASSET_KIND_TICKET, name: "Row 7", description: "One evening" },
      publisher: publisherId,
      supportedNetworks: [testNetwork],
      metadata: { colour: "blue" },
      lifecycleStatus: LifecycleStatus.LIFECYCLE_STATUS_ISSUED,
    });
    expect(
      await registry.harness.failure("GetAsset", { assetId: newId("asset") }, { as: anonymous }),
    ).to.include({
      entry: "NOT_FOUND",
    });
  });

  it("registers and retrieves", async () => {
    const made = await registry.publisher("Ministère Ω");
    expect(made).to.include({ name: "Ministère Ω", status: PublisherStatus.PUBLISHER_STATUS_ACTIVE });
    const { publisher } = await registry.harness.call<GetPublisherResponse>("GetPublisher", {
      publisherId: made.publisherId,
    });
    expect(publisher).to.deep.equal(made);
    expect(await registry.harness.failure("GetPublisher", { publisherId: newId("publisher") })).to.include({
      entry: "NOT_FOUND",
    });
  });

  for (const [what, name] of [
    ["blank", " "],
    ["with a line break", "Acme\nMint"],
    ["with U+0000", "Acme\u0000Mint"],
  ] as const) {
    it(`refuses a publisher's name that is ${what}, which no certificate can carry`, async () => {
      const failure = await registry.harness.failure("RegisterPublisher", { name });
      expect(failure).to.include({ entry: "INVALID_ARGUMENT", reason: "NAME_NOT_PRINTABLE" });
      expect(failure.violations[0]?.field).to.equal("name");
    });
  }

  it("refuses text with U+0000 anywhere instead of failing", async () => {
    for (const over of [
      { metadata: { note: "a\u0000b" } },
      { assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name: "a\u0000b", description: "" } },
    ])
      expect(await failureOf(registry.asset(publisherId, over))).to.include({
        entry: "INVALID_ARGUMENT",
        reason: "TEXT_NOT_STORABLE",
      });
  });

  describe("certificates", () => {
    it("are retrieved and listed, newest first, by pages", async () => {
      const { publisherId: own } = await registry.publisher("Pages");
      const request = newRequest(newKey());
      const made = [];
      for (let count = 0; count < 3; count++) made.unshift(await registry.certificate(own, request));
      expect(new Set(made.map(({ serialNumber }) => serialNumber)).size).to.equal(3);
      expect(made[0]?.status).to.equal(CertificateStatus.CERTIFICATE_STATUS_ACTIVE);
      const list = (page: object) =>
        registry.harness.call<ListPublisherCertificatesResponse>("ListPublisherCertificates", {
          publisherId: own,
          ...page,
        });
      const first = await list({ pageSize: 2 });
      const second = await list({ pageSize: 2, pageToken: first.nextPageToken });
      expect([...first.items, ...second.items]).to.deep.equal(made);
      expect(second.nextPageToken).to.equal("");
      const got = await registry.harness.call<GetPublisherCertificateResponse>("GetPublisherCertificate", {
        publisherId: own,
        certificateId: made[1]?.certificateId,
      });
      expect(got.publisherCertificate).to.deep.equal(made[1]);
      const foreign = { publisherId, pageToken: first.nextPageToken };
      expect(await registry.harness.failure("ListPublisherCertificates", foreign)).to.include({
        entry: "INVALID_PAGE_TOKEN",
      });
      const others = { publisherId, certificateId: made[0]?.certificateId };
      expect(await registry.harness.failure("GetPublisherCertificate", others)).to.include({
        entry: "NOT_FOUND",
      });
    });

    for (const [what, request] of Object.entries({
      words: (): string => "not a request",
      "a private key": () => newKey(),
      "an RSA key": () => newRsaRequest(),
      "another curve": () => newRequest(newKey("secp384r1")),
      "a signature by another key": () => withOtherKey(newRequest(newKey()), newRequest(newKey())),
      "two requests": () => newRequest(newKey()).repeat(2),
    })) {
      it(`refuse ${what}: SVC-4002 about the field`, async () => {
        const failure = await registry.harness.failure("IssuePublisherCertificate", {
          publisherId,
          certificateSigningRequest: request(),
        });
        expect(failure.entry).to.equal("UNREADABLE_CERTIFICATE");
        expect(failure.violations.map(({ field }) => field)).to.deep.equal(["certificate_signing_request"]);
      });
    }

    it("need the key of the trust root, and devices of a CA that is kept do not", async () => {
      await using offline = await Registry.start({ offline: true });
      const { publisherId: own } = await offline.publisher();
      const request = { publisherId: own, certificateSigningRequest: newRequest(newKey()) };
      expect(await offline.harness.failure("IssuePublisherCertificate", request)).to.include({
        entry: "OPERATOR_REQUIRED",
        reason: "TRUST_ROOT_OFFLINE",
      });
      const { assetIdentifier: assetId } = await offline.asset(own);
      expect(await failureOf(offline.bind(own, assetId))).to.include({ reason: "TRUST_ROOT_OFFLINE" });
      await offline.harness.store.transact(async (tx) => {
        const registered = await tx.publishers.get(own);
        return hostedCa(tx, offline.issuing, registered!);
      });
      const binding = await offline.bind(own, assetId);
      await offline.harness.call("ActivateAsset", { publisherId: own, assetId });
      expect((await offline.verify(assetId, binding.deviceCertificate)).trusted).to.equal(true);
    });
  });

  it("refuses an asset on a network that is not served", async () => {
    const failure = await failureOf(
      registry.asset(publisherId, { supportedNetworks: [testNetwork, "eip155:1"] }),
    );
    expect(failure).to.include({ entry: "UNKNOWN_REFERENCE", reason: "UNKNOWN_NETWORK" });
  });

  it("issues nothing while suspended, and can still withdraw", async () => {
    const { harness } = registry;
    const { publisherId: own } = await registry.publisher("Suspended");
    await harness.call("DefineAssetType", typeRequest({ publisherId: own, assetType: "SUSPX" }));
    const { walletId } = await wallet(harness.store);
    const { assetIdentifier: assetId } = await registry.asset(own);
    await harness.store.transact((tx) => tx.publishers.setStatus(own, "suspended"));
    const calls: [string, object][] = [
      ["IssuePublisherCertificate", { certificateSigningRequest: newRequest(newKey()) }],
      ["DefineAssetType", typeRequest({ publisherId: own, assetType: "SUSPY" })],
      ["IssueValue", { walletId, assetType: "SUSPX", amount: "1" }],
      ["IssueAsset", { assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name: "x", description: "" } }],
      [
        "BindDevice",
        {
          assetId,
          serialNumber: "1",
          credential: { $case: "certificateSigningRequest", value: newRequest(newKey()) },
        },
      ],
    ];
    for (const [method, request] of calls)
      expect(await harness.failure(method, { publisherId: own, ...request }), method).to.include({
        entry: "OPERATOR_REQUIRED",
        reason: "PUBLISHER_NOT_ACTIVE",
      });
    await harness.call("RevokeAsset", { publisherId: own, assetId });
  });

  it("keeps publishers apart: naming another is denied, its assets do not exist", async () => {
    const { harness } = registry;
    const { publisherId: other } = await registry.publisher("Neighbour");
    const { assetId, binding } = await registry.boundAsset(publisherId);
    const as = asPublisher(other);
    const credential = { $case: "certificateSigningRequest", value: newRequest(newKey()) };
    const calls: [string, object][] = [
      ["BindDevice", { assetId, serialNumber: "1", credential }],
      ["GetDeviceBinding", { assetId, deviceId: binding.deviceId }],
      ...["ActivateAsset", "SuspendAsset", "ResumeAsset", "RevokeAsset", "RetireAsset"].map(
        (method): [string, object] => [method, { assetId }],
      ),
    ];
    for (const [method, request] of calls) {
      expect(await harness.failure(method, { publisherId, ...request }, { as }), method).to.include({
        entry: "PERMISSION_DENIED",
      });
      expect(await harness.failure(method, { publisherId: other, ...request }, { as }), method).to.include({
        entry: "NOT_FOUND",
      });
    }
    expect((await registry.verify(assetId, binding.deviceCertificate)).trusted).to.equal(true);
  });
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error("it succeeded");
    },
    (error) => error,
  );
}

/** The key of the second request inside the first, whose signature does not fit it then. */
function withOtherKey(request: string, other: string): string {
  const [der, foreign] = [request, other].map((pem) =>
    Buffer.from(pem.replace(/-----.*-----|\n/g, ""), "base64"),
  );
  const point = Buffer.from("034200", "hex");
  const from = foreign!.indexOf(point);
  foreign!.copy(der!, der!.indexOf(point), from, from + 68);
  return der!.toString("base64");
}
