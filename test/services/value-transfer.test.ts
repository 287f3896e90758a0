import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { TransactionKind } from "../../gen/ts/pda/payment/v1/transaction.ts";
import { TransactionDirection, type WalletTransaction } from "../../gen/ts/pda/wallet/v1/transaction.ts";
import { defaultPolicy } from "../../src/domain/asset/policy.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { openSettlement } from "../../src/workers/settlement/open-settlement.ts";
import { assetType, issue, merchant, testNetwork } from "../support/fixtures.ts";
import { paidPayment } from "../workers/support/takings.ts";
import { Market, newKey } from "./support/purse.ts";

describe("value between wallets", function () {
  this.timeout(60_000);
  let market: Market;

  before(async () => {
    market = await Market.start();
  });
  after(async () => {
    const violations = await market.harness.store.read.ledger.violations();
    await market[Symbol.asyncDispose]();
    expect(violations).to.deep.equal([]);
  });

  const send = async (request: object, key?: string) =>
    (await market.call<{ transaction: WalletTransaction }>("TransferValue", request, key ? { key } : {}))
      .transaction;

  it("moves by the sender's signature, and both see it", async () => {
    const [ann, ben] = [await market.purse(500n), await market.purse()];
    const sent = await market.give(ann, ben, "1.25");
    expect(sent).to.deep.include({
      kind: TransactionKind.TRANSACTION_KIND_TRANSFER,
      direction: TransactionDirection.TRANSACTION_DIRECTION_OUT,
      amount: "1.25",
      assetType: "USDX",
      otherWalletId: ben.walletId,
      merchantId: undefined,
    });
    expect([await market.balance(ann), await market.balance(ben)]).to.deep.equal(["3.75", "1.25"]);
    const { transaction } = await market.call<{ transaction: WalletTransaction }>("GetWalletTransaction", {
      walletId: ben.walletId,
      transactionId: sent.transactionId,
    });
    expect(transaction).to.deep.equal({
      ...sent,
      direction: TransactionDirection.TRANSACTION_DIRECTION_IN,
      otherWalletId: ann.walletId,
    });
    await market.give(ben, ann, "1.25");
    expect([await market.balance(ann), await market.balance(ben)]).to.deep.equal(["5", "0"]);
  });

  it("stands still while the publisher is suspended: no transfer, no payment, but refunds and settlements", async () => {
    const [ann, ben] = [await market.purse(900n), await market.purse()];
    const sent = await market.gift(ann, ben, "1");
    const transaction = await send(sent);
    const paid = await market.payment(ann, "2");
    await market.call("AuthorizePayment", paid);
    const waiting = await market.payment(ann, "3");
    const { merchantId, usdx, harness } = market;
    const shop = await merchant(harness.store, [`${testNetwork}:0x00000000000000000000000000000000000000AA`]);
    await paidPayment(harness.store, usdx, shop, ann.walletId, 100n);
    const change = async (status: string) => {
      const client = new pg.Client({ connectionString: harness.url });
      await client.connect();
      await client.query("update publisher set status = $1", [status]);
      await client.end();
    };
    await change("suspended");
    const refused = "OPERATOR_REQUIRED PUBLISHER_NOT_ACTIVE";
    const create = { amount: "1", assetType: "USDX", merchantId };
    expect(await market.refusal("CreatePayment", create)).to.equal(refused);
    expect(await market.refusal("AuthorizePayment", waiting)).to.equal(refused);
    expect(await market.refusal("TransferValue", await market.gift(ann, ben, "1"))).to.equal(refused);
    // Who has paid is told so again.
    await market.call("AuthorizePayment", paid);
    expect(await send(sent)).to.deep.equal(transaction);
    expect([await market.balance(ann), await market.balance(ben)]).to.deep.equal(["5", "1"]);
    const payment = await harness.store.read.payments.get({ kind: "all" }, paid.paymentId);
    await market.call("CreateRefund", {
      originalTransaction: payment?.transactionId,
      refundAmount: "0.5",
      reason: "Returned",
    });
    const settled = await harness.store.transact((tx) =>
      openSettlement(tx, { merchantId: shop, assetTypeId: usdx.assetTypeId }),
    );
    expect(settled?.amount).to.equal(100n);
    await change("active");
    await market.call("AuthorizePayment", waiting);
    expect(await market.balance(ann)).to.equal("2.5");
  });

  it("moves once by a statement, under whatever idempotency key, and a nonce counts once", async () => {
    const [ann, ben] = [await market.purse(200n), await market.purse()];
    const request = await market.gift(ann, ben, "2");
    const first = await send(request, "one");
    for (const key of ["one", "two", undefined]) expect(await send(request, key)).to.deep.equal(first);
    expect([await market.balance(ann), await market.balance(ben)]).to.deep.equal(["0", "2"]);
    await issue(market.harness.store, market.usdx, ann.walletId, 500n);
    expect(await send(request, "three")).to.deep.equal(first);
    const { nonce } = JSON.parse(Buffer.from(request.authorization.split(".")[1]!, "base64url").toString());
    for (const [to, amount] of [
      [ben, "1"],
      [await market.purse(), "2"],
    ] as const)
      expect(
        await market.refusal("TransferValue", await market.gift(ann, to, amount, { claims: { nonce } })),
      ).to.equal("ALREADY_DONE NONCE_USED");
    // Another wallet's nonces are its own.
    await send(await market.gift(ben, ann, "1", { claims: { nonce } }));
    expect([await market.balance(ann), await market.balance(ben)]).to.deep.equal(["6", "1"]);
  });

  it("answers a statement that has moved for ever: after its end, and after its key was replaced", async () => {
    const [ann, ben, eve] = [await market.purse(500n), await market.purse(), await market.purse()];
    // Clocks may differ by 60 seconds, so this statement is accepted for two more seconds.
    const now = Math.floor(Date.now() / 1000);
    const request = await market.gift(ann, ben, "2", { claims: { iat: now - 200, exp: now - 58 } });
    const other = await market.gift(ann, ben, "1", { claims: { iat: now - 200, exp: now - 58 } });
    const first = await send(request, "answered");
    await pause(2_500);
    expect(await market.refusal("TransferValue", other)).to.equal(
      "SIGNATURE_REFUSED JWS_EXPIRED authorization",
    );
    expect(await send(request, "asked-again")).to.deep.equal(first);
    await market.rotate(ann);
    expect(await send(request)).to.deep.equal(first);
    // The answer is about the statement, so a request that says something else gets none.
    for (const over of [{ amount: "1" }, { toWalletId: eve.walletId }, { walletId: eve.walletId }])
      expect(await market.refusal("TransferValue", { ...request, ...over })).to.match(/^SIGNATURE_REFUSED/);
    expect([await market.balance(ann), await market.balance(ben)]).to.deep.equal(["3", "2"]);
  });

  it("does not move what the signature does not say, word for word", async () => {
    const [ann, ben, eve] = [await market.purse(500n), await market.purse(), await market.purse(100n)];
    const right = await market.gift(ann, ben, "1");
    const claims = (over: object) => market.gift(ann, ben, "1", { claims: { ...over } });
    const cases: [string, object, string][] = [
      ["another amount", { ...right, amount: "2" }, "JWS_CLAIM_MISMATCH"],
      ["the same amount in other words", { ...right, amount: "1.0" }, "JWS_CLAIM_MISMATCH"],
      ["another receiver", { ...right, toWalletId: eve.walletId }, "JWS_CLAIM_MISMATCH"],
      ["another type", { ...right, assetType: "EURX" }, "JWS_CLAIM_MISMATCH"],
      ["another sender", { ...right, walletId: eve.walletId }, "JWS_SIGNATURE_INVALID"],
      ["a claim about another sender", await claims({ walletId: eve.walletId }), "JWS_CLAIM_MISMATCH"],
      ["another signer", await market.gift(ann, ben, "1", { signer: eve.key }), "JWS_SIGNATURE_INVALID"],
      [
        "the receiver's signature",
        await market.gift(ann, ben, "1", { signer: ben.key }),
        "JWS_SIGNATURE_INVALID",
      ],
      ["another audience", await claims({ aud: "https://elsewhere.example" }), "JWS_CLAIM_MISMATCH"],
      ["a short nonce", await claims({ nonce: "abc" }), "JWS_CLAIM_MISMATCH"],
      ["a claim too many", await claims({ memo: "rent" }), "JWS_CLAIM_UNEXPECTED"],
      ["a time that is over", await claims({ iat: 1_700_000_000, exp: 1_700_000_060 }), "JWS_EXPIRED"],
      ["too long a life", await market.gift(ann, ben, "1", { seconds: 301 }), "JWS_LIFETIME_TOO_LONG"],
      [
        "the type of a payment",
        await market.gift(ann, ben, "1", { header: { typ: "pda-pay+jws" } }),
        "JWS_TYPE_MISMATCH",
      ],
      [
        "the type of ownership",
        await market.gift(ann, ben, "1", { header: { typ: "pda-transfer+jws" } }),
        "JWS_TYPE_MISMATCH",
      ],
      [
        "no algorithm",
        await market.gift(ann, ben, "1", { header: { alg: "HS256" }, key: Buffer.alloc(32) }),
        "JWS_ALGORITHM_NOT_ALLOWED",
      ],
    ];
    for (const [what, request, reason] of cases)
      expect(await market.refusal("TransferValue", request), what).to.equal(
        `SIGNATURE_REFUSED ${reason} authorization`,
      );
    expect([await market.balance(ann), await market.balance(ben), await market.balance(eve)]).to.deep.equal([
      "5",
      "0",
      "1",
    ]);
  });

  it("refuses what there is not enough of, itself as receiver, and amounts that are none", async () => {
    const [ann, ben] = [await market.purse(100n), await market.purse()];
    for (const [request, reason] of [
      [await market.gift(ann, ben, "1.01"), "INSUFFICIENT_FUNDS INSUFFICIENT_FUNDS"],
      [await market.gift(ben, ann, "1"), "INSUFFICIENT_FUNDS INSUFFICIENT_FUNDS"],
      [await market.gift(ann, ann, "1"), "INVALID_ARGUMENT RECEIVER_IS_SENDER to_wallet_id"],
      [await market.gift(ann, ben, "0"), "INVALID_ARGUMENT AMOUNT_NOT_POSITIVE amount"],
      [await market.gift(ann, ben, "0.00"), "INVALID_ARGUMENT AMOUNT_NOT_POSITIVE amount"],
      [await market.gift(ann, ben, "0.001"), "AMOUNT_NOT_ALLOWED AMOUNT_SCALE amount"],
    ] as const)
      expect(await market.refusal("TransferValue", request)).to.equal(reason);
    for (const amount of ["-1", "1e2", "01", "", "1."])
      expect(await market.refusal("TransferValue", await market.gift(ann, ben, amount))).to.match(
        /^INVALID_ARGUMENT .*amount/,
      );
    const nobody = { walletId: newId("wallet"), key: newKey() };
    expect(await market.refusal("TransferValue", await market.gift(nobody, ann))).to.equal(
      "NOT_FOUND NOT_FOUND",
    );
    expect([await market.balance(ann), await market.balance(ben)]).to.deep.equal(["1", "0"]);
  });

  it("tells that there is no such receiver only to who could give to it", async () => {
    const [rich, poor] = [await market.purse(100n), await market.purse()];
    const nobody = { walletId: newId("wallet") };
    expect(await market.refusal("TransferValue", await market.gift(rich, nobody))).to.equal(
      "UNKNOWN_REFERENCE UNKNOWN_WALLET to_wallet_id",
    );
    // Whoever has nothing is told the same of wallets that there are and of those that there are not.
    for (const to of [nobody, rich])
      expect(await market.refusal("TransferValue", await market.gift(poor, to))).to.equal(
        "INSUFFICIENT_FUNDS INSUFFICIENT_FUNDS",
      );
    for (const to of [nobody, poor])
      expect(
        await market.refusal("TransferValue", await market.gift(rich, to, "1", { signer: newKey() })),
      ).to.match(/JWS_SIGNATURE_INVALID/);
    expect(await market.balance(rich)).to.equal("1");
  });

  it("goes from holder to holder where the publisher lets it", async () => {
    const policy = { ...defaultPolicy, transferable: false };
    const meal = await assetType(market.harness.store, market.publisherId, {
      code: "MEAL",
      decimals: 2,
      policy,
    });
    const [ann, ben] = [await market.purse(500n, undefined, meal), await market.purse()];
    const said = { walletId: ann.walletId, toWalletId: ben.walletId, amount: "1", assetType: "MEAL" };
    const { authorization } = await market.gift(ann, ben, "1", { claims: said });
    expect(await market.refusal("TransferValue", { ...said, authorization })).to.equal(
      "TERMS_REFUSED ASSET_NOT_TRANSFERABLE",
    );
    expect([await market.balance(ann, "MEAL"), await market.balance(ben, "MEAL")]).to.deep.equal(["5", "0"]);
    await market.harness.store.transact((tx) =>
      tx.assetTypes.save({ ...meal, policy: defaultPolicy, version: 2 }),
    );
    await send({ ...said, authorization });
    expect([await market.balance(ann, "MEAL"), await market.balance(ben, "MEAL")]).to.deep.equal(["4", "1"]);
  });

  it("keeps the sum of all wallets, whatever is sent in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ from: fc.nat(2), to: fc.nat(2), cents: fc.integer({ min: 1, max: 400 }) }), {
          minLength: 1,
          maxLength: 12,
        }),
        async (sends) => {
          const purses = await Promise.all([300n, 200n, 0n].map((cents) => market.purse(cents)));
          const model = [300, 200, 0];
          for (const { from, to, cents } of sends) {
            const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
            const request = await market.gift(purses[from]!, purses[to]!, amount);
            const fits = from !== to && model[from]! >= cents;
            if (!fits) await market.harness.failure("TransferValue", request);
            else {
              await send(request);
              model[from]! -= cents;
              model[to]! += cents;
            }
          }
          const held = await Promise.all(purses.map((purse) => market.balance(purse)));
          expect(held.map((amount) => Math.round(Number(amount) * 100))).to.deep.equal(model);
        },
      ),
      { numRuns: 15 },
    );
  });
});
