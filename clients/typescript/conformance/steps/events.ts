// The merchant reads its events and its statement.
import { strict as assert } from "node:assert";
import { type components, EventReader, items } from "@pda/client";
import { allOf, first, type Step, within5s } from "../scene.ts";
import { createPayment } from "./payments.ts";

type Event = components["schemas"]["Event"];

/** From `events` to `issue-asset`. */
export const eventSteps: Readonly<Record<string, Step>> = {
  events: async (scene) => {
    const merchant = scene.the("merchant");
    const reader = new EventReader(merchant, { pageSize: 2 });
    const all: Event[] = [];
    // Events come in their order, soon after what caused them. The refund's is the last one so far.
    await within5s(async () => {
      for await (const event of reader) all.push(event);
      return all.some(({ subject }) => subject === scene.the("refundId")) || undefined;
    });
    const { paymentId } = scene.the("request");
    const completions = all.filter(({ type }) => type === "payment.completed" || type === "refund.completed");
    assert.deepEqual(
      completions.map(({ subject }) => subject),
      [paymentId, scene.the("refundId")],
    );
    const [completed] = completions;
    assert(completed?.type === "payment.completed");
    assert.equal(completed.data.payment?.paymentId, paymentId);
    const path = { eventId: completed.id };
    assert.deepEqual((await merchant.GET("/api/v1/events/{eventId}", { params: { path } })).data, completed);
    scene.make({ position: reader.position });
  },

  "events-resume": async (scene) => {
    const { paymentId } = await createPayment(scene, { amount: "7" });
    const { data } = await scene.the("merchant").POST("/api/v1/payments/{paymentId}/reference", {
      params: { path: { paymentId } },
    });
    const wallet = scene.the("wallet");
    await wallet.pay(await wallet.resolve(data.reference));
    const reader = new EventReader(scene.the("merchant"), { after: scene.the("position") });
    const next = await within5s(async () => {
      for await (const event of reader) return event;
      return undefined;
    });
    assert.deepEqual([next.type, next.subject], ["payment.completed", paymentId]);
  },

  statement: async (scene) => {
    const { merchantId } = first(scene.the("merchants"));
    const query = {
      assetType: scene.the("assetType"),
      fromTime: new Date(Date.now() - 86_400_000).toISOString(),
    };
    const entries = () =>
      items((page) =>
        scene.the("merchant").GET("/api/v1/merchants/{merchantId}/statement", {
          params: { path: { merchantId }, query: { ...query, ...page } },
        }),
      );
    // The ledger is closed up to about a second ago.
    const [payment, refund] = await within5s(async () => {
      const all = await allOf(entries());
      const paid = all.find(
        ({ kind, paymentId }) => kind === "payment" && paymentId === scene.the("request").paymentId,
      );
      const refunded = all.find(({ refundId }) => refundId === scene.the("refundId"));
      return paid && refunded && ([paid, refunded] as const);
    });
    assert.deepEqual([payment.amount, refund.amount], ["12.5", "2.5"]);
  },

  "issue-asset": async (scene) => {
    const path = { publisherId: scene.the("publisherId") };
    const assetType = `G${scene.suffix.toUpperCase()}`;
    await scene.operator.POST("/api/v1/publishers/{publisherId}/asset-types", {
      params: { path },
      body: { assetType, name: "Prints" },
    });
    const issued = await scene.operator.POST("/api/v1/publishers/{publisherId}/assets", {
      params: { path },
      body: { assetType, assetProfile: { kind: "good", name: "Signed print" } },
    });
    const assetId = issued.data.assetIdentifier;
    const { data } = await scene.operator.GET("/api/v1/assets/{assetId}", { params: { path: { assetId } } });
    assert.equal(data.assetProfile.name, "Signed print");
    const verdict = await scene.operator.POST("/api/v1/verification/lifecycle", { body: { assetId } });
    assert.equal(verdict.data.lifecycleStatus, data.lifecycleStatus);
  },
};
