// The operator replaces the merchant's key, and moves the clock.
import { strict as assert } from "node:assert";
import { PdaError } from "@pda/client";
import { advanceClock } from "@pda/client/sandbox";
import { first, type Step, within5s } from "../scene.ts";

/** From `rotate-key` to `clock`. */
export const keySteps: Readonly<Record<string, Step>> = {
  "rotate-key": async (scene) => {
    const path = { merchantId: first(scene.the("merchants")).merchantId, apiKeyId: scene.the("apiKeyId") };
    const { data } = await scene.operator.POST("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}/rotate", {
      params: { path },
      body: {},
    });
    const client = scene.client(data.secret);
    await client.GET("/api/v1/payments");
    scene.make({ rotated: { apiKeyId: data.apiKey.apiKeyId, client } });
  },

  "revoke-key": async (scene) => {
    const { apiKeyId, client } = scene.the("rotated");
    const path = { merchantId: first(scene.the("merchants")).merchantId, apiKeyId };
    await scene.operator.POST("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}/revoke", {
      params: { path },
    });
    await within5s(async () => {
      const error = await client.GET("/api/v1/payments").then(
        () => undefined,
        (reason: unknown) => reason,
      );
      return error instanceof PdaError && error.status === 401 ? true : undefined;
    });
  },

  clock: async (scene) => {
    await advanceClock(scene.operator, 3600);
    const path = { paymentId: scene.the("payments")[2]?.paymentId ?? "" };
    const payment = await within5s(async () => {
      const { data } = await scene.operator.GET("/api/v1/payments/{paymentId}", { params: { path } });
      return data.status === "pending" ? undefined : data;
    });
    assert.deepEqual([payment.status, payment.failureReason], ["failed", "EXPIRED"]);
  },
};
