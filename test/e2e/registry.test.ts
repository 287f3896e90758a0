// The registry by way of REST: a publisher with a key of its own, partial updates and their preconditions.
import { randomUUID } from "node:crypto";
import { status as grpcStatus } from "@grpc/grpc-js";
import { expect } from "chai";
import { UpdatePublisherRequest } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask, type Received, type Sent } from "./support/http.ts";
import { eventually, publisher, type Publisher, service } from "./support/scene.ts";

describe("the registry over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let scene: Publisher;
  let path: string;

  before(async () => {
    product = await sharedProduct();
  });
  beforeEach(async () => {
    scene = await publisher(product);
    path = `/api/v1/publishers/${scene.publisherId}`;
  });

  const asked = (to: string, sent: Sent = {}): Promise<Received> =>
    ask(product, to, { key: product.operatorKey, ...sent });
  const patch = (body: unknown, headers: Record<string, string> = {}, to = path) =>
    asked(to, { method: "PATCH", body, headers });
  const made = async (to: string, body: object, key = product.operatorKey) => {
    const answer = await ask(product, to, { body, key });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json.data;
  };
  const outcome = ({ status, json }: Received) => [status, json.errorCode, json.errors?.[0]?.reason];

  it("a publisher gets a key of its own, and is itself with it, nobody else", async () => {
    const created = await made(`${path}/api-keys`, {
      name: "press",
      scopes: ["publishers.read", "publishers.issue"],
    });
    expect(created.apiKey).to.include({ publisherId: scene.publisherId, status: "active" });
    const key: string = created.secret;
    const profile = { assetProfile: { kind: "good", name: "Print 1/100" }, assetType: scene.assetType };
    const asset = await made(`${path}/assets`, profile, key);
    expect(Object.keys(asset).sort()).to.deep.equal([
      "assetIdentifier",
      "assetProfile",
      "lifecycleStatus",
      "metadata",
      "publisher",
      "supportedNetworks",
    ]);
    const other = await publisher(product);
    const elsewhere = await ask(product, `/api/v1/publishers/${other.publisherId}/assets`, {
      body: profile,
      key,
    });
    expect(outcome(elsewhere)).to.deep.equal([403, "SVC-4030", "OTHER_TENANT"]);
    const lacking = await ask(product, `${path}/api-keys`, {
      body: { name: "x", scopes: ["publishers.read"] },
      key,
    });
    expect(outcome(lacking)).to.deep.equal([403, "SVC-4030", "SCOPE_MISSING"]);
    const name = await ask(product, path, { method: "PATCH", body: { name: "Somebody famous" }, key });
    expect(outcome(name)).to.deep.equal([403, "SVC-4030", "SCOPE_MISSING"]);

    const { apiKeyId } = created.apiKey;
    const revoked = await asked(`${path}/api-keys/${apiKeyId}/revoke`, { method: "POST" });
    expect(revoked.json.data).to.include({ apiKeyId, status: "revoked" });
    const listed = await asked(`${path}/api-keys`);
    expect(listed.json.data.items).to.deep.equal([revoked.json.data]);
    expect(listed.text).not.to.contain(key);
  });

  it("asset types change by PATCH, and say so in version and ETag", async () => {
    const types = (await asked(`${path}/asset-types`)).json.data.items;
    const to = `${path}/asset-types/${types[0].assetTypeId}`;
    const read = await asked(to);
    expect([read.json.data.version, read.headers.etag]).to.deep.equal([1, '"1"']);
    const policy = { transferable: false, minimumAssurance: "dynamic_mac", capabilities: ["pay", "refund"] };
    const changed = await patch({ policy, refundPolicy: { refundable: true, windowSeconds: "60" } }, {}, to);
    expect(changed.status).to.equal(200);
    expect(changed.json.data).to.deep.equal({
      ...read.json.data,
      policy,
      refundPolicy: { refundable: true, windowSeconds: "60" },
      version: 2,
    });
    expect(changed.headers.etag).to.equal('"2"');
    expect((await asked(to)).json.data).to.deep.equal(changed.json.data);
    for (const [what, body] of [
      ["assetType", { assetType: "OTHER" }],
      ["decimals", { decimals: 2 }],
      ["version", { version: 7 }],
      ["publisherId", { publisherId: scene.publisherId }],
    ] as const) {
      const { status, json } = await patch(body, {}, to);
      expect([status, json.errorCode, json.errors[0].field], what).to.deep.equal([400, "SVC-4000", what]);
    }
    const removed = await patch({ networks: ["eip155:1/erc20:0x00"] }, {}, to);
    expect(outcome(removed)).to.deep.equal([409, "SVC-4094", "NETWORK_REMOVED"]);
  });

  describe("PATCH", () => {
    it("leaves alone what is absent", async () => {
      const before = (await asked(path)).json.data;
      const nothing = await patch({});
      expect([nothing.status, nothing.json.data]).to.deep.equal([200, before]);
    });

    it("changes what its mask names, in JSON names", async () => {
      const { data: type } = (
        await asked(`${path}/asset-types`, {
          method: "POST",
          body: { assetType: "MASKED", name: "Edition", decimals: 0, refundPolicy: { refundable: true } },
        })
      ).json;
      const to = `${path}/asset-types/${type.assetTypeId}`;
      const { data } = (await patch({ name: "Not this" }, {}, `${to}?updateMask=refundPolicy`)).json;
      expect(data).to.deep.equal({
        ...type,
        refundPolicy: { refundable: false, windowSeconds: "0" },
        version: 2,
      });
    });

    for (const [mask, field, reason] of [
      ["updateMask=colour", "updateMask", "UNKNOWN_MEMBER"],
      ["updateMask=publisherId", "updateMask", "UNKNOWN_MEMBER"],
      ["updateMask=name,name", "updateMask", "REPEATED"],
      ["updateMask=name&updateMask=name", "updateMask", "REPEATED"],
      ["updateMask=support_url", "updateMask", "WRONG_FORMAT"],
      ["updateMask=name,,", "updateMask", "WRONG_FORMAT"],
      ["updateMask=*", "updateMask", "WRONG_FORMAT"],
      ["updateMask=name", "name", "REQUIRED"],
      ["name=x", "name", "UNKNOWN_PARAMETER"],
    ] as const)
      it(`refuses ?${mask}`, async () => {
        const { status, json } = await patch({}, {}, `${path}?${mask}`);
        expect([status, json.errorCode]).to.deep.equal([400, "SVC-4000"]);
        expect([json.errors[0].field, json.errors[0].reason]).to.deep.equal([field, reason]);
      });

    for (const [what, body, code, reason] of [
      ["an unknown member", { colour: "red" }, "SVC-4000", "UNKNOWN_MEMBER"],
      ["null", { name: null }, "SVC-4000", "WRONG_TYPE"],
      ["another type", { name: 7 }, "SVC-4000", "WRONG_TYPE"],
      ["an empty name", { name: "" }, "SVC-4000", "WRONG_LENGTH"],
      ["a member of the path", { publisherId: "x" }, "SVC-4000", "IN_PATH"],
      ["the header's member", { ifMatch: [1] }, "SVC-4000", "IN_HEADER"],
      ["the query's member", { updateMask: "name" }, "SVC-4000", "IN_QUERY"],
      ["a member twice", '{"name":"a","name":"b"}', "SVC-4001", "DUPLICATE_MEMBER"],
      ["a JSON Patch", "[]", "SVC-4001", "TOP_LEVEL"],
      ["no body", undefined, "SVC-4001", "EMPTY"],
    ] as const)
      it(`refuses ${what}`, async () => {
        const { status, json } = await patch(body);
        expect([status, json.errorCode]).to.deep.equal([400, code]);
        expect(json.errors[0].reason).to.equal(reason);
        expect((await asked(path)).json.data.version).to.equal(1);
      });

    it("refuses other media types, and other methods with what there is", async () => {
      const headers = { "Content-Type": "application/json-patch+json" };
      expect((await patch({ name: "x" }, headers)).json.errorCode).to.equal("SVC-4150");
      const put = await asked(path, { method: "PUT", body: { name: "x" } });
      expect([put.status, put.headers.allow]).to.deep.equal([405, "GET, HEAD, PATCH"]);
    });

    it("has one effect for each idempotency key, whose request the condition is part of", async () => {
      const key = { "Idempotency-Key": randomUUID() };
      const first = await patch({ name: "Once" }, { ...key, "If-Match": '"1"' });
      expect([first.status, first.headers.etag]).to.deep.equal([200, '"2"']);
      await patch({ name: "Later" });
      const again = await patch({ name: "Once" }, { ...key, "If-Match": '"1"' });
      expect([again.status, again.json.data]).to.deep.equal([200, first.json.data]);
      expect([again.headers["idempotency-replayed"], again.headers.etag]).to.deep.equal(["true", '"2"']);
      expect((await asked(path)).json.data.name).to.equal("Later");
      for (const [body, headers] of [
        [{ name: "Other" }, { "If-Match": '"1"' }],
        [{ name: "Once" }, { "If-Match": '"3"' }],
        [{ name: "Once" }, {}],
      ] as const)
        expect(outcome(await patch(body, { ...key, ...headers }))[1]).to.equal("SVC-4222");
    });
  });

  describe("If-Match", () => {
    it("lets a change through for the version that there is", async () => {
      for (const tag of ['"1"', '"7", "2"', '"3" , W/"9"', "*"]) {
        const version: number = (await asked(path)).json.data.version;
        const { status, headers } = await patch({ name: `After ${tag}` }, { "If-Match": tag });
        expect([status, headers.etag], tag).to.deep.equal([200, `"${version + 1}"`]);
      }
    });

    it("stops it for any other, on every change of a publisher", async () => {
      for (const tag of ['"2"', 'W/"1"', '"abc"', '""', '"01"', '"1,1"']) {
        const changes = [
          patch({ name: "Too late" }, { "If-Match": tag }),
          asked(`${path}/suspend`, { body: {}, headers: { "If-Match": tag } }),
          asked(`${path}/resume`, { body: {}, headers: { "If-Match": tag } }),
        ];
        for (const answer of await Promise.all(changes))
          expect(outcome(answer), tag).to.deep.equal([412, "SVC-4120", "VERSION_CHANGED"]);
      }
      expect((await asked(path)).json.data).to.include({ version: 1, status: "active" });
    });

    for (const tag of ["1", '"1', '"1" "2"', ",", `"1"${', "1"'.repeat(32)}`])
      it(`is refused as ${tag.slice(0, 12)}`, async () => {
        const { status, json } = await patch({ name: "x" }, { "If-Match": tag });
        expect([status, json.errorCode, json.errors[0].field]).to.deep.equal([400, "SVC-4000", "If-Match"]);
      });

    it("lets one of a hundred through that have seen the same version", async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => patch({ name: `Writer ${index}` }, { "If-Match": '"1"' })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).to.deep.equal([200, ...Array(99).fill(412)]);
      expect((await asked(path)).json.data.version).to.equal(2);
    });

    it("is a field on gRPC", async () => {
      const { publisherId } = scene;
      const files = await service(product, "registrar", { scopes: ["publishers.admin"] });
      using client = new RawGrpc(product.coreAddress, credentials(product, files));
      const method = "/pda.publisher.v1.PublisherService/UpdatePublisher";
      const update = (ifMatch: number[]) =>
        client.call(
          method,
          UpdatePublisherRequest.encode({ publisherId, name: "By gRPC", ifMatch }).finish(),
        );
      await eventually("the grant", async () => (await update([2])).errorCode === "SVC-4120");
      expect((await update([2])).code).to.equal(grpcStatus.FAILED_PRECONDITION);
      expect((await update([1, 2])).code).to.equal(grpcStatus.OK);
    });
  });

  it("certificates are revoked with the words of RFC 5280 in capitals", async () => {
    const asset = await made(`${path}/assets`, { assetProfile: { kind: "good", name: "Watch" } });
    await made(`${path}/assets/${asset.assetIdentifier}/devices`, {
      serialNumber: "CHIP-1",
      certificateSigningRequest: await signingRequest(await newKeyPair(), "chip"),
    });
    const [ca] = (await asked(`${path}/certificates`)).json.data.items;
    expect(ca).not.to.have.any.keys("revokeTime", "revocationReason");
    const revoke = (body: object) => asked(`${path}/certificates/${ca.certificateId}/revoke`, { body });
    for (const reason of ["keyCompromise", "key_compromise", "CERTIFICATE_HOLD", ""])
      expect((await revoke({ reason })).json.errorCode).to.equal("SVC-4000");
    const { json } = await revoke({ reason: "CESSATION_OF_OPERATION" });
    expect(json.data).to.include({ status: "revoked", revocationReason: "CESSATION_OF_OPERATION" });
    expect(Date.parse(json.data.revokeTime)).to.be.within(Date.now() - 60_000, Date.now() + 60_000);
    expect((await revoke({})).json.data).to.deep.equal(json.data);
  });
});
