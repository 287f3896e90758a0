// The TypeScript client that signs a JWT for each request with a registered key.
import { createPublicKey, type KeyObject } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import { jwtVerify } from "jose";
import { createPdaClient, PdaError, type PdaClientOptions } from "../../clients/typescript/src/index.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { type CallerKey, callerKey } from "../support/access-tokens.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { AnsweringServer, type Asked, refused, success } from "./support/answering-server.ts";

const variables = ["PDA_API_KEY", "PDA_SIGNING_KEY_FILE", "PDA_PUBLIC_KEY_ID"] as const;
const yes = { status: 200, body: success({ items: [], nextPageToken: "" }) };
const pem = (key: CallerKey): string => key.privateKey.export({ format: "pem", type: "pkcs8" }).toString();

describe("registered key of the TypeScript client", () => {
  const folder = temporaryDirectory();
  const publicKeyId = newId("publicKey");
  let server: AnsweringServer;

  before(async () => {
    server = await AnsweringServer.start();
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  afterEach(() => {
    for (const name of variables) delete process.env[name];
  });

  const client = (options: PdaClientOptions = {}) =>
    createPdaClient({ baseUrl: server.url, ca: server.ca, ...options });
  const tokenOf = ({ headers }: Asked): string =>
    /^Bearer (\S+)$/.exec(String(headers.authorization))?.[1] ?? "";
  const verified = (asked: Asked, key: KeyObject | string, audience = server.url) =>
    jwtVerify(tokenOf(asked), typeof key === "string" ? createPublicKey(key) : key, {
      audience,
      issuer: publicKeyId,
      subject: publicKeyId,
      typ: "pda-access+jwt",
      requiredClaims: ["jti", "iat", "exp"],
      maxTokenAge: 300,
    });

  for (const [algorithm, how] of [
    ["ES256", pem],
    ["EdDSA", (key: CallerKey) => Buffer.from(pem(key))],
    ["PS256", (key: CallerKey) => key.privateKey],
  ] as const)
    it(`signs a JWT by ${algorithm} that another library verifies`, async () => {
      const key = callerKey(algorithm);
      server.prepare(yes);
      await using api = client({ publicKey: { publicKeyId, privateKey: how(key) } });
      await api.GET("/api/v1/payments");
      const { protectedHeader, payload } = await verified(server.asked[0] as Asked, key.publicKey);
      expect(protectedHeader).to.deep.equal({ alg: algorithm, typ: "pda-access+jwt", kid: publicKeyId });
      expect(Object.keys(payload).sort()).to.deep.equal(["aud", "exp", "iat", "iss", "jti", "sub"]);
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).to.equal(60);
    });

  it("signs another JWT for each attempt, and keeps the idempotency key", async () => {
    const key = callerKey();
    server.prepare({ status: 503, body: "" }, { status: 503, body: "" }, { status: 201, body: success({}) });
    await using api = client({ publicKey: { publicKeyId, privateKey: pem(key) } });
    await api.POST("/api/v1/merchants", { body: { name: "Shop" } });
    const { asked } = server;
    const ids = await Promise.all(
      asked.map(async (each) => (await verified(each, key.publicKey)).payload.jti),
    );
    expect(new Set(ids).size).to.equal(3);
    expect(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size).to.equal(1);
  });

  it("is named by the environment, for the audience of the option", async () => {
    const key = callerKey("EdDSA");
    const file = join(folder.path, "office.key");
    writeFileSync(file, pem(key));
    process.env.PDA_SIGNING_KEY_FILE = file;
    process.env.PDA_PUBLIC_KEY_ID = publicKeyId;
    server.prepare(yes, yes, yes);
    await using api = client();
    await api.GET("/api/v1/payments");
    await verified(server.asked[0] as Asked, key.publicKey);
    await using elsewhere = client({
      publicKey: { publicKeyId, privateKey: pem(key), audience: "https://pda.example" },
    });
    await elsewhere.GET("/api/v1/payments");
    await verified(server.asked[1] as Asked, key.publicKey, "https://pda.example");
    await using none = client({ publicKey: null });
    await none.GET("/api/v1/payments");
    expect(server.asked[2]?.headers).not.to.have.property("authorization");
    for (const [missing, given] of [
      ["PDA_PUBLIC_KEY_ID", "PDA_SIGNING_KEY_FILE"],
      ["PDA_SIGNING_KEY_FILE", "PDA_PUBLIC_KEY_ID"],
    ] as const) {
      const value = process.env[missing];
      delete process.env[missing];
      expect(() => client(), missing).to.throw(TypeError, `${given} is set without ${missing}`);
      process.env[missing] = value;
    }
  });

  it("cannot be used, and says why without showing the key", () => {
    const key = pem(callerKey());
    const cases: [PdaClientOptions, string][] = [
      [{ publicKey: { publicKeyId: "key_1", privateKey: key } }, "pky_…"],
      [{ publicKey: { publicKeyId, privateKey: key.slice(0, 100) } }, "cannot be read"],
      [{ publicKey: { publicKeyId, privateKey: key }, apiKey: "pda_key" }, "one of API key"],
    ];
    for (const [options, words] of cases) {
      let thrown: unknown;
      try {
        client(options);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.be.instanceOf(TypeError);
      expect(inspect(thrown)).to.include(words).and.not.include(key.slice(30, 80));
    }
  });

  it("is not in the error of a refusal", async () => {
    const key = pem(callerKey());
    server.prepare({ status: 401, body: refused("SVC-4011") });
    await using api = client({ publicKey: { publicKeyId, privateKey: key } });
    try {
      await api.GET("/api/v1/payments");
      expect.fail("accepted");
    } catch (error) {
      expect(error).to.be.instanceOf(PdaError);
      expect(inspect(error, { depth: 9 }))
        .to.not.include("eyJ")
        .and.not.include(key.slice(30, 80));
    }
  });
});
