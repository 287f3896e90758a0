// The TypeScript client: what the conformance scenario cannot show.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect } from "chai";
import {
  createPdaClient,
  PdaConnectionError,
  type PdaClientOptions,
  PdaError,
  PdaProtocolError,
} from "../../clients/typescript/src/index.ts";
import { createRoot } from "../../src/pki/authority.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { AnsweringServer, type Prepared, refused, success } from "./support/answering-server.ts";

const apiKey = "pda_secret_of_the_test";
const body = { amount: "1", assetType: "USDX", merchantId: "mer_1" };
const paid: Prepared = { status: 201, body: success({ paymentId: "pay_1" }) };
const variables = ["PDA_URL", "PDA_API_KEY", "PDA_CA_FILE"];

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("TypeScript client", () => {
  let server: AnsweringServer;
  before(async () => {
    server = await AnsweringServer.start();
  });
  after(() => server[Symbol.asyncDispose]());
  afterEach(() => {
    for (const name of variables) delete process.env[name];
  });

  const client = (options: PdaClientOptions = {}) =>
    createPdaClient({ baseUrl: server.url, ca: server.ca, apiKey, retry: { delayMsMax: 20 }, ...options });
  /** Creates a payment while the service answers like this, the last answer again and again. */
  async function create(answers: Prepared[], options: PdaClientOptions = {}, signal?: AbortSignal) {
    server.prepare(...answers);
    await using api = client(options);
    return await api.POST("/api/v1/payments", { body, ...(signal ? { signal } : {}) });
  }
  const keys = () => server.asked.map(({ headers }) => headers["idempotency-key"]);

  it("gives the envelope of a success", async () => {
    expect((await create([paid])).data.paymentId).to.equal("pay_1");
  });

  it("throws a refusal as PdaError with code, status, request id, reason and Retry-After, and does not repeat it", async () => {
    const answer = { status: 409, body: refused("SVC-4096"), headers: { "Retry-After": "7" } };
    const error = (await failureOf(create([answer]))) as PdaError;
    expect(error).to.be.instanceOf(PdaError);
    expect(error).to.include({ errorCode: "SVC-4096", status: 409, requestId: "req_1", reason: "WHY" });
    expect(error.retryAfter).to.equal(7);
    expect(error.errors).to.have.length(1);
    expect(server.asked).to.have.length(1);
  });

  describe("repeats", () => {
    it("what the catalogue calls retryable and what breaks, with the same Idempotency-Key and body", async () => {
      for (const instead of ["break", "break off"] as const) {
        const answers: Prepared[] = [
          { status: 503, body: refused("SVC-5030") },
          { status: 409, body: refused("SVC-4092") },
          { status: 201, body: paid.body, instead },
          paid,
        ];
        expect((await create(answers)).success).to.equal(true);
        expect(server.asked).to.have.length(4);
        expect(new Set(keys()).size).to.equal(1);
        expect(keys()[0]).to.match(/^[0-9a-f-]{36}$/);
        expect(new Set(server.asked.map((each) => each.body))).to.deep.equal(new Set([JSON.stringify(body)]));
      }
    });

    it("with a new key for a new call, and with the caller's key if there is one", async () => {
      server.prepare(paid);
      await using api = client();
      await api.POST("/api/v1/payments", { body });
      await api.POST("/api/v1/payments", { body });
      await api.POST("/api/v1/payments", { body, params: { header: { "Idempotency-Key": "mine" } } });
      await api.GET("/api/v1/payments");
      expect(new Set(keys()).size).to.equal(4);
      expect(keys().slice(2)).to.deep.equal(["mine", undefined]);
    });

    it("at most three times, and not at all when it should wait longer than it will", async () => {
      const call = create([{ status: 503, body: refused("SVC-5030") }]);
      expect(await failureOf(call)).to.include({ errorCode: "SVC-5030" });
      expect(server.asked).to.have.length(4);
      const later = { status: 429, body: refused("SVC-4290"), headers: { "Retry-After": "60" } };
      expect(await failureOf(create([later]))).to.include({ errorCode: "SVC-4290", retryAfter: 60 });
      expect(server.asked).to.have.length(1);
    });

    it("after the wait that doubles, or that Retry-After asks for", async () => {
      const busy = { status: 503, body: refused("SVC-5030") };
      const elapsed = async (answers: Prepared[]): Promise<number> => {
        const start = performance.now();
        await create(answers, { retry: { delayMsMax: 5000 } });
        return performance.now() - start;
      };
      // At least half of 100, 200 and 400 ms.
      expect(await elapsed([busy, busy, busy, paid])).to.be.above(345);
      expect(await elapsed([{ ...busy, headers: { "Retry-After": "1" } }, paid])).to.be.above(990);
    });

    it("an unknown code as its HTTP status says", async () => {
      for (const [status, times] of [
        [502, 2],
        [503, 2],
        [504, 2],
        [500, 1],
        [409, 1],
      ] as const) {
        await failureOf(create([{ status, body: refused("SVC-5999") }, paid]));
        expect(server.asked, `${status}`).to.have.length(times);
      }
    });

    it("a temporary error of a proxy, but no other answer without an envelope", async () => {
      const page = "<html>Bad gateway</html>";
      for (const [status, times] of [
        [502, 4],
        [500, 1],
        [404, 1],
      ] as const) {
        const error = await failureOf(create([{ status, body: page }]));
        expect(error).to.be.instanceOf(PdaProtocolError).and.include({ status, address: server.url });
        expect(server.asked, `${status}`).to.have.length(times);
      }
    });
  });

  it("tells the key of each request whose effect is uncertain, also when a proxy or the service answered", async () => {
    for (const body of [
      "<html>Gateway time-out</html>",
      refused("SVC-5040"),
      { success: false, errors: null },
    ]) {
      const error = await failureOf(
        create([{ status: 504, body }], { retry: { attemptsMax: 2, delayMsMax: 1 } }),
      );
      expect(error).to.have.property("idempotencyKey", keys()[0]);
      expect(error).to.be.instanceOf(
        typeof body === "object" && "errorCode" in body ? PdaError : PdaProtocolError,
      );
    }
    server.prepare({ status: 200, body: "<html>Welcome</html>" });
    await using api = createPdaClient({ baseUrl: server.url, ca: server.ca, apiKey: "key" });
    const read = await api.GET("/api/v1/payments").catch((error: unknown) => error);
    expect(read).to.be.instanceOf(PdaProtocolError).and.have.property("idempotencyKey", undefined);
  });

  describe("ends a call", () => {
    it("whose attempts all time out, and says how to learn the outcome", async () => {
      const silent: Prepared = { status: 200, instead: "silence" };
      const call = create([silent], { timeoutMs: 50, retry: { attemptsMax: 2, delayMsMax: 20 } });
      const error = (await failureOf(call)) as PdaConnectionError;
      expect(error).to.be.instanceOf(PdaConnectionError);
      expect(error).to.include({ reason: "timeout", attempts: 2, address: server.url });
      expect(error.idempotencyKey).to.equal(keys()[0]);
      expect(error.message)
        .to.include(server.url)
        .and.include("GetOutcome")
        .and.include(error.idempotencyKey);
      expect(server.asked.map(({ headers }) => headers["request-timeout"])).to.deep.equal(["0.05", "0.05"]);
    });

    it("at the caller's signal, with the caller's reason, while it waits for an answer or for a repeat", async () => {
      const answers: Prepared[] = [
        { status: 200, instead: "silence" },
        { status: 503, body: refused("SVC-5030"), headers: { "Retry-After": "4" } },
      ];
      for (const answer of answers) {
        const reason = new Error("the customer has left");
        const controller = new AbortController();
        setTimeout(() => controller.abort(reason), 100);
        const start = performance.now();
        const call = create([answer], { retry: { delayMsMax: 5000 } }, controller.signal);
        expect(await failureOf(call)).to.equal(reason);
        expect(performance.now() - start).to.be.below(2000);
        expect(server.asked).to.have.length(1);
      }
    });

    it("at once when it cannot trust the certificate, and sends nothing", async () => {
      const other = await createRoot("another root", 1);
      const error = await failureOf(create([paid], { ca: other.cert }));
      expect(error).to.be.instanceOf(PdaConnectionError).and.include({ reason: "certificate", attempts: 1 });
      expect((error as Error).message).to.include("PDA_CA_FILE");
      expect(server.asked).to.have.length(0);
    });

    it("and says what is wrong with a certificate whose root it trusts", async () => {
      const dayMs = 86_400_000;
      for (const [certificate, advice] of [
        [{ host: "other.example" }, /not in the cert's altnames.*; check the host of the option baseUrl/],
        [{ now: new Date(Date.now() - 2 * dayMs) }, /has expired; check the clock of this machine/],
        [{ now: new Date(Date.now() + dayMs) }, /not yet valid; check the clock of this machine/],
      ] as const) {
        await using wrong = await AnsweringServer.start(certificate);
        await using api = client({ baseUrl: wrong.url, ca: wrong.ca });
        const error = await failureOf(api.GET("/api/v1/payments"));
        expect(error)
          .to.be.instanceOf(PdaConnectionError)
          .and.include({ reason: "certificate", attempts: 1 });
        expect((error as Error).message)
          .to.match(advice)
          .and.not.include("PDA_CA_FILE");
        expect(wrong.asked).to.have.length(0);
      }
    });
  });

  it("follows no redirect, so that the key does not travel", async () => {
    const elsewhere = { status: 307, headers: { Location: `${server.url}/elsewhere` } };
    const error = (await failureOf(create([elsewhere]))) as Error;
    expect(error).to.be.instanceOf(PdaProtocolError);
    expect(error.message).to.include("/elsewhere");
    expect(server.asked).to.have.length(1);
  });

  it("refuses a parameter with which the path is another operation's", async () => {
    server.prepare(paid);
    await using api = client();
    const calls = ["", ".", "..", undefined].map((deviceId) =>
      api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}/revoke", {
        params: { path: { publisherId: "pub_1", assetId: "ast_1", deviceId: deviceId as string } },
        body: { reason: "lost" },
      }),
    );
    const without = api.GET("/api/v1/payments/{paymentId}", {} as never);
    for (const call of [...calls, without])
      expect(await failureOf(call))
        .to.be.instanceOf(TypeError)
        .and.include({ name: "TypeError" });
    expect(server.asked).to.have.length(0);
    await api.GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId: "../x?y" } } });
    expect(server.asked[0]?.url).to.equal("/api/v1/payments/..%2Fx%3Fy");
  });

  it("takes a base address with slashes at its end", async () => {
    await create([paid], { baseUrl: `${server.url}/behind//` });
    expect(server.asked[0]?.url).to.equal("/behind/api/v1/payments");
  });

  it("shows the key nowhere", async () => {
    await using api = client();
    const errors = [
      await failureOf(create([{ status: 401, body: refused("SVC-4011") }])),
      await failureOf(create([{ status: 200, body: "{}" }])),
      await failureOf(create([{ status: 200, instead: "break" }])),
      await failureOf(Promise.resolve().then(() => client({ apiKey: `${apiKey}\n` }))),
    ];
    expect(errors.map((error) => (error as Error).name)).to.deep.equal([
      "PdaError",
      "PdaProtocolError",
      "PdaConnectionError",
      "TypeError",
    ]);
    for (const thing of [api, ...errors]) {
      expect(inspect(thing, { depth: null, showHidden: true })).to.not.include(apiKey);
      expect(JSON.stringify(thing)).to.not.include(apiKey);
    }
  });

  describe("downloads", () => {
    const path = "/api/v1/merchants/{merchantId}/statement/csv";
    const download = async (answer: Prepared): Promise<Response> => {
      server.prepare(answer);
      await using api = client();
      const query = { assetType: "USDX", fromTime: "2026-01-01T00:00:00Z" };
      return await api.DOWNLOAD(path, { params: { path: { merchantId: "mer_1" }, query } });
    };
    const headers = { "Content-Type": "text/csv", "X-Request-ID": "req_1" };

    it("what is no envelope, as it came", async () => {
      const answer = await download({ status: 200, body: "a,b\r\n", headers });
      expect(await answer.text()).to.equal("a,b\r\n");
      expect(answer.headers.get("Content-Type")).to.equal("text/csv");
      expect(server.asked[0]?.headers.accept).to.equal("*/*");
    });

    it("but not what is refused, or what another server says", async () => {
      expect(await failureOf(download({ status: 403, body: refused("SVC-4030") }))).to.be.instanceOf(
        PdaError,
      );
      const { "X-Request-ID": _, ...foreign } = headers;
      const error = await failureOf(download({ status: 200, body: "<html>", headers: foreign }));
      expect(error).to.be.instanceOf(PdaProtocolError);
    });
  });

  describe("takes from the environment what no option says", () => {
    it("address, key and root certificate", async () => {
      using folder = temporaryDirectory();
      const file = join(folder.path, "root.crt");
      writeFileSync(file, server.ca);
      Object.assign(process.env, { PDA_URL: server.url, PDA_API_KEY: "from_env", PDA_CA_FILE: file });
      server.prepare(paid);
      for (const options of [{}, { apiKey }, { apiKey: "" }]) {
        await using api = createPdaClient(options);
        await api.GET("/api/v1/payments");
      }
      expect(server.asked.map(({ headers }) => headers.authorization)).to.deep.equal([
        "Bearer from_env",
        `Bearer ${apiKey}`,
        undefined,
      ]);
      await using api = createPdaClient({ ca: "", retry: { attemptsMax: 1 } });
      expect(await failureOf(api.GET("/api/v1/payments"))).to.include({ reason: "certificate" });
    });

    it("and says which option or variable cannot be used", () => {
      const cases: [PdaClientOptions, RegExp][] = [
        [{}, /https:\/\/.*baseUrl.*PDA_URL/],
        [{ baseUrl: "http://localhost:8443" }, /https:\/\//],
        [{ baseUrl: server.url.replace("://", "://me:word@") }, /^(?!.*word@).*without user/],
        [{ baseUrl: `${server.url}/?a=b` }, /without user, query and fragment/],
        [{ baseUrl: `${server.url}#` }, /without user, query and fragment/],
        [{ baseUrl: server.url, ca: "/etc/root.crt" }, /ca must be the text of certificates in PEM/],
        [{ baseUrl: server.url, timeoutMs: 0 }, /timeoutMs/],
        [{ baseUrl: server.url, timeoutMs: 0.5 }, /timeoutMs/],
        [{ baseUrl: server.url, retry: { attemptsMax: 0 } }, /attemptsMax/],
        [{ baseUrl: server.url, retry: { delayMsMax: -1 } }, /delayMsMax/],
        [{ baseUrl: server.url, retry: { delayMsMax: Number.NaN } }, /delayMsMax/],
      ];
      for (const [options, message] of cases)
        expect(() => createPdaClient(options), inspect(options)).to.throw(TypeError, message);
      process.env.PDA_CA_FILE = "/no/such/file";
      expect(() => createPdaClient({ baseUrl: server.url })).to.throw(TypeError, /PDA_CA_FILE.*no such file/);
    });
  });
});
