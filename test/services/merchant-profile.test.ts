// A merchant over time: its profile, and whether it is in business.
import { expect } from "chai";
import pg from "pg";
import { type Merchant, MerchantStatus } from "../../gen/ts/pda/merchant/v1/merchant.ts";
import type {
  GetMerchantResponse,
  ListMerchantsResponse,
  UpdateMerchantResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { CreateRefundResponse } from "../../gen/ts/pda/payment/v1/refund_service.ts";
import type {
  CancelPaymentResponse,
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { ResolvePaymentReferenceResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { openSettlement } from "../../src/workers/settlement/open-settlement.ts";
import { assetType, type Holder, publisher, signPayment, wallet } from "../support/fixtures.ts";
import { asMerchant, operator } from "../support/service.ts";
import { paidPayment } from "../workers/support/takings.ts";
import { accountA, accountB, Merchants } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";
import { newKey, newRequest } from "./support/openssl.ts";

describe("the profile of a merchant", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let usdx: AssetType;
  let holder: Holder;

  before(async () => {
    merchants = await Merchants.start();
    const { store, url } = merchants.harness;
    usdx = await assetType(store, await publisher(url));
    holder = await wallet(store, usdx, 1_000_000_000n);
  });
  after(() => merchants[Symbol.asyncDispose]());

  const get = async (merchantId: string): Promise<Merchant> =>
    (await merchants.harness.call<GetMerchantResponse>("GetMerchant", { merchantId })).merchant!;
  const update = async (request: object, as = operator): Promise<Merchant> =>
    (await merchants.harness.call<UpdateMerchantResponse>("UpdateMerchant", request, { as })).merchant!;
  const change = async (verb: "Suspend" | "Resume", merchantId: string, reason = ""): Promise<Merchant> =>
    (await merchants.harness.call<UpdateMerchantResponse>(`${verb}Merchant`, { merchantId, reason }))
      .merchant!;

  describe("its addresses", () => {
    it("are given when it is registered, changed by itself, and taken away", async () => {
      const made = await merchants.register({ website: "https://shop.example", supportUrl: "tel:+4930123" });
      expect(made).to.include({ version: 1, website: "https://shop.example", supportUrl: "tel:+4930123" });
      const { merchantId } = made;
      const as = asMerchant(merchantId, ["merchants.write"]);
      const changed = await update({ merchantId, supportUrl: "mailto:help@shop.example" }, as);
      expect(changed).to.deep.equal({ ...made, supportUrl: "mailto:help@shop.example", version: 2 });
      expect(await get(merchantId)).to.deep.equal(changed);
      expect(await update({ merchantId, updateMask: ["website"] }, as)).to.deep.equal({
        ...changed,
        website: undefined,
        version: 3,
      });
      expect((await update({ merchantId, updateMask: ["website"] }, as)).version).to.equal(3);
    });

    for (const [field, value] of [
      ["website", ""],
      ["supportUrl", ""],
      ["website", "http://shop.example"],
      ["website", "https://"],
      ["website", "javascript:alert(1)"],
      ["website", "https://shop.example/a b"],
      ["website", `https://${"x".repeat(193)}`],
      ["supportUrl", "ftp://shop.example"],
      ["supportUrl", "mailto:"],
    ] as const)
      it(`cannot be ${value.slice(0, 24)} as ${field}`, async () => {
        const { merchantId } = await merchants.register();
        for (const [method, request] of [
          ["UpdateMerchant", { merchantId }],
          ["RegisterMerchant", { name: "x" }],
        ] as const) {
          const failure = await merchants.harness.failure(method, { ...request, [field]: value });
          expect(failure.entry, method).to.equal("INVALID_ARGUMENT");
        }
      });
  });

  describe("its name", () => {
    it("is changed by the operator, for payers to see", async () => {
      const made = await merchants.register({ name: "Old Name" });
      const renamed = await update({ merchantId: made.merchantId, name: "New Name" });
      expect(renamed).to.deep.equal({ ...made, name: "New Name", version: 2 });
      expect(await update({ merchantId: made.merchantId, name: "New Name" })).to.deep.equal(renamed);
      expect(await update({ merchantId: made.merchantId })).to.deep.equal(renamed);
    });

    it("is not changed by the merchant, nor by an operator's key that may not administer", async () => {
      const { merchantId } = await merchants.register();
      for (const as of [asMerchant(merchantId), { ...operator, scopes: ["merchants.write"] }])
        expect(
          await merchants.harness.failure(
            "UpdateMerchant",
            { merchantId, name: "Central Bank", website: "https://x.example" },
            { as },
          ),
        ).to.include({ entry: "PERMISSION_DENIED", reason: "NAME_BY_OPERATOR" });
      expect(await get(merchantId)).to.include({ name: "Corner shop", version: 1, website: undefined });
    });

    for (const name of ["", " ", "a\nb", "shop\u202e", "x".repeat(121)])
      it(`cannot be ${JSON.stringify(name.slice(0, 8))} (${name.length} characters)`, async () => {
        const { merchantId } = await merchants.register();
        const failure = await merchants.harness.failure("UpdateMerchant", { merchantId, name });
        expect([failure.entry, failure.violations[0]?.field]).to.deep.equal(["INVALID_ARGUMENT", "name"]);
      });
  });

  it("of an unknown merchant is not found, of another one not touched", async () => {
    const unknown = newId("merchant");
    for (const method of ["UpdateMerchant", "SuspendMerchant", "ResumeMerchant"])
      expect((await merchants.harness.failure(method, { merchantId: unknown })).entry).to.equal("NOT_FOUND");
    const [mine, theirs] = [await merchants.register(), await merchants.register()];
    const as = asMerchant(mine.merchantId);
    const request = { merchantId: theirs.merchantId, website: "https://mine.example" };
    expect(await merchants.harness.failure("UpdateMerchant", request, { as })).to.include({
      entry: "PERMISSION_DENIED",
      reason: "OTHER_TENANT",
    });
    expect((await get(theirs.merchantId)).version).to.equal(1);
  });

  it("is changed only in the version that the caller has seen", async () => {
    const { merchantId } = await merchants.register();
    await update({ merchantId, website: "https://two.example", ifMatch: [1] });
    for (const method of ["UpdateMerchant", "SuspendMerchant", "ResumeMerchant"])
      expect(await merchants.harness.failure(method, { merchantId, ifMatch: [1, 0] }), method).to.include({
        entry: "PRECONDITION_FAILED",
        reason: "VERSION_CHANGED",
      });
    expect((await update({ merchantId, name: "Three", ifMatch: [7, 2] })).version).to.equal(3);
  });

  it("is listed for the operator by state and, in the order of the names, by how the name begins", async () => {
    const mark = `Ä${Date.now().toString(36)}`;
    const made: Merchant[] = [];
    for (let count = 0; count < 5; count++)
      made.unshift(await merchants.register({ name: `${mark}_${count % 2 ? "odd" : "even"}% ${count}` }));
    await change("Suspend", made[0]!.merchantId);
    const list = (request: object) => merchants.harness.call<ListMerchantsResponse>("ListMerchants", request);
    const names = async (request: object) => (await list(request)).items.map(({ name }) => name.at(-1));

    const namePrefix = mark.toUpperCase();
    expect(await names({ namePrefix })).to.deep.equal(["0", "2", "4", "1", "3"]);
    expect(await names({ namePrefix: `${mark}_even%` })).to.deep.equal(["0", "2", "4"]);
    for (const none of [`${mark}xeven`, `${mark}_e%n`, `${mark}\\`, `_${mark}`])
      expect(await names({ namePrefix: none }), none).to.deep.equal([]);
    expect(await names({ namePrefix, status: MerchantStatus.MERCHANT_STATUS_SUSPENDED })).to.deep.equal([
      "4",
    ]);
    const first = await list({ namePrefix, pageSize: 3 });
    const second = await list({ namePrefix, pageSize: 3, pageToken: first.nextPageToken });
    expect([...first.items, ...second.items].map(({ merchantId }) => merchantId)).to.deep.equal(
      [4, 2, 0, 3, 1].map((place) => made[place]!.merchantId),
    );
    expect(second.items[0]).to.deep.equal(await get(made[3]!.merchantId));
    const foreign = { namePrefix: "other", pageToken: first.nextPageToken };
    expect((await merchants.harness.failure("ListMerchants", foreign)).entry).to.equal("INVALID_PAGE_TOKEN");
  });

  it("is put out of business by the operator alone, and listed for nobody else", async () => {
    const { merchantId } = await merchants.register();
    const merchant = asMerchant(merchantId, ["merchants.read", "merchants.write"]);
    for (const method of ["ListMerchants", "SuspendMerchant", "ResumeMerchant"])
      expect(
        await merchants.harness.failure(method, method === "ListMerchants" ? {} : { merchantId }, {
          as: merchant,
        }),
        method,
      ).to.include({ entry: "PERMISSION_DENIED", reason: "SCOPE_MISSING" });
  });

  describe("while it is suspended", () => {
    let merchantId: string;
    beforeEach(async () => {
      ({ merchantId } = await merchants.register({ settlementAccounts: [accountA] }));
    });
    const create = async (): Promise<string> =>
      (
        await merchants.harness.call<CreatePaymentResponse>("CreatePayment", {
          merchantId,
          amount: "5",
          assetType: "USDX",
        })
      ).payment!.paymentId;
    /** What the wallet sends to pay it. */
    const authorisationOf = async (paymentId: string) => {
      const { paymentReference } = await merchants.harness.call<GeneratePaymentReferenceResponse>(
        "GeneratePaymentReference",
        { paymentId },
      );
      const { paymentRequest } = await merchants.harness.call<ResolvePaymentReferenceResponse>(
        "ResolvePaymentReference",
        { walletId: holder.walletId, reference: paymentReference!.reference },
      );
      const { nonce } = paymentRequest!;
      const claims = { audience: publicUrl, nonce, paymentId, amount: "5", assetType: "USDX", merchantId };
      return { walletId: holder.walletId, paymentId, authorization: await signPayment(holder, claims) };
    };

    it("the reasons are on record, each transition once", async () => {
      expect((await change("Resume", merchantId)).version).to.equal(1);
      const suspended = await change("Suspend", merchantId, "Chargebacks");
      expect(suspended).to.include({ status: MerchantStatus.MERCHANT_STATUS_SUSPENDED, version: 2 });
      expect(await change("Suspend", merchantId, "Again")).to.deep.equal(suspended);
      expect(await change("Resume", merchantId, "Settled")).to.include({
        status: MerchantStatus.MERCHANT_STATUS_ACTIVE,
        version: 3,
      });
      const client = new pg.Client({ connectionString: merchants.harness.url });
      await client.connect();
      const { rows } = await client.query(
        "select from_status, to_status, reason from merchant_transition where merchant_id = $1 order by created_at",
        [uuidOf("merchant", merchantId)],
      );
      await client.end();
      expect(rows).to.deep.equal([
        { from_status: "active", to_status: "suspended", reason: "Chargebacks" },
        { from_status: "suspended", to_status: "active", reason: "Settled" },
      ]);
    });

    it("it takes no payments, neither new ones nor those that wait, and takes them again afterwards", async () => {
      const paymentId = await create();
      const asked = await authorisationOf(paymentId);
      await change("Suspend", merchantId);
      const conflict = { entry: "OPERATOR_REQUIRED", reason: "MERCHANT_NOT_ACTIVE" };
      const another = { merchantId, amount: "5", assetType: "USDX" };
      expect(await merchants.harness.failure("CreatePayment", another)).to.include(conflict);
      const before = await balance();
      expect(await merchants.harness.failure("AuthorizePayment", asked)).to.include(conflict);
      expect(await balance()).to.equal(before);
      await change("Resume", merchantId);
      await merchants.harness.call("AuthorizePayment", asked);
      await change("Suspend", merchantId);
      // Who has paid is told so again, whatever became of the merchant.
      await merchants.harness.call("AuthorizePayment", asked);
    });

    it("it can cancel what waits, refund what it took, and is paid out what is left", async () => {
      const waiting = await create();
      const { store } = merchants.harness;
      const paid = await paidPayment(store, usdx, merchantId, holder.walletId, 7_000_000n);
      await change("Suspend", merchantId);
      const as = asMerchant(merchantId);
      await merchants.harness.call<CancelPaymentResponse>("CancelPayment", { paymentId: waiting }, { as });
      await merchants.harness.call<CreateRefundResponse>(
        "CreateRefund",
        { originalTransaction: paid.transactionId, refundAmount: "2", reason: "Returned" },
        { as },
      );
      const settled = await store.transact((tx) =>
        openSettlement(tx, { merchantId, assetTypeId: usdx.assetTypeId }),
      );
      expect(settled).to.include({ amount: 5_000_000n, account: accountA });
    });

    it("it gets no certificates and terminals and cannot change where it is paid to", async () => {
      const { deviceId } = await merchants.device(merchantId);
      const change1 = await merchants.change(merchantId, accountB);
      await change("Suspend", merchantId);
      const certificateSigningRequest = newRequest(newKey());
      for (const [method, request] of [
        ["IssueMerchantCertificate", { certificateSigningRequest }],
        ["IssueMerchantCertificate", { certificateSigningRequest, deviceId }],
        ["EnrolMerchantDevice", { name: "Till 2" }],
        [
          "RequestSettlementAccountChange",
          { network: "test:2", settlementAccount: "test:2:0x00000000000000000000000000000000000000aa" },
        ],
      ] as const)
        expect(
          await merchants.harness.failure(method, { merchantId, ...request }, { as: asMerchant(merchantId) }),
          method,
        ).to.include({ entry: "OPERATOR_REQUIRED", reason: "MERCHANT_NOT_ACTIVE" });
      const { changeId } = change1;
      await merchants.harness.call("CancelSettlementAccountChange", { merchantId, changeId });
      await merchants.harness.call("SuspendMerchantDevice", { merchantId, deviceId });
    });

    const balance = () =>
      merchants.harness.store.read.ledger.balance({
        kind: "wallet",
        ownerId: holder.walletId,
        assetTypeId: usdx.assetTypeId,
      });
  });
});
