// The merchant creates payments, and asks for what it cannot have.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { ErrorCode, items } from "@pda/client";
import { allOf, first, noPayment, refusal, type Scene, type Schemas, type Step } from "../scene.ts";

/** Creates a payment to the first merchant. */
export async function createPayment(
  scene: Scene,
  body: Partial<Schemas["CreatePaymentRequest"]>,
  key: string = randomUUID(),
): Promise<Schemas["Payment"]> {
  const { merchantId } = first(scene.the("merchants"));
  const { data } = await scene.the("merchant").POST("/api/v1/payments", {
    params: { header: { "Idempotency-Key": key } },
    body: { amount: "12.50", assetType: scene.the("assetType"), merchantId, ...body },
  });
  return data;
}

const details = (scene: Scene) => ({
  orderReference: `order ${scene.suffix}`,
  metadata: { basket: "7", lane: "north" },
});

/** From `create-payment` to `unauthenticated`. */
export const paymentSteps: Readonly<Record<string, Step>> = {
  "create-payment": async (scene) => {
    const paymentKey = `payment-${scene.suffix}`;
    const payment = await createPayment(scene, details(scene), paymentKey);
    assert.equal(payment.status, "pending");
    scene.make({ paymentKey, payments: [payment] });
  },

  "replay-payment": async (scene) => {
    const again = await createPayment(scene, details(scene), scene.the("paymentKey"));
    assert.equal(again.paymentId, first(scene.the("payments")).paymentId);
  },

  "key-of-another-request": async (scene) => {
    const other = createPayment(scene, { ...details(scene), amount: "13" }, scene.the("paymentKey"));
    const error = await refusal(other, 422);
    assert.equal(error.errorCode, ErrorCode.IDEMPOTENCY_KEY_REUSED);
    assert.notEqual(error.requestId, "");
    assert.notEqual(error.reason, "");
  },

  "outcome-of-a-key": async (scene) => {
    const path = { idempotencyKey: scene.the("paymentKey") };
    const { data } = await scene
      .the("merchant")
      .GET("/api/v1/idempotency/{idempotencyKey}", { params: { path } });
    assert.equal(data.resourceId, first(scene.the("payments")).paymentId);
  },

  "get-payment": async (scene) => {
    const created = first(scene.the("payments"));
    const { data } = await scene.the("merchant").GET("/api/v1/payments/{paymentId}", {
      params: { path: { paymentId: created.paymentId } },
    });
    assert.deepEqual(data, created);
    assert.deepEqual(data.metadata, details(scene).metadata);
    assert.equal(data.amount, "12.5");
    assert(Date.parse(data.createTime) < Date.parse(data.expireTime), "the times are no times");
  },

  "list-payments": async (scene) => {
    const payments = [...scene.the("payments")];
    for (const amount of ["5", "6"]) payments.push(await createPayment(scene, { amount }));
    scene.make({ payments });
    const ids = async (query: { status?: "pending"; orderReference?: string }): Promise<string[]> => {
      const found = items((page) =>
        scene
          .the("merchant")
          .GET("/api/v1/payments", { params: { query: { ...query, pageSize: 1, ...page } } }),
      );
      return (await allOf(found)).map(({ paymentId }) => paymentId);
    };
    assert.deepEqual(
      await ids({ status: "pending" }),
      payments.map(({ paymentId }) => paymentId).toReversed(),
    );
    const { orderReference } = details(scene);
    assert.deepEqual(await ids({ orderReference }), [first(payments).paymentId]);
  },

  "wrong-field": async (scene) => {
    const error = await refusal(createPayment(scene, { amount: "0.0000001" }), 422);
    const about = error.errors.find(({ field }) => field === "amount");
    assert(about?.reason, `no error about the field amount: ${JSON.stringify(error.errors)}`);
  },

  "not-found": async (scene) => {
    const params = { path: { paymentId: noPayment } };
    await refusal(scene.the("merchant").GET("/api/v1/payments/{paymentId}", { params }), 404);
  },

  forbidden: async (scene) => {
    await refusal(scene.the("merchant").GET("/api/v1/merchants"), 403);
  },

  unauthenticated: async (scene) => {
    const key = `pda_sk_${"0".repeat(43)}`;
    const error = await refusal(scene.client(key).GET("/api/v1/payments"), 401);
    assert(!`${error.stack} ${JSON.stringify(error)}`.includes(key), "the error shows the key");
  },
};
