// `pda up --public-host`: what a telephone in the same network meets. The second address of the loopback interface stands for the network.
import { request } from "node:https";
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { createPayment, merchant, publisher } from "../e2e/support/scene.ts";

const HOST = "127.0.0.3";

describe("pda up --public-host", function () {
  this.timeout(120_000);
  let product: Product;
  before(async () => {
    product = await Product.start({}, ["--public-host", HOST]);
  });
  after(() => product?.[Symbol.asyncDispose]());

  /** Asks at an address as a program that trusts the tier root; rejects when the certificate is not for the address. */
  const statusAt = (host: string, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request({ host, port: product.port("PDA_GATEWAY_PORT"), path, ca: product.ca }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      sent.on("error", reject).end();
    });

  it("makes links that lead to the host, and serves them there with a certificate for it", async () => {
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const { paymentId } = await createPayment(shop, issuer, "1");
    const { uri, ndef } = (
      await shop.api.POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })
    ).data;
    const begin = `https://${HOST}:${product.port("PDA_GATEWAY_PORT")}`;
    expect(uri.startsWith(`${begin}/pay/RF`)).to.equal(true);
    expect(Buffer.from(ndef, "base64").toString("latin1")).to.include(uri.slice("https://".length));
    expect(await statusAt(HOST, new URL(uri).pathname)).to.equal(200);
    expect(await statusAt("127.0.0.1", "/healthz")).to.equal(200);
    expect(product.output).to.include(`pda is ready on ${begin}`);
  });

  it("refuses what is no host", async () => {
    for (const host of [
      "https://shop.example",
      "shop.example:8443",
      "Shop",
      "",
      "a b",
      "127.1",
      "0.0.0.0",
      "::",
      "256.1.1.1",
      "224.0.0.1",
      "0:0:0:0:0:0:0:1",
    ]) {
      const { code, stderr } = await product.pda("up", "--public-host", host);
      expect([code === 0, stderr.includes("host name or an IP address")], host).to.deep.equal([false, true]);
    }
  });
});
