// A merchant over time: its profile and standing, its terminals, keys and certificates, and where it is paid to.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import { newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import { randomAccount } from "../../src/cli/demo/network-account.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";

/** Calls each of these operations once, on a merchant of its own. */
export async function merchantsPart(demo: Demo, { network }: PublisherState): Promise<void> {
  const api = demo.operator;
  const { merchantId } = (
    await api.POST("/api/v1/merchants", {
      body: { name: "Market hall", settlementAccounts: [randomAccount(network)] },
    })
  ).data;
  await profile(demo, merchantId);
  await signatures(demo, merchantId);
  const deviceId = await devices(demo, merchantId);
  await keys(demo, merchantId, deviceId);
  await certificates(demo, merchantId);
  await accounts(demo, merchantId, network);
  await endings(demo, merchantId, deviceId);
}

async function profile(demo: Demo, merchantId: string): Promise<void> {
  const api = demo.operator;
  const changed = await demo.step("change where payers get help", () =>
    api.PATCH("/api/v1/merchants/{merchantId}", {
      params: {
        path: { merchantId },
        query: { updateMask: "website,supportUrl" },
        header: { "If-Match": '"1"' },
      },
      body: { website: "https://market-hall.example", supportUrl: "mailto:help@market-hall.example" },
    }),
  );
  expectEqual("version", changed.data.version, 2);
  await demo.step("a change of a version that is over", () =>
    expectRefused(
      api.PATCH("/api/v1/merchants/{merchantId}", {
        params: { path: { merchantId }, header: { "If-Match": '"1"' } },
        body: { website: "https://market-hall.example" },
      }),
      "SVC-4120",
    ),
  );
  await demo.step("find merchants by name", () =>
    api.GET("/api/v1/merchants", { params: { query: { namePrefix: "market", pageSize: 1 } } }),
  );
}

async function signatures(demo: Demo, merchantId: string): Promise<void> {
  const api = demo.operator;
  const { data } = await api.POST("/api/v1/merchants/{merchantId}/api-keys", {
    params: { path: { merchantId } },
    body: { name: "books", scopes: ["payments.write"] },
  });
  const signing = await demo.step("require signatures of what moves money or changes credentials", () =>
    api.PATCH("/api/v1/merchants/{merchantId}", {
      params: { path: { merchantId } },
      body: { requestSigning: "sensitive_required" },
    }),
  );
  expectEqual("requestSigning", signing.data.requestSigning, "sensitive_required");
  const body = { amount: "1", assetType: "USDX", merchantId };
  await demo.step("a request that is not signed although its merchant requires it", () =>
    expectRefused(demo.as(data.secret).POST("/api/v1/payments", { body }), "SVC-4011"),
  );
}

async function devices(demo: Demo, merchantId: string): Promise<string> {
  const api = demo.operator;
  const enrolled = await demo.step("enrol a terminal with its key", async () =>
    api.POST("/api/v1/merchants/{merchantId}/devices", {
      params: { path: { merchantId } },
      body: {
        name: "Till 3",
        certificateSigningRequest: await signingRequest(await newKeyPair(), "terminal"),
      },
    }),
  );
  const deviceId = enrolled.data.device?.deviceId ?? "";
  const path = { merchantId, deviceId };
  await demo.step("retrieve a terminal", () =>
    api.GET("/api/v1/merchants/{merchantId}/devices/{deviceId}", { params: { path } }),
  );
  await demo.step("list the terminals", () =>
    api.GET("/api/v1/merchants/{merchantId}/devices", { params: { path: { merchantId } } }),
  );
  await demo.step("suspend a terminal", () =>
    api.POST("/api/v1/merchants/{merchantId}/devices/{deviceId}/suspend", { params: { path } }),
  );
  await demo.step("put a terminal back into use", () =>
    api.POST("/api/v1/merchants/{merchantId}/devices/{deviceId}/resume", { params: { path } }),
  );
  return deviceId;
}

