// The operator sets up a publisher, an asset type and merchants.
import { strict as assert } from "node:assert";
import { items, version } from "@pda/client";
import { first, type Step } from "../scene.ts";

const thirtyDays = String(30 * 86_400);

/** From `server-info` to `empty-bodies`. */
export const operatorSteps: Readonly<Record<string, Step>> = {
  "server-info": async (scene) => {
    const { data } = await scene.client("").GET("/api/v1/server-info");
    assert.equal(data.version, version);
  },

  "register-publisher": async (scene) => {
    const { data } = await scene.operator.POST("/api/v1/publishers", {
      body: { name: `Issuer ${scene.suffix}` },
    });
    const { publisherId } = data;
    const read = await scene.operator.GET("/api/v1/publishers/{publisherId}", {
      params: { path: { publisherId } },
    });
    assert.deepEqual(read.data, data);
    scene.make({ publisherId });
  },

  "define-asset-type": async (scene) => {
    const path = { publisherId: scene.the("publisherId") };
    const { networkAssets } = (await scene.operator.GET("/api/v1/sandbox")).data;
    const { data } = await scene.operator.POST("/api/v1/publishers/{publisherId}/asset-types", {
      params: { path },
      body: {
        assetType: `C${scene.suffix.toUpperCase()}`,
        name: "Test coin",
        decimals: 6,
        refundPolicy: { refundable: true, windowSeconds: thirtyDays },
        networks: networkAssets.slice(0, 1),
      },
    });
    const { assetTypeId, assetType } = data;
    const read = await scene.operator.GET("/api/v1/publishers/{publisherId}/asset-types/{assetTypeId}", {
      params: { path: { ...path, assetTypeId } },
    });
    assert.deepEqual(read.data, data);
    assert.equal(read.data.decimals, 6);
    assert.equal(read.data.refundPolicy.windowSeconds, thirtyDays);
    scene.make({ assetType });
  },

  "register-merchants": async (scene) => {
    const merchants = [];
    for (const number of [1, 2, 3]) {
      const body = { name: `Shop ${scene.suffix} ${number}` };
      merchants.push((await scene.operator.POST("/api/v1/merchants", { body })).data);
    }
    scene.make({ merchants });
  },

  "list-all-pages": async (scene) => {
    let asked = 0;
    const found = [];
    const all = items((page) => {
      asked++;
      return scene.operator.GET("/api/v1/merchants", { params: { query: { pageSize: 2, ...page } } });
    });
    for await (const { name } of all) if (name.includes(scene.suffix)) found.push(name);
    assert.deepEqual(
      found.sort(),
      scene.the("merchants").map(({ name }) => name),
    );
    assert(asked > 1, "the iterator asked for one page only");
  },

  "update-and-clear": async (scene) => {
    const { merchantId, name } = first(scene.the("merchants"));
    const change = async (updateMask: string, body: { website?: string; supportUrl?: string }) => {
      const params = { path: { merchantId }, query: { updateMask } };
      await scene.operator.PATCH("/api/v1/merchants/{merchantId}", { params, body });
      return (
        await scene.operator.GET("/api/v1/merchants/{merchantId}", { params: { path: { merchantId } } })
      ).data;
    };
    const supportUrl = "https://shop.example/help";
    const website = "https://shop.example/";
    await change("supportUrl", { supportUrl });
    const changed = await change("website", { website });
    assert.deepEqual([changed.name, changed.website, changed.supportUrl], [name, website, supportUrl]);
    const cleared = await change("website", {});
    assert.deepEqual([cleared.name, cleared.website, cleared.supportUrl], [name, undefined, supportUrl]);
  },

  "create-api-key": async (scene) => {
    const { merchantId } = first(scene.the("merchants"));
    const scopes = [
      "events.read",
      "merchants.read",
      "payments.read",
      "payments.write",
      "refunds.read",
      "refunds.write",
      "settlement.read",
      "transactions.read",
    ];
    const { data } = await scene.operator.POST("/api/v1/merchants/{merchantId}/api-keys", {
      params: { path: { merchantId } },
      body: { name: "till", scopes },
    });
    const { apiKeyId } = data.apiKey;
    const read = await scene.operator.GET("/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}", {
      params: { path: { merchantId, apiKeyId } },
    });
    assert.notEqual(data.secret, "");
    assert(!JSON.stringify(read).includes(data.secret), "reading the key shows its secret");
    scene.make({ apiKeyId, merchant: scene.client(data.secret) });
  },

  "empty-bodies": async (scene) => {
    const params = { path: { merchantId: scene.the("merchants")[1]?.merchantId ?? "" } };
    const suspended = await scene.operator.POST("/api/v1/merchants/{merchantId}/suspend", {
      params,
      body: {},
    });
    assert.equal(suspended.data.status, "suspended");
    const resumed = await scene.operator.POST("/api/v1/merchants/{merchantId}/resume", { params, body: {} });
    assert.equal(resumed.data.status, "active");
  },
};
