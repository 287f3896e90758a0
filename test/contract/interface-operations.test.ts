// Sections 2 to 4 of the published interface: what the operations take, give and refuse, on the running product.

import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import { deviceCertificate, foreignAuthority, signPayment } from "../../src/cli/demo/keys.ts";
import { ask } from "../e2e/support/http.ts";
import {
  assetInUse,
  createPayment,
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  paid,
  publisher,
  requestOf,
} from "../e2e/support/scene.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { expectRefusal, expectSuccess } from "./interface-envelope.ts";
import { says } from "./interface-sentence.ts";

describe("the published interface: the operations", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let customer: Holder;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    customer = await holder(product, issuer, "100");
  });
  const post = (path: string, body: unknown = {}, key = shop.key) => ask(product, path, { key, body });
  const get = (path: string, key = shop.key) => ask(product, path, { key });
  const operator = () => product.operatorKey;

  describe("payments", () => {
    it(`${says(4, "| Create payment request | POST | `/api/v1/payments`")} | Amount, Asset Type, Merchant ID | Data holds the payment`, async () => {
      const body = { amount: "3.5", assetType: issuer.assetType, merchantId: shop.merchantId };
      const created = await post("/api/v1/payments", body);
      expectSuccess(created, 201);
      expect(created.json.data).to.include({ ...body, status: "pending" });
      expect(created.headers.location).to.equal(`/api/v1/payments/${created.json.data.paymentId}`);
    });

    it(`${says(4, "| Method | Standard HTTP methods; creation uses POST |")}, and reading uses GET`, () => {
      const served = operations.flatMap(({ http, method, readOnly }) =>
        http ? [{ ...http, method, readOnly }] : [],
      );
      for (const { method, verb } of served)
        if (/^(Create|Register|Issue|Define)/.test(method)) expect(verb, method).to.equal("POST");
      for (const { method, verb, readOnly } of served)
        if (/^(Get|List)/.test(method)) expect([verb, readOnly], method).to.deep.equal(["GET", true]);
    });

    it(`${says(3, "a payment can be pending (and a pending payment can be cancelled)")}`, async () => {
      const { paymentId, status } = await createPayment(shop, issuer, "1");
      expect(status).to.equal("pending");
      const cancelled = await post(`/api/v1/payments/${paymentId}/cancel`);
      expectSuccess(cancelled, 200);
      expect(cancelled.json.data.status).to.equal("cancelled");
    });

    it(`${says(3, "a payment can be completed or failed")}: Retrieve payment status shows either`, async () => {
      const { paymentId } = await paid(product, issuer, shop, customer, "1");
      expect((await get(`/api/v1/payments/${paymentId}`)).json.data.status).to.equal("completed");
      const { paymentId: forgotten } = await createPayment(shop, issuer, "1");
      expectSuccess(await post("/api/v1/sandbox/clock/advance", { seconds: "901" }, operator()), 200);
      const failed = await eventually("expiry", async () => {
        const { json } = await get(`/api/v1/payments/${forgotten}`);
        return json.data.status !== "pending" && json.data;
      });
      expect(failed).to.include({ status: "failed", failureReason: "EXPIRED" });
    });

    it(`${says(4, "| Generate payment reference | listed as an operation |")}: ISO 11649, link, NDEF and QR of one payment`, async () => {
      const { paymentId } = await createPayment(shop, issuer, "1");
      const { json } = await post(`/api/v1/payments/${paymentId}/reference`);
      const { reference, uri, ndef, qrSvg } = json.data;
      expect(reference).to.match(/^RF\d\d[0-9A-Z]{1,21}$/);
      // ISO 7064 MOD 97-10: moved to the end, letters as numbers from 10, the remainder is 1.
      const digits = [...(reference.slice(4) + reference.slice(0, 4))]
        .map((c) => Number.parseInt(c, 36))
        .join("");
      expect(BigInt(digits) % 97n).to.equal(1n);
      expect(new URL(uri).protocol).to.equal("https:");
      expect(Buffer.from(ndef, "base64").toString("latin1")).to.contain(reference);
      expect(qrSvg).to.match(/<svg[^>]*>/);
      expect((await get(`/api/v1/payments/${paymentId}`)).json.data.reference).to.equal(reference);
    });

    it(`${says(1, "query transaction status")}`, async () => {
      const { transactionId } = await paid(product, issuer, shop, customer, "1.25");
      const { json } = await get(`/api/v1/transactions/${transactionId}`);
      expect(json.data).to.include({
        transactionId,
        kind: "payment",
        amount: "1.25",
        assetType: issuer.assetType,
      });
      expect(json.data.status).to.equal("completed");
    });
  });

  it(`${says(8, "Replay protection must be supported.")}: an authorisation counts once, for one payment`, async () => {
    const [one, other] = [await createPayment(shop, issuer, "1"), await createPayment(shop, issuer, "1")];
    const request = await requestOf(product, shop, customer, one.paymentId);
    await requestOf(product, shop, customer, other.paymentId);
    const authorization = await signPayment(customer.keys, request);
    const path = ({ paymentId }: { paymentId: string }) =>
      `/api/v1/wallets/${customer.walletId}/payments/${paymentId}/authorize`;
    const balances = async () =>
      (await get(`/api/v1/wallets/${customer.walletId}/balances`, operator())).json.data;
    expectSuccess(await post(path(one), { authorization }, operator()), 200);
    const held = await balances();
    await post(path(one), { authorization }, operator());
    expectRefusal(await post(path(other), { authorization }, operator()), 403, "SVC-4031");
    expect(await balances()).to.deep.equal(held);
    expect((await get(`/api/v1/payments/${other.paymentId}`)).json.data.status).to.equal("pending");
  });

  describe("refunds", () => {
    const refund = (originalTransaction: string, refundAmount: string, reason = "Returned") =>
      post("/api/v1/refunds", { originalTransaction, refundAmount, reason });
    const balance = async (assetType = issuer.assetType) => {
      const { json } = await get(`/api/v1/wallets/${customer.walletId}/balances`, operator());
      return json.data.items.find((item: { assetType: string }) => item.assetType === assetType).amount;
    };

    it(`${says(4, "| Request refund | POST | `/api/v1/refunds`")} | Original Transaction, Refund Amount, Reason; ${says(3, "a refund can be completed")}`, async () => {
      const { transactionId } = await paid(product, issuer, shop, customer, "5");
      const held = Number(await balance());
      const given = await refund(transactionId as string, "2", "One returned");
      expectSuccess(given, 201);
      expect(given.json.data).to.include({
        originalTransaction: transactionId,
        refundAmount: "2",
        reason: "One returned",
        status: "completed",
      });
      expect(Number(await balance())).to.equal(held + 2);
    });

    it(`${says(4, "A refund request is accepted only where the publisher's policy supports refunds.")}`, async () => {
      const strict = await publisher(product, false);
      const payer = await holder(product, strict, "5");
      const { transactionId } = await paid(product, strict, shop, payer, "5");
      const refused = await refund(transactionId as string, "1");
      expectRefusal(refused, 422, "SVC-4224");
      expect(refused.json.errors[0].reason).to.equal("REFUNDS_NOT_SUPPORTED");
      expect(
        (await get(`/api/v1/wallets/${payer.walletId}/balances`, operator())).json.data.items[0].amount,
      ).to.equal("0");
    });

    it(`${says(4, "Before processing a refund the gateway validates refund eligibility.")}: over the rest, unpaid, foreign: refused, nothing moves`, async () => {
      const { transactionId, paymentId } = await paid(product, issuer, shop, customer, "5");
      expectSuccess(await refund(transactionId as string, "4"), 201);
      const held = await balance();
      const over = await refund(transactionId as string, "1.000001");
      expectRefusal(over, 422, "SVC-4225");
      expect(over.json.errors[0].reason).to.equal("REFUND_EXCEEDS_PAID");
      expectRefusal(await refund("txn_00000000000000000000000000", "1"), 422, "SVC-4221");
      const other = await merchant(product, issuer);
      const body = { originalTransaction: transactionId, refundAmount: "1", reason: "Not mine" };
      expectRefusal(await post("/api/v1/refunds", body, other.key), 422, "SVC-4221");
      expect(await balance()).to.equal(held);
      expect((await get(`/api/v1/payments/${paymentId}`)).json.data.refundedAmount).to.equal("4");
      expect((await get(`/api/v1/refunds?paymentId=${paymentId}`)).json.data.items).to.have.length(1);
    });
  });

  describe("assets and their verification", () => {
    let asset: { assetId: string; deviceCertificate: string };
    before(async () => {
      asset = await assetInUse(product, issuer);
    });
    const verify = ({ assetId, deviceCertificate }: { assetId: string; deviceCertificate: string } = asset) =>
      ask(product, "/api/v1/verification/authenticity", { body: { assetId, deviceCertificate } });

    it(`${says(2, "Asset Identifier, Asset Profile, Publisher, Supported Networks, Metadata, Lifecycle Status.")}`, async () => {
      const answer = await ask(product, `/api/v1/assets/${asset.assetId}`);
      expectSuccess(answer, 200);
      expect(answer.json.data).to.deep.include({
        assetIdentifier: asset.assetId,
        publisher: issuer.publisherId,
        supportedNetworks: [issuer.network],
        metadata: { edition: "1/1" },
        lifecycleStatus: "active",
      });
      expect(answer.json.data.assetProfile).to.include({ kind: "good", name: "Signed print" });
    });

    it(`${says(4, "Public asset queries never return sensitive ownership information.")}: six members, whoever asks`, async () => {
      const published = [
        "assetIdentifier",
        "assetProfile",
        "publisher",
        "supportedNetworks",
        "metadata",
        "lifecycleStatus",
      ];
      for (const sent of [{}, { key: shop.key }, { key: operator() }]) {
        const { json, text } = await ask(product, `/api/v1/assets/${asset.assetId}`, sent);
        expect(Object.keys(json.data).filter((name) => !published.includes(name))).to.deep.equal([]);
        expect(text).to.not.match(/owner|holder|wallet|wal_|device|CHIP-/i);
      }
    });

    it(`${says(4, "| Verify asset authenticity | POST | `/api/v1/verification/authenticity`")}: ${says(2, "The result indicates whether the asset is trusted.")}`, async () => {
      const trusted = await verify();
      expectSuccess(trusted, 200);
      expect(trusted.json.data.trusted).to.equal(true);

      const foreign = await deviceCertificate(await foreignAuthority(), asset.deviceCertificate, {
        assetId: asset.assetId,
        serialNumber: "CHIP-FOREIGN",
      });
      const refused = await verify({ assetId: asset.assetId, deviceCertificate: foreign });
      expectSuccess(refused, 200);
      expect(refused.json.data.trusted).to.equal(false);
    });

    it(`${says(7, "| `SVC-4010` | Invalid publisher certificate |")}: as the check that failed for a foreign CA, and never as the error of a call with a valid credential`, async () => {
      const names = { assetId: asset.assetId, serialNumber: "CHIP-FOREIGN" };
      const foreign = await deviceCertificate(await foreignAuthority(), asset.deviceCertificate, names);
      const { json } = await verify({ assetId: asset.assetId, deviceCertificate: foreign });
      const failed = json.data.checks.filter(({ outcome }: { outcome: string }) => outcome === "failed");
      expect(failed.map(({ code }: { code: string }) => code)).to.include("SVC-4010");

      const path = `/api/v1/publishers/${issuer.publisherId}/assets/${asset.assetId}/devices`;
      const enrolled = await post(
        path,
        { serialNumber: "CHIP-FOREIGN", deviceCertificate: foreign },
        operator(),
      );
      expectRefusal(enrolled, 422, "SVC-4226");
    });

    it(`${says(3, "an asset has a lifecycle state and can be revoked")}: then it is not trusted, and the checks say why`, async () => {
      const revoked = await assetInUse(product, issuer);
      const path = `/api/v1/publishers/${issuer.publisherId}/assets/${revoked.assetId}/revoke`;
      const { json } = await post(path, { reason: "Stolen" }, operator());
      expect(json.data.lifecycleStatus).to.equal("revoked");
      const verdict = (await verify(revoked)).json.data;
      expect(verdict.trusted).to.equal(false);
      const failed = verdict.checks.filter(({ outcome }: { outcome: string }) => outcome === "failed");
      expect(failed.map(({ check }: { check: string }) => check)).to.include("lifecycle");
      expect((await ask(product, `/api/v1/assets/${revoked.assetId}`)).json.data.lifecycleStatus).to.equal(
        "revoked",
      );
    });
  });

  describe("settlement", () => {
    it(`${says(2, "Settlement status, blockchain reference, confirmation count.")}; ${says(3, "settlement can be finalized")}`, async () => {
      // A merchant without refunds: what it owes from them would be kept back first.
      const shop = await merchant(product, issuer);
      const get = (path: string) => ask(product, path, { key: shop.key });
      const { paymentId } = await paid(product, issuer, shop, customer, "2.5");
      const settlement = await eventually("settlement", async () => {
        const { json } = await get(`/api/v1/settlement?paymentId=${paymentId}`);
        const [item] = json.data.items;
        return item?.settlementStatus === "finalized" && item;
      });
      const at = `/api/v1/settlement/${settlement.settlementId}`;
      expect((await get(at)).json.data.settlementStatus).to.equal("finalized");
      const { blockchainReference } = (await get(`${at}/blockchain-reference`)).json.data;
      expect(blockchainReference).to.be.a("string").and.equal(settlement.blockchainReference);
      const { confirmationCount } = (await get(`${at}/confirmations`)).json.data;
      expect(confirmationCount).to.be.a("number").and.above(0);
    });
  });

  describe("merchants", () => {
    it(`${says(4, "Merchant API: register merchant")}, ${says(4, "retrieve merchant information")}`, async () => {
      const body = { name: `Shop ${randomUUID()}` };
      const registered = await post("/api/v1/merchants", body, operator());
      expectSuccess(registered, 201);
      const { merchantId } = registered.json.data;
      const { json } = await get(`/api/v1/merchants/${merchantId}`, operator());
      expect(json.data).to.include({ merchantId, name: body.name, status: "active" });
    });
  });

  it(`${says(1, "A single gateway is the entry point.")}: every family answers at the one base address`, async () => {
    const paths = [
      "/api/v1/payments",
      "/api/v1/refunds",
      "/api/v1/settlement",
      "/api/v1/events",
      "/api/v1/sandbox",
      `/api/v1/merchants/${shop.merchantId}`,
      `/api/v1/publishers/${issuer.publisherId}`,
      `/api/v1/wallets/${customer.walletId}`,
    ];
    for (const path of paths) expectSuccess(await get(path, operator()), 200);
  });
});
