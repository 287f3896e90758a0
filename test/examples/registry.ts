// A publisher over time: its name and standing, its keys and certificates, its asset types.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import { newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";

/** Calls each of these operations once, on a publisher of its own. */
export async function registryPart(demo: Demo, { networkAsset }: PublisherState): Promise<void> {
  const api = demo.operator;
  const { publisherId } = (await api.POST("/api/v1/publishers", { body: { name: "Edition House" } })).data;
  await keys(demo, publisherId);
  await certificates(demo, publisherId);
  await accessCertificates(demo, publisherId);
  await assetTypes(demo, publisherId, networkAsset);
  await standing(demo, publisherId);
}

async function keys(demo: Demo, publisherId: string): Promise<void> {
  const api = demo.operator;
  const path = { publisherId };
  const created = await demo.step("create an API key of a publisher", () =>
    api.POST("/api/v1/publishers/{publisherId}/api-keys", {
      params: { path },
      body: {
        name: "press 1",
        scopes: ["publishers.issue", "publishers.read"],
        allowedNetworks: ["203.0.113.0/24", "2001:db8:5::/48"],
      },
    }),
  );
  const apiKeyId = created.data.apiKey?.apiKeyId ?? "";
  await demo.step("list the API keys of a publisher", () =>
    api.GET("/api/v1/publishers/{publisherId}/api-keys", { params: { path } }),
  );
  await demo.step("retrieve an API key of a publisher", () =>
    api.GET("/api/v1/publishers/{publisherId}/api-keys/{apiKeyId}", {
      params: { path: { ...path, apiKeyId } },
    }),
  );
  await demo.step("replace an API key of a publisher", () =>
    api.POST("/api/v1/publishers/{publisherId}/api-keys/{apiKeyId}/rotate", {
      params: { path: { ...path, apiKeyId } },
      body: { overlapSeconds: 3600 },
    }),
  );
  await demo.step("revoke an API key of a publisher", () =>
    api.POST("/api/v1/publishers/{publisherId}/api-keys/{apiKeyId}/revoke", {
      params: { path: { ...path, apiKeyId } },
    }),
  );
}

async function certificates(demo: Demo, publisherId: string): Promise<void> {
  const api = demo.operator;
  const certificateSigningRequest = await signingRequest(await newKeyPair(), "publisher");
  const { certificateId } = (
    await api.POST("/api/v1/publishers/{publisherId}/certificates", {
      params: { path: { publisherId } },
      body: { certificateSigningRequest },
    })
  ).data;
  await demo.step("revoke a certificate whose key was compromised", () =>
    api.POST("/api/v1/publishers/{publisherId}/certificates/{certificateId}/revoke", {
      params: { path: { publisherId, certificateId } },
      body: { reason: "KEY_COMPROMISE" },
    }),
  );
  await demo.step("a signing request for a compromised key", () =>
    expectRefused(
      api.POST("/api/v1/publishers/{publisherId}/certificates", {
        params: { path: { publisherId } },
        body: { certificateSigningRequest },
      }),
      "SVC-4226",
    ),
  );
}

async function accessCertificates(demo: Demo, publisherId: string): Promise<void> {
  const api = demo.operator;
  const { certificateId } = (
    await demo.step("obtain a certificate for a publisher's calls", async () =>
      api.POST("/api/v1/publishers/{publisherId}/access-certificates", {
        params: { path: { publisherId } },
        body: {
          certificateSigningRequest: await signingRequest(await newKeyPair(), "publisher"),
          scopes: ["publishers.read"],
        },
      }),
    )
  ).data;
  const path = { publisherId, certificateId };
  await demo.step("retrieve an access certificate of a publisher", () =>
    api.GET("/api/v1/publishers/{publisherId}/access-certificates/{certificateId}", { params: { path } }),
  );
  await demo.step("list the access certificates of a publisher", () =>
    api.GET("/api/v1/publishers/{publisherId}/access-certificates", {
      params: { path: { publisherId }, query: { pageSize: 1 } },
    }),
  );
  await demo.step("revoke an access certificate of a publisher", () =>
    api.POST("/api/v1/publishers/{publisherId}/access-certificates/{certificateId}/revoke", {
      params: { path },
      body: { reason: "SUPERSEDED" },
    }),
  );
}

async function assetTypes(demo: Demo, publisherId: string, networkAsset: string): Promise<void> {
  const api = demo.operator;
  // Codes are unique in the service.
  const assetType = `EDITION${Date.now().toString(36).toUpperCase().slice(-8)}`;
  const { assetTypeId } = (
    await api.POST("/api/v1/publishers/{publisherId}/asset-types", {
      params: { path: { publisherId } },
      body: { assetType, name: "Limited edition", decimals: 6 },
    })
  ).data;
  const path = { publisherId, assetTypeId };
  const policy = {
    transferable: true,
    minimumAssurance: "proof_of_possession",
    capabilities: ["transfer"],
  } as const;
  const changed = await demo.step("ask for a proof of possession of every asset of a type", () =>
    api.PATCH("/api/v1/publishers/{publisherId}/asset-types/{assetTypeId}", {
      params: { path, header: { "If-Match": '"1"' } },
      body: { policy: { ...policy, capabilities: [...policy.capabilities] }, networks: [networkAsset] },
    }),
  );
  expectEqual("version", changed.data.version, 2);
  await demo.step("a change of a version that is over", () =>
    expectRefused(
      api.PATCH("/api/v1/publishers/{publisherId}/asset-types/{assetTypeId}", {
        params: { path, header: { "If-Match": '"1"' } },
        body: { name: "Too late" },
      }),
      "SVC-4120",
    ),
  );
}

async function standing(demo: Demo, publisherId: string): Promise<void> {
  const api = demo.operator;
  const path = { publisherId };
  await demo.step("rename a publisher", () =>
    api.PATCH("/api/v1/publishers/{publisherId}", { params: { path }, body: { name: "Edition House Ltd" } }),
  );
  await demo.step("suspend a publisher", () =>
    api.POST("/api/v1/publishers/{publisherId}/suspend", {
      params: { path },
      body: { reason: "Contract ended" },
    }),
  );
  await demo.step("list suspended publishers", () =>
    api.GET("/api/v1/publishers", { params: { query: { status: "suspended", pageSize: 1 } } }),
  );
  await demo.step("resume a publisher", () =>
    api.POST("/api/v1/publishers/{publisherId}/resume", {
      params: { path },
      body: { reason: "Contract renewed" },
    }),
  );
}
