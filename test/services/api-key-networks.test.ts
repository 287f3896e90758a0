// From where API keys may be used, and from where they were last used.
import { expect } from "chai";
import fc from "fast-check";
import type { ResolveCredentialResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import type { ApiKey } from "../../gen/ts/pda/merchant/v1/merchant.ts";
import type {
  CreatedApiKey,
  GetApiKeyResponse,
  ListApiKeysResponse,
  RotateApiKeyResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type {
  CreatePublisherApiKeyResponse,
  GetPublisherApiKeyResponse,
  RotatePublisherApiKeyResponse,
} from "../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { RegisterPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { canonicalNetwork } from "../../src/domain/access/source-network.ts";
import { logger } from "../../src/logger.ts";
import { principalOfCredential } from "../../src/services/access/credential.ts";
import { keyNetworkChanges } from "../../src/telemetry.ts";
import { KeyUse } from "../../src/services/access/key-use.ts";
import { Merchants } from "./support/merchants.ts";
import { rateSubjects } from "../support/rate-subjects.ts";

const shop = "203.0.113.0/24";
const office = "2001:db8:5::/48";
const inShop = "203.0.113.7";
const inOffice = "2001:db8:5::1";
const elsewhere = "198.51.100.9";

describe("from where an API key is used", function () {
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

  const keyFor = (...allowedNetworks: string[]): Promise<CreatedApiKey> =>
    merchants.key(merchantId, { allowedNetworks });
  const get = async (apiKeyId: string): Promise<ApiKey> =>
    (await merchants.harness.call<GetApiKeyResponse>("GetApiKey", { merchantId, apiKeyId })).apiKey!;
  const rotate = async (apiKeyId: string, over: object = {}): Promise<CreatedApiKey> =>
    (await merchants.harness.call<RotateApiKeyResponse>("RotateApiKey", { merchantId, apiKeyId, ...over }))
      .createdApiKey!;
  const violation = async (allowedNetworks: string[]) => {
    const request = { merchantId, name: "till", scopes: ["payments.read"], allowedNetworks };
    const { entry, violations } = await merchants.harness.failure("CreateApiKey", request);
    return [entry, violations[0]?.field, violations[0]?.reason, violations[0]?.message];
  };

  describe("the networks of a key", () => {
    it("are shown wherever the key is", async () => {
      const { apiKey } = await keyFor(shop, office);
      expect(apiKey?.allowedNetworks).to.deep.equal([shop, office]);
      expect(await get(apiKey!.apiKeyId)).to.deep.equal(apiKey);
      const { items } = await merchants.harness.call<ListApiKeysResponse>("ListApiKeys", { merchantId });
      expect(items).to.deep.equal([apiKey]);
      expect((await merchants.key(merchantId)).apiKey?.allowedNetworks).to.deep.equal([]);
    });

    it("have to be written in their canonical form, which the refusal names", async () => {
      for (const [given, canonical] of [
        ["203.0.113.7/24", "203.0.113.0/24"],
        ["2001:DB8::/32", "2001:db8::/32"],
        ["2001:db8:0:0:1:0:0:0/96", "2001:db8:0:0:1::/96"],
        ["2001:db8::1/64", "2001:db8::/64"],
      ])
        expect(await violation([office, given as string])).to.deep.equal([
          "INVALID_ARGUMENT",
          "allowed_networks[1]",
          "NOT_A_NETWORK",
          `It must be written "${canonical}".`,
        ]);
    });

    for (const text of [
      "203.0.113.7",
      "203.0.113.0/33",
      "here",
      "",
      "::ffff:203.0.113.0/120",
      "fe80::%1/64",
      "0x7f.0.0.0/8",
    ])
      it(`are no such text as "${text}"`, async () => {
        const [entry, field, reason, message] = await violation([text]);
        expect([entry, field, reason]).to.deep.equal([
          "INVALID_ARGUMENT",
          "allowed_networks[0]",
          "NOT_A_NETWORK",
        ]);
        expect(message).to.contain('"203.0.113.0/24" or "2001:db8::/32"');
      });

    it("are at most 20, and no two the same", async () => {
      const networks = Array.from({ length: 21 }, (_, index) => `10.0.${index}.0/24`);
      expect((await violation(networks)).slice(0, 3)).to.deep.equal([
        "INVALID_ARGUMENT",
        "allowed_networks",
        "WRONG_COUNT",
      ]);
      expect((await violation([shop, shop])).slice(0, 3)).to.deep.equal([
        "INVALID_ARGUMENT",
        "allowed_networks",
        "REPEATED",
      ]);
      expect((await keyFor(...networks.slice(0, 20))).apiKey?.allowedNetworks).to.have.length(20);
    });

    it("come back from the database as they were given", async () => {
      const octet = fc.nat(255);
      const part = fc.oneof(fc.constant(0), fc.nat(0xffff));
      const given = fc.oneof(
        fc
          .tuple(fc.array(octet, { minLength: 4, maxLength: 4 }), fc.nat(32))
          .map(([octets, prefix]) => `${octets.join(".")}/${prefix}`),
        fc
          .tuple(fc.array(part, { minLength: 8, maxLength: 8 }), fc.nat(128))
          .map(([parts, prefix]) => `${parts.map((each) => each.toString(16)).join(":")}/${prefix}`),
      );
      const networks = [
        ...new Set(fc.sample(given, 600).flatMap((text) => canonicalNetwork(text) ?? [])),
        "::1/128",
        "::/0",
        "0.0.0.0/0",
      ].filter((each, index, all) => all.indexOf(each) === index);
      for (let at = 0; at < networks.length; at += 20) {
        const some = networks.slice(at, at + 20);
        const { apiKey } = await keyFor(...some);
        expect((await get(apiKey!.apiKeyId)).allowedNetworks).to.deep.equal(some);
      }
    });

    it("go with the verdict on the key, which is the same from everywhere", async () => {
      const { secret, apiKey } = await keyFor(shop, office);
      for (const address of [inShop, elsewhere, ""]) {
        const verdict = await merchants.harness.call<ResolveCredentialResponse>("ResolveCredential", {
          credential: secret,
          address,
        });
        expect(verdict.allowedNetworks).to.deep.equal([shop, office]);
        expect(verdict.principal?.credentialId).to.equal(apiKey?.apiKeyId);
      }
    });

    it("refuse a gateway that does not say from where the key is used, because it does not check them", async () => {
      const { secret } = await keyFor(shop);
      const failure = await merchants.harness.failure("ResolveCredential", { credential: secret });
      expect([failure.entry, failure.reason]).to.deep.equal(["UNAUTHENTICATED", "CREDENTIAL_REFUSED"]);
      const { secret: everywhere } = await keyFor();
      await merchants.harness.call("ResolveCredential", { credential: everywhere });
    });

    it("are checked of a service that presents the key itself", async () => {
      const { secret, apiKey } = await keyFor(shop, office);
      const { store } = merchants.harness;
      const from = (address: string) =>
        principalOfCredential({ store, rateSubjects }, secret, address).then(
          ({ credentialId }) => credentialId,
          ({ reason }: { reason: string }) => reason,
        );
      for (const address of [inShop, inOffice, `::ffff:${inShop}`, `${inOffice}%eth0`])
        expect(await from(address), address).to.equal(apiKey?.apiKeyId);
      for (const address of [elsewhere, `::ffff:${elsewhere}`, "2001:db8:6::1", "", "unknown"])
        expect(await from(address), address).to.equal("NETWORK_NOT_ALLOWED");
    });
  });

  describe("a rotation", () => {
    it("keeps the networks, or takes others", async () => {
      const { apiKey } = await keyFor(shop, office);
      const kept = await rotate(apiKey!.apiKeyId);
      expect(kept.apiKey?.allowedNetworks).to.deep.equal([shop, office]);
      const moved = await rotate(kept.apiKey!.apiKeyId, { allowedNetworks: ["192.0.2.0/24"] });
      expect(moved.apiKey?.allowedNetworks).to.deep.equal(["192.0.2.0/24"]);
      expect((await get(kept.apiKey!.apiKeyId)).allowedNetworks).to.deep.equal([shop, office]);
    });

    it("refuses what is no network, and replaces nothing then", async () => {
      const { apiKeyId } = (await keyFor(shop)).apiKey!;
      const request = { merchantId, apiKeyId, allowedNetworks: ["192.0.2.1/24"] };
      expect((await merchants.harness.failure("RotateApiKey", request)).reason).to.equal("NOT_A_NETWORK");
      expect((await get(apiKeyId)).replacedByApiKeyId).to.equal(undefined);
    });
  });

  it("is the same for publishers", async () => {
    const { harness } = merchants;
    const { publisher } = await harness.call<RegisterPublisherResponse>("RegisterPublisher", {
      name: "Mint",
    });
    const { publisherId } = publisher!;
    const request = { publisherId, name: "press", scopes: ["publishers.issue"] };
    const { createdApiKey: old } = await harness.call<CreatePublisherApiKeyResponse>(
      "CreatePublisherApiKey",
      {
        ...request,
        allowedNetworks: [shop],
      },
    );
    const { apiKeyId } = old!.apiKey!;
    await merchants.opens(old!.secret, inShop);
    await merchants.keyUse.record();
    const { apiKey } = await harness.call<GetPublisherApiKeyResponse>("GetPublisherApiKey", {
      publisherId,
      apiKeyId,
    });
    expect(apiKey).to.deep.include({ allowedNetworks: [shop], lastUseAddress: inShop });
    const { createdApiKey: next } = await harness.call<RotatePublisherApiKeyResponse>(
      "RotatePublisherApiKey",
      {
        publisherId,
        apiKeyId,
      },
    );
    expect(next?.apiKey?.allowedNetworks).to.deep.equal([shop]);
    const bad = { ...request, allowedNetworks: ["10.0.0.1/8"] };
    expect((await harness.failure("CreatePublisherApiKey", bad)).reason).to.equal("NOT_A_NETWORK");
  });

  describe("the address of the last use", () => {
    const usedFrom = async (secret: string, address: string) => {
      expect(await merchants.opens(secret, address)).to.equal(true);
      await merchants.keyUse.record();
    };
    const addressOf = async (apiKeyId: string) => (await get(apiKeyId)).lastUseAddress;

    it("is not there before the first use, and an IPv4-mapped address is an IPv4 address", async () => {
      const { apiKey, secret } = await keyFor();
      expect(await addressOf(apiKey!.apiKeyId)).to.equal(undefined);
      await usedFrom(secret, `::ffff:${inShop}`);
      expect(await addressOf(apiKey!.apiKeyId)).to.equal(inShop);
      await usedFrom(secret, `${inOffice}%eth0`);
      expect(await addressOf(apiKey!.apiKeyId)).to.equal(inOffice);
    });

    it("is that of another user, also within the minute", async () => {
      const { apiKey, secret } = await keyFor();
      await usedFrom(secret, inShop);
      await usedFrom(secret, elsewhere);
      expect(await addressOf(apiKey!.apiKeyId)).to.equal(elsewhere);
    });

    it("is noted once a minute for each address, so that two users cause no write for each call", async () => {
      const { apiKey, secret } = await keyFor();
      for (const address of [inShop, elsewhere, inShop, elsewhere, inShop]) await usedFrom(secret, address);
      expect(await addressOf(apiKey!.apiKeyId)).to.equal(elsewhere);
      const before = (await get(apiKey!.apiKeyId)).lastUseTime;
      await merchants.advance(30);
      await usedFrom(secret, elsewhere);
      expect((await get(apiKey!.apiKeyId)).lastUseTime).to.deep.equal(before);
    });

    it("is not that of a refused use", async () => {
      const { apiKey, secret } = await keyFor(shop);
      await usedFrom(secret, elsewhere);
      const { lastUseTime, lastUseAddress } = await get(apiKey!.apiKeyId);
      expect([lastUseTime, lastUseAddress]).to.deep.equal([undefined, undefined]);
      await usedFrom(secret, inShop);
      await usedFrom(secret, elsewhere);
      expect(await addressOf(apiKey!.apiKeyId)).to.equal(inShop);
    });

    it("is recorded by each core, and the networks stay", async () => {
      const { apiKey, secret } = await keyFor(shop, office);
      const { store } = merchants.harness;
      await using other = new KeyUse({ store, log: logger("test", { level: "silent" }) });
      await usedFrom(secret, inShop);
      await principalOfCredential({ store, rateSubjects, keyUse: other }, secret, inOffice);
      await other.record();
      expect(await get(apiKey!.apiKeyId)).to.deep.include({
        lastUseAddress: inOffice,
        allowedNetworks: [shop, office],
      });
    });

    it("is noticed when it is in another network than before, without the address", async () => {
      const lines: Record<string, unknown>[] = [];
      const log = logger("test", { destination: { write: (line) => lines.push(JSON.parse(line)) } });
      await using keyUse = new KeyUse({ store: merchants.harness.store, log });
      const changes = async () =>
        (await keyNetworkChanges.get()).values.find(({ labels }) => labels.kind === "api_key")?.value ?? 0;
      const before = await changes();
      const { apiKey, secret } = await keyFor();
      const used = async (from: string) => {
        const { store } = merchants.harness;
        await principalOfCredential({ store, rateSubjects, keyUse }, secret, from);
        await keyUse.record();
        return (await changes()) - before;
      };
      expect(await used("192.0.2.1")).to.equal(0);
      expect(await used("192.0.2.200")).to.equal(0);
      expect(await used("198.51.100.1")).to.equal(1);
      expect(await used("2001:db8:1::1")).to.equal(2);
      expect(await used("2001:db8:1:ffff::1")).to.equal(2);
      expect(await used("2001:db8:2::1")).to.equal(3);
      const moved = { credentialId: apiKey!.apiKeyId, msg: "a key is used from another network than before" };
      expect(lines.map(({ credentialId, msg }) => ({ credentialId, msg }))).to.deep.equal([
        moved,
        moved,
        moved,
      ]);
      expect(JSON.stringify(lines)).not.to.match(/192\.0\.2|198\.51|2001:db8/);
    });

    it("is recorded of many keys at once, each with its own", async () => {
      const made = await Promise.all(Array.from({ length: 20 }, () => keyFor()));
      await Promise.all(made.map(({ secret }, index) => merchants.opens(secret, `192.0.2.${index}`)));
      await merchants.keyUse.record();
      const shown = await Promise.all(made.map(({ apiKey }) => addressOf(apiKey!.apiKeyId)));
      expect(shown).to.deep.equal(made.map((_, index) => `192.0.2.${index}`));
    });
  });
});