async function keys(demo: Demo, merchantId: string, deviceId: string): Promise<void> {
  const api = demo.operator;
  const { data } = await api.POST("/api/v1/merchants/{merchantId}/api-keys", {
    params: { path: { merchantId } },
    body: { name: "till 3", scopes: ["payments.write"], allowedNetworks: ["203.0.113.7/32"], deviceId },
  });
  const path = { merchantId, apiKeyId: data.apiKey?.apiKeyId ?? "" };
  const rotate = () =>
    api.POST("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}/rotate", {
      params: { path },
      body: { overlapSeconds: 3600 },
    });
  const rotated = await demo.step("replace the API key of a terminal", rotate);
  expectEqual("deviceId", rotated.data.apiKey?.deviceId, deviceId);
  await demo.step("a second replacement of an API key", () => expectRefused(rotate(), "SVC-4095"));
}

async function certificates(demo: Demo, merchantId: string): Promise<void> {
  const api = demo.operator;
  const { certificateId } = (
    await demo.step("obtain a certificate for the merchant's own key", async () =>
      api.POST("/api/v1/merchants/{merchantId}/certificates", {
        params: { path: { merchantId } },
        body: {
          certificateSigningRequest: await signingRequest(await newKeyPair(), "merchant"),
          scopes: ["payments.read"],
        },
      }),
    )
  ).data;
  const path = { merchantId, certificateId };
  await demo.step("retrieve a certificate of a merchant", () =>
    api.GET("/api/v1/merchants/{merchantId}/certificates/{certificateId}", { params: { path } }),
  );
  await demo.step("list the certificates of a merchant", () =>
    api.GET("/api/v1/merchants/{merchantId}/certificates", {
      params: { path: { merchantId }, query: { pageSize: 1 } },
    }),
  );
  await demo.step("revoke a certificate of a merchant", () =>
    api.POST("/api/v1/merchants/{merchantId}/certificates/{certificateId}/revoke", {
      params: { path },
      body: { reason: "SUPERSEDED" },
    }),
  );
}

async function accounts(demo: Demo, merchantId: string, network: string): Promise<void> {
  const api = demo.operator;
  const request = () =>
    api.POST("/api/v1/merchants/{merchantId}/settlement-accounts/changes", {
      params: { path: { merchantId } },
      body: { network, settlementAccount: randomAccount(network) },
    });
  const { changeId } = (await demo.step("request another settlement account", request)).data;
  await demo.step("a second change while one is pending", () => expectRefused(request(), "SVC-4094"));
  await demo.step("retrieve a merchant with a pending change", () =>
    api.GET("/api/v1/merchants/{merchantId}", { params: { path: { merchantId } } }),
  );
  const path = { merchantId, changeId };
  await demo.step("retrieve a change of a settlement account", () =>
    api.GET("/api/v1/merchants/{merchantId}/settlement-accounts/changes/{changeId}", { params: { path } }),
  );
  await demo.step("cancel a change of a settlement account", () =>
    api.POST("/api/v1/merchants/{merchantId}/settlement-accounts/changes/{changeId}/cancel", {
      params: { path },
    }),
  );
  await demo.step("list the changes of settlement accounts", () =>
    api.GET("/api/v1/merchants/{merchantId}/settlement-accounts/changes", {
      params: { path: { merchantId } },
    }),
  );
}

async function endings(demo: Demo, merchantId: string, deviceId: string): Promise<void> {
  const api = demo.operator;
  await demo.step("remove a terminal", () =>
    api.POST("/api/v1/merchants/{merchantId}/devices/{deviceId}/remove", {
      params: { path: { merchantId, deviceId } },
    }),
  );
  await demo.step("a terminal that is removed", () =>
    expectRefused(
      api.POST("/api/v1/merchants/{merchantId}/devices/{deviceId}/resume", {
        params: { path: { merchantId, deviceId } },
      }),
      "SVC-4091",
    ),
  );
  const path = { merchantId };
  await demo.step("suspend a merchant", () =>
    api.POST("/api/v1/merchants/{merchantId}/suspend", {
      params: { path },
      body: { reason: "Chargebacks" },
    }),
  );
  await demo.step("resume a merchant", () =>
    api.POST("/api/v1/merchants/{merchantId}/resume", { params: { path }, body: { reason: "Settled" } }),
  );
}
