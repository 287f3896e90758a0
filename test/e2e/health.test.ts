// What each tier says of itself: standard gRPC health and reflection over mutual TLS, probes over HTTP.

import { request } from "node:http";
import { Client, status } from "@grpc/grpc-js";
import { expect } from "chai";
import { service as health } from "grpc-health-check";
import { layout } from "../../src/pki/names.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { credentials, ownConnection, RawGrpc } from "./support/grpc.ts";
import { ask } from "./support/http.ts";

/** Tiers that serve gRPC, with the setting of their port and the services that they have health of. */
const served: [string, string, string[]][] = [
  ["gateway", "PDA_GATEWAY_HEALTH_PORT", [""]],
  ["core", "PDA_CORE_PORT", ["", "pda.payment.v1.PaymentService"]],
  ["worker", "PDA_WORKER_HEALTH_PORT", [""]],
  ["chain-adapter", "PDA_CHAIN_ADAPTER_PORT", ["", "pda.chain.v1.ChainAdapterService"]],
];
const probes = ["GATEWAY", "CORE", "WORKER", "CHAIN_ADAPTER"].map((tier) => `PDA_${tier}_METRICS_PORT`);

describe("health and reflection", function () {
  this.timeout(120_000);
  let product: Product;
  let files: { cert: string; key: string };
  before(async () => {
    product = await sharedProduct();
    files = layout(product.pkiDir).tier("gateway");
  });

  for (const [tier, port, services] of served) {
    it(`the ${tier} says SERVING by grpc.health.v1, to a tier and to nobody without a certificate`, async () => {
      const address = `localhost:${product.port(port)}`;
      const client = new Client(address, credentials(product, files), ownConnection);
      try {
        for (const service of services) expect(await check(client, service), service).to.equal("SERVING");
        expect(await check(client, "no.such.Service")).to.equal(status.NOT_FOUND);
      } finally {
        client.close();
      }
      using nobody = new RawGrpc(address, credentials(product));
      expect((await nobody.call("/grpc.health.v1.Health/Check")).code).to.equal(status.UNAVAILABLE);
    });
  }

  it("the core's reflection lists every service of the contract that callers may have, and describes one", async () => {
    const listed = await reflect(product, files, { listServices: "*" });
    for (const name of [
      "payment.v1.Payment",
      "payment.v1.Refund",
      "merchant.v1.Merchant",
      "wallet.v1.Wallet",
    ])
      expect(listed).to.contain(`pda.${name}Service`);
    const described = await reflect(product, files, {
      fileContainingSymbol: "pda.payment.v1.PaymentService",
    });
    expect(described).to.contain("GetPayment").and.contain("pda/payment/v1/payment_service.proto");
    // Clients have well-known types of their own, which they find by the names of their files.
    expect(described).to.contain("google/protobuf/timestamp.proto");
  });

  it("the gateway answers /healthz and /readyz in the envelope, and serves its documents from itself", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const { status, json } = await ask(product, path);
      expect([status, json.success]).to.deep.equal([200, true]);
    }
    expect((await ask(product, "/openapi.yaml")).text).to.match(/^openapi: "?3\.1/m);
  });

  it("every tier has probes and Prometheus metrics on the loopback interface", async () => {
    for (const name of probes) {
      const port = product.port(name);
      expect((await plain(port, "/healthz")).status, name).to.equal(200);
      expect((await plain(port, "/readyz")).status, name).to.equal(200);
      expect((await plain(port, "/metrics")).text, name).to.match(/^process_cpu_seconds_total /m);
    }
  });
});

/** The status by grpc.health.v1, or the gRPC code of the refusal. */
function check(client: Client, name: string): Promise<string | number> {
  const { Check: method } = health as Required<Pick<typeof health, "Check">>;
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize as (bytes: Buffer) => { status: string },
      { service: name },
      { deadline: Date.now() + 10_000 },
      (error, answer) => resolve(error ? error.code : (answer?.status ?? "")),
    );
  });
}

/** One question to grpc.reflection.v1, by hand: the answer's bytes as text, in which names are readable. */
function reflect(
  product: Product,
  files: { cert: string; key: string },
  question: { listServices: string } | { fileContainingSymbol: string },
): Promise<string> {
  // ServerReflectionRequest: file_containing_symbol = 4, list_services = 7.
  const [field, text] =
    "listServices" in question ? [7, question.listServices] : [4, question.fileContainingSymbol];
  const message = Buffer.concat([Buffer.from([(field << 3) | 2, text.length]), Buffer.from(text)]);
  const client = new Client(product.coreAddress, credentials(product, files), ownConnection);
  const same = (bytes: Buffer) => bytes;
  return new Promise((resolve, reject) => {
    const stream = client.makeBidiStreamRequest(
      "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
      same,
      same,
      { deadline: Date.now() + 10_000 },
    );
    stream.on("data", (bytes: Buffer) => {
      resolve(bytes.toString("latin1"));
      stream.end();
    });
    stream.on("error", reject);
    stream.on("end", () => client.close());
    stream.write(message);
  });
}

function plain(port: number, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}
