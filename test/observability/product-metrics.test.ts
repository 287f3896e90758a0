// Every metric and label that a rule or a panel reads exists in a product at work: all tiers and a relay, after traffic and in trouble.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ask } from "../e2e/support/http.ts";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { eventually, holder, type Merchant, merchant, paid, publisher } from "../e2e/support/scene.ts";
import { enabledWebhook } from "../e2e/support/webhooks.ts";
import { freePort } from "../support/ports.ts";
import { Product } from "../support/product.ts";
import { polite, Receiver } from "../support/receiver.ts";
import { namedIn, type Sample, samplesIn, type Selector } from "./expressions.ts";
import { configuration, dashboards, root, rules } from "./files.ts";

/** Labels that the scrape configuration adds. */
const targetLabels = ["job", "instance", "tier", "machine"];
/** Series that Prometheus itself makes, with their labels. */
const ofPrometheus: Readonly<Record<string, readonly string[]>> = {
  up: targetLabels,
  ALERTS: ["alertname", "alertstate", "severity"],
};
const records = new Set(rules.flatMap(({ record }) => (record === undefined ? [] : [record])));
/** Words of the sources: what a label can be although nothing went that way in this test. */
const words = new Set(
  globSync("src/**/*.ts", { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n")
    .match(/[\w-]+/g)
    ?.map((word) => word.toLowerCase()),
);

/** What an expression reads that is not in the samples, one line each. */
function missingIn(expression: string, samples: readonly Sample[]): string[] {
  const { selectors, labels } = namedIn(expression);
  const known = new Set([
    ...Object.values(ofPrometheus).flat(),
    ...samples.flatMap((each) => Object.keys(each.labels)),
  ]);
  return [
    ...selectors.flatMap((selector) => missingOf(selector, samples)),
    ...labels.filter((label) => !known.has(label)).map((label) => `no label ${label}`),
  ];
}

function missingOf({ metric, matchers }: Selector, samples: readonly Sample[]): string[] {
  if (records.has(metric)) return [];
  const own = ofPrometheus[metric];
  if (own)
    return matchers
      .filter(({ label }) => !own.includes(label))
      .map(({ label }) => `${metric}: no label ${label}`);
  const found = samples.filter((sample) => sample.metric === metric);
  if (found.length === 0) return [`no metric ${metric}`];
  return matchers.flatMap(({ label, operator, value }) => {
    if (!found.some(({ labels }) => labels[label] !== undefined)) return [`${metric}: no label ${label}`];
    if (operator.startsWith("!")) return [];
    const form = operator === "=" ? undefined : new RegExp(`^(?:${value})$`);
    if (found.some(({ labels }) => (form ? form.test(labels[label] ?? "") : labels[label] === value)))
      return [];
    const plain = (form ? value.split("|") : [value]).filter((each) => /^[\w-]+$/.test(each));
    const unknown = plain.filter((each) => !words.has(each.toLowerCase()));
    return [...unknown, ...(plain.length === 0 ? [value] : [])].map(
      (each) => `${metric}: no ${label} ${each}`,
    );
  });
}

describe("the metrics that rules and dashboards read", function () {
  this.timeout(240_000);
  let product: Product;
  let relay: ChildProcess;
  let relayPort: number;
  let samples: Sample[] = [];

  before(async () => {
    // With a supervisor, which shows how many processes are ready.
    product = await Product.start({}, ["--processes", "1"]);
    relayPort = await freePort();
    // Nobody answers there, so the relay is in trouble, which it shows.
    relay = spawn(join(root, "bin/pda"), ["relay", "--to", `nats://127.0.0.1:${await freePort()}`], {
      cwd: product.folder,
      env: {
        ...process.env,
        ...product.settings,
        DATABASE_URL: product.databaseUrl,
        PDA_RELAY_METRICS_PORT: String(relayPort),
      },
      stdio: "ignore",
    });
    await workAndTrouble();
    samples = (await Promise.all(Object.entries(ports()).map(([tier, port]) => scrape(tier, port)))).flat();
  });
  after(async () => {
    if (relay.exitCode === null) {
      const ended = once(relay, "exit");
      relay.kill();
      await ended;
    }
    await product.stop();
  });

  const ports = (): Record<string, number> => ({
    gateway: product.port("PDA_GATEWAY_METRICS_PORT"),
    core: product.port("PDA_CORE_METRICS_PORT"),
    worker: product.port("PDA_WORKER_METRICS_PORT"),
    "chain-adapter": product.port("PDA_CHAIN_ADAPTER_METRICS_PORT"),
    relay: relayPort,
  });
  const scrape = async (tier: string, port: number): Promise<Sample[]> => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return samplesIn(text, { job: "pda", tier, machine: "this", instance: `127.0.0.1:${port}` });
  };
  const settled = (shop: Merchant) =>
    eventually("a payout is final", async () => {
      const { data } = await shop.api.GET("/api/v1/settlement");
      return (
        data.items.length > 0 && data.items.every(({ settlementStatus }) => settlementStatus === "finalized")
      );
    });

  /** A payment that is delivered and paid out, a refusal, a request that fails, and a payout while the network does not answer. */
  async function workAndTrouble(): Promise<void> {
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    await using receiver = await Receiver.startPlain((received, response) =>
      polite(received, response, () => void response.writeHead(204).end()),
    );
    await enabledWebhook(product, {
      tenantId: shop.merchantId,
      url: receiver.plainUrl,
      eventTypes: ["payment.completed"],
    });
    await paid(product, issuer, shop, await holder(product, issuer, "5"), "2");
    await settled(shop);
    expect((await ask(product, "/api/v1/payments", { key: "no-key" })).status).to.equal(401);
    const hurried = { "Request-Timeout": "0.001" };
    expect((await ask(product, "/api/v1/payments", { key: shop.key, headers: hurried })).status).to.equal(
      504,
    );
    await eventually("a delivery", async () =>
      (await scrape("worker", ports().worker as number)).some(
        ({ metric, labels }) => metric === "webhook_first_attempt_seconds_bucket" && labels.le === "+Inf",
      ),
    );
    await eventually("the relay's metrics", () => scrape("relay", relayPort).catch(() => undefined));
    const customer = await holder(product, issuer, "5");
    const nodes = descendants(product.pid).filter((pid) => /\banvil\b/.test(commandOf(pid)));
    expect(nodes).to.have.length.above(0);
    try {
      for (const pid of nodes) process.kill(pid, "SIGSTOP");
      await paid(product, issuer, shop, customer, "2");
      await eventually("a payout in trouble", async () =>
        (await scrape("worker", ports().worker as number)).some(
          ({ metric }) => metric === "settlement_problems",
        ),
      );
    } finally {
      for (const pid of nodes) process.kill(pid, "SIGCONT");
    }
    await settled(shop);
  }

  it("are found missing when they are", () => {
    expect(missingIn("sum(rate(made_up_total[5m]))", samples)).to.deep.equal(["no metric made_up_total"]);
    expect(missingIn('tier_ready{made_up="1"}', samples)).to.deep.equal(["tier_ready: no label made_up"]);
    expect(missingIn('tier_ready{tier="made-up-tier"}', samples)).to.deep.equal([
      "tier_ready: no tier made-up-tier",
    ]);
    expect(missingIn("sum by (made_up) (tier_ready)", samples)).to.deep.equal(["no label made_up"]);
    expect(
      missingIn('sum(rate(http_request_duration_seconds_count{tier="gateway"}[5m]))', samples),
    ).to.deep.equal([]);
  });

  it("exist for every rule", () => {
    expect(rules.length).to.be.above(40);
    for (const { alert, record, expr } of rules)
      expect(missingIn(expr, samples), alert ?? record).to.deep.equal([]);
  });

  it("exist for every panel", () => {
    const targets = dashboards.flatMap(({ panels }) => panels.flatMap((panel) => panel.targets));
    expect(targets.length).to.be.above(60);
    for (const { expr } of targets) expect(missingIn(expr, samples), expr).to.deep.equal([]);
  });

  it("have the labels that texts and legends show", () => {
    const known = new Set([
      ...samples.flatMap(({ labels }) => Object.keys(labels)),
      ...(ofPrometheus.ALERTS ?? []),
    ]);
    const shown = [
      ...rules.flatMap(({ annotations = {} }) =>
        Object.values(annotations).flatMap((text) =>
          [...text.matchAll(/\$labels\.(\w+)/g)].map(([, name]) => name),
        ),
      ),
      ...dashboards.flatMap(({ panels }) =>
        panels.flatMap(({ targets }) =>
          targets.flatMap(({ legendFormat }) =>
            [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
          ),
        ),
      ),
    ];
    expect(shown.length).to.be.above(20);
    expect(shown.filter((name) => !known.has(name as string))).to.deep.equal([]);
  });

  it("come from the tiers that the scrape configuration names, each of them ready but the relay", () => {
    const configured = configuration.scrape_configs.flatMap((job) =>
      job.static_configs.map(({ labels }) => `${job.job_name} ${labels.tier}`),
    );
    expect([...configured, "pda relay"]).to.have.members(Object.keys(ports()).map((tier) => `pda ${tier}`));
    expect(
      samples.filter(({ metric }) => metric === "tier_ready").map(({ labels }) => labels.tier),
    ).to.have.members(Object.keys(ports()));
  });

  it("hold no identifier and no name of anybody in a label", () => {
    const told = samples.flatMap(({ metric, labels }) =>
      Object.entries(labels)
        .filter(([, value]) =>
          /\b[a-z]{3}_[0-9a-z]{26}\b|Test Shop|Test Issuer|@|0x[0-9a-f]{40}/i.test(value),
        )
        .map(([label, value]) => `${metric}: ${label} ${value}`),
    );
    expect(told).to.deep.equal([]);
  });
});
