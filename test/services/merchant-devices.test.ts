// The terminals of a merchant, and the keys that stop with them.
import { expect } from "chai";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { ResolveCredentialResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import { MerchantCertificateStatus } from "../../gen/ts/pda/merchant/v1/certificate.ts";
import type { ListMerchantCertificatesResponse } from "../../gen/ts/pda/merchant/v1/certificate_service.ts";
import { type MerchantDevice, MerchantDeviceStatus } from "../../gen/ts/pda/merchant/v1/device.ts";
import type {
  GetMerchantDeviceResponse,
  ListMerchantDevicesResponse,
} from "../../gen/ts/pda/merchant/v1/device_service.ts";
import { ApiKeyStatus } from "../../gen/ts/pda/merchant/v1/merchant.ts";
import type { GetApiKeyResponse } from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type {
  CreatePaymentResponse,
  GetPaymentResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { assetType, publisher } from "../support/fixtures.ts";
import { asMerchant } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { newKey, newRequest, printed } from "./support/openssl.ts";

describe("terminals of merchants", function () {
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

  const put = async (verb: "Suspend" | "Resume" | "Remove", deviceId: string, over = {}) =>
    (
      await merchants.harness.call<GetMerchantDeviceResponse>(`${verb}MerchantDevice`, {
        merchantId,
        deviceId,
        ...over,
      })
    ).device as MerchantDevice;
  const get = async (deviceId: string) =>
    (await merchants.harness.call<GetMerchantDeviceResponse>("GetMerchantDevice", { merchantId, deviceId }))
      .device as MerchantDevice;

  it("are enrolled with a name, as active", async () => {
    const { device, certificate } = await merchants.enrol(merchantId, { name: "Kasse 3 ☕" });
    expect(certificate).to.equal(undefined);
    expect(device).to.deep.include({
      merchantId,
      name: "Kasse 3 ☕",
      status: MerchantDeviceStatus.MERCHANT_DEVICE_STATUS_ACTIVE,
      version: 1,
      removeTime: undefined,
    });
    expect(await get(device!.deviceId)).to.deep.equal(device);
    for (const name of ["", " ", "a\tb", "x".repeat(121)])
      expect((await merchants.harness.failure("EnrolMerchantDevice", { merchantId, name })).entry).to.equal(
        "INVALID_ARGUMENT",
      );
  });

  it("are enrolled with a certificate when they send a signing request, or not at all", async () => {
    const { device, certificate } = await merchants.enrol(merchantId, {
      certificateSigningRequest: newRequest(newKey()),
    });
    expect(certificate?.deviceId).to.equal(device?.deviceId);
    expect(printed(certificate!.certificate)).to.contain(`/m/${merchantId}/d/${device!.deviceId}`);
    const refused = await merchants.harness.failure("EnrolMerchantDevice", {
      merchantId,
      name: "Till",
      certificateSigningRequest: "nonsense",
    });
    expect(refused.entry).to.equal("UNREADABLE_CERTIFICATE");
    const { items } = await merchants.harness.call<ListMerchantDevicesResponse>("ListMerchantDevices", {
      merchantId,
    });
    expect(items).to.deep.equal([device]);
  });

  it("are suspended and resumed, and removed for ever; what is reached already changes nothing", async () => {
    const { deviceId } = await merchants.device(merchantId);
    const suspended = await put("Suspend", deviceId);
    expect(suspended).to.include({
      status: MerchantDeviceStatus.MERCHANT_DEVICE_STATUS_SUSPENDED,
      version: 2,
    });
    expect(await put("Suspend", deviceId)).to.deep.equal(suspended);
    expect(await put("Resume", deviceId, { ifMatch: [2] })).to.include({ version: 3 });
    for (const method of ["SuspendMerchantDevice", "ResumeMerchantDevice", "RemoveMerchantDevice"])
      expect(await merchants.harness.failure(method, { merchantId, deviceId, ifMatch: [2] })).to.include({
        entry: "PRECONDITION_FAILED",
      });
    const removed = await put("Remove", deviceId);
    expect(removed).to.include({ status: MerchantDeviceStatus.MERCHANT_DEVICE_STATUS_REMOVED, version: 4 });
    expect(removed.removeTime).not.to.equal(undefined);
    expect(await put("Remove", deviceId)).to.deep.equal(removed);
    for (const method of ["SuspendMerchantDevice", "ResumeMerchantDevice"])
      expect(await merchants.harness.failure(method, { merchantId, deviceId })).to.include({
        entry: "STATE_FINAL",
        reason: "TERMINAL_REMOVED",
      });
  });

  it("are listed newest first, by state, in pages", async () => {
    const made: MerchantDevice[] = [];
    for (let count = 0; count < 4; count++) made.unshift(await merchants.device(merchantId));
    await put("Suspend", made[2]!.deviceId);
    const list = (request: object) =>
      merchants.harness.call<ListMerchantDevicesResponse>("ListMerchantDevices", { merchantId, ...request });
    const first = await list({ pageSize: 3 });
    const second = await list({ pageSize: 3, pageToken: first.nextPageToken });
    expect([...first.items, ...second.items].map(({ deviceId }) => deviceId)).to.deep.equal(
      made.map(({ deviceId }) => deviceId),
    );
    const status = MerchantDeviceStatus.MERCHANT_DEVICE_STATUS_SUSPENDED;
    expect((await list({ status })).items.map(({ deviceId }) => deviceId)).to.deep.equal([made[2]!.deviceId]);
  });

  it("have keys that name them and open the door while the terminal is in use", async () => {
    const { deviceId } = await merchants.device(merchantId);
    const mine = await merchants.key(merchantId, { deviceId });
    const free = await merchants.key(merchantId);
    expect([mine.apiKey?.deviceId, free.apiKey?.deviceId]).to.deep.equal([deviceId, undefined]);
    const { principal } = await merchants.harness.call<ResolveCredentialResponse>("ResolveCredential", {
      credential: mine.secret,
    });
    expect(principal).to.include({ tenantId: merchantId, deviceId });
    await put("Suspend", deviceId);
    expect([await merchants.opens(mine.secret), await merchants.opens(free.secret)]).to.deep.equal([
      false,
      true,
    ]);
    await put("Resume", deviceId);
    expect(await merchants.opens(mine.secret)).to.equal(true);
    await put("Remove", deviceId);
    expect([await merchants.opens(mine.secret), await merchants.opens(free.secret)]).to.deep.equal([
      false,
      true,
    ]);
    const { apiKeyId } = mine.apiKey!;
    expect(
      (await merchants.harness.call<GetApiKeyResponse>("GetApiKey", { merchantId, apiKeyId })).apiKey?.status,
    ).to.equal(ApiKeyStatus.API_KEY_STATUS_REVOKED);
  });

  it("are shown on the payments that they ask for, and on no others", async () => {
    const { store, url } = merchants.harness;
    await assetType(store, await publisher(url));
    const { deviceId } = await merchants.device(merchantId);
    const { secret } = await merchants.key(merchantId, { deviceId });
    const { principal } = await merchants.harness.call<ResolveCredentialResponse>("ResolveCredential", {
      credential: secret,
    });
    const create = async (over: object, as: Principal) =>
      (
        await merchants.harness.call<CreatePaymentResponse>(
          "CreatePayment",
          { merchantId, amount: "5", assetType: "USDX", ...over },
          { as },
        )
      ).payment!;
    const made = [
      await create({}, principal!),
      await create({ description: "Coffee" }, principal!),
      await create({}, asMerchant(merchantId)),
    ];
    expect(made.map((payment) => payment.deviceId)).to.deep.equal([deviceId, deviceId, undefined]);
    for (const payment of made) {
      const { paymentId } = payment;
      const read = await merchants.harness.call<GetPaymentResponse>("GetPayment", { paymentId });
      expect(read.payment).to.deep.equal(payment);
    }
  });

  it("lose their certificates when they are removed, and only theirs", async () => {
    const { device } = await merchants.enrol(merchantId, { certificateSigningRequest: newRequest(newKey()) });
    await merchants.certificate(merchantId, newRequest(newKey()));
    await put("Remove", device!.deviceId);
    const { items } = await merchants.harness.call<ListMerchantCertificatesResponse>(
      "ListMerchantCertificates",
      { merchantId },
    );
    expect(items.map(({ status }) => status)).to.deep.equal([
      MerchantCertificateStatus.MERCHANT_CERTIFICATE_STATUS_ACTIVE,
      MerchantCertificateStatus.MERCHANT_CERTIFICATE_STATUS_REVOKED,
    ]);
  });

  it("cannot manage their merchant with a key of theirs", async () => {
    const { deviceId } = await merchants.device(merchantId);
    const request = { merchantId, name: "till", scopes: ["payments.write", "merchants.write"], deviceId };
    const failure = await merchants.harness.failure("CreateApiKey", request);
    expect([failure.entry, failure.violations[0]?.field]).to.deep.equal(["UNKNOWN_REFERENCE", "scopes"]);
  });

  it("get nothing once they are removed, and others' and unknown ones get nothing at all", async () => {
    const { deviceId } = await merchants.device(merchantId);
    await put("Remove", deviceId);
    const certificateSigningRequest = newRequest(newKey());
    const key = { merchantId, name: "till", scopes: ["payments.read"] };
    const certificate = { merchantId, certificateSigningRequest };
    for (const [method, request] of [
      ["CreateApiKey", key],
      ["IssueMerchantCertificate", certificate],
    ] as const) {
      expect(await merchants.harness.failure(method, { ...request, deviceId })).to.include({
        entry: "STATE_FINAL",
        reason: "TERMINAL_REMOVED",
      });
      const { merchantId: other } = await merchants.register();
      for (const foreign of [newId("device"), (await merchants.device(other)).deviceId]) {
        const failure = await merchants.harness.failure(method, { ...request, deviceId: foreign });
        expect([failure.entry, failure.violations[0]?.reason]).to.deep.equal([
          "UNKNOWN_REFERENCE",
          "UNKNOWN_TERMINAL",
        ]);
      }
    }
  });

  it("are their merchant's own affair", async () => {
    const { deviceId } = await merchants.device(merchantId);
    const { merchantId: mine } = await merchants.register();
    const as = asMerchant(mine);
    for (const method of ["Get", "Suspend", "Resume", "Remove"].map((verb) => `${verb}MerchantDevice`)) {
      expect((await merchants.harness.failure(method, { merchantId, deviceId }, { as })).entry).to.equal(
        "PERMISSION_DENIED",
      );
      expect(
        (await merchants.harness.failure(method, { merchantId: mine, deviceId }, { as })).entry,
      ).to.equal("NOT_FOUND");
    }
    for (const [method, request] of [
      ["ListMerchantDevices", {}],
      ["EnrolMerchantDevice", { name: "Till" }],
    ] as const)
      expect((await merchants.harness.failure(method, { merchantId, ...request }, { as })).entry).to.equal(
        "PERMISSION_DENIED",
      );
    expect((await get(deviceId)).version).to.equal(1);
  });
});
