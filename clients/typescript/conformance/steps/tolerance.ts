// Answers that a later version of the service might give.
import { strict as assert } from "node:assert";
import type { components } from "@pda/client";
import { first, noPayment, refusal, type Step } from "../scene.ts";

type PaymentStatus = components["schemas"]["PaymentStatus"];

/** Reads a status as a program does: by its known words, and otherwise as a word of its own. */
function meaning(status: PaymentStatus): string {
  switch (status) {
    case "pending":
    case "completed":
    case "failed":
    case "cancelled":
      return "known";
    default:
      return `unknown: ${status}`;
  }
}

/** From `unknown-enum-value` to `unknown-error`. */
export const toleranceSteps: Readonly<Record<string, Step>> = {
  "unknown-enum-value": async (scene) => {
    const { paymentId, amount, createTime, metadata } = first(scene.the("payments"));
    const { data } = await scene
      .through("future")
      .GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId } } });
    assert.equal(meaning(data.status), "unknown: quarantined");
    assert.deepEqual(
      [data.paymentId, data.amount, data.createTime, data.metadata],
      [paymentId, amount, createTime, metadata],
    );
  },

  "unknown-event-type": async (scene) => {
    const { data } = await scene.through("future").GET("/api/v1/events");
    const [unknown, ...known] = data.items;
    assert(unknown, "there is no event");
    assert.deepEqual([unknown.type, typeof unknown.data], ["payment.quarantined", "object"]);
    assert.match(unknown.id, /^evt_/);
    assert(Date.parse(unknown.time) > 0, "its time is no time");
    assert(
      known.some(({ data: { payment } }) => payment?.amount),
      "no event after it has a payment",
    );
  },

  "unknown-error": async (scene) => {
    const path = { paymentId: noPayment };
    const error = await refusal(
      scene.through("future").GET("/api/v1/payments/{paymentId}", { params: { path } }),
      404,
    );
    assert.deepEqual([error.errorCode, error.reason], ["SVC-4999", "ADDED_LATER"]);
  },
};
