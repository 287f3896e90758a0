// A holder's wallet by way of REST, on the running product with two core processes: its transactions, gifts, keys and recovery.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { holderKey, type KeyPair, newKeyPair, signPayment } from "../../src/cli/demo/keys.ts";
import { keyThumbprint, signStatement } from "../support/holder-signatures.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Product } from "../support/product.ts";
import { ask, type Received } from "./support/http.ts";
import {
  createPayment,
  type Holder,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
  requestOf,
} from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

describe("wallets over REST", function () {
  this.timeout(240_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;

  before(async () => {
    product = await Product.start({ PDA_CORE_PROCESSES: "2", PDA_LOG_LEVEL: "debug" });
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
  });
  after(async () => {
    try {
      expect(await product.store().read.ledger.violations()).to.deep.equal([]);
      expect(secretsIn(product)).to.deep.equal([]);
    } finally {
      await product[Symbol.asyncDispose]();
    }
  });

  /** Repeated as a client does when the machine is too busy to take it. */
  const post = async (path: string, body: unknown, headers = {}): Promise<Received> => {
    for (let turn = 1; ; turn++) {
      const answer = await ask(product, `/api/v1${path}`, { key: product.operatorKey, body, headers });
      if (answer.status !== 503 || turn === 20) return answer;
      await sleep(500);
    }
  };
  const get = (path: string) => ask(product, `/api/v1${path}`, { key: product.operatorKey });
  const ok = ({ status, json }: Received) => {
    expect(status, JSON.stringify(json)).to.be.within(200, 201);
    return json.data;
  };
  const refusal = ({ status, json }: Received) => `${status} ${json.errorCode} ${json.errors[0].reason}`;
  const aud = () => product.baseUrl;
  const balance = async ({ walletId }: Pick<Holder, "walletId">): Promise<string> =>
    ok(await get(`/wallets/${walletId}/balances`)).items[0]?.amount ?? "0";
  const gift = async (from: Holder, toWalletId: string, amount: string) => {
    const said = { toWalletId, amount, assetType: issuer.assetType };
    const claims = { aud: aud(), walletId: from.walletId, ...said };
    return { ...said, authorization: await signStatement(from.keys, "pda-value-transfer+jws", claims) };
  };
  const signed = async (type: string, by: KeyPair, next: KeyPair, { walletId, keys }: Holder) => {
    const claims = {
      aud: aud(),
      walletId,
      oldKey: await keyThumbprint(keys),
      newKey: await keyThumbprint(next),
    };
    return {
      holderKey: await holderKey(next),
      authorization: await signStatement(by, type, claims),
      proof: await signStatement(next, type, claims),
    };
  };

  /** What the holder has to sign to pay 1. */
  const request = async (by: Holder) =>
    requestOf(product, shop, by, (await createPayment(shop, issuer, "1")).paymentId);

  it("give value to each other, and see it among their transactions, each its own side", async () => {
    const [ann, ben] = [await holder(product, issuer, "10"), await holder(product, issuer)];
    const body = await gift(ann, ben.walletId, "2.5");
    const sent = await post(`/wallets/${ann.walletId}/value-transfers`, body);
    const data = ok(sent);
    expect(sent.status).to.equal(201);
    expect(sent.headers.location).to.equal(
      `/api/v1/wallets/${ann.walletId}/transactions/${data.transactionId}`,
    );
    expect(data).to.include({
      kind: "transfer",
      direction: "out",
      amount: "2.5",
      otherWalletId: ben.walletId,
    });
    expect(ok(await get(`/wallets/${ben.walletId}/transactions/${data.transactionId}`))).to.deep.equal({
      ...data,
      direction: "in",
      otherWalletId: ann.walletId,
    });
    await paid(product, issuer, shop, ann, "1");
    const { items } = ok(await get(`/wallets/${ann.walletId}/transactions`));
    expect(
      items.map(({ kind, direction, amount }: Record<string, string>) => `${kind} ${direction} ${amount}`),
    ).to.deep.equal(["payment out 1", "transfer out 2.5", "issue in 10"]);
    expect(items[0].merchantId).to.equal(shop.merchantId);
    const query = `fromTime=${items[1].createTime}&toTime=${items[0].createTime}&kind=transfer&assetType=${issuer.assetType}`;
    expect(ok(await get(`/wallets/${ann.walletId}/transactions?${query}`)).items).to.deep.equal([items[1]]);
    // The operator sees the movement, the merchant nothing of it.
    expect(ok(await get(`/transactions/${data.transactionId}`)).kind).to.equal("transfer");
    expect(
      (await ask(product, `/api/v1/transactions/${data.transactionId}`, { key: shop.key })).status,
    ).to.equal(404);
    expect(
      (await ask(product, `/api/v1/wallets/${ann.walletId}/transactions`, { key: shop.key })).status,
    ).to.equal(403);
  });

  it("refuse bad input with the entries of the catalogue, in the documented order, and nothing moves", async () => {
    const [ann, ben] = [await holder(product, issuer, "10"), await holder(product, issuer)];
    const path = `/wallets/${ann.walletId}/value-transfers`;
    const right = await gift(ann, ben.walletId, "1");
    for (const [body, expected] of [
      [{ ...right, amount: "-1" }, "400 SVC-4000"],
      [{ ...right, amount: 1 }, "400 SVC-4000"],
      [{ ...right, toWalletId: "somebody" }, "400 SVC-4000"],
      [{ ...right, memo: "rent" }, "400 SVC-4000"],
      [{ ...right, toWalletId: ann.walletId }, "400 SVC-4000 RECEIVER_IS_SENDER"],
      [{ ...right, amount: "2" }, "403 SVC-4031 JWS_CLAIM_MISMATCH"],
      [await gift(ann, ben.walletId, "0.0000001"), "422 SVC-4225 AMOUNT_SCALE"],
      [await gift(ann, ben.walletId, "11"), "422 SVC-4223 INSUFFICIENT_FUNDS"],
      [await gift(ann, newId("wallet"), "1"), "422 SVC-4221 UNKNOWN_WALLET"],
    ] as const)
      expect(refusal(await post(path, body)), JSON.stringify(body).slice(0, 90)).to.match(
        new RegExp(`^${expected}`),
      );
    for (const query of ["fromTime=yesterday", "kind=gift", "assetType=x", "from=1", "pageSize=-1"])
      expect((await get(`/wallets/${ann.walletId}/transactions?${query}`)).status, query).to.equal(400);
    const key = { "Idempotency-Key": randomUUID() };
    ok(await post(path, right, key));
    expect(refusal(await post(path, await gift(ann, ben.walletId, "1"), key))).to.match(/^422 SVC-4222/);
    const replayed = await post(path, right, key);
    expect([replayed.status, replayed.headers["idempotency-replayed"]]).to.deep.equal([201, "true"]);
    expect([await balance(ann), await balance(ben)]).to.deep.equal(["9", "1"]);
  });

  it("100 times the same signed statement under 100 keys moves once; what is enough for ten moves ten times", async () => {
    const [ann, ben] = [await holder(product, issuer, "11"), await holder(product, issuer)];
    const path = `/wallets/${ann.walletId}/value-transfers`;
    const body = await gift(ann, ben.walletId, "1");
    const same = await Promise.all(
      Array.from({ length: 100 }, () => post(path, body, { "Idempotency-Key": randomUUID() })),
    );
    expect(new Set(same.map((answer) => ok(answer).transactionId)).size).to.equal(1);
    const others = await Promise.all(Array.from({ length: 100 }, () => gift(ann, ben.walletId, "1")));
    const answers = await Promise.all(others.map((other) => post(path, other)));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(10);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(refusal))).to.deep.equal(
      new Set(["422 SVC-4223 INSUFFICIENT_FUNDS"]),
    );
    expect([await balance(ann), await balance(ben)]).to.deep.equal(["0", "11"]);
  });

  it("replace their key amid 100 payments that the old one has signed: each is before or after", async () => {
    const ann = await holder(product, issuer, "200");
    const requests = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const asked = await request(ann);
        return { paymentId: asked.paymentId, authorization: await signPayment(ann.keys, asked) };
      }),
    );
    const next = await newKeyPair();
    const rotation = await signed("pda-rotate+jws", ann.keys, next, ann);
    const pay = ({ paymentId, authorization }: { paymentId: string; authorization: string }) =>
      post(`/wallets/${ann.walletId}/payments/${paymentId}/authorize`, { authorization });
    const early = requests.slice(0, 50).map(pay);
    const rotating = post(`/wallets/${ann.walletId}/keys/rotate`, rotation).then(async (answer) => ({
      answer,
      held: await balance(ann),
    }));
    const late = requests.slice(50).map(pay);
    const answers = await Promise.all([...early, ...late]);
    const { answer, held } = await rotating;
    expect(ok(answer).keyThumbprint).to.equal(await keyThumbprint(next));
    expect(await balance(ann), "paid after the key was replaced").to.equal(held);
    const refused = answers.filter(({ status }) => status !== 200).map(refusal);
    expect(refused.filter((what) => what !== "403 SVC-4031 KEY_RETIRED")).to.deep.equal([]);
    expect(held).to.equal(String(200 - (100 - refused.length)));
    expect(refusal(await post(`/wallets/${ann.walletId}/keys/rotate`, rotation))).to.equal(
      "403 SVC-4031 KEY_RETIRED",
    );
    await paid(product, issuer, shop, { ...ann, keys: next }, "1");
    const { items } = ok(await get(`/wallets/${ann.walletId}/keys`));
    expect(items.map(({ status, retirement }: Record<string, string>) => [status, retirement])).to.deep.equal(
      [
        ["active", undefined],
        ["retired", "rotation"],
      ],
    );
  });

  it("get another key where theirs is lost, three days after the recovery key has asked for it", async () => {
    const recovery = await newKeyPair();
    const keys = await newKeyPair();
    const created = await post("/wallets", {
      holderKey: await holderKey(keys),
      recoveryKey: await holderKey(recovery),
    });
    const { walletId, recoveryKeyThumbprint } = ok(created);
    expect(recoveryKeyThumbprint).to.equal(await keyThumbprint(recovery));
    ok(
      await post(`/publishers/${issuer.publisherId}/issuances`, {
        walletId,
        assetType: issuer.assetType,
        amount: "5",
      }),
    );
    const [lost, next] = [{ walletId, keys }, await newKeyPair()];
    const started = await post(
      `/wallets/${walletId}/recoveries`,
      await signed("pda-recover+jws", recovery, next, lost),
    );
    const { recoveryId, effectiveTime, createTime } = ok(started);
    expect(started.headers.location).to.equal(`/api/v1/wallets/${walletId}/recoveries/${recoveryId}`);
    expect(Date.parse(effectiveTime) - Date.parse(createTime)).to.equal(72 * 3_600_000);
    expect(ok(await get(`/wallets/${walletId}`)).recoveryId).to.equal(recoveryId);
    const complete = () => post(`/wallets/${walletId}/recoveries/${recoveryId}/complete`, {});
    expect(refusal(await complete())).to.equal("409 SVC-4096 RECOVERY_TOO_EARLY");
    ok(await post("/sandbox/clock/advance", { seconds: "259200" }));
    expect(ok(await complete()).status).to.equal("completed");
    expect(ok(await get(`/wallets/${walletId}`)).keyThumbprint).to.equal(await keyThumbprint(next));
    await paid(product, issuer, shop, { walletId, keys: next }, "1");
    const late = await request(lost);
    const authorization = await signPayment(keys, late);
    expect(
      refusal(await post(`/wallets/${walletId}/payments/${late.paymentId}/authorize`, { authorization })),
    ).to.equal("403 SVC-4031 KEY_RETIRED");
    expect(await balance({ walletId })).to.equal("4");
  });
});
