// WatchEvents on gRPC, over mutual TLS, as an internal service uses it.
import { Client, type ClientReadableStream, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { expect } from "chai";
import { WatchEventsRequest, WatchEventsResponse } from "../../gen/ts/pda/event/v1/event_service.ts";
import { decodeStatus } from "../../src/rpc/status.ts";
import { accessToken, callerKey, proofOf } from "../support/access-tokens.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { credentials, ownConnection } from "./support/grpc.ts";
import { ask } from "./support/http.ts";
import {
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
  service,
} from "./support/scene.ts";

/** An open stream with what it has sent. */
interface Watch {
  readonly stream: ClientReadableStream<WatchEventsResponse>;
  readonly messages: WatchEventsResponse[];
  /** How the stream ends. */
  readonly end: Promise<string>;
}

const subjects = ({ messages }: Watch): string[] =>
  messages.flatMap(({ items }) => items.map(({ subject }) => subject));

describe("stream of events on gRPC", function () {
  this.timeout(120_000);
  let product: Product;
  let client: Client;
  let issuer: Publisher;
  let payer: Holder;
  let shop: Merchant;

  before(async () => {
    product = await sharedProduct();
    const files = await service(product, "watching", { scopes: [] });
    client = new Client(product.coreAddress, credentials(product, files), ownConnection);
    issuer = await publisher(product);
    payer = await holder(product, issuer, "1000");
  });
  beforeEach(async () => {
    shop = await merchant(product, issuer);
  });
  after(() => client.close());

  const watch = (credential: string, request: Partial<WatchEventsRequest> = {}, by = client): Watch => {
    const metadata = new Metadata();
    if (credential !== "") metadata.set("authorization", `Bearer ${credential}`);
    const stream = by.makeServerStreamRequest(
      "/pda.event.v1.EventService/WatchEvents",
      (message: WatchEventsRequest) => Buffer.from(WatchEventsRequest.encode(message).finish()),
      (bytes: Buffer) => WatchEventsResponse.decode(bytes),
      { type: "", pageSize: 0, pageToken: "", ...request },
      metadata,
    );
    const messages: WatchEventsResponse[] = [];
    stream.on("data", (message: WatchEventsResponse) => messages.push(message));
    const end = new Promise<string>((resolve) => {
      stream.on("end", () => resolve("OK"));
      stream.on("error", (error: ServiceError) => {
        const [details] = error.metadata.get("grpc-status-details-bin");
        const failure = details === undefined ? undefined : decodeStatus(Buffer.from(details));
        resolve(`${status[error.code]} ${failure?.reason}`);
      });
    });
    return { stream, messages, end };
  };
  const pay = async (to = shop): Promise<string> => (await paid(product, issuer, to, payer, "1")).paymentId;
  const has = (open: Watch, count: number) =>
    eventually(`${count} events`, async () => subjects(open).length >= count && subjects(open));

  it("has each event of the tenant once, also over several streams", async () => {
    const stranger = await merchant(product, issuer);
    const first = watch(shop.key);
    const expected = [await pay(), await pay()];
    await pay(stranger);
    await has(first, 2);
    first.stream.cancel();
    await first.end;
    expected.push(await pay());
    const second = watch(shop.key, { pageToken: first.messages.at(-1)?.nextPageToken ?? "" });
    await has(second, 1);
    expected.push(await pay());
    await has(second, 2);
    second.stream.cancel();
    expect([...subjects(first), ...subjects(second)]).to.deep.equal(expected);
  });

  it("has only events of the type, and only new ones from `latest` on", async () => {
    const earlier = await pay();
    // "Latest" is after the events that have a place in the log.
    const first = watch(shop.key);
    expect(await has(first, 1)).to.deep.equal([earlier]);
    first.stream.cancel();
    const failed = watch(shop.key, { type: "payment.failed" });
    const latest = watch(shop.key, { pageToken: "latest" });
    await eventually("the first message", async () => latest.messages.length > 0);
    const paymentId = await pay();
    expect(await has(latest, 1)).to.deep.equal([paymentId]);
    expect(subjects(failed)).to.deep.equal([]);
    for (const { stream } of [failed, latest]) stream.cancel();
  });

  it("ends within five seconds after its API key is revoked", async () => {
    const open = watch(shop.key);
    await eventually("the first message", async () => open.messages.length > 0);
    const path = `/api/v1/merchants/${shop.merchantId}/api-keys/${shop.apiKeyId}/revoke`;
    await ask(product, path, { key: product.operatorKey, body: {} });
    const revoked = performance.now();
    expect(await open.end).to.equal("UNAUTHENTICATED CREDENTIAL_REFUSED");
    expect(performance.now() - revoked).to.be.below(5_000);
  });

  it("outlives a JWT that counts once, and ends when the key of the JWT is revoked", async () => {
    const key = callerKey();
    const keys = `/api/v1/merchants/${shop.merchantId}/public-keys`;
    const aud = product.baseUrl;
    const made = await ask(product, keys, {
      key: product.operatorKey,
      body: {
        name: "watch",
        publicKey: key.publicKey,
        proof: await proofOf(key, aud, shop.merchantId),
        scopes: ["events.read"],
      },
    });
    expect(made.status, made.text).to.equal(201);
    const kid = made.json.data.publicKeyId as string;
    const open = watch(await accessToken(key, { kid, aud }));
    const paymentId = await pay();
    expect(await has(open, 1)).to.deep.equal([paymentId]);
    await ask(product, `${keys}/${kid}/revoke`, { key: product.operatorKey, body: {} });
    const revoked = performance.now();
    expect(await open.end).to.equal("UNAUTHENTICATED CREDENTIAL_REFUSED");
    expect(performance.now() - revoked).to.be.below(5_000);
  });

  it("is refused without the scope, with a wrong token, and without a credential that is known", async () => {
    const poor = await merchant(product, issuer, ["payments.read"]);
    expect(await watch(poor.key).end).to.equal("PERMISSION_DENIED SCOPE_MISSING");
    expect(await watch("").end).to.equal("PERMISSION_DENIED SCOPE_MISSING");
    expect(await watch(shop.key, { pageToken: "x" }).end).to.equal("INVALID_ARGUMENT INVALID_PAGE_TOKEN");
    expect(await watch(shop.key, { type: "t".repeat(65) }).end).to.match(/^INVALID_ARGUMENT /);
    expect(await watch(`${shop.key}x`).end).to.match(/^UNAUTHENTICATED /);
  });

  it("serves a service with a grant of its own", async () => {
    const files = await service(product, "granted", {
      scopes: ["events.read"],
      merchantId: shop.merchantId,
    });
    const granted = new Client(product.coreAddress, credentials(product, files), ownConnection);
    const paymentId = await pay();
    await eventually("the grant", async () => {
      const open = watch("", {}, granted);
      const seen = await Promise.race([open.end.then(() => undefined), has(open, 1)]);
      open.stream.cancel();
      return seen?.[0] === paymentId;
    });
    granted.close();
  });
});
