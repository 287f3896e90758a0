// Answers that the gateway signs (RFC 9421) for callers that ask, verified without the code that signs.
import { generateKeyPairSync, hash, verify } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { LeaseAnswerKeyResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import { GetVerificationKeysResponse } from "../../gen/ts/pda/verification/v1/record_service.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { unhandledDuring } from "../support/unhandled.ts";
import { ASSET_ID, asset } from "./support/answers.ts";
import { type Ask, type Reply, Rig } from "./support/rig.ts";

const path = `/api/v1/assets/${ASSET_ID}`;
const wanted = {
  "accept-signature": 'answer=("@status" "content-digest" "@method";req);created;keyid="key-1"',
};

describe("signed answers", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let rig: Rig;
  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig[Symbol.asyncDispose]());
  const lease = (from: Rig, keyId = "key-1", afterMs = 0) =>
    from.core.on("LeaseAnswerKey", async () => {
      await setTimeout(afterMs);
      return LeaseAnswerKeyResponse.encode({
        keyId,
        privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
      }).finish();
    });
  beforeEach(() => {
    rig.core.reset();
    lease(rig);
    rig.core.on("GetAsset", asset);
  });

  interface Sent {
    readonly method: string;
    readonly target: string;
    readonly requestId?: string;
    readonly signature?: string;
  }
  /** Verifies the signature of an answer as a caller does that knows what it has sent. Returns the parameters. */
  const verified = (
    reply: Reply,
    { method, target, requestId, signature }: Sent,
    label = "answer",
  ): string => {
    const { headers, status, text } = reply;
    expect(headers["content-digest"]).to.equal(`sha-256=:${hash("sha256", text, "base64")}:`);
    const [, params = "", names = ""] =
      new RegExp(`^${label}=(\\(([^)]*)\\).*)$`).exec(headers["signature-input"] ?? "") ?? [];
    const values: Record<string, string | undefined> = {
      '"@status"': String(status),
      '"content-digest"': headers["content-digest"],
      '"content-type"': headers["content-type"],
      '"@method";req': method,
      '"@target-uri";req': target,
      '"signature";req': signature,
      '"x-request-id";req': requestId,
    };
    const base = [
      ...names.split(" ").map((name) => `${name}: ${values[name]}`),
      `"@signature-params": ${params}`,
    ];
    const bytes = Buffer.from(headers.signature?.slice(label.length + 2, -1) ?? "", "base64");
    const key = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
    expect(verify("sha256", Buffer.from(base.join("\n")), key, bytes), base.join("\n")).to.equal(true);
    expect(names).to.contain('"@status" "content-digest"').and.to.contain('"@method";req "@target-uri";req');
    return params;
  };
  const ask = (to: string, sent: Ask = {}): Promise<Reply> =>
    rig.ask(to, { ...sent, headers: { ...wanted, ...sent.headers } });
  const target = (to: string) => rig.gateway.url + to;

  it("name status, content, and the request that they answer", async () => {
    const reply = await ask(path, { headers: { "x-request-id": "one" } });
    expect(reply.status).to.equal(200);
    const params = verified(reply, { method: "GET", target: target(path), requestId: "one" });
    expect(params).to.contain('"content-type"').and.to.contain('"x-request-id";req');
    expect(params).to.match(/;created=\d{10};keyid="key-1";tag="pda-answer"$/);
    expect(Number(/created=(\d+)/.exec(params)?.[1])).to.be.closeTo(Date.now() / 1000, 30);
  });

  it("name the nonce of the caller, under the caller's label", async () => {
    const reply = await ask(path, { headers: { "accept-signature": 'mine=("@status");nonce="abc-123"' } });
    expect(verified(reply, { method: "GET", target: target(path) }, "mine")).to.contain(';nonce="abc-123"');
  });

  it("name the key for a caller that asks which one it is", async () => {
    const reply = await ask(path, { headers: { "accept-signature": 'sig=("@status");created;keyid' } });
    expect(verified(reply, { method: "GET", target: target(path) }, "sig")).to.contain(';keyid="key-1"');
  });

  it("name the signature of the request, also of one that is refused", async () => {
    const signature = "sig=:AAAA:";
    const reply = await ask(path, { headers: { signature, "signature-input": 'sig=("@method")' } });
    expect(reply.status).to.equal(401);
    const params = verified(reply, { method: "GET", target: target(path), signature });
    expect(params).to.contain('"signature";req');
  });

  for (const [what, to, status, sent] of [
    ["an unknown path", "/api/v1/nothing", 404, {}],
    ["another method", path, 405, { method: "DELETE" }],
    ["a missing credential", "/api/v1/payments", 401, {}],
    ["a missing body", "/api/v1/payments", 400, { method: "POST", token: "shop" }],
  ] as const)
    it(`are those of refusals, too: ${what}`, async () => {
      rig.allow("shop");
      const reply = await ask(to, sent);
      expect(reply.status).to.equal(status);
      verified(reply, { method: (sent as Ask).method ?? "GET", target: target(to) });
    });

  it("are those of failures of the tiers behind the gateway", async () => {
    rig.core.on("GetAsset", () => {
      throw new Failure("OVERLOADED");
    });
    const reply = await ask(path);
    expect(reply.status).to.equal(503);
    verified(reply, { method: "GET", target: target(path) });
  });

  it("are those of documents and of HEAD, too", async () => {
    rig.core.on("GetVerificationKeys", () =>
      GetVerificationKeysResponse.encode({ keySet: { keys: [] } }).finish(),
    );
    const keys = await ask("/.well-known/jwks.json");
    expect(keys.headers["content-type"]).to.equal("application/jwk-set+json");
    verified(keys, { method: "GET", target: target("/.well-known/jwks.json") });
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, head.text]).to.deep.equal([200, ""]);
    verified(head, { method: "HEAD", target: target(path) });
  });

  it("ask the core once for many answers, and not at all for callers that want none", async () => {
    await using other = await Rig.start();
    lease(other);
    other.core.on("GetAsset", asset);
    const leases = () => other.core.calls.filter((call) => call.path.endsWith("LeaseAnswerKey"));
    const plain = await other.ask(path);
    expect(plain.headers).to.not.have.any.keys("signature", "signature-input", "content-digest");
    expect(leases()).to.have.length(0);
    const replies = await Promise.all(Array.from({ length: 20 }, () => other.ask(path, { headers: wanted })));
    for (const reply of replies) expect(reply.headers).to.have.property("signature");
    expect(leases()).to.have.length(1);
  });

  it("follow a rotation at once after a pause, and go on with the last key while no core gives one", async () => {
    await using other = await Rig.start();
    other.core.on("GetAsset", asset);
    const now = performance.now.bind(performance);
    const keyIdAfter = async (ms: number) => {
      performance.now = () => now() + ms;
      const { headers } = await other.ask(path, {
        headers: { "accept-signature": 'sig=("@status");created' },
      });
      return /keyid="([^"]*)"/.exec(headers["signature-input"] ?? "")?.[1];
    };
    try {
      lease(other, "old");
      expect(await keyIdAfter(0)).to.equal("old");
      lease(other, "new", 100);
      expect(await keyIdAfter(1_000), "the key is fresh").to.equal("old");
      expect(await keyIdAfter(60_000)).to.equal("new");
      other.core.on("LeaseAnswerKey", () => {
        throw new Failure("SIGNING_KEY_UNAVAILABLE");
      });
      const leases = () => other.core.calls.filter((call) => call.path.endsWith("LeaseAnswerKey")).length;
      const before = leases();
      expect(await keyIdAfter(120_000)).to.equal("new");
      expect(await keyIdAfter(121_000)).to.equal("new");
      expect(leases() - before, "asked once, then a pause").to.equal(1);
      expect(await keyIdAfter(400_000)).to.equal(undefined);
    } finally {
      performance.now = now;
    }
  });

  it("whose key comes after the deadline leave the gateway running, also when the credential is then refused", async () => {
    await using late = await Rig.start();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    late.core.on("LeaseAnswerKey", async () => {
      await held;
      throw new Failure("SIGNING_KEY_UNAVAILABLE");
    });
    const unhandled = await unhandledDuring(async () => {
      const headers = { ...wanted, "request-timeout": "0.001" };
      const asked = late.ask("/api/v1/payments", { token: "pda_guess", headers });
      while (late.core.calls.length === 0) await setTimeout(5);
      release();
      const { status, json } = await asked;
      expect([status, json.errorCode]).to.deep.equal([504, "SVC-5040"]);
      // Shares the question about the credential.
      expect((await late.ask("/api/v1/payments", { token: "pda_guess" })).status).to.equal(401);
    });
    expect(unhandled).to.deep.equal([]);
  });

  for (const [what, header] of [
    ["another key", 'sig=("@status");keyid="other"'],
    ["another algorithm", 'sig=("@status");alg="ed25519"'],
    ["another tag", 'sig=("@status");tag="other"'],
    ["an end", 'sig=("@status");expires'],
    ["a component that is not covered", 'sig=("@status" "date")'],
    ["a component of the request that it lacks", 'sig=("signature";req)'],
    ["two signatures", 'a=("@status"), b=("@status")'],
    ["a nonce that would leave its quotation marks", 'sig=("@status");nonce="a\\"b"'],
    ["no list", "sig=1"],
    ["no structured field", "sig=(((("],
    ["very much", `sig=(${'"@status" '.repeat(200)})`],
  ] as const)
    it(`are left out for a caller that wants ${what}`, async () => {
      const reply = await ask(path, { headers: { "accept-signature": header } });
      expect(reply.status).to.equal(200);
      expect(reply.headers).to.not.have.any.keys("signature", "signature-input");
    });

  it("are left out, not held up, when no core gives the key", async () => {
    await using alone = await Rig.start();
    alone.core.on("GetAsset", asset);
    alone.core.on("LeaseAnswerKey", () => {
      throw new Failure("SIGNING_KEY_UNAVAILABLE");
    });
    const reply = await alone.ask(path, { headers: wanted });
    expect(reply.status).to.equal(200);
    expect(reply.headers).to.not.have.any.keys("signature", "signature-input");
  });
});
