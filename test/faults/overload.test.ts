// More callers than the bounds let in: what is not done is refused at once and says when to come again, and nothing is left of it after.
import { readFileSync } from "node:fs";
import { Agent, request as send } from "undici";
import { expect } from "chai";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { type Merchant, merchant, type Publisher, publisher } from "../e2e/support/scene.ts";
import { Product } from "../support/product.ts";

const callers = 200;
const rounds = 10;
/** Far from what it takes, and from what it took when it kept what it could not do. */
const growthMaxMb = 150;

describe("more callers than there is room for", function () {
  this.timeout(180_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let agent: Agent;
  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000000",
      PDA_GATEWAY_RATE_BURST: "1000000",
      PDA_GATEWAY_CALLS_IN_FLIGHT_MAX: "8",
      PDA_GATEWAY_CALLS_WAITING_MAX: "16",
      PDA_DATABASE_POOL_MAX: "1",
    });
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    agent = new Agent({ connections: callers, connect: { ca: product.ca } });
  });
  after(async () => {
    await agent.close();
    await product.stop();
  });

  /** One payment with a long description, so that what is kept of it would show. */
  const create = async () => {
    const { assetType } = issuer;
    const reply = await send(`${product.baseUrl}/api/v1/payments`, {
      method: "POST",
      dispatcher: agent,
      headers: { "content-type": "application/json", authorization: `Bearer ${shop.key}` },
      body: JSON.stringify({ amount: "1", assetType, merchantId: shop.merchantId }),
    });
    const { statusCode: status, headers } = reply;
    return { status, headers, json: (await reply.body.json()) as Record<string, unknown> };
  };

  it("gets 201 or 503 with Retry-After, every one of them; then all is as before", async () => {
    const before = memoryMb();
    const counts = { done: 0, refused: 0 };
    const caller = async (): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const { status, headers, json } = await create();
        if (status === 201) {
          counts.done += 1;
          continue;
        }
        expect([status, json.success, json.errorCode], JSON.stringify(json)).to.deep.equal([
          503,
          false,
          "SVC-5030",
        ]);
        expect(headers["retry-after"]).to.equal("1");
        counts.refused += 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    expect(counts.refused).to.be.above(0);
    expect(counts.done).to.be.above(0);
    for (const [tier, mb] of memoryMb()) expect(mb - (before.get(tier) ?? 0), tier).to.be.below(growthMaxMb);

    for (let count = 0; count < 20; count += 1) expect((await create()).status).to.equal(201);
    const { rows } = await stored();
    expect(rows).to.equal(counts.done + 20);
  });

  /** Memory of gateway and core. */
  function memoryMb(): Map<string, number> {
    const tiers = descendants(product.pid).map((pid) => [pid, commandOf(pid)] as const);
    return new Map(
      tiers.flatMap(([pid, command]) => {
        const tier = / (gateway|core)$/.exec(command)?.[1];
        if (tier === undefined) return [];
        const [, kb = ""] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
        return [[tier, Number(kb) / 1024]];
      }),
    );
  }

  /** How many payments there are. */
  async function stored(): Promise<{ rows: number }> {
    let rows = 0;
    for (let pageToken: string | undefined; ; ) {
      const query = { pageSize: 200, ...(pageToken ? { pageToken } : {}) };
      const { data } = await shop.api.GET("/api/v1/payments", { params: { query } });
      rows += data.items.length;
      pageToken = data.nextPageToken;
      if (!pageToken) return { rows };
    }
  }
});
