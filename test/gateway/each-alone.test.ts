// Requests with many items of which each is judged by itself, also its form in JSON, and that may be longer than others.
import { expect } from "chai";
import fc from "fast-check";
import {
  BatchIssueAssetsRequest,
  BatchIssueAssetsResponse,
} from "../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { compileRoutes } from "../../src/gateway/routes.ts";
import { compiledCodec } from "../../src/codec/compiled.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { Rig } from "./support/rig.ts";

const publisherId = "pub_01h2xcejqtf2nbrexx3vqjhp41";
const path = `/api/v1/publishers/${publisherId}/assets/batch`;
const item = { assetProfile: { kind: "good", name: "Print" }, metadata: { edition: "1" } };

const route = compileRoutes({ codec: compiledCodec(), sandbox: true, closed: [] }).find("POST", path);
/** The message that the core gets for a body. */
const message = (body: unknown): BatchIssueAssetsRequest => {
  const bytes = Buffer.from(JSON.stringify(body));
  return BatchIssueAssetsRequest.decode(
    route.route.transcode.request({ values: route.values, query: "", body: bytes }),
  );
};
const faultsOf = ({ items }: BatchIssueAssetsRequest): string[] =>
  items.map(({ faults }) => faults.map(({ code, field, reason }) => `${code} ${field} ${reason}`).join(", "));

describe("items that are judged by themselves", () => {
  it("have what is wrong with their form told in their places, and the others arrive as they are", () => {
    const read = message({
      items: [
        item,
        { ...item, colour: "red" },
        7,
        null,
        [],
        { assetProfile: { kind: "wine", name: 1 } },
        { ...item, faults: [{ code: "SVC-4000" }] },
        item,
      ],
    });
    expect(faultsOf(read)).to.deep.equal([
      "",
      "SVC-4000 colour UNKNOWN_MEMBER",
      "SVC-4000  WRONG_TYPE",
      "SVC-4000  WRONG_TYPE",
      "SVC-4000  WRONG_TYPE",
      "SVC-4000 assetProfile.kind UNKNOWN_VALUE, SVC-4000 assetProfile.name WRONG_TYPE",
      "SVC-4000 faults UNKNOWN_MEMBER",
      "",
    ]);
    expect(read.publisherId).to.equal(publisherId);
    expect(read.items[7]).to.deep.equal(message({ items: [item] }).items[0]);
    expect(read.items[1]).to.deep.include({ assetProfile: undefined, metadata: {} });
  });

  it("are read each as it would be alone, whatever stands beside them", () => {
    const member = fc.oneof(
      fc.constant(item),
      fc.constant({ ...item, reference: "SN-1" }),
      // What is no strict JSON refuses the whole body, before there are items; fast-check likes this member.
      fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('"__proto__":')),
    );
    fc.assert(
      fc.property(fc.array(member, { minLength: 1, maxLength: 8 }), (items) => {
        const together = message({ items }).items;
        const alone = items.map((each) => message({ items: [each] }).items[0]);
        expect(together).to.deep.equal(alone);
      }),
      { numRuns: 300 },
    );
  });

  it("do not excuse what is wrong around them, nor more of them than there may be", () => {
    for (const [body, entry] of [
      [{ items: [7], colour: "red" }, "INVALID_ARGUMENT"],
      [{ items: "none" }, "INVALID_ARGUMENT"],
      [{ items: Array(1_001).fill(7) }, "INVALID_ARGUMENT"],
      [{ items: [item, JSON.parse('{"__proto__":null}')] }, "MALFORMED_JSON"],
    ] as const)
      expect(() => message(body), JSON.stringify(body).slice(0, 40))
        .to.throw(Failure)
        .with.property("entry", entry);
  });
});

describe("a body of many items", function () {
  this.timeout(30_000);
  let rig: Rig;
  const received: number[] = [];
  before(async () => {
    rig = await Rig.start();
    rig.allow("issuer", { scopes: ["publishers.issue", "payments.write"] });
    rig.core.on("BatchIssueAssets", ({ request }) => {
      const { items } = BatchIssueAssetsRequest.decode(request);
      received.push(items.length);
      return BatchIssueAssetsResponse.encode(
        BatchIssueAssetsResponse.fromPartial({ issuedCount: items.length }),
      ).finish();
    });
  });
  after(() => rig[Symbol.asyncDispose]());

  /** A body of exactly so many bytes. */
  const bodyOf = (bytes: number): string => {
    const empty = JSON.stringify({ items: [item] });
    return `${empty}${" ".repeat(bytes - empty.length)}`;
  };

  it("may have 4,000,000 bytes where others have 1 MiB, and not one more", async () => {
    const ask = (to: string, body: string) => rig.ask(to, { body, token: "issuer" });
    expect((await ask(path, bodyOf(4_000_000))).status).to.equal(200);
    expect((await ask(path, bodyOf(4_000_001))).json.errorCode).to.equal("SVC-4130");
    expect((await ask("/api/v1/payments", bodyOf(1_048_577))).json.errorCode).to.equal("SVC-4130");
  });

  it("holds 1,000 items of a kilobyte each", async () => {
    const large = {
      ...item,
      assetProfile: { ...item.assetProfile, description: "d".repeat(500) },
      metadata: { a: "m".repeat(500) },
    };
    received.length = 0;
    const { status, json } = await rig.ask(path, {
      body: JSON.stringify({ items: Array.from({ length: 1_000 }, () => large) }),
      token: "issuer",
    });
    expect([status, json.success, received]).to.deep.equal([200, true, [1_000]]);
  });
});
