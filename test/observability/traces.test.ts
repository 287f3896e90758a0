// Traces of the whole product as an OTLP receiver gets them, and what they must not do: cost a caller time, or let a caller spend.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { layout } from "../../src/pki/names.ts";
import { ask } from "../e2e/support/http.ts";
import {
  authorise,
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  publisher,
  requestOf,
} from "../e2e/support/scene.ts";
import { enabledWebhook } from "../e2e/support/webhooks.ts";
import { secretsIn } from "../e2e/support/secrets.ts";
import { freePort } from "../support/ports.ts";
import { Product } from "../support/product.ts";
import { polite, Receiver } from "../support/receiver.ts";
import { root } from "./files.ts";
import { OtlpReceiver, type ReceivedSpan } from "./otlp-receiver.ts";

const traceId = (letter: string): string => letter.repeat(32);
/** The context of a caller that asks to be recorded. */
const sampled = (trace: string): string => `00-${trace}-00f067aa0ba902b7-01`;

describe("traces", function () {
  this.timeout(240_000);
  let collector: OtlpReceiver;
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let customer: Holder;

  before(async () => {
    collector = await OtlpReceiver.start();
    product = await Product.start({
      PDA_TELEMETRY_TRACES_ENDPOINT: collector.endpoint,
      PDA_TELEMETRY_TRACES_SAMPLE_RATIO: "1",
      OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=open-sesame",
    });
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    customer = await holder(product, issuer, "5");
  });
  after(async () => {
    await product?.stop();
    await collector?.[Symbol.asyncDispose]();
  });

  const create = (front: Parameters<typeof ask>[0], headers: Record<string, string> = {}) =>
    ask(front, "/api/v1/payments", {
      key: shop.key,
      headers,
      body: { amount: "2", assetType: issuer.assetType, merchantId: shop.merchantId },
    });

  /** A second gateway of the installation with other settings of traces; `close` stops it in order and returns how long that took. */
  async function gateway(settings: Record<string, string>) {
    const port = String(await freePort());
    const child: ChildProcess = spawn(join(root, "bin/pda"), ["gateway"], {
      cwd: product.folder,
      env: {
        ...process.env,
        ...product.settings,
        PDA_GATEWAY_PORT: port,
        PDA_GATEWAY_METRICS_PORT: "0",
        PDA_GATEWAY_HEALTH_PORT: "0",
        ...settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    const said: string[] = [];
    const listens = new Promise<void>((resolve) => {
      lines.on("line", (line) => {
        said.push(line);
        if (line.includes("gateway listens")) resolve();
      });
    });
    await Promise.race([listens, once(child, "exit").then(() => Promise.reject(new Error(said.join("\n"))))]);
    return {
      front: { baseUrl: `https://localhost:${port}`, ca: product.ca },
      said,
      async close(): Promise<number> {
        const started = performance.now();
        const ended = once(child, "exit");
        child.kill();
        expect((await ended)[0]).to.equal(0);
        return performance.now() - started;
      },
    };
  }

  const named = (spans: readonly ReceivedSpan[], service: string, name: string): ReceivedSpan => {
    const found = spans.filter((span) => span.service === service && span.name === name);
    expect(found, `${name} of ${service}`).to.have.length(1);
    return found[0] as ReceivedSpan;
  };

  it("of a payment go from the caller's span through gateway, core and database, and meet its logs and metrics", async () => {
    const trace = traceId("a");
    const { status, json } = await create(product, { traceparent: sampled(trace) });
    expect(status).to.equal(201);
    const spans = await eventually("the trace", async () => {
      const received = collector.trace(trace);
      return received.some(({ name }) => name === "CreatePayment") &&
        received.some(({ name }) => name === "transaction")
        ? received
        : undefined;
    });
    const rpc = "pda.payment.v1.PaymentService/CreatePayment";
    const request = named(spans, "pda-gateway", "CreatePayment");
    const calling = named(spans, "pda-gateway", rpc);
    const serving = named(spans, "pda-core", rpc);
    const transaction = named(spans, "pda-core", "transaction");
    expect(request.parentSpanId).to.equal("00f067aa0ba902b7");
    expect([calling, serving, transaction].map(({ parentSpanId }) => parentSpanId)).to.deep.equal(
      [request, calling, serving].map(({ spanId }) => spanId),
    );
    expect(request.attributes).to.deep.equal({
      "pda.request_id": json.requestId,
      "pda.operation": "CreatePayment",
      "http.request.method": "POST",
      "http.route": "/api/v1/payments",
      "http.response.status_code": 201,
    });
    expect(serving.attributes["pda.request_id"]).to.equal(json.requestId);
    for (const span of spans) expect(span.endNs >= span.startNs && !span.isError, span.name).to.equal(true);
    expect(collector.heads.at(-1)?.["x-collector-key"]).to.equal("open-sesame");

    const lines = product.output.split("\n").filter((line) => line.includes(`traceId=${trace}`));
    for (const tier of ["gateway", "core"])
      expect(
        lines.some((line) => line.includes(` ${tier} `) && line.includes(`requestId=${json.requestId}`)),
        tier,
      ).to.equal(true);

    const scrape = (tier: string, accept: string) =>
      fetch(`http://127.0.0.1:${product.port(`PDA_${tier}_METRICS_PORT`)}/metrics`, { headers: { accept } });
    for (const tier of ["GATEWAY", "CORE"]) {
      const metrics = await scrape(tier, "application/openmetrics-text;version=1.0.0,text/plain;q=0.3");
      expect(metrics.headers.get("content-type")).to.match(/^application\/openmetrics-text;/);
      expect(await metrics.text(), tier).to.match(
        new RegExp(` # \\{trace_id="${trace}"\\} [\\d.]+ [\\d.]+$`, "m"),
      );
      expect(await (await scrape(tier, "*/*")).text()).to.not.include("trace_id");
    }
  });

  it("of requests at the same time are apart, although they share transactions", async () => {
    const traces = Array.from({ length: 24 }, (_, index) => traceId("e").slice(2) + (10 + index));
    const asked = await Promise.all(traces.map((trace) => create(product, { traceparent: sampled(trace) })));
    for (const [index, { json }] of asked.entries()) {
      const spans = await eventually("the trace", async () => {
        const received = collector.trace(traces[index] as string);
        return received.some(({ name }) => name === "transaction") &&
          received.some(({ name }) => name === "CreatePayment")
          ? received
          : undefined;
      });
      const serving = named(spans, "pda-core", "pda.payment.v1.PaymentService/CreatePayment");
      expect(named(spans, "pda-core", "transaction").parentSpanId).to.equal(serving.spanId);
      for (const { attributes } of spans)
        expect(attributes["pda.request_id"] ?? json.requestId).to.equal(json.requestId);
    }
  });

  it("of a refusal have its error code, and are no fault of the service", async () => {
    const trace = traceId("b");
    const headers = { traceparent: sampled(trace) };
    const { status } = await ask(product, "/api/v1/payments/pay_00000000000000000000000000", {
      key: shop.key,
      headers,
    });
    expect(status).to.equal(404);
    const request = await eventually("the trace", async () =>
      collector.trace(trace).find(({ name }) => name === "GetPayment"),
    );
    expect(request.attributes["error.type"]).to.equal("NOT_FOUND");
    expect(request.isError).to.equal(false);
  });

  it("of a delivery say how it ended, and tell the receiver nothing", async () => {
    await using receiver = await Receiver.startPlain((received, response) =>
      polite(received, response, () => void response.writeHead(204).end()),
    );
    const { merchantId: tenantId } = shop;
    const eventTypes = ["payment.completed" as const];
    await enabledWebhook(product, { tenantId, url: receiver.plainUrl, eventTypes });
    const attempt = await eventually("the attempt", async () =>
      collector.spans.find(({ name }) => name === "webhook attempt"),
    );
    expect(attempt).to.deep.include({ service: "pda-worker", parentSpanId: "", isError: false });
    expect(attempt.attributes).to.have.keys("http.response.status_code");
    expect(receiver.received).to.not.deep.equal([]);
    for (const { headers } of receiver.received) expect(headers).to.not.have.property("traceparent");
  });

  it("of a payout are those of the worker's rounds, with the calls to the network", async () => {
    const { paymentId } = (await create(product)).json.data;
    await authorise(product, customer, await requestOf(product, shop, customer, paymentId));
    const chain = "pda.chain.v1.ChainAdapterService";
    const submitting = await eventually("the transfer", async () =>
      collector.spans.find(
        (span) => span.service === "pda-worker" && span.name === `${chain}/SubmitTransfer`,
      ),
    );
    const finalized = await eventually("the finality", async () =>
      collector.spans.find(({ name }) => name === "round settlement-track"),
    );
    expect(finalized.parentSpanId).to.equal("");
    const spans = await eventually("the whole round", async () => {
      const received = collector.trace(submitting.traceId);
      return received.some(({ service }) => service === "pda-chain-adapter") &&
        received.some(({ name }) => name.startsWith("round"))
        ? received
        : undefined;
    });
    const round = named(spans, "pda-worker", "round settlement-submit");
    const adapter = named(spans, "pda-chain-adapter", `${chain}/SubmitTransfer`);
    expect(submitting.parentSpanId).to.equal(round.spanId);
    expect(adapter.parentSpanId).to.equal(submitting.spanId);
    expect(adapter.attributes["pda.network"]).to.equal(issuer.network);
    // Polling finds nothing most of the time, and then leaves nothing.
    expect(collector.spans.map(({ name }) => name)).to.not.include("round expire-payments");
  });

  it("hold no secret, identifier of a resource, name or amount", () => {
    const told = JSON.stringify(collector.spans.map(({ name, attributes }) => [name, attributes]));
    expect(told).to.include("req_");
    for (const secret of [...secretsIn(product), shop.key, "open-sesame", "Test Shop", issuer.assetType])
      expect(told).to.not.include(secret);
    expect(told).to.not.match(/\b(?!req_)[a-z]{3}_[0-9a-z]{26}\b/);
    const keys = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...keys]).to.have.members([
      "pda.request_id",
      "pda.operation",
      "pda.network",
      "pda.loop",
      "http.request.method",
      "http.route",
      "http.response.status_code",
      "error.type",
      "rpc.system",
      "rpc.method",
      "db.system.name",
    ]);
  });

  it("of a caller that asks to be recorded are not, beyond the ratio", async () => {
    const trace = traceId("c");
    const unsampled = await gateway({ PDA_TELEMETRY_TRACES_SAMPLE_RATIO: "0" });
    for (let count = 0; count < 5; count += 1)
      expect((await create(unsampled.front, { traceparent: sampled(trace) })).status).to.equal(201);
    await unsampled.close();
    // What comes later is here, so what came before would be.
    const later = traceId("d");
    await create(product, { traceparent: sampled(later) });
    await eventually("a later trace", async () =>
      collector.trace(later).some(({ name }) => name === "transaction"),
    );
    expect(collector.trace(trace)).to.deep.equal([]);

    // This receiver has a certificate.
    const { cert, key } = layout(product.pkiDir).https;
    await using secure = await OtlpReceiver.start({ cert: readFileSync(cert), key: readFileSync(key) });
    const trusting = await gateway({
      PDA_TELEMETRY_TRACES_ENDPOINT: secure.endpoint,
      PDA_TELEMETRY_TRACES_CA_FILE: layout(product.pkiDir).root.cert,
      PDA_TELEMETRY_TRACES_SAMPLE_RATIO: "0",
      PDA_TELEMETRY_TRACES_TRUST_CALLERS: "true",
    });
    await create(trusting.front, { traceparent: sampled(trace) });
    await create(trusting.front);
    await trusting.close();
    // The last spans are exported at the stop.
    const requests = secure.spans.filter(({ name }) => name === "CreatePayment");
    expect(requests.map((span) => span.traceId)).to.deep.equal([trace]);
  });

  it("delay no answer, and the end of a process by two seconds at most, when the receiver hangs or is away", async () => {
    await using hanging = await OtlpReceiver.start();
    hanging.hangs = true;
    const away = `http://127.0.0.1:${await freePort()}/v1/traces`;
    for (const endpoint of [hanging.endpoint, away]) {
      const traced = await gateway({ PDA_TELEMETRY_TRACES_ENDPOINT: endpoint });
      await create(traced.front);
      await eventually("an export", async () => endpoint === away || hanging.heads.length > 0);
      const started = performance.now();
      for (let count = 0; count < 10; count += 1) expect((await create(traced.front)).status).to.equal(201);
      // An answer that waited for one export would take five seconds.
      expect(performance.now() - started).to.be.below(4_000);
      expect(await traced.close()).to.be.below(5_000);
      expect(traced.said.join("\n")).to.not.match(/"level":"error"/);
    }
  });

  it("are found by a Prometheus that scrapes the tiers, as exemplars, and it finds all metrics", async () => {
    const tiers = ["GATEWAY", "CORE", "WORKER", "CHAIN_ADAPTER"];
    const targets = tiers.map((tier) => `127.0.0.1:${product.port(`PDA_${tier}_METRICS_PORT`)}`);
    const folder = mkdtempSync(join(tmpdir(), "pda-prometheus-"));
    const port = await freePort();
    writeFileSync(
      join(folder, "prometheus.yaml"),
      `global: { scrape_interval: 1s }
scrape_configs:
  - job_name: pda
    static_configs: [{ targets: ${JSON.stringify(targets)} }]
`,
    );
    const prometheus = spawn(
      "prometheus",
      [
        "--config.file=prometheus.yaml",
        `--storage.tsdb.path=${join(folder, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
        "--enable-feature=exemplar-storage",
      ],
      { cwd: folder, stdio: "ignore" },
    );
    try {
      const nothing = { data: [] as unknown };
      const query = (path: string) =>
        fetch(`http://127.0.0.1:${port}/api/v1/${path}`).then(
          // While Prometheus starts it listens already, and answers 503 in plain text.
          async (answer) => (answer.status === 503 ? nothing : ((await answer.json()) as { data: unknown })),
          () => nothing,
        );
      const exemplars = await eventually("exemplars", async () => {
        const expression = "query=http_request_duration_seconds_bucket&start=0&end=4102444800";
        const { data } = await query(`query_exemplars?${expression}`);
        const text = JSON.stringify(data);
        return text.includes(`"trace_id":"`) ? text : undefined;
      });
      expect(collector.spans.some((span) => exemplars.includes(span.traceId))).to.equal(true);
      for (const target of targets) {
        const plain = await (await fetch(`http://${target}/metrics`)).text();
        const expected = new Set(plain.match(/^[a-z]\w*(?=[{ ])/gm));
        expect(expected.size).to.be.above(20);
        await eventually(`the metrics of ${target}`, async () => {
          const { data } = await query(`label/__name__/values?match[]={instance="${target}"}`);
          return [...expected].every((name) => (data as string[]).includes(name));
        });
      }
    } finally {
      const ended = once(prometheus, "exit");
      prometheus.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
