// The client libraries verify the signatures of answers, behind a proxy that changes them.
import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import {
  createPdaClient,
  type PdaClientOptions,
  PdaError,
  PdaUnverifiedError,
} from "../../clients/typescript/src/index.ts";
import { layout } from "../../src/pki/names.ts";
import { ask } from "../e2e/support/http.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { alone } from "./support/alone.ts";
import { cases, otherKey } from "./support/changes.ts";
import { type Change, ChangingProxy } from "./support/changing-proxy.ts";
import type { Report } from "./support/judge.ts";
import { runProgram } from "./support/run-program.ts";

const run = promisify(execFile);
const clients = join(import.meta.dirname, "../../clients");
const paymentId = "pay_01kf05yaj0fg8rwb8000000001";

describe("answers that the client libraries verify", function () {
  this.timeout(120_000);
  const folder = temporaryDirectory();
  let product: Product;
  let signature: { keyId: string; privateKey: string };
  /** A JSON Web Key Set: the keys of the service, and one more. */
  let pinned: string;
  const proxies: Record<string, ChangingProxy> = {};

  before(async () => {
    product = await sharedProduct();
    const { data: merchant } = await product.client().POST("/api/v1/merchants", { body: { name: "Shop" } });
    const key = callerKey();
    const path = { merchantId: merchant.merchantId };
    const { data } = await product.client().POST("/api/v1/merchants/{merchantId}/public-keys", {
      params: { path },
      body: {
        name: "office",
        scopes: ["payments.read"],
        publicKey: key.publicKey,
        proof: await proofOf(key, product.baseUrl, merchant.merchantId),
      },
    });
    const privateKey = key.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    signature = { keyId: data.publicKeyId, privateKey };
    const { json } = await ask(product, "/.well-known/jwks.json");
    const { keys } = json as unknown as { keys: object[] };
    pinned = JSON.stringify({ keys: [...keys, otherKey] });
    for (const [name, { change }] of Object.entries(cases))
      proxies[name] = await ChangingProxy.start(product, change());
  });
  after(async () => {
    for (const proxy of Object.values(proxies)) await proxy[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  describe("in TypeScript", () => {
    const client = (options: PdaClientOptions) =>
      createPdaClient({ ca: product.ca, signature, retry: { attemptsMax: 1 }, ...options });
    /** Three successes and a refusal. */
    const calls = async (options: PdaClientOptions): Promise<void> => {
      await using api = client(options);
      for (let time = 0; time < 2; time++) await api.GET("/api/v1/server-info");
      await api.GET("/api/v1/payments", {
        params: { query: { orderReference: "a&b c/ü" } },
        headers: { "X-Request-ID": "mine" },
      });
      const path = { paymentId };
      const refusal = await api
        .GET("/api/v1/payments/{paymentId}", { params: { path } })
        .catch((error: unknown) => error);
      if (!(refusal instanceof PdaError) || refusal.status !== 404) throw refusal;
    };
    const failure = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

    for (const [name, { says, pinned: isPinned }] of Object.entries(cases))
      it(`${says ? "are refused" : "are taken"}: ${name}`, async () => {
        const baseUrl = proxies[name]?.url ?? "";
        const error = await failure(calls({ baseUrl, verifyAnswers: isPinned ? pinned : true }));
        if (!says) expect(error).to.equal(undefined);
        else expect(error).to.be.instanceOf(PdaUnverifiedError).with.property("message").that.matches(says);
      });

    const keySets = ({ paths }: ChangingProxy): number =>
      paths.filter((path) => path === "/.well-known/jwks.json").length;

    it("read the published keys once, and again for a key that is not among them", async () => {
      let sign = false;
      const toAnother = cases["another key"]?.change() as Change;
      await using proxy = await ChangingProxy.start(product, (answer, request) =>
        sign ? toAnother(answer, request) : answer,
      );
      await using api = client({ baseUrl: proxy.url, verifyAnswers: true });
      const info = () => api.GET("/api/v1/server-info");
      await Promise.all([info(), info(), info()]);
      await info();
      expect(keySets(proxy)).to.equal(1);
      sign = true;
      expect(await failure(info())).to.be.instanceOf(PdaUnverifiedError);
      expect(keySets(proxy)).to.equal(2);
      sign = false;
      await info();
      expect(keySets(proxy)).to.equal(2);
    });

    it("take documents, and the word that one has not changed", async () => {
      await using api = client({ baseUrl: product.baseUrl, verifyAnswers: true });
      const params = { path: { revocationListId: "root" } };
      const ask = (header: object) =>
        api.DOWNLOAD("/api/v1/verification/crls/{revocationListId}", { params: { ...params, header } });
      const list = await ask({});
      expect((await list.arrayBuffer()).byteLength).to.be.above(100);
      const again = await ask({ "If-None-Match": list.headers.get("ETag") ?? "" });
      expect([again.status, again.headers.has("Content-Type")]).to.deep.equal([304, false]);
    });

    it("repeat what a proxy answers that does not reach the service, and nothing else", async () => {
      const ways: [status: number, attempts: number][] = [
        [200, 1],
        [500, 1],
        [502, 2],
        [503, 2],
      ];
      for (const [status, attempts] of ways) {
        let asked = 0;
        await using proxy = await ChangingProxy.start(product, (answer) => {
          asked += 1;
          return asked === 1 ? { status, headers: {}, body: Buffer.from("no") } : answer;
        });
        await using api = client({
          baseUrl: proxy.url,
          verifyAnswers: pinned,
          retry: { attemptsMax: 2, delayMsMax: 1 },
        });
        const error = await failure(api.GET("/api/v1/server-info"));
        expect([status, asked]).to.deep.equal([status, attempts]);
        if (attempts === 2) expect(error).to.have.nested.property("data.version");
        else expect(error).to.be.instanceOf(PdaUnverifiedError).and.include({ status, address: proxy.url });
      }
    });

    it("tell the idempotency key of a request that may have taken effect", async () => {
      await using api = client({ baseUrl: proxies["no signature left"]?.url ?? "", verifyAnswers: pinned });
      const params = { path: { paymentId }, header: { "Idempotency-Key": "order-1001" } };
      const error = await failure(api.POST("/api/v1/payments/{paymentId}/cancel", { params }));
      expect(error).to.be.instanceOf(PdaUnverifiedError).and.include({ idempotencyKey: "order-1001" });
      expect((error as Error).message).to.match(
        /ask GetOutcome what became of the idempotency key order-1001/,
      );
      const read = await failure(api.GET("/api/v1/server-info"));
      expect(read).to.be.instanceOf(PdaUnverifiedError).and.include({ idempotencyKey: undefined });
    });

    it("end with the caller's signal while others wait for the keys", async () => {
      const aborted = new AbortController();
      await using proxy = await ChangingProxy.start(product, (answer, { address }) => {
        if (address.endsWith("/jwks.json")) aborted.abort(new Error("enough"));
        return answer;
      });
      await using api = client({ baseUrl: proxy.url, verifyAnswers: true });
      const [first, second] = await Promise.all([
        failure(api.GET("/api/v1/server-info", { signal: aborted.signal })),
        failure(api.GET("/api/v1/server-info")),
      ]);
      expect(first).to.have.property("message", "enough");
      expect(second).to.have.nested.property("data.version");
    });

    for (const keys of ["", "{}", '{"keys":[]}', JSON.stringify({ keys: [{ ...otherKey, alg: "ES256" }] })])
      it(`need keys of answers in the key set: ${keys.slice(0, 20)}`, () => {
        expect(() => client({ baseUrl: product.baseUrl, verifyAnswers: keys })).to.throw(
          TypeError,
          /jwks\.json/,
        );
      });
  });

  /** Starts a program that makes the same calls in each case, and expects what it says of them. */
  const judge = (said: Readonly<Record<string, string | undefined>>): void => {
    const wrong = Object.entries(cases).flatMap(([name, { says }]) => {
      const text = said[name];
      const isRight = says
        ? /^(PdaUnverified|\*pda\.Unverified)/.test(text ?? "") && says.test(text ?? "")
        : text === undefined;
      return isRight ? [] : [`${name}: ${text}`];
    });
    expect(wrong).to.deep.equal([]);
  };
  /** The cases as the programs read them, and the environment of their clients. */
  const forPrograms = () => {
    const file = (text: string): string => {
      const path = join(folder.path, randomUUID());
      writeFileSync(path, text);
      return path;
    };
    const keys = file(pinned);
    const tries = Object.entries(cases).map(([name, { pinned: isPinned }]) => ({
      name,
      url: proxies[name]?.url,
      ...(isPinned ? { keys } : {}),
    }));
    return {
      tries: JSON.stringify(tries),
      environment: {
        PDA_CA_FILE: layout(product.pkiDir).root.cert,
        PDA_SIGNATURE_KEY_ID: signature.keyId,
        PDA_SIGNATURE_KEY_FILE: file(signature.privateKey),
      },
    };
  };

  it("in Python, by threads and by asyncio", async function () {
    // With installing the generator.
    this.timeout(600_000);
    if (spawnSync("python3", ["--version"]).status !== 0) this.skip();
    const { tries, environment } = forPrograms();
    const { stdout, stderr } = await alone("python", async () => {
      await run(join(clients, "python/generate"));
      return run(
        join(clients, "python/.venv/bin/python"),
        [join(import.meta.dirname, "verified-answers/verified_answers.py"), tries],
        { env: { PATH: process.env.PATH, PYTHONPATH: join(clients, "python/src"), ...environment } },
      );
    });
    expect(stderr).to.equal("");
    for (const said of JSON.parse(stdout) as Record<string, string>[]) judge(said);
  });

  for (const [language, programs] of Object.entries({ go: ["go"], java: ["java", "mvn"] }))
    it(`in ${language}`, async function () {
      // With building the client.
      this.timeout(900_000);
      if (programs.some((name) => spawnSync("sh", ["-c", 'command -v "$1"', "sh", name]).status !== 0))
        this.skip();
      const { tries, environment } = forPrograms();
      const reports: Report[] = [];
      const settings = { ...environment, PDA_URL: product.baseUrl, PDA_TRY_PROXIES: tries };
      const { problems, said } = await runProgram(
        language,
        settings,
        (each) => reports.push(each),
        "verified",
      );
      expect(problems, said).to.deep.equal([]);
      expect(reports, said).to.have.length(1);
      // Java says before it of which type the error is.
      judge(JSON.parse(reports[0]?.detail?.replace(/^[\w.]+: /, "") ?? "{}") as Record<string, string>);
    });
});
