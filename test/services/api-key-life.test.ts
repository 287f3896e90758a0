// API keys over time: how they end, how they are replaced, and when they were last used.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { Timestamp } from "../../gen/ts/google/protobuf/timestamp.ts";
import { type ApiKey, ApiKeyStatus } from "../../gen/ts/pda/merchant/v1/merchant.ts";
import type {
  CreatedApiKey,
  GetApiKeyResponse,
  RotateApiKeyResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type {
  CreatePublisherApiKeyResponse,
  GetPublisherApiKeyResponse,
  RotatePublisherApiKeyResponse,
} from "../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { RegisterPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { dateOf } from "../support/date-of.ts";
import { asMerchant, operator } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";

describe("the life of API keys", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let merchantId: string;

  before(async () => {
    merchants = await Merchants.start();
  });
  beforeEach(async () => {
    ({ merchantId } = await merchants.register());
  });
  after(() => merchants[Symbol.asyncDispose]());

  const get = async (apiKeyId: string): Promise<ApiKey> =>
    (await merchants.harness.call<GetApiKeyResponse>("GetApiKey", { merchantId, apiKeyId })).apiKey!;
  const rotate = async (apiKeyId: string, over = {}, options = {}): Promise<CreatedApiKey> =>
    (
      await merchants.harness.call<RotateApiKeyResponse>(
        "RotateApiKey",
        { merchantId, apiKeyId, ...over },
        options,
      )
    ).createdApiKey!;
  const ahead = async (seconds: number): Promise<Timestamp> => {
    const now = await merchants.harness.store.read.clock.now();
    return timestamp(new Date(now.getTime() + seconds * 1000));
  };
  const between = (start: Timestamp | undefined, end: Timestamp | undefined): number =>
    (dateOf(end!).getTime() - dateOf(start!).getTime()) / 1000;

  describe("an end", () => {
    it("is kept to the moment, and shown", async () => {
      const expireTime = await ahead(3600);
      const { apiKey, secret } = await merchants.key(merchantId, { expireTime });
      expect(apiKey).to.deep.include({ expireTime, status: ApiKeyStatus.API_KEY_STATUS_ACTIVE });
      await merchants.advance(3590);
      expect(await merchants.opens(secret)).to.equal(true);
      await merchants.advance(11);
      expect(await merchants.opens(secret)).to.equal(false);
      expect((await get(apiKey!.apiKeyId)).status).to.equal(ApiKeyStatus.API_KEY_STATUS_EXPIRED);
      const { apiKeyId } = apiKey!;
      const revoked = await merchants.harness.call<GetApiKeyResponse>("RevokeApiKey", {
        merchantId,
        apiKeyId,
      });
      expect(revoked.apiKey?.status).to.equal(ApiKeyStatus.API_KEY_STATUS_REVOKED);
    });

    it("has to be ahead", async () => {
      const expireTime = await ahead(-1);
      const request = { merchantId, name: "till", scopes: ["payments.read"], expireTime };
      const failure = await merchants.harness.failure("CreateApiKey", request);
      expect([failure.entry, failure.violations[0]?.field]).to.deep.equal([
        "INVALID_ARGUMENT",
        "expire_time",
      ]);
    });

    it("is not there unless it was given", async () => {
      const { apiKey, secret } = await merchants.key(merchantId);
      expect(apiKey?.expireTime).to.equal(undefined);
      await merchants.advance(31_536_000);
      expect(await merchants.opens(secret)).to.equal(true);
    });
  });

  describe("a rotation", () => {
    it("makes a successor that can do the same; the old key goes on for a day, and then no more", async () => {
      const { deviceId } = await merchants.device(merchantId);
      const old = await merchants.key(merchantId, { name: "till 7", deviceId });
      const fresh = await rotate(old.apiKey!.apiKeyId);
      expect(fresh.secret).not.to.equal(old.secret);
      expect(fresh.apiKey).to.deep.include({
        name: "till 7",
        scopes: old.apiKey!.scopes,
        deviceId,
        replacesApiKeyId: old.apiKey!.apiKeyId,
        replacedByApiKeyId: undefined,
        expireTime: undefined,
        status: ApiKeyStatus.API_KEY_STATUS_ACTIVE,
      });
      const replaced = await get(old.apiKey!.apiKeyId);
      expect(replaced.replacedByApiKeyId).to.equal(fresh.apiKey?.apiKeyId);
      expect(between(fresh.apiKey?.createTime, replaced.expireTime)).to.equal(86_400);
      const opens = async () => [await merchants.opens(old.secret), await merchants.opens(fresh.secret)];
      expect(await opens()).to.deep.equal([true, true]);
      await merchants.advance(86_400);
      expect(await opens()).to.deep.equal([false, true]);
    });

    it("keeps to the overlap that is stated, to none and to the old key's own end", async () => {
      const [none, long, ending] = [
        await merchants.key(merchantId),
        await merchants.key(merchantId),
        await merchants.key(merchantId, { expireTime: await ahead(60) }),
      ];
      await rotate(none.apiKey!.apiKeyId, { overlapSeconds: 0 });
      expect(await merchants.opens(none.secret)).to.equal(false);
      const fresh = await rotate(long.apiKey!.apiKeyId, { overlapSeconds: 2_592_000 });
      expect(between(fresh.apiKey?.createTime, (await get(long.apiKey!.apiKeyId)).expireTime)).to.equal(
        2_592_000,
      );
      const next = await rotate(ending.apiKey!.apiKeyId, { overlapSeconds: 3600 });
      expect((await get(ending.apiKey!.apiKeyId)).expireTime).to.deep.equal(ending.apiKey?.expireTime);
      // The successor lasts as long as the old one was made to.
      expect(between(next.apiKey?.createTime, next.apiKey?.expireTime)).to.equal(
        between(ending.apiKey?.createTime, ending.apiKey?.expireTime),
      );
      for (const overlapSeconds of [-1, 2_592_001])
        expect(
          (
            await merchants.harness.failure("RotateApiKey", {
              merchantId,
              apiKeyId: fresh.apiKey!.apiKeyId,
              overlapSeconds,
            })
          ).entry,
        ).to.equal("INVALID_ARGUMENT");
    });

    it("happens once to a key, and only while it is accepted", async () => {
      const { apiKey } = await merchants.key(merchantId);
      const { apiKeyId } = apiKey!;
      const fresh = await rotate(apiKeyId);
      const again = (id: string) => merchants.harness.failure("RotateApiKey", { merchantId, apiKeyId: id });
      expect(await again(apiKeyId)).to.include({ entry: "ALREADY_DONE", reason: "API_KEY_ROTATED" });
      await rotate(fresh.apiKey!.apiKeyId);

      const revoked = (await merchants.key(merchantId)).apiKey!.apiKeyId;
      await merchants.harness.call("RevokeApiKey", { merchantId, apiKeyId: revoked });
      const expired = (await merchants.key(merchantId, { expireTime: await ahead(1) })).apiKey!.apiKeyId;
      await merchants.advance(1);
      for (const id of [revoked, expired])
        expect(await again(id)).to.include({ entry: "STATE_FINAL", reason: "API_KEY_NOT_ACTIVE" });
      expect((await again(newId("apiKey"))).entry).to.equal("NOT_FOUND");
    });

    it("gives nobody a key that can do more than his own", async () => {
      const { apiKey } = await merchants.key(merchantId, { scopes: ["payments.read", "refunds.write"] });
      const { apiKeyId } = apiKey!;
      const as = asMerchant(merchantId, ["merchants.write", "payments.read"]);
      expect(await merchants.harness.failure("RotateApiKey", { merchantId, apiKeyId }, { as })).to.include({
        entry: "PERMISSION_DENIED",
        reason: "SCOPE_MISSING",
      });
      expect((await get(apiKeyId)).replacedByApiKeyId).to.equal(undefined);
      const { merchantId: other } = await merchants.register();
      for (const request of [
        { merchantId, apiKeyId },
        { merchantId: other, apiKeyId },
      ])
        expect(
          (await merchants.harness.failure("RotateApiKey", request, { as: asMerchant(other) })).entry,
        ).to.equal(request.merchantId === other ? "NOT_FOUND" : "PERMISSION_DENIED");
    });

    it("answers a repeat with the same secret", async () => {
      const { apiKey } = await merchants.key(merchantId);
      const first = await rotate(apiKey!.apiKeyId, {}, { key: "rotate-1" });
      expect(await rotate(apiKey!.apiKeyId, {}, { key: "rotate-1" })).to.deep.equal(first);
    });

    it("is the same for publishers", async () => {
      const { harness } = merchants;
      const { publisher } = await harness.call<RegisterPublisherResponse>("RegisterPublisher", {
        name: "Acme Mint",
      });
      const { publisherId } = publisher!;
      const expireTime = await ahead(7200);
      const { createdApiKey: old } = await harness.call<CreatePublisherApiKeyResponse>(
        "CreatePublisherApiKey",
        { publisherId, name: "press", scopes: ["publishers.issue"], expireTime },
      );
      const { apiKeyId } = old!.apiKey!;
      const { createdApiKey: fresh } = await harness.call<RotatePublisherApiKeyResponse>(
        "RotatePublisherApiKey",
        { publisherId, apiKeyId, overlapSeconds: 3600 },
      );
      expect(fresh?.apiKey).to.deep.include({
        name: "press",
        scopes: ["publishers.issue"],
        replacesApiKeyId: apiKeyId,
      });
      const { apiKey } = await harness.call<GetPublisherApiKeyResponse>("GetPublisherApiKey", {
        publisherId,
        apiKeyId,
      });
      expect(between(fresh?.apiKey?.createTime, apiKey?.expireTime)).to.equal(3600);
      await merchants.advance(3600);
      expect([await merchants.opens(old!.secret), await merchants.opens(fresh!.secret)]).to.deep.equal([
        false,
        true,
      ]);
      expect(
        await harness.failure("RotatePublisherApiKey", { publisherId, apiKeyId }, { as: operator }),
      ).to.include({ entry: "ALREADY_DONE", reason: "API_KEY_ROTATED" });
    });
  });

  describe("the last use", () => {
    const address = "192.0.2.1";
    const lastUse = async (apiKeyId: string) => (await get(apiKeyId)).lastUseTime;

    it("is recorded of keys that were accepted, and of no others", async () => {
      const [used, idle, wrong] = [
        await merchants.key(merchantId),
        await merchants.key(merchantId),
        await merchants.key(merchantId),
      ];
      await merchants.opens(used.secret);
      await merchants.opens(`${wrong.secret.slice(0, -1)}${wrong.secret.endsWith("A") ? "B" : "A"}`);
      await merchants.keyUse.record();
      const at = await lastUse(used.apiKey!.apiKeyId);
      expect(Math.abs(between(at, await ahead(0)))).to.be.lessThan(60);
      for (const { apiKey } of [idle, wrong]) expect(await lastUse(apiKey!.apiKeyId)).to.equal(undefined);
    });

    it("is written once a minute however often a key is used and however many cores say so", async () => {
      const { apiKey, secret } = await merchants.key(merchantId);
      const { apiKeyId } = apiKey!;
      await merchants.opens(secret);
      await merchants.keyUse.record();
      const first = await lastUse(apiKeyId);
      const { store } = merchants.harness;
      // Another core, which has seen the key for the first time.
      await store.transact((tx) => tx.apiKeys.touch([{ credentialId: apiKeyId, address }]));
      expect(await lastUse(apiKeyId)).to.deep.equal(first);
      await merchants.advance(60);
      await store.transact((tx) => tx.apiKeys.touch([{ credentialId: apiKeyId, address }]));
      expect(between(first, await lastUse(apiKeyId))).to.be.at.least(60);
    });

    it("is recorded beside the calls, without anybody asking for it", async () => {
      const { apiKey, secret } = await merchants.key(merchantId);
      await merchants.opens(secret);
      while ((await lastUse(apiKey!.apiKeyId)) === undefined) await sleep(100);
    });

    it("passes over keys that are being changed just now, and waits for nobody", async () => {
      const { apiKey } = await merchants.key(merchantId);
      const { apiKeyId } = apiKey!;
      const { store } = merchants.harness;
      await store.transact(async (tx) => {
        await tx.apiKeys.lock({ kind: "merchant", merchantId }, apiKeyId);
        await store.transact((other) => other.apiKeys.touch([{ credentialId: apiKeyId, address }]));
      });
      expect(await lastUse(apiKeyId)).to.equal(undefined);
    });
  });
});
