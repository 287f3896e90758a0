// One quota for a caller, whichever gateways it comes through: three real gateways on one core, and the core itself.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import pg from "pg";
import { pino } from "pino";
import { Agent, request as send } from "undici";
import { GetPaymentRequest } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { loadConfig } from "../../src/config.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { type Gateway, startGateway } from "../../src/gateway/server.ts";
import { Product } from "../support/product.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { eventually, service } from "./support/scene.ts";

/** Buckets that take five seconds to fill. */
const PER_SECOND = 20;
const CAPACITY = 100;
/** Those of an address without a credential, by default. */
const ANONYMOUS_PER_SECOND = 100;
const ANONYMOUS_CAPACITY = 200;
const TENANT_PER_SECOND = 30;
const TENANT_CAPACITY = 150;
/** Requests of one gateway at once. */
const AT_ONCE = 6;

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly reason: string | undefined;
}

describe("quotas", function () {
  this.timeout(120_000);
  let product: Product;
  const gateways: Gateway[] = [];
  const agents = new Map<string, Agent>();
  let fronts: string[];

  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: String(PER_SECOND),
      PDA_GATEWAY_RATE_BURST: String(CAPACITY),
      PDA_GATEWAY_RATE_TENANT_REQUESTS_PER_SECOND: String(TENANT_PER_SECOND),
      PDA_GATEWAY_RATE_TENANT_BURST: String(TENANT_CAPACITY),
    });
    const ports = { PDA_GATEWAY_PORT: "0", PDA_GATEWAY_METRICS_PORT: "0", PDA_GATEWAY_HEALTH_PORT: "0" };
    const config = loadConfig({ env: { ...product.settings, ...ports }, cwd: product.folder });
    for (let count = 0; count < 2; count += 1) {
      const gateway = await startGateway(config, { log: pino({ level: "silent" }), probes: false });
      gateways.push(gateway);
      await eventually("a gateway", () => gateway.isReady());
    }
    fronts = [product.baseUrl, ...gateways.map(({ port }) => `https://localhost:${port}`)];
  });
  after(async () => {
    await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await product?.stop();
  });

  const ask = async (front: string, key: string, path = "/api/v1/server-info", from = "127.0.0.1") => {
    const agent =
      agents.get(from) ?? new Agent({ connect: { ca: product.ca }, localAddress: from, connections: 50 });
    agents.set(from, agent);
    const { statusCode, headers, body } = await send(`${front}${path}`, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await body.text();
    const reason = statusCode < 400 ? undefined : JSON.parse(text).errors[0]?.reason;
    return { status: statusCode, headers, reason } satisfies Answer;
  };

  const merchantWithKeys = async (count: number): Promise<{ merchantId: string; keys: string[] }> => {
    const operator = product.client();
    const { merchantId } = (await operator.POST("/api/v1/merchants", { body: { name: "Shop" } })).data;
    const keys: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const made = await operator.POST("/api/v1/merchants/{merchantId}/api-keys", {
        params: { path: { merchantId } },
        body: { name: `till ${number}`, scopes: ["payments.read"] },
      });
      keys.push(made.data.secret);
    }
    return { merchantId, keys };
  };
  const newKey = async (): Promise<string> => (await merchantWithKeys(1)).keys[0] ?? "";

  /**
   * Asks as fast as it can for some seconds, and then until everybody is refused, so that nothing of the quota is left.
   * @returns how many were served, the answers that were refusals, and the seconds that it took
   */
  const flood = async (callers: readonly (readonly [front: string, key: string])[], seconds: number) => {
    const started = performance.now();
    let served = 0;
    const refused: Answer[] = [];
    const call = async ([front, key]: readonly [string, string]): Promise<void> => {
      for (;;) {
        const answer = await ask(front, key);
        if (answer.status === 200) served += 1;
        else {
          expect(answer.status).to.equal(429);
          refused.push(answer);
          if (performance.now() - started > seconds * 1000) return;
        }
      }
    };
    await Promise.all(callers.flatMap((caller) => Array.from({ length: AT_ONCE }, () => call(caller))));
    return { served, refused, seconds: (performance.now() - started) / 1000 };
  };
  const expectWithinTenPercent = (served: number, quota: number): void => {
    expect(served).to.be.within(quota * 0.9, quota * 1.1);
  };

  it("are the same total for a caller over three gateways, within 10 %", async () => {
    const key = await newKey();
    const { served, seconds, refused } = await flood(
      fronts.map((front) => [front, key] as const),
      4,
    );
    expectWithinTenPercent(served, CAPACITY + PER_SECOND * seconds);
    for (const { headers, reason } of refused) {
      expect(reason).to.equal("RATE_LIMITED");
      expect(headers["ratelimit-policy"]).to.equal('"default";q=100;w=5, "tenant";q=150;w=5');
      expect(headers.ratelimit).to.match(/^"default";r=0;t=\d, "tenant";r=\d+;t=1$/);
      expect(Number(headers["retry-after"])).to.be.within(1, 3);
    }
  });

  it("are whole for a caller with one gateway", async () => {
    const [front = ""] = fronts;
    const { served, seconds } = await flood([[front, await newKey()]], 2);
    expect(served).to.be.at.least(CAPACITY);
    expectWithinTenPercent(served, CAPACITY + PER_SECOND * seconds);
  });

  it("move with a caller from one gateway to the next", async () => {
    const key = await newKey();
    const started = performance.now();
    let served = 0;
    for (const front of fronts) {
      const some = await Promise.all(Array.from({ length: 25 }, () => ask(front, key)));
      served += some.filter(({ status: code }) => code === 200).length;
    }
    const [front = ""] = fronts;
    const last = await flood([[front, key]], 3);
    expectWithinTenPercent(
      served + last.served,
      CAPACITY + (PER_SECOND * (performance.now() - started)) / 1000,
    );
  });

  it("hold for all credentials of a tenant together", async () => {
    const { keys } = await merchantWithKeys(3);
    const { served, seconds, refused } = await flood(
      fronts.map((front, index) => [front, keys[index] ?? ""] as const),
      4,
    );
    expectWithinTenPercent(served, TENANT_CAPACITY + TENANT_PER_SECOND * seconds);
    expect(refused.map(({ reason }) => reason)).to.include("TENANT_RATE_LIMITED");
    // Another tenant has a quota of its own.
    expect((await ask(fronts[0] ?? "", await newKey())).status).to.equal(200);
  });

  const getPayment = "/pda.payment.v1.PaymentService/GetPayment";
  const payment = GetPaymentRequest.encode({ paymentId: newId("payment") }).finish();

  it("hold for services that call the core, by their grant", async () => {
    const files = await service(product, "reporting", { scopes: ["payments.read"] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const started = performance.now();
    await eventually(
      "the grant",
      async () => (await grpc.call(getPayment, payment)).code === status.NOT_FOUND,
    );
    const outcomes = await Promise.all(Array.from({ length: 400 }, () => grpc.call(getPayment, payment)));
    const refused = outcomes.filter(({ code }) => code === status.RESOURCE_EXHAUSTED);
    expect(refused[0]).to.include({ errorCode: "SVC-4290", reason: "RATE_LIMITED" });
    expect(refused[0]?.retryAfterSeconds).to.be.within(1, 3);
    const quota = CAPACITY + (PER_SECOND * (performance.now() - started)) / 1000;
    expect(outcomes.length - refused.length).to.be.at.most(quota * 1.1);
  });

  it("count an API key's calls over REST and gRPC together", async () => {
    const key = await newKey();
    const files = await service(product, "till", { scopes: [] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const started = performance.now();
    const byRest = await flood([[fronts[1] ?? "", key]], 1);
    const byGrpc = await Promise.all(
      Array.from({ length: 100 }, () => grpc.call(getPayment, payment, { authorization: `Bearer ${key}` })),
    );
    const served = byGrpc.filter(({ code }) => code === status.NOT_FOUND).length;
    expect(byGrpc.map(({ code }) => code)).to.include(status.RESOURCE_EXHAUSTED);
    const quota = CAPACITY + (PER_SECOND * (performance.now() - started)) / 1000;
    expect(byRest.served + served).to.be.at.most(quota * 1.1);
  });

  it("hold for an address whose browsers begin to sign in, so that it makes the service remember no more than its quota", async () => {
    const [front = ""] = fronts;
    const from = (localAddress: string): Agent => {
      const agent = new Agent({ connect: { ca: product.ca }, localAddress, connections: 20 });
      agents.set(localAddress, agent);
      return agent;
    };
    const [dispatcher, elsewhere] = [from("127.0.0.3"), from("127.0.0.4")];
    const begin = async (agent: Agent): Promise<number> => {
      const headers = { origin: product.baseUrl, "content-type": "application/json" };
      const sent = { method: "POST", dispatcher: agent, headers, body: "{}" } as const;
      const { statusCode, body } = await send(`${front}/oauth/sign-in/options`, sent);
      await body.dump();
      return statusCode;
    };
    const started = performance.now();
    const statuses = await Promise.all(Array.from({ length: 1_000 }, () => begin(dispatcher)));
    const seconds = (performance.now() - started) / 1000;
    const served = statuses.filter((each) => each === 200).length;
    expect(new Set(statuses)).to.deep.equal(new Set([200, 429]));
    expect(served).to.be.at.most((ANONYMOUS_CAPACITY + ANONYMOUS_PER_SECOND * seconds) * 1.1);
    expect(await begin(elsewhere)).to.equal(200);
    const db = new pg.Client({ connectionString: product.databaseUrl });
    await db.connect();
    const counted = await db.query(
      "select count(*)::int as count from oauth_state where kind = 'PasskeySignIn'",
    );
    await db.end();
    expect(counted.rows[0].count).to.equal(served + 1);
  });

  it("slow down who guesses the secret of a key, and nobody else", async () => {
    const [guessed, other] = [await newKey(), await newKey()];
    const [front = ""] = fronts;
    const guess = (number: number): string => `${guessed.slice(0, -43)}${String(number).padStart(43, "A")}`;
    let answer = await ask(front, guess(0));
    let guesses = 1;
    for (; answer.status === 401; guesses += 1) answer = await ask(front, guess(guesses));
    expect([answer.status, answer.reason]).to.deep.equal([429, "CREDENTIAL_DELAYED"]);
    expect(Number(answer.headers["retry-after"])).to.be.within(1, 60);
    expect(guesses).to.be.at.most(7);
    // Another key from the same address, and the right key from elsewhere, through another gateway as well.
    expect((await ask(front, other)).status).to.equal(200);
    for (const each of fronts)
      expect((await ask(each, guessed, undefined, "127.0.0.2")).status).to.equal(200);
  });
});
