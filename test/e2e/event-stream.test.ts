// GET /api/v1/events/stream (Server-Sent Events), over real TLS, through a gateway and two cores.
import { expect } from "chai";
import { Agent, EventSource } from "undici";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { accessToken, callerKey, proofOf } from "../support/access-tokens.ts";
import { checkCarried } from "../support/asyncapi-document.ts";
import { EventStream } from "../support/event-stream.ts";
import { Product } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { commandOf, descendants } from "./support/process-tree.ts";
import {
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  paid,
  publisher,
} from "./support/scene.ts";

describe("stream of events on REST", function () {
  this.timeout(180_000);
  let product: Product;
  let issuer: Publisher;
  let payer: Holder;
  let shop: Merchant;
  const opened: EventStream[] = [];

  before(async () => {
    product = await Product.start({ PDA_CORE_PROCESSES: "2", PDA_GATEWAY_PROCESSES: "1" });
    issuer = await publisher(product);
    payer = await holder(product, issuer, "100000");
  });
  beforeEach(async () => {
    shop = await merchant(product, issuer);
  });
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.cut();
  });
  after(() => product[Symbol.asyncDispose]());

  const open = async (
    key: string,
    { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ): Promise<EventStream> => {
    const { baseUrl, ca } = product;
    const authorised = { Authorization: `Bearer ${key}`, Accept: "text/event-stream", ...headers };
    const stream = await EventStream.open({ baseUrl, ca, query, headers: authorised });
    opened.push(stream);
    return stream;
  };
  const pay = async (to = shop): Promise<string> => (await paid(product, issuer, to, payer, "1")).paymentId;
  const has = (stream: EventStream, count: number) =>
    eventually(`${count} events`, async () => stream.frames.length >= count && stream.subjects);

  it("sends each event as the list has it, in order, soon after it happened", async () => {
    const stream = await open(shop.key);
    expect(stream.status).to.equal(200);
    expect(stream.headers["content-type"]).to.equal("text/event-stream");
    expect(stream.headers).to.include({ "cache-control": "no-store", "x-accel-buffering": "no" });
    await eventually("where it is", async () => stream.lastId !== "");
    expect(stream.retryMs).to.equal(2_000);
    const expected: string[] = [];
    for (let count = 1; count <= 3; count += 1) {
      expected.push(await pay());
      await has(stream, count);
    }
    expect(stream.subjects).to.deep.equal(expected);
    const list = (await ask(product, "/api/v1/events", { key: shop.key })).json.data.items as object[];
    expect(stream.frames.map(({ data }) => data)).to.deep.equal(list);
    for (const { id, event, data } of stream.frames) {
      checkCarried("eventStream", data);
      expect(id).to.equal(data.cursor);
      expect(event).to.equal(data.type);
    }
  });

  it("goes on after a cut with Last-Event-ID, which wins over pageToken, without loss or repetition", async () => {
    const expected = [await pay(), await pay()];
    const seen: string[] = [];
    let last = "";
    for (let round = 0; round < 4; round += 1) {
      const headers: Record<string, string> = last === "" ? {} : { "Last-Event-ID": last };
      const stream = await open(shop.key, { query: "?pageToken=", headers });
      const more = round === 0 ? 2 : 1;
      await has(stream, more);
      stream.cut();
      seen.push(...stream.subjects);
      last = stream.lastId;
      expected.push(await pay());
    }
    expect(seen).to.deep.equal(expected.slice(0, -1));
  });

  it("loses nothing after `latest` either, when it is cut before the first event", async () => {
    const before = await pay();
    const events = await eventually("the event in the list", async () => {
      const { items } = (await ask(product, "/api/v1/events", { key: shop.key })).json.data;
      return items.length === 1 && items;
    });
    expect(events[0].subject).to.equal(before);
    const first = await open(shop.key, { query: "?pageToken=latest" });
    await eventually("where it is", async () => first.lastId !== "");
    first.cut();
    const paymentId = await pay();
    const second = await open(shop.key, {
      query: "?pageToken=latest",
      headers: { "Last-Event-ID": first.lastId },
    });
    expect(await has(second, 1)).to.deep.equal([paymentId]);
  });

  it("sends only the type or the resource that was asked for, and nothing of other tenants", async () => {
    const stranger = await merchant(product, issuer);
    const [failed, mine, operator] = [
      await open(shop.key, { query: "?type=payment.failed" }),
      await open(shop.key),
      await open(product.operatorKey, { query: "?pageToken=latest&type=payment.completed" }),
    ];
    const theirs = await pay(stranger);
    const own = await pay();
    const about = await open(shop.key, { query: `?subject=${own}` });
    const foreign = await open(shop.key, { query: `?subject=${theirs}` });
    expect(await has(about, 1)).to.deep.equal([own]);
    expect(await has(mine, 1)).to.deep.equal([own]);
    expect(await has(operator, 2)).to.include.members([own, theirs]);
    expect([...failed.subjects, ...foreign.subjects]).to.deep.equal([]);
    expect(mine.subjects).to.deep.equal([own]);
  });

  it("is refused like the list, and as the media type says", async () => {
    const poor = await merchant(product, issuer, ["payments.read"]);
    for (const [key, query, headers, status, reason, field] of [
      [poor.key, "", {}, 403, "SCOPE_MISSING"],
      ["pda_nobody", "", {}, 401, undefined],
      [shop.key, "?pageToken=x", {}, 400, "INVALID_PAGE_TOKEN", "pageToken"],
      [shop.key, "", { "Last-Event-ID": "x" }, 400, "INVALID_PAGE_TOKEN", "Last-Event-ID"],
      [shop.key, "?waitSeconds=1", {}, 400, "UNKNOWN_PARAMETER"],
      [shop.key, "", { Accept: "application/json" }, 406, undefined],
    ] as const) {
      const stream = await open(key, { query, headers });
      await stream.ended;
      const answer = JSON.parse(stream.whole) as { errors: { reason: string; field?: string }[] };
      expect(stream.status, stream.whole).to.equal(status);
      if (reason) expect(answer.errors[0]?.reason).to.equal(reason);
      if (field) expect(answer.errors[0]?.field).to.equal(field);
    }
  });

  it("is at most 16 times open for a tenant", async () => {
    const all = await Promise.all(Array.from({ length: 16 }, () => open(shop.key)));
    expect(all.map(({ status }) => status)).to.deep.equal(Array.from({ length: 16 }, () => 200));
    const refused = await open(shop.key);
    expect(refused.status).to.equal(429);
    expect(refused.headers["retry-after"]).to.equal("1");
    all[0]?.cut();
    await eventually("room", async () => (await open(shop.key)).status === 200);
  });

  it("ends within five seconds after what opened it is revoked: API key, JWT of a key", async () => {
    const key = callerKey();
    const aud = product.baseUrl;
    const { merchantId } = shop;
    const keys = `/api/v1/merchants/${merchantId}`;
    const made = await ask(product, `${keys}/public-keys`, {
      key: product.operatorKey,
      body: {
        name: "s",
        publicKey: key.publicKey,
        proof: await proofOf(key, aud, merchantId),
        scopes: ["events.read"],
      },
    });
    const kid = made.json.data.publicKeyId as string;
    const other = await merchant(product, issuer);
    const kept = await open(other.key);
    const byKey = await open(shop.key);
    const byToken = await open(await accessToken(key, { kid, aud }));
    expect([byKey.status, byToken.status]).to.deep.equal([200, 200]);
    const operator = { key: product.operatorKey, body: {} };
    for (const [stream, path] of [
      [byKey, `api-keys/${shop.apiKeyId}`],
      [byToken, `public-keys/${kid}`],
    ] as const) {
      await ask(product, `${keys}/${path}/revoke`, operator);
      const revoked = performance.now();
      expect(await stream.ended).to.equal("end");
      expect(performance.now() - revoked).to.be.below(5_000);
    }
    const paymentId = await pay(other);
    expect(await has(kept, 1)).to.deep.equal([paymentId]);
  });

  it("ends within five seconds after the client certificate that opened it is revoked", async () => {
    const key = newKey();
    const certificates = `/api/v1/merchants/${shop.merchantId}/certificates`;
    const issued = await ask(product, certificates, {
      key: shop.key,
      body: { certificateSigningRequest: newRequest(key), scopes: ["events.read"] },
    });
    expect(issued.status, issued.text).to.equal(201);
    const { certificateId, certificateChain: cert } = issued.json.data as Record<string, string>;
    const { baseUrl, ca } = product;
    const stream = await EventStream.open({ baseUrl, ca, asClient: { cert: cert as string, key } });
    opened.push(stream);
    expect(stream.status).to.equal(200);
    const paymentId = await pay();
    expect(await has(stream, 1)).to.deep.equal([paymentId]);
    await ask(product, `${certificates}/${certificateId}/revoke`, {
      key: shop.key,
      body: {},
    });
    const revoked = performance.now();
    expect(await stream.ended).to.equal("end");
    expect(performance.now() - revoked).to.be.below(5_000);
  });

  it("stays open while cores are killed, and has every event once", async () => {
    const stream = await open(shop.key);
    const expected: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      expected.push(await pay());
      const cores = descendants(product.pid).filter((pid) => /main\.ts core/.test(commandOf(pid)));
      expect(cores).to.have.length.above(0);
      for (const pid of cores) process.kill(pid, "SIGKILL");
      const paymentId = await eventually("a payment after the kill", () => pay().catch(() => undefined));
      expected.push(paymentId);
    }
    await eventually("the last event", async () => stream.subjects.includes(expected.at(-1) as string));
    expect(stream.subjects).to.include.members(expected);
    expect(new Set(stream.frames.map(({ id }) => id)).size).to.equal(stream.frames.length);
  });

  it("is followed by an EventSource, which connects again by itself", async () => {
    const dispatcher = new Agent({ connect: { ca: product.ca } }).compose(
      (dispatch) => (options, handler) =>
        dispatch(
          { ...options, headers: { ...options.headers, authorization: `Bearer ${shop.key}` } },
          handler,
        ),
    );
    const source = new EventSource(`${product.baseUrl}/api/v1/events/stream`, { node: { dispatcher } });
    const seen: string[] = [];
    source.addEventListener("payment.completed", (event) =>
      seen.push(JSON.parse((event as unknown as { readonly data: string }).data).subject),
    );
    const expected = [await pay()];
    await eventually("the first event", async () => seen.length >= 1);
    expected.push(await pay());
    await eventually("the second event", async () => seen.length >= 2);
    expect(seen).to.deep.equal(expected);
    source.close();
    await dispatcher.close();
  });
});
