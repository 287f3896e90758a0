// Waiting for events (`waitSeconds`): over REST through the gateway and two cores, and over gRPC.
import { setTimeout as sleep } from "node:timers/promises";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { EventServiceService, ListEventsRequest } from "../../gen/ts/pda/event/v1/event_service.ts";
import { revokeService } from "../../src/pki/installation.ts";
import { Product } from "../support/product.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask } from "./support/http.ts";
import { eventually, holder, merchant, paid, publisher, service } from "./support/scene.ts";

describe("waiting for events", function () {
  this.timeout(180_000);
  let product: Product;

  before(async () => {
    product = await Product.start({ PDA_CORE_PROCESSES: "2" });
  });
  after(() => product[Symbol.asyncDispose]());

  it("is answered with the event of a payment soon after the payment, by whichever core", async () => {
    const issuer = await publisher(product);
    const payer = await holder(product, issuer, "100");
    const shop = await merchant(product, issuer);
    const { key } = shop;
    let token = (await ask(product, "/api/v1/events", { key })).json.data.nextPageToken as string;
    const seen: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const waiting = ask(product, `/api/v1/events?waitSeconds=20&pageToken=${token}`, { key });
      const { paymentId } = await paid(product, issuer, shop, payer, "1");
      const { items, nextPageToken } = (await waiting).json.data;
      expect(items, `the event of ${paymentId}`).to.have.length(1);
      expect(items[0]).to.deep.include({
        type: "payment.completed",
        subject: paymentId,
        cursor: nextPageToken,
      });
      token = nextPageToken as string;
      seen.push(token);
    }
    expect(new Set(seen).size).to.equal(6);
  });

  it("is refused when the key is revoked meanwhile, and answered when it is not", async () => {
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const keys = `/api/v1/merchants/${shop.merchantId}/api-keys`;
    const made = await ask(product, keys, {
      key: product.operatorKey,
      body: { name: "w", scopes: ["events.read"] },
    });
    const { secret, apiKeyId } = { ...made.json.data, ...made.json.data.apiKey } as Record<string, string>;
    const [kept, lost] = [shop.key, secret as string].map((key) =>
      ask(product, "/api/v1/events?waitSeconds=3", { key }),
    );
    await sleep(200);
    await ask(product, `${keys}/${apiKeyId}/revoke`, { key: product.operatorKey, body: {} });
    expect((await kept)?.status).to.equal(200);
    expect((await lost)?.status).to.equal(401);
  });

  for (const name of ["own-grant", "own-key"])
    it(`is refused when the grant of a service is revoked meanwhile (${name})`, async () => {
      const issuer = await publisher(product);
      const payer = await holder(product, issuer, "100");
      const shop = await merchant(product, issuer);
      const grant = { scopes: ["events.read"], merchantId: shop.merchantId };
      const files = await service(product, name, grant);
      using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
      const credential = name === "own-key" ? { authorization: `Bearer ${shop.key}` } : undefined;
      const list = (waitSeconds: number) =>
        grpc.call(
          EventServiceService.listEvents.path,
          ListEventsRequest.encode(ListEventsRequest.fromPartial({ waitSeconds })).finish(),
          credential,
        );
      await eventually("the grant", async () => (await list(0)).code === status.OK);
      const waiting = list(18);
      await sleep(200);
      revokeService({ dir: product.pkiDir, trustDomain: "pda.internal", name });
      await sleep(3_000);
      await paid(product, issuer, shop, payer, "1");
      const { code, reason } = await waiting;
      expect([code, reason]).to.deep.equal([status.UNAUTHENTICATED, "PEER_UNKNOWN"]);
    });

  it("takes from 0 to 20 seconds", async () => {
    const key = product.operatorKey;
    for (const seconds of ["21", "-1", "1.5", "x"])
      expect((await ask(product, `/api/v1/events?waitSeconds=${seconds}`, { key })).status, seconds).to.equal(
        400,
      );
  });
});
