// The envelope's timestamp and the times of resources are of one clock, also when a sandbox has put it ahead.

import { expect } from "chai";
import { ask, type Received } from "../e2e/support/http.ts";
import { merchant, publisher } from "../e2e/support/scene.ts";
import { corePath } from "../support/core-path.ts";
import { Product } from "../support/product.ts";
import { says } from "./interface-sentence.ts";

const day = 86_400;

describe("the published interface: the clock of the envelope", function () {
  this.timeout(180_000);
  let product: Product;
  before(async () => {
    // Of its own: others do not expect that its clock is put ahead.
    product = await Product.start();
  });
  after(() => product?.stop());

  const operator = (path: string, body?: unknown) =>
    ask(product, `/api/v1${path}`, { key: product.operatorKey, ...(body === undefined ? {} : { body }) });
  const timeOf = ({ json }: Received): number => Date.parse(json.timestamp as string);

  it(`${says(2, "| Timestamp | Processing time |")}: is the real time at first`, async () => {
    expect(Math.abs(timeOf(await operator("/payments")) - Date.now())).to.be.below(30_000);
  });

  for (const round of [1, 2])
    it(`is of the clock that was put ahead ${round} times, in every answer (${corePath})`, async () => {
      const issuer = await publisher(product);
      const shop = await merchant(product, issuer);
      const advanced = await operator("/sandbox/clock/advance", { seconds: String(day) });
      expect(advanced.status, advanced.text).to.equal(200);
      const clock = Date.parse(advanced.json.data.clockTime as string);
      expect(clock - Date.now()).to.be.within((round * day - 60) * 1000, (round * day + 60) * 1000);

      const idempotencyKey = `clock-${round}`;
      const byKey = `/idempotency/${encodeURIComponent(idempotencyKey)}`;
      const created = await ask(product, "/api/v1/payments", {
        key: product.operatorKey,
        headers: { "Idempotency-Key": idempotencyKey },
        body: { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId },
      });
      expect(created.status, created.text).to.equal(201);
      const createTime = Date.parse(created.json.data.createTime as string);
      expect(createTime).to.be.at.least(clock);
      const done = await operator(byKey);
      expect(Date.parse(done.json.data.endTime as string) - createTime, done.text).to.be.within(-1, 60_000);
      const cancelled = await operator(`${byKey}/cancel`, {});
      const cancelTime = Date.parse(cancelled.json.data.cancelTime as string);
      expect(cancelTime - createTime, cancelled.text).to.be.within(0, 60_000);
      expect(Date.parse((await operator(byKey)).json.data.endTime as string)).to.equal(cancelTime);
      const answers: [string, Received, number][] = [
        ["the advance", advanced, clock],
        ["the creation", created, createTime],
        ["a read", await operator(`/payments/${created.json.data.paymentId}`), createTime],
        ["a refusal of the core", await operator("/payments/pay_00000000000000000000000000"), createTime],
        ["a refusal of the gateway", await ask(product, "/api/v1/nothing"), createTime],
        ["a probe", await ask(product, "/healthz"), createTime],
      ];
      for (const [what, answer, least] of answers)
        expect(timeOf(answer) - least, what).to.be.within(0, 60_000);
    });
});
