// Connections that break, answers that do not come, and servers that are not the service.
import { strict as assert } from "node:assert";
import { items, PdaConnectionError, PdaProtocolError } from "@pda/client";
import { allOf, environment, failure, first, refusal, type Scene, type Step } from "../scene.ts";

const newPayment = (scene: Scene, orderReference: string) => ({
  body: {
    amount: "1",
    assetType: scene.the("assetType"),
    merchantId: first(scene.the("merchants")).merchantId,
    orderReference,
  },
});

/** From `retries` to `wrong-root`. */
export const connectionSteps: Readonly<Record<string, Step>> = {
  retries: async (scene) => {
    const orderReference = `flaky ${scene.suffix}`;
    const flaky = scene.through("flaky");
    const { data } = await flaky.POST("/api/v1/payments", newPayment(scene, orderReference));
    const found = items((page) =>
      flaky.GET("/api/v1/payments", { params: { query: { orderReference, ...page } } }),
    );
    assert.deepEqual(
      (await allOf(found)).map(({ paymentId }) => paymentId),
      [data.paymentId],
    );
  },

  "no-retries": async (scene) => {
    const once = scene.through("flaky", { retry: { attemptsMax: 1 } });
    await refusal(once.POST("/api/v1/payments", newPayment(scene, `once ${scene.suffix}`)), 503);
  },

  "time-out": async (scene) => {
    const impatient = scene.through("slow", { timeoutMs: 300, retry: { attemptsMax: 1 } });
    const path = { paymentId: first(scene.the("payments")).paymentId };
    const start = performance.now();
    const call = impatient.GET("/api/v1/payments/{paymentId}", { params: { path } });
    const { reason } = await failure(call, PdaConnectionError);
    assert.equal(reason, "timeout");
    assert(performance.now() - start < 3000, "it took three seconds");
  },

  "not-the-service": async (scene) => {
    const call = scene.through("foreign", { apiKey: "" }).GET("/api/v1/server-info");
    const { message } = await failure(call, PdaProtocolError);
    assert(message.includes(environment("PDA_RELAY_URL")), message);
  },

  redirect: async (scene) => {
    const { message } = await failure(scene.through("redirect").GET("/api/v1/server-info"), PdaProtocolError);
    assert.match(message, /redirects/);
  },

  "wrong-root": async (scene) => {
    const call = scene.through("plain", { ca: "" }).GET("/api/v1/server-info");
    const { message } = await failure(call, PdaConnectionError);
    assert.match(message, /PDA_CA_FILE/);
  },
};
