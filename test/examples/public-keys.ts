// The public keys of a merchant and of a publisher, whose private keys sign requests.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";

/** Calls each of these operations once. @param audience address of the service */
export async function publicKeysPart(demo: Demo, audience: string): Promise<void> {
  await ofMerchant(demo, audience);
  await ofPublisher(demo, audience);
}

/** What a request says of a new key. */
async function newKey(audience: string, owner: string) {
  const key = callerKey();
  return { publicKey: key.publicKey, proof: await proofOf(key, audience, owner) };
}

async function ofMerchant(demo: Demo, audience: string): Promise<void> {
  const api = demo.operator;
  const { merchantId } = (await api.POST("/api/v1/merchants", { body: { name: "Market hall" } })).data;
  const given = {
    name: "back office",
    scopes: ["payments.read"],
    allowedNetworks: ["203.0.113.0/24"],
    ...(await newKey(audience, merchantId)),
  };
  const register = () =>
    api.POST("/api/v1/merchants/{merchantId}/public-keys", { params: { path: { merchantId } }, body: given });
  const registered = await demo.step("register a public key of a merchant", register);
  expectEqual("algorithm", registered.data.algorithm, "ES256");
  await demo.step("a public key that is registered already", () => expectRefused(register(), "SVC-4090"));
  await demo.step("a proof for another owner", async () =>
    expectRefused(
      api.POST("/api/v1/merchants/{merchantId}/public-keys", {
        params: { path: { merchantId } },
        body: { ...given, ...(await newKey(audience, "another")) },
      }),
      "SVC-4226",
    ),
  );
  const path = { merchantId, publicKeyId: registered.data.publicKeyId };
  await demo.step("retrieve a public key of a merchant", () =>
    api.GET("/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}", { params: { path } }),
  );
  await demo.step("replace a public key of a merchant", async () =>
    api.POST("/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}/rotate", {
      params: { path },
      body: { overlapSeconds: 3600, ...(await newKey(audience, merchantId)) },
    }),
  );
  await demo.step("revoke a delegation of a public key of a merchant", () =>
    api.POST("/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}/revoke-delegation", {
      params: { path },
      body: { delegationId: "6f9e3c52-1d0b-4e76-9a55-8f0f6f2f0f11" },
    }),
  );
  await demo.step("revoke a public key of a merchant", () =>
    api.POST("/api/v1/merchants/{merchantId}/public-keys/{publicKeyId}/revoke", { params: { path } }),
  );
  await demo.step("list the public keys of a merchant", () =>
    api.GET("/api/v1/merchants/{merchantId}/public-keys", { params: { path: { merchantId } } }),
  );
}

async function ofPublisher(demo: Demo, audience: string): Promise<void> {
  const api = demo.operator;
  const { publisherId } = (await api.POST("/api/v1/publishers", { body: { name: "Edition House" } })).data;
  const registered = await demo.step("register a public key of a publisher", async () =>
    api.POST("/api/v1/publishers/{publisherId}/public-keys", {
      params: { path: { publisherId } },
      body: { name: "press 1", scopes: ["publishers.issue"], ...(await newKey(audience, publisherId)) },
    }),
  );
  const path = { publisherId, publicKeyId: registered.data.publicKeyId };
  await demo.step("retrieve a public key of a publisher", () =>
    api.GET("/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}", { params: { path } }),
  );
  await demo.step("replace a public key of a publisher", async () =>
    api.POST("/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}/rotate", {
      params: { path },
      body: { overlapSeconds: 0, ...(await newKey(audience, publisherId)) },
    }),
  );
  await demo.step("revoke a delegation of a public key of a publisher", () =>
    api.POST("/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}/revoke-delegation", {
      params: { path },
      body: { delegationId: "6f9e3c52-1d0b-4e76-9a55-8f0f6f2f0f11" },
    }),
  );
  await demo.step("revoke a public key of a publisher", () =>
    api.POST("/api/v1/publishers/{publisherId}/public-keys/{publicKeyId}/revoke", { params: { path } }),
  );
  await demo.step("list the public keys of a publisher", () =>
    api.GET("/api/v1/publishers/{publisherId}/public-keys", { params: { path: { publisherId } } }),
  );
}
