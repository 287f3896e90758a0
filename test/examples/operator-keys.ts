// The operator's own API keys and public keys.
import { setTimeout as sleep } from "node:timers/promises";
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";

/** Calls each of these operations once. @param audience address of the service */
export async function operatorKeysPart(demo: Demo, audience: string): Promise<void> {
  await demo.step("the last check of the ledger", async () => {
    for (;;) {
      const answer = await demo.operator.GET("/api/v1/operator/ledger-check");
      // A worker checks soon after its start.
      if (answer.data.checkTime !== undefined) return answer;
      await sleep(200);
    }
  });
  await demo.step("the processes of the installation", () => demo.operator.GET("/api/v1/operator/processes"));
  await apiKeysOf(demo);
  await publicKeysOf(demo, audience);
}

async function apiKeysOf(demo: Demo): Promise<void> {
  const api = demo.operator;
  const created = await demo.step("create an API key of the operator", () =>
    api.POST("/api/v1/operator/api-keys", { body: { name: "help desk", role: "support" } }),
  );
  expectEqual("role", created.data.apiKey.role, "support");
  await demo.step("a role that the operator does not have", () =>
    expectRefused(
      api.POST("/api/v1/operator/api-keys", { body: { name: "help desk", role: "cashier" } }),
      "SVC-4221",
    ),
  );
  const path = { apiKeyId: created.data.apiKey.apiKeyId };
  await demo.step("retrieve an API key of the operator", () =>
    api.GET("/api/v1/operator/api-keys/{apiKeyId}", { params: { path } }),
  );
  await demo.step("replace an API key of the operator", () =>
    api.POST("/api/v1/operator/api-keys/{apiKeyId}/rotate", {
      params: { path },
      body: { overlapSeconds: 3600 },
    }),
  );
  await demo.step("revoke an API key of the operator", () =>
    api.POST("/api/v1/operator/api-keys/{apiKeyId}/revoke", { params: { path } }),
  );
  await demo.step("list the API keys of the operator", () =>
    api.GET("/api/v1/operator/api-keys", { params: { query: { pageSize: 2 } } }),
  );
}

async function publicKeysOf(demo: Demo, audience: string): Promise<void> {
  const api = demo.operator;
  const newKey = async () => {
    const key = callerKey();
    return { publicKey: key.publicKey, proof: await proofOf(key, audience, "operator") };
  };
  const registered = await demo.step("register a public key of the operator", async () =>
    api.POST("/api/v1/operator/public-keys", {
      body: { name: "audit", role: "auditor", ...(await newKey()) },
    }),
  );
  const path = { publicKeyId: registered.data.publicKeyId };
  await demo.step("retrieve a public key of the operator", () =>
    api.GET("/api/v1/operator/public-keys/{publicKeyId}", { params: { path } }),
  );
  await demo.step("replace a public key of the operator", async () =>
    api.POST("/api/v1/operator/public-keys/{publicKeyId}/rotate", {
      params: { path },
      body: { overlapSeconds: 0, ...(await newKey()) },
    }),
  );
  await demo.step("revoke a delegation of a public key of the operator", () =>
    api.POST("/api/v1/operator/public-keys/{publicKeyId}/revoke-delegation", {
      params: { path },
      body: { delegationId: "6f9e3c52-1d0b-4e76-9a55-8f0f6f2f0f11" },
    }),
  );
  await demo.step("revoke a public key of the operator", () =>
    api.POST("/api/v1/operator/public-keys/{publicKeyId}/revoke", { params: { path } }),
  );
  await demo.step("list the public keys of the operator", () =>
    api.GET("/api/v1/operator/public-keys", { params: { query: { pageSize: 2 } } }),
  );
}
