// Every metric that the product registers is kept by it: seen on the running product, after traffic.
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";
import { polite, Receiver } from "../support/receiver.ts";
import { ask } from "./support/http.ts";
import { eventually, holder, merchant, paid, publisher } from "./support/scene.ts";
import { enabledWebhook } from "./support/webhooks.ts";

const source = join(import.meta.dirname, "../../src");

/** Metrics of the product, by name, with their kind. */
const registered = new Map(
  readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [
      ...readFileSync(join(source, file), "utf8").matchAll(
        /new (Counter|Gauge|Histogram|Durations)\(\{\s*name: "(\w+)"/g,
      ),
    ])
    .map((match) => [match[2] as string, match[1] as string] as const),
);

/**
 * Seen in other tests: trouble (test/workers, test/observability), several processes of a tier (test/platform/process-set.test.ts), what a thief may have done
 * (test/services), the relay, which is a process of its own (test/interop/relay.test.ts).
 */
const elsewhere = [
  "settlement_alarms_total",
  "settlement_problems",
  "worker_round_failures_total",
  "tier_processes",
  "tier_process_ends_total",
  "wallet_recoveries_total",
  "key_network_changes_total",
  "relay_active",
  "relay_events_total",
  "relay_failures_total",
  "relay_lag_events",
  "relay_lag_seconds",
];

const tiers = ["GATEWAY", "CORE", "WORKER", "CHAIN_ADAPTER"];

describe("metrics", function () {
  this.timeout(120_000);
  let product: Product;
  before(async () => {
    product = await sharedProduct();
  });

  const scrape = async (tier: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${product.port(`PDA_${tier}_METRICS_PORT`)}/metrics`)).text();
  /** Values of a metric, of a histogram its counts. */
  const valuesOf = (text: string, name: string, kind: string): number[] => {
    const series = kind === "Histogram" || kind === "Durations" ? `${name}_count` : name;
    return [...text.matchAll(new RegExp(`^${series}(?:\\{.*\\})? (\\S+)$`, "gm"))].map(([, value]) =>
      Number(value),
    );
  };

  it("are all set or counted by the product, unless nothing is wrong", async () => {
    expect(registered.size).to.be.above(8);
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    await paid(product, issuer, shop, await holder(product, issuer, "5"), "2");
    expect((await ask(product, "/api/v1/nothing-here", { key: shop.key })).status).to.equal(404);
    // This receiver wants nothing after its verification.
    await using receiver = await Receiver.startPlain((received, response) =>
      polite(received, response, () => void response.writeHead(410).end()),
    );
    const url = receiver.plainUrl;
    await enabledWebhook(product, { tenantId: shop.merchantId, url, eventTypes: ["payment.completed"] });
    await paid(product, issuer, shop, await holder(product, issuer, "5"), "2");
    // Rounds of the worker follow.
    const end = Date.now() + 60_000;
    let waiting: string[];
    do {
      const text = (await Promise.all(tiers.map(scrape))).join("\n");
      waiting = [...registered]
        .filter(([name, kind]) => {
          const values = valuesOf(text, name, kind);
          return kind === "Gauge" ? values.length === 0 : values.every((value) => value === 0);
        })
        .map(([name]) => name)
        .filter((name) => !elsewhere.includes(name));
    } while (waiting.length > 0 && Date.now() < end && (await sleep(200, true)));
    expect(waiting).to.deep.equal([]);
  });

  it("tell how many requests are being answered: one whose body has not arrived yet is", async () => {
    const inFlight = async () =>
      valuesOf(await scrape("GATEWAY"), "http_requests_in_flight", "Gauge").reduce((a, b) => a + b, 0);
    const before = await inFlight();
    const waiting = request(`${product.baseUrl}/api/v1/payments`, {
      method: "POST",
      ca: product.ca,
      headers: {
        authorization: `Bearer ${product.operatorKey}`,
        "content-type": "application/json",
        "content-length": "1000",
      },
    });
    waiting.on("error", () => undefined);
    try {
      waiting.write("{");
      await eventually("a request in flight", async () => ((await inFlight()) > before ? true : undefined));
    } finally {
      waiting.destroy();
    }
    await eventually("none in flight", async () => ((await inFlight()) <= before ? true : undefined));
  });
});
