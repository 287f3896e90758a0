import { expect } from "chai";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { createPdaClient, PdaError, PdaProtocolError } from "../../clients/typescript/src/index.ts";
import { createRoot, issueLeaf } from "../../src/pki/authority.ts";

interface Seen {
  method: string;
  key: string | undefined;
  body: string;
}

const requestId = "req_1";
const timestamp = "2026-01-15T09:30:00.000Z";
const failure = (errorCode: string) => ({
  success: false,
  status: "aborted",
  requestId,
  timestamp,
  errorCode,
  message: "No.",
  data: {},
  errors: [{ code: errorCode, message: "No.", reason: "WHY" }],
});
const success = {
  success: true,
  status: "created",
  requestId,
  timestamp,
  message: "Yes.",
  data: { paymentId: "pay_1" },
  errors: [],
};

describe("TypeScript client", () => {
  const seen: Seen[] = [];
  let answers: { status: number; body: unknown; headers?: Record<string, string> }[] = [];
  let server: Server;
  let ca: string;
  let baseUrl: string;

  before(async () => {
    const root = await createRoot("client test root", 1);
    const leaf = await issueLeaf(root, {
      commonName: "localhost",
      dns: ["localhost"],
      ip: [],
      usages: ["server"],
      days: 1,
    });
    ca = root.cert;
    server = createServer({ cert: leaf.cert, key: leaf.key, minVersion: "TLSv1.3" }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const key = request.headers["idempotency-key"] as string | undefined;
        seen.push({ method: request.method ?? "", key, body: Buffer.concat(chunks).toString() });
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (!answer || answer.status === 0) return request.socket.destroy();
        response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers });
        return response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => seen.splice(0));
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Creates a payment while the service answers like this, the last answer again and again. */
  async function create(...given: typeof answers) {
    answers = given;
    await using client = createPdaClient({ baseUrl, ca, apiKey: "secret", retry: { delayMsMax: 20 } });
    return await client.POST("/api/v1/payments", {
      body: { amount: "1", assetType: "USDX", merchantId: "mer_1" },
    });
  }
  const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  it("gives the envelope of a success", async () => {
    expect((await create({ status: 201, body: success })).data.paymentId).to.equal("pay_1");
  });

  it("throws a refusal as PdaError with code, status, request id and errors, and does not repeat it", async () => {
    const error = (await refusalOf(create({ status: 409, body: failure("SVC-4091") }))) as PdaError;
    expect(error).to.be.instanceOf(PdaError);
    expect(error).to.include({ errorCode: "SVC-4091", status: 409, requestId, reason: "WHY" });
    expect(error.errors).to.have.length(1);
    expect(seen).to.have.length(1);
  });

  it("repeats what the catalogue calls retryable, with the same Idempotency-Key and body", async () => {
    const answer = await create(
      { status: 503, body: failure("SVC-5030") },
      { status: 409, body: failure("SVC-4092") },
      { status: 0, body: "" },
      { status: 201, body: success },
    );
    expect(answer.success).to.equal(true);
    expect(seen).to.have.length(4);
    expect(new Set(seen.map(({ key }) => key)).size).to.equal(1);
    expect(seen[0]?.key).to.match(/^[0-9a-f-]{36}$/);
    expect(new Set(seen.map(({ body }) => body)).size).to.equal(1);
  });

  it("uses a new key for a new call", async () => {
    await create({ status: 201, body: success });
    await create({ status: 201, body: success });
    expect(new Set(seen.map(({ key }) => key)).size).to.equal(2);
  });

  it("stops after four attempts, and at once when it should wait longer than it will", async () => {
    expect(await refusalOf(create({ status: 503, body: failure("SVC-5030") }))).to.include({
      errorCode: "SVC-5030",
    });
    expect(seen).to.have.length(4);
    seen.splice(0);
    const later = { status: 429, body: failure("SVC-4290"), headers: { "Retry-After": "60" } };
    expect(await refusalOf(create(later))).to.include({ errorCode: "SVC-4290" });
    expect(seen).to.have.length(1);
  });

  it("says when something else than the service answers", async () => {
    expect(await refusalOf(create({ status: 200, body: "{}" }))).to.be.instanceOf(PdaProtocolError);
  });

  it("does not talk to a service whose certificate it cannot trust", async () => {
    answers = [{ status: 200, body: success }];
    const other = await createRoot("another root", 1);
    await using client = createPdaClient({ baseUrl, ca: other.cert, retry: { attemptsMax: 1 } });
    expect(await refusalOf(client.GET("/api/v1/payments"))).to.include({
      name: "PdaConnectionError",
      reason: "certificate",
    });
    expect(seen).to.have.length(0);
  });
});
