// The TypeScript client that sends access tokens bound to its key, with a proof for each attempt (RFC 9449).
import { createHash, createPublicKey } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { expect } from "chai";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";
import {
  createPdaClient,
  PdaConnectionError,
  PdaError,
  type PdaClientOptions,
} from "../../clients/typescript/src/index.ts";
import { callerKey } from "../support/access-tokens.ts";
import { AnsweringServer, type Asked, refused, success } from "./support/answering-server.ts";

const yes = { status: 200, body: success({ items: [], nextPageToken: "" }) };
const challenge = (nonce: string) => ({
  status: 401,
  body: refused("SVC-4011"),
  headers: {
    "WWW-Authenticate": 'Bearer realm="pda", DPoP algs="ES256 EdDSA PS256", error="use_dpop_nonce"',
    "DPoP-Nonce": nonce,
  },
});

describe("DPoP of the TypeScript client", () => {
  const token = "eyJ.token.bound";
  let server: AnsweringServer;
  before(async () => {
    server = await AnsweringServer.start();
  });
  after(() => server[Symbol.asyncDispose]());

  const client = (options: PdaClientOptions = {}) =>
    createPdaClient({ baseUrl: server.url, ca: server.ca, retry: { delayMsMax: 1 }, ...options });
  const proofOf = async ({ headers }: Asked) => {
    const proof = await jwtVerify(String(headers.dpop), EmbeddedJWK, { typ: "dpop+jwt", maxTokenAge: 60 });
    return { header: proof.protectedHeader, claims: proof.payload };
  };

  for (const algorithm of ["ES256", "EdDSA", "PS256"] as const)
    it(`proves the key of the token by ${algorithm}, as another library reads it`, async () => {
      const { privateKey, publicKey } = callerKey(algorithm);
      server.prepare(yes);
      await using api = client({ dpop: { accessToken: () => token, privateKey } });
      await api.GET("/api/v1/payments", { params: { query: { pageSize: 2 } } });
      const [asked] = server.asked as [Asked];
      expect(asked.headers.authorization).to.equal(`DPoP ${token}`);
      const { header, claims } = await proofOf(asked);
      expect(Object.keys(header).sort()).to.deep.equal(["alg", "jwk", "typ"]);
      expect(header.alg).to.equal(algorithm);
      const jwk = createPublicKey(publicKey).export({ format: "jwk" });
      expect(header.jwk).to.deep.equal(jwk);
      expect(await calculateJwkThumbprint(header.jwk ?? {})).to.equal(await calculateJwkThumbprint(jwk));
      const { jti, iat, ...rest } = claims;
      expect([typeof jti, typeof iat]).to.deep.equal(["string", "number"]);
      const ath = createHash("sha256").update(token).digest("base64url");
      expect(rest).to.deep.equal({ htm: "GET", htu: `${server.url}/api/v1/payments`, ath });
    });

  it("answers a challenge at once, and keeps the newest nonce", async () => {
    let asks = 0;
    const { privateKey } = callerKey();
    const accessToken = async () => `token-${++asks}`;
    server.prepare(challenge("first"), { ...yes, status: 201, headers: { "DPoP-Nonce": "second" } }, yes);
    await using api = client({ dpop: { accessToken, privateKey }, retry: { attemptsMax: 1 } });
    await api.POST("/api/v1/merchants", { body: { name: "Shop" } });
    await api.GET("/api/v1/payments");
    const proofs = await Promise.all(server.asked.map(proofOf));
    expect(proofs.map(({ claims }) => claims.nonce)).to.deep.equal([undefined, "first", "second"]);
    expect(new Set(proofs.map(({ claims }) => claims.jti)).size).to.equal(3);
    expect(server.asked.map(({ headers }) => headers.authorization)).to.deep.equal([
      "DPoP token-1",
      "DPoP token-2",
      "DPoP token-3",
    ]);
    const [first, second] = server.asked as [Asked, Asked];
    expect(second.headers["idempotency-key"]).to.equal(first.headers["idempotency-key"]);
    expect(second.body).to.equal(first.body);
  });

  it("answers a challenge once, and repeats with another proof for each attempt", async () => {
    const { privateKey } = callerKey();
    const dpop = { accessToken: () => token, privateKey };
    server.prepare(challenge("one"), challenge("two"), yes);
    await using api = client({ dpop });
    const refusal = await api.GET("/api/v1/payments").catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(PdaError).and.include({ status: 401 });
    expect(server.asked).to.have.length(2);

    server.prepare({ status: 503, body: "" }, { status: 503, body: "" }, yes);
    await api.GET("/api/v1/payments");
    const proofs = await Promise.all(server.asked.map(proofOf));
    expect(new Set(proofs.map(({ claims }) => claims.jti)).size).to.equal(3);
    expect(proofs.map(({ claims }) => claims.nonce)).to.deep.equal(["two", "two", "two"]);
  });

  it("takes another 401 with a nonce as the refusal that it is", async () => {
    const { privateKey } = callerKey();
    const expired = { "WWW-Authenticate": 'DPoP error="invalid_token"', "DPoP-Nonce": "one" };
    server.prepare({ ...challenge("one"), headers: expired }, yes);
    await using api = client({ dpop: { accessToken: () => token, privateKey } });
    expect(await api.GET("/api/v1/payments").catch((error: unknown) => error)).to.be.instanceOf(PdaError);
    expect(server.asked).to.have.length(1);
  });

  it("ends the call with the error of the caller's function, before anything is sent", async () => {
    const { privateKey } = callerKey();
    const problem = new Error("the issuer does not answer");
    server.prepare(yes);
    await using api = client({ dpop: { accessToken: () => Promise.reject(problem), privateKey } });
    expect(await api.GET("/api/v1/payments").catch((error: unknown) => error)).to.equal(problem);
    await using none = client({ dpop: { accessToken: () => "a b", privateKey } });
    const refusal = (await none.GET("/api/v1/payments").catch((error: unknown) => error)) as Error;
    expect(refusal).to.be.instanceOf(TypeError);
    expect(refusal.message).to.not.include("a b");
    expect(server.asked).to.have.length(0);
  });

  it("gives the idempotency key when the caller's function fails after something was sent", async () => {
    const { privateKey } = callerKey();
    const problem = new Error("the issuer does not answer");
    let asks = 0;
    const accessToken = () => (++asks % 2 === 1 ? token : Promise.reject(problem));
    await using api = client({ dpop: { accessToken, privateKey } });
    server.prepare({ status: 201, instead: "break" });
    const merchant = { body: { name: "Shop" } };
    const error = await api.POST("/api/v1/merchants", merchant).catch((failure: unknown) => failure);
    expect(server.asked).to.have.length(1);
    const idempotencyKey = server.asked[0]?.headers["idempotency-key"];
    expect(error)
      .to.be.instanceOf(PdaConnectionError)
      .and.include({ reason: "proof", attempts: 1, cause: problem, idempotencyKey });
    expect((error as Error).message)
      .to.include("the issuer does not answer")
      .and.include(`GetOutcome what became of the idempotency key ${String(idempotencyKey)}`);

    server.prepare({ status: 200, instead: "break" });
    expect(await api.GET("/api/v1/payments").catch((failure: unknown) => failure)).to.equal(problem);
    server.prepare(challenge("one"));
    expect(await api.POST("/api/v1/merchants", merchant).catch((failure: unknown) => failure)).to.equal(
      problem,
    );
    expect(server.asked).to.have.length(1);
  });

  it("ends a call and a stream also while the caller's function waits for a token", async () => {
    const { privateKey } = callerKey();
    let asks = 0;
    const accessToken = () => new Promise<string>(() => void asks++);
    await using api = client({ dpop: { accessToken, privateKey } });
    const ending = new AbortController();
    const call = api.GET("/api/v1/payments", { signal: ending.signal }).catch((error: unknown) => error);
    const stream = api.streamEvents();
    const loop = stream[Symbol.asyncIterator]().next();
    while (asks < 2) await sleep(5);
    const why = new Error("the customer has left");
    ending.abort(why);
    await stream.close();
    expect(await Promise.race([call, sleep(5000, "it hangs")])).to.equal(why);
    expect(await Promise.race([loop, sleep(5000, "it hangs")])).to.include({ done: true });
    const already = api.GET("/api/v1/payments", { signal: ending.signal }).catch((error: unknown) => error);
    expect(await Promise.race([already, sleep(5000, "it hangs")])).to.equal(why);
  });

  it("takes the place of an API key, and shows neither token nor key", async () => {
    const { privateKey } = callerKey();
    const dpop = { accessToken: () => token, privateKey };
    expect(() => client({ dpop, apiKey: "pda_key" })).to.throw(TypeError, "one of API key");
    const damaged = privateKey.export({ format: "pem", type: "pkcs8" }).slice(0, 90).toString();
    expect(() => client({ dpop: { ...dpop, privateKey: damaged } }))
      .to.throw(TypeError, "the option dpop cannot be read")
      .and.satisfy((error: Error) => !inspect(error).includes(damaged.slice(30, 80)));
    server.prepare({ status: 401, body: refused("SVC-4011") });
    await using api = client({ dpop });
    const refusal = await api.GET("/api/v1/payments").catch((error: unknown) => error);
    expect(inspect(refusal, { depth: 9 })).to.not.include("eyJ");
  });
});
