// Nothing that is made with an API key may be used where, or longer than, the key itself may be used.
import { BlockList } from "node:net";
import { expect } from "chai";
import fc from "fast-check";
import type { Timestamp } from "../../gen/ts/google/protobuf/timestamp.ts";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type {
  CreatedApiKey,
  ListApiKeysResponse,
  RotateApiKeyResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { ListMerchantCertificatesResponse } from "../../gen/ts/pda/merchant/v1/certificate_service.ts";
import type { CreatePublisherApiKeyResponse } from "../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { RegisterPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { canonicalNetwork, networksWithin } from "../../src/domain/access/source-network.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { dateOf } from "../support/date-of.ts";
import { type CallOptions } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { newKey, newRequest } from "./support/openssl.ts";

const shop = "203.0.113.0/24";
const corner = "203.0.113.128/25";
const office = "2001:db8:5::/48";
const managing = ["merchants.read", "merchants.write", "payments.read"];

describe("what is made with a limited API key", function () {
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

  /** Makes a key that manages its merchant, and returns calls as that key. */
  const limited = async (over: object): Promise<CreatedApiKey & { as: CallOptions }> => {
    const made = await merchants.key(merchantId, { scopes: managing, ...over });
    const from = { credential: made.secret, address: "203.0.113.7" };
    const { principal } = await merchants.harness.call<{ principal: Principal }>("ResolveCredential", from);
    return { ...made, as: { as: principal } };
  };
  const ahead = async (seconds: number): Promise<Timestamp> => {
    const now = await merchants.harness.store.read.clock.now();
    return timestamp(new Date(now.getTime() + seconds * 1000));
  };
  const asked = (over: object = {}) => ({ merchantId, name: "new", scopes: ["payments.read"], ...over });
  const create = (by: CallOptions, over: object = {}) =>
    merchants.harness.call("CreateApiKey", asked(over), by);
  const rotate = async (apiKeyId: string, by: CallOptions, over: object = {}): Promise<CreatedApiKey> =>
    (
      await merchants.harness.call<RotateApiKeyResponse>(
        "RotateApiKey",
        { merchantId, apiKeyId, ...over },
        by,
      )
    ).createdApiKey as CreatedApiKey;
  const keys = async (): Promise<number> =>
    (await merchants.harness.call<ListApiKeysResponse>("ListApiKeys", { merchantId })).items.length;
  const refused = async (method: string, request: object, by: CallOptions): Promise<string> => {
    const before = await keys();
    const failure = await merchants.harness.failure(method, request, by);
    expect([failure.entry, failure.reason]).to.deep.equal(["PERMISSION_DENIED", "LIMITS_EXCEEDED"]);
    expect(await keys(), "keys afterwards").to.equal(before);
    return failure.message;
  };

  describe("in its networks", () => {
    it("is a key for networks inside, and no other", async () => {
      const { as } = await limited({ allowedNetworks: [shop, office] });
      for (const allowedNetworks of [[shop], [corner], [corner, "2001:db8:5:1::/64"], [office, shop]])
        await create(as, { allowedNetworks });
      for (const allowedNetworks of [[], ["203.0.112.0/23"], [shop, "198.51.100.0/24"], ["::/0"]])
        expect(await refused("CreateApiKey", asked({ allowedNetworks }), as)).to.contain(
          `${shop}, ${office}`,
        );
    });

    it("replaces itself and others only by keys for networks inside", async () => {
      const { apiKey, as } = await limited({ allowedNetworks: [shop] });
      const other = await merchants.key(merchantId, { scopes: ["payments.read"] });
      const everywhere = { merchantId, apiKeyId: other.apiKey!.apiKeyId, allowedNetworks: [] };
      await refused("RotateApiKey", everywhere, as);
      const lifted = { merchantId, apiKeyId: apiKey!.apiKeyId, allowedNetworks: ["0.0.0.0/0", "::/0"] };
      await refused("RotateApiKey", lifted, as);
      const inside = await rotate(other.apiKey!.apiKeyId, as, { allowedNetworks: [corner] });
      expect(inside.apiKey?.allowedNetworks).to.deep.equal([corner]);
      expect((await rotate(apiKey!.apiKeyId, as)).apiKey?.allowedNetworks).to.deep.equal([shop]);
    });

    it("is no certificate with scopes, which could be used from everywhere", async () => {
      const { as } = await limited({ allowedNetworks: [shop] });
      const certificateSigningRequest = newRequest(newKey());
      const certificate = (scopes: string[]) => ({ merchantId, certificateSigningRequest, scopes });
      await refused("IssueMerchantCertificate", certificate(["payments.read"]), as);
      const none = await merchants.harness.call<ListMerchantCertificatesResponse>(
        "ListMerchantCertificates",
        { merchantId },
      );
      expect(none.items).to.deep.equal([]);
      await merchants.harness.call("IssueMerchantCertificate", certificate([]), as);
    });

    it("is a publisher's key, and its access certificate, by the same rule", async () => {
      const { publisher } = await merchants.harness.call<RegisterPublisherResponse>("RegisterPublisher", {
        name: "Mint",
      });
      const { publisherId } = publisher!;
      const request = { publisherId, name: "key", scopes: ["publishers.write"], allowedNetworks: [shop] };
      const { createdApiKey } = await merchants.harness.call<CreatePublisherApiKeyResponse>(
        "CreatePublisherApiKey",
        request,
      );
      const from = { credential: createdApiKey!.secret, address: "203.0.113.7" };
      const { principal } = await merchants.harness.call<{ principal: Principal }>("ResolveCredential", from);
      await refused("CreatePublisherApiKey", { ...request, allowedNetworks: [] }, { as: principal });
      await merchants.harness.call("CreatePublisherApiKey", request, { as: principal });
      const certificateSigningRequest = newRequest(newKey());
      const certificate = (scopes: string[]) => ({ publisherId, certificateSigningRequest, scopes });
      const issue = "IssuePublisherAccessCertificate";
      await refused(issue, certificate(["publishers.write"]), { as: principal });
      await merchants.harness.call(issue, certificate([]), { as: principal });
    });
  });

  describe("before its end", () => {
    it("is a key that ends no later", async () => {
      const expireTime = await ahead(3600);
      const { as } = await limited({ expireTime });
      await create(as, { expireTime });
      await create(as, { expireTime: await ahead(60) });
      const end = dateOf(expireTime).toISOString();
      expect(await refused("CreateApiKey", asked(), as)).to.contain(end);
      expect(await refused("CreateApiKey", asked({ expireTime: await ahead(7200) }), as)).to.contain(end);
    });

    it("replaces other keys only by keys that end no later", async () => {
      const { as } = await limited({ expireTime: await ahead(3600) });
      const other = (await merchants.key(merchantId, { scopes: ["payments.read"] })).apiKey!.apiKeyId;
      await refused("RotateApiKey", { merchantId, apiKeyId: other }, as);
      await rotate(other, as, { expireTime: await ahead(60) });
    });

    it("replaces itself for as long as it was made for, and no longer", async () => {
      const { apiKey, as } = await limited({ expireTime: await ahead(3600) });
      const request = { merchantId, apiKeyId: apiKey!.apiKeyId };
      await merchants.advance(1800);
      expect(await refused("RotateApiKey", { ...request, expireTime: await ahead(7200) }, as)).to.match(
        /for 3600 seconds/,
      );
      const next = (await rotate(apiKey!.apiKeyId, as)).apiKey!;
      expect(dateOf(next.expireTime!).getTime()).to.be.above(dateOf(apiKey!.expireTime!).getTime());
    });

    it("is no certificate with scopes that ends later", async () => {
      const certificateSigningRequest = newRequest(newKey());
      const request = { merchantId, certificateSigningRequest, scopes: ["payments.read"] };
      const soon = await limited({ expireTime: await ahead(3600) });
      await refused("IssueMerchantCertificate", request, soon.as);
      const late = await limited({ expireTime: await ahead(365 * 86_400) });
      await merchants.harness.call("IssueMerchantCertificate", request, late.as);
    });
  });

  describe("in a repeat of another key's request under its idempotency key", () => {
    /** An unlimited key makes another one; a limited key repeats the very request. */
    const repeated = async (method: string, request: object, over: object) => {
      const key = `repeat-${Math.random()}`;
      const strong = await limited({});
      const made = await merchants.harness.call(method, request, { ...strong.as, key });
      const weak = await limited(over);
      await refused(method, request, { ...weak.as, key });
      expect(await merchants.harness.call(method, request, { ...strong.as, key })).to.deep.equal(made);
    };

    it("is no key for more networks or for longer, whose secret the stored answer holds", async () => {
      await repeated("CreateApiKey", asked(), { allowedNetworks: [shop] });
      await repeated("CreateApiKey", asked(), { expireTime: await ahead(3600) });
    });

    it("is no successor of another key for more networks or for longer", async () => {
      for (const over of [{ allowedNetworks: [shop] }, { expireTime: await ahead(3600) }]) {
        const other = await merchants.key(merchantId, { scopes: ["payments.read"] });
        await repeated("RotateApiKey", { merchantId, apiKeyId: other.apiKey!.apiKeyId }, over);
      }
    });

    it("is the same answer for a limited key that repeats its own request", async () => {
      const { as, apiKey } = await limited({ allowedNetworks: [shop], expireTime: await ahead(3600) });
      const own = { allowedNetworks: [corner], expireTime: await ahead(600) };
      const first = await merchants.harness.call("CreateApiKey", asked(own), { ...as, key: "own-create" });
      const again = await merchants.harness.call("CreateApiKey", asked(own), { ...as, key: "own-create" });
      expect(again).to.deep.equal(first);
      const request = { merchantId, apiKeyId: apiKey!.apiKeyId, overlapSeconds: 60 };
      const rotated = await merchants.harness.call("RotateApiKey", request, { ...as, key: "own-rotate" });
      const twice = await merchants.harness.call("RotateApiKey", request, { ...as, key: "own-rotate" });
      expect(twice).to.deep.equal(rotated);
    });
  });

  it("is anything when the key has no limits", async () => {
    const { as, apiKey } = await limited({});
    await create(as);
    await create(as, { allowedNetworks: [shop], expireTime: await ahead(60) });
    await rotate(apiKey!.apiKeyId, as, { allowedNetworks: [shop] });
  });
});

describe("networks inside other networks", () => {
  const octets = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }).map((all) => all.join("."));
  const ipv4 = fc.tuple(octets, fc.nat(32)).map(([address, bits]) => ({ address, bits, family: "ipv4" }));
  const parts = fc
    .array(fc.nat(3), { minLength: 8, maxLength: 8 })
    .map((all) => `2001:db8:${all.slice(2).join(":")}`);
  const ipv6 = fc.tuple(parts, fc.nat(128)).map(([address, bits]) => ({ address, bits, family: "ipv6" }));
  const network = fc.oneof(ipv4, ipv6);
  type Network = { address: string; bits: number; family: string };
  const written = ({ address, bits }: Network) => canonicalOf(`${address}/${bits}`);
  const canonicalOf = (text: string) => canonicalNetwork(text) as string;

  it("hold only addresses of them, says node:net", () => {
    fc.assert(
      fc.property(
        fc.array(network, { minLength: 1, maxLength: 3 }),
        fc.array(network, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (outer, others, narrowed) => {
          const inner = narrowed
            ? outer.map((one) => ({ ...one, bits: one.family === "ipv4" ? 32 : 128 }))
            : others;
          const within = networksWithin(inner.map(written), outer.map(written));
          const list = new BlockList();
          for (const { address, bits, family } of outer) list.addSubnet(address, bits, family as "ipv4");
          const held = inner.every(({ address, family }) => list.check(address, family as "ipv4"));
          if (within) expect(held).to.equal(true);
          if (narrowed) expect(within).to.equal(true);
          // A network is not inside a smaller one.
          const widest = Math.min(...outer.map(({ bits }) => bits));
          if (inner.some(({ bits }) => bits < widest)) expect(within).to.equal(false);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("are all networks and none when the other one is everywhere", () => {
    for (const inner of [[], [shop], ["::/0"]]) expect(networksWithin(inner, [])).to.equal(true);
    expect(networksWithin([], ["0.0.0.0/0", "::/0"])).to.equal(true);
    expect(networksWithin([], ["0.0.0.0/0"])).to.equal(false);
  });
});
