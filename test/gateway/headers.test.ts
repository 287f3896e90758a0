import { expect } from "chai";
import {
  GetStatusListResponse,
  GetVerificationKeysResponse,
} from "../../gen/ts/pda/verification/v1/record_service.ts";
import { created, got, PAYMENT_ID, paymentBody } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

describe("headers", () => {
  let rig: Rig;
  let token: string;
  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    token = rig.allow("good");
    rig.core.on("CreatePayment", created);
    rig.core.on("GetPayment", got);
  });
  const get = (headers: Record<string, string | string[]>) =>
    rig.ask(`/api/v1/payments/${PAYMENT_ID}`, { token, headers });
  const post = (headers: Record<string, string | string[]>) =>
    rig.ask("/api/v1/payments", { token, headers, body: paymentBody });

  it("X-Request-ID goes to the core and back, in body and header", async () => {
    const { headers, json } = await get({ "x-request-id": "order-7/retry-2" });
    expect([headers["x-request-id"], json.requestId]).to.deep.equal(["order-7/retry-2", "order-7/retry-2"]);
    expect(rig.core.operationCalls[0]?.requestId).to.equal("order-7/retry-2");
  });

  it("X-Request-ID is made when it is missing, malformed, given twice, or the service made it at another time", async () => {
    for (const given of ["x".repeat(129), "a b", ["one", "two"], "req_01h2xcejqtf2nbrexx3vqjhp41"]) {
      const { headers, json } = await get({ "x-request-id": given });
      expect(json.requestId).to.match(/^req_/).and.not.equal(given);
      expect(headers["x-request-id"]).to.equal(json.requestId);
    }
  });

  it("Idempotency-Key goes to the core as it is", async () => {
    await post({ "idempotency-key": '"8e03978e-40d5-43dd-bc93-6894a57f9324"' });
    await post({});
    expect(rig.core.operationCalls.map(({ idempotencyKey }) => idempotencyKey)).to.deep.equal([
      '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
      undefined,
    ]);
  });

  it("Idempotency-Key is refused when it is malformed or given twice", async () => {
    for (const given of ["k".repeat(256), "two words", ["a", "b"]]) {
      const { status, json } = await post({ "idempotency-key": given });
      expect([status, json.errorCode]).to.deep.equal([400, "SVC-4004"]);
    }
    expect(rig.core.operationCalls).to.have.length(0);
  });

  it("Idempotency-Key plays no part where nothing is changed", async () => {
    expect((await get({ "idempotency-key": "two words" })).status).to.equal(200);
    expect(rig.core.operationCalls[0]?.idempotencyKey).to.equal(undefined);
  });

  it("Request-Timeout shortens the deadline of the core, and never lengthens it", async () => {
    await get({ "request-timeout": "5" });
    await get({ "request-timeout": "9999" });
    await get({});
    const [short, long, none] = rig.core.operationCalls.map(({ remainingMs }) => remainingMs) as [
      number,
      number,
      number,
    ];
    expect(short).to.be.within(1, 5000);
    for (const value of [long, none]) expect(value).to.be.within(5001, 30_000);
  });

  it("Request-Timeout that says nothing is refused", async () => {
    for (const given of ["0", "-1", "soon", "1e3"]) {
      const { status, json } = await get({ "request-timeout": given });
      expect([status, json.errors[0]?.field]).to.deep.equal([400, "Request-Timeout"]);
    }
  });

  it("of every answer keep it out of caches, frames and guesses, and do not name the software", async () => {
    for (const path of [`/api/v1/payments/${PAYMENT_ID}`, "/api/v1/nothing"]) {
      const { headers } = await rig.ask(path, { token });
      expect(headers).to.include({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy":
          "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers).to.not.have.any.keys("x-powered-by", "server", "access-control-allow-origin");
    }
  });

  it("keep browsers from guessing and framing a bare document, too, also where it has not changed", async () => {
    const keySet = { keySet: { keys: [] } };
    const statusList = { listId: "", uri: "", token: "a.b.c", timeToLiveSeconds: 300, entityTag: "1" };
    rig.core.on("GetVerificationKeys", () => GetVerificationKeysResponse.encode(keySet).finish());
    rig.core.on("GetStatusList", () => GetStatusListResponse.encode({ statusList }).finish());
    const accept = "application/statuslist+jwt";
    const list = "/api/v1/verification/status-lists/assets-0";
    const answers = [
      await rig.ask("/.well-known/jwks.json"),
      await rig.ask(list, { headers: { accept } }),
      await rig.ask(list, { headers: { accept, "if-none-match": 'W/"1"' } }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 304]);
    for (const { headers } of answers)
      expect(headers).to.include({
        "x-content-type-options": "nosniff",
        "content-security-policy":
          "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      });
  });

  it("bind callers to TLS in production mode, and not in sandbox mode", async () => {
    expect((await rig.ask("/healthz")).headers["strict-transport-security"]).to.equal(undefined);
    await using production = await Rig.start({ config: { mode: "production" } });
    const policy = "max-age=31536000; includeSubDomains";
    expect((await production.ask("/healthz")).headers["strict-transport-security"]).to.equal(policy);
    using connection = await RawConnection.open(production);
    connection.write("no HTTP\r\n\r\n");
    expect(parseAnswer(await connection.rest()).head).to.contain(`Strict-Transport-Security: ${policy}`);
  });

  describe("that are no HTTP", () => {
    const requests: [string, string, string][] = [
      ["no request at all", "hello\r\n\r\n", "MALFORMED_HTTP"],
      ["a target without a method", "/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "MALFORMED_HTTP"],
      ["a method and no more", "hello\r\nHost: localhost\r\n\r\n", "MALFORMED_HTTP"],
      [
        "two lengths",
        "POST /api/v1/payments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "MALFORMED_HTTP",
      ],
      [
        "length and chunks",
        "POST /api/v1/payments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "MALFORMED_HTTP",
      ],
      ["a header without a colon", "GET / HTTP/1.1\r\nHost: localhost\r\nnothing\r\n\r\n", "MALFORMED_HTTP"],
      [
        "chunks that are not the last coding",
        "POST /api/v1/payments HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        "MALFORMED_HTTP",
      ],
      ["no host", "GET /healthz HTTP/1.1\r\nConnection: keep-alive\r\n\r\n", "HOST_MISSING"],
      ["two hosts", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nhOST: localhost\r\n\r\n", "HOST_REPEATED"],
      ["HTTP/2.0 in this form", "GET /healthz HTTP/2.0\r\nHost: localhost\r\n\r\n", "MALFORMED_HTTP"],
      ["HTTP/0.9 in this form", "GET /healthz HTTP/0.9\r\nHost: localhost\r\n\r\n", "MALFORMED_HTTP"],
      [
        "two hosts in HTTP/1.0",
        "GET /healthz HTTP/1.0\r\nHost: localhost\r\nHost: y\r\n\r\n",
        "HOST_REPEATED",
      ],
      ["a host that is none", "GET /healthz HTTP/1.1\r\nHost: x/y\r\n\r\n", "HOST_MALFORMED"],
    ];
    it("get 405 and the connection closed: CONNECT", async () => {
      using connection = await RawConnection.open(rig);
      connection.write("CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n");
      const { status, head, json } = parseAnswer(await connection.rest());
      expect([status, json.errorCode]).to.deep.equal([405, "SVC-4050"]);
      expect(head).to.match(/^Allow: ?$/m);
    });

    it("get 405 behind a large answer, which arrives whole: CONNECT", async () => {
      using connection = await RawConnection.open(rig);
      connection.write(
        "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n",
      );
      const [first = "", second = ""] = (await connection.rest()).split(/(?=HTTP\/1\.1 405)/);
      const [head = "", body = ""] = first.split("\r\n\r\n");
      expect(head).to.match(/^HTTP\/1\.1 200 /);
      expect(Buffer.byteLength(body)).to.equal(Number(/content-length: (\d+)/i.exec(head)?.[1]));
      expect(parseAnswer(second).status).to.equal(405);
    });

    it("are served when they name a host as it may be named, or in HTTP/1.0 none", async () => {
      const hosts = [
        "HTTP/1.1\r\nHost:",
        "HTTP/1.1\r\nHost: [::1]:443",
        "HTTP/1.1\r\nHost: localhost:1",
        "HTTP/1.0",
      ];
      for (const host of hosts) {
        using connection = await RawConnection.open(rig);
        connection.write(`GET /healthz ${host}\r\nConnection: close\r\n\r\n`);
        expect(parseAnswer(await connection.rest()).status, host).to.equal(200);
      }
    });

    for (const [what, text, reason] of requests) {
      it(`get 400 and the connection closed: ${what}`, async () => {
        using connection = await RawConnection.open(rig);
        connection.write(text);
        const { status, json } = parseAnswer(await connection.rest());
        expect([status, json.errorCode, json.errors?.[0]?.reason]).to.deep.equal([400, "SVC-4000", reason]);
      });
    }

    it("get 431 when there are more than a hundred", async () => {
      const answerTo = async (count: number) => {
        using connection = await RawConnection.open(rig);
        connection.write(
          `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${"X-A: b\r\n".repeat(count - 2)}\r\n`,
        );
        return parseAnswer(await connection.rest());
      };
      expect((await answerTo(100)).status).to.equal(200);
      const { status, json } = await answerTo(101);
      expect([status, json.errorCode, json.errors?.[0]?.reason]).to.deep.equal([
        431,
        "SVC-4310",
        "TOO_MANY_HEADERS",
      ]);
      expect((await answerTo(500)).status).to.equal(431);
    });

    it("are understood in absolute form (RFC 9112 section 3.2.2)", async () => {
      using connection = await RawConnection.open(rig);
      connection.write(
        "GET https://localhost/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      );
      expect(parseAnswer(await connection.rest()).status).to.equal(200);
    });
  });
});
