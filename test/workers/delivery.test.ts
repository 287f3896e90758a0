// Events of the log reach real HTTPS receivers, signed, at least once and under one identifier.
import { createPublicKey } from "node:crypto";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { rotateSigningKey } from "../../src/services/signing/signing-keys.ts";
import { ReceiverAnswers } from "../../src/services/webhook/answers.ts";
import { isSignedWith, polite, type Received, Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "./support/deliveries.ts";

const day = 86_400;

describe("the delivery of events", function () {
  this.timeout(120_000);
  let deliveries: Deliveries;
  before(async () => {
    deliveries = await Deliveries.start();
    deliveries.worker();
  });
  after(() => deliveries[Symbol.asyncDispose]());

  const receiver = (answer = polite): Promise<Receiver> => Receiver.start(answer, deliveries.root);
  const ids = ({ events }: Receiver): string[] => events.map(({ id }) => id);
  const isUp =
    (endpoint: Parameters<Deliveries["stateOf"]>[0], status: string) => async (): Promise<boolean> =>
      (await deliveries.stateOf(endpoint)).status === status;

  it("begins when the receiver has answered a signed challenge", async () => {
    await using shop = await receiver();
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { verified: false });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the endpoint is enabled", isUp(endpoint, "enabled"));
    const [asked] = shop.received;
    const event = new Webhook(endpoint.secret).verify(
      asked?.body ?? "",
      asked?.headers as Record<string, string>,
    );
    expect(event).to.include({
      specversion: "1.0",
      type: "webhook.verification",
      subject: endpoint.webhookId,
    });
    expect(event).to.include({ id: asked?.headers["webhook-id"] });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the event came", () => shop.events.length > 0);
    expect(shop.events, "events from before the verification are not sent").to.have.length(1);
  });

  it("does not begin when the answer lacks the challenge", async () => {
    await using shop = await receiver(
      (_, response) => void response.writeHead(200).end('{"challenge":"guess"}'),
    );
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { verified: false });
    await eventually(
      "the attempt is recorded",
      async () => (await deliveries.attemptsOf(endpoint)).length > 0,
    );
    const [attempt] = await deliveries.attemptsOf(endpoint);
    expect(attempt).to.include({ attempt: 1, status: 200, error: "CHALLENGE" });
    expect(await deliveries.stateOf(endpoint)).to.include({ status: "unverified" });
  });

  it("sends each event once, signed, numbered and with its history", async () => {
    await using shop = await receiver();
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    await deliveries.happen(endpoint.merchantId, 250);
    await eventually("all came", () => shop.events.length === 250);
    await eventually("all are recorded", async () => (await deliveries.attemptsOf(endpoint)).length === 250);
    expect(new Set(ids(shop)).size).to.equal(250);
    const numbers = shop.events.map(({ headers }) => Number(headers["webhook-sequence"]));
    expect(numbers.toSorted((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 250 }, (_, index) => index + 1),
    );
    for (const { body, headers } of shop.received)
      new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
    const headers = shop.received[0]?.headers ?? {};
    expect(headers["user-agent"]).to.match(/^pda-webhooks\/\d/);
    expect(headers["content-type"]).to.equal("application/cloudevents+json; charset=utf-8");
    await eventually("the endpoint is given back", async () => {
      const { due_at, lease_owner, position, ready_position } = await deliveries.stateOf(endpoint);
      return due_at === null && lease_owner === null && position === ready_position;
    });
  });

  it("signs with both secrets while one replaces the other", async () => {
    await using shop = await receiver();
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    const { storeSecret } = await import("../../src/services/webhook/secrets.ts");
    const next = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    await deliveries.store.transact(async (tx) => {
      await tx.webhooks.lock({ kind: "all" }, endpoint.webhookId);
      await tx.webhookSecrets.end(endpoint.webhookId, 3600);
      await storeSecret(tx, deliveries.sealer, endpoint.webhookId, next);
      await tx.webhooks.touch(endpoint.webhookId);
    });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the event came", () => shop.events.length === 1);
    const { body, headers } = shop.received[0] ?? { body: "", headers: {} };
    for (const secret of [endpoint.secret, next])
      new Webhook(secret).verify(body, headers as Record<string, string>);
  });

  it("signs also with the key of the service where an endpoint asks for that, and with the next one after it", async () => {
    await using shop = await receiver();
    const { merchantId } = await deliveries.endpoint({ url: shop.url(), publicKeySignature: true });
    const { signingKeys, store, sealer } = deliveries;
    const isSigned = (index: number): boolean => {
      const { headers, body } = shop.received[index] as Received;
      return isSignedWith(createPublicKey(signingKeys.of("webhook").key), headers, body);
    };
    await deliveries.happen(merchantId, 1);
    await eventually("the event came", () => shop.events.length === 1);
    expect(isSigned(0)).to.equal(true);
    await rotateSigningKey(store, sealer, "webhook", "compromised");
    await signingKeys.refresh();
    expect(isSigned(0), "the key before is not published any more").to.equal(false);
    await deliveries.happen(merchantId, 1);
    await eventually("another event came", () => shop.events.length === 2);
    expect(isSigned(1)).to.equal(true);
  });

  it("leaves out the data for a thin endpoint, and says where it is", async () => {
    await using shop = await receiver();
    const { merchantId } = await deliveries.endpoint({ url: shop.url(), thin: true });
    await deliveries.happen(merchantId, 1);
    await eventually("the event came", () => shop.events.length === 1);
    const event = JSON.parse(shop.received[0]?.body ?? "") as Record<string, string>;
    expect(event).not.to.have.property("data");
    expect(event.dataref).to.equal(`https://pda.example/api/v1/events/${event.id}`);
  });

  it("keeps the first KiB of an answer encrypted, and nothing of an answer to a verification", async () => {
    const body = "no stock of Ä. ".repeat(100);
    await using shop = await receiver((_, response) => void response.writeHead(500).end(body));
    const answers = new ReceiverAnswers(deliveries.sealer);
    const storedFor = async (endpoint: CreatedEndpoint): Promise<Buffer | null> => {
      await eventually("recorded", async () => (await deliveries.attemptsOf(endpoint)).length > 0);
      const { rows } = await deliveries.sql.query<{ encrypted_answer: Buffer | null }>(
        "select encrypted_answer from webhook_delivery where webhook_id = $1",
        [uuidOf("webhook", endpoint.webhookId)],
      );
      return rows[0]?.encrypted_answer ?? null;
    };
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    await deliveries.happen(endpoint.merchantId, 1);
    const encrypted = (await storedFor(endpoint)) as Buffer;
    expect(encrypted.includes("stock")).to.equal(false);
    const text = answers.textOf(encrypted, uuidOf("webhook", endpoint.webhookId));
    expect(body.startsWith(text)).to.equal(true);
    expect(Buffer.byteLength(text)).to.be.within(1_021, 1_024);
    expect(() => answers.textOf(encrypted, uuidOf("webhook", newId("webhook")))).to.throw();
    const unverified = await deliveries.endpoint({ url: shop.url() }, { verified: false });
    expect(await storedFor(unverified)).to.equal(null);
  });

  it("sends no more requests in a second than the endpoint's rate", async () => {
    await using shop = await receiver();
    const endpoint = await deliveries.endpoint({ url: shop.url(), rate: 10 });
    await deliveries.happen(endpoint.merchantId, 15);
    await eventually("all came", () => shop.events.length === 15);
    await eventually("all are recorded", async () => (await deliveries.attemptsOf(endpoint)).length === 15);
    const { rows } = await deliveries.sql.query<{ created_at: Date }>(
      "select created_at from webhook_delivery where webhook_id = $1 order by created_at",
      [uuidOf("webhook", endpoint.webhookId)],
    );
    const times = rows.map(({ created_at }) => created_at.getTime());
    // Any eleven follow each other within no less than a second; a little is the clock's.
    for (const [index, at] of times.slice(10).entries())
      expect(at - (times[index] as number)).to.be.at.least(950);
  });

  it("sends a refused event again under its identifier, and others meanwhile", async () => {
    let refused: string | undefined;
    await using shop = await receiver(({ headers }, response) => {
      const id = String(headers["webhook-id"]);
      refused ??= id;
      response.writeHead(id === refused && headers["webhook-attempt"] === "1" ? 500 : 204).end();
    });
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    await deliveries.happen(endpoint.merchantId, 20);
    await eventually("the others came", () => new Set(ids(shop)).size === 20);
    await eventually("the retry is stored", async () => (await deliveries.stateOf(endpoint)).retries === 1);
    await deliveries.pass(6);
    await eventually("the event came again", () => shop.events.length === 21);
    expect(shop.events.at(-1)).to.deep.include({ id: refused });
    expect(shop.events.at(-1)?.headers).to.include({ "webhook-attempt": "2" });
    await eventually("nothing waits", async () => (await deliveries.stateOf(endpoint)).retries === 0);
  });

  it("keeps the order for an ordered endpoint: later events wait for the refused one", async () => {
    let refusals = 1;
    await using shop = await receiver(
      (_, response) => void response.writeHead(refusals-- > 0 ? 500 : 204).end(),
    );
    const endpoint = await deliveries.endpoint({ url: shop.url(), ordered: true });
    await deliveries.happen(endpoint.merchantId, 5);
    await eventually(
      "the wait is recorded",
      async () => (await deliveries.stateOf(endpoint)).blocked_until !== null,
    );
    expect(shop.events).to.have.length(1);
    await deliveries.pass(6);
    await eventually("all came", () => shop.events.length === 6);
    const numbers = shop.events.map(({ headers }) => headers["webhook-sequence"]);
    expect(numbers).to.deep.equal(["1", "1", "2", "3", "4", "5"]);
  });

  it("obeys Retry-After, for the whole endpoint", async () => {
    let limited = true;
    await using shop = await receiver((_, response) => {
      if (limited) response.writeHead(429, { "retry-after": "600" }).end();
      else response.writeHead(204).end();
    });
    const endpoint = await deliveries.endpoint({ url: shop.url(), concurrency: 1 });
    await deliveries.happen(endpoint.merchantId, 3);
    await eventually(
      "the pause is recorded",
      async () => (await deliveries.stateOf(endpoint)).held_until !== null,
    );
    limited = false;
    await deliveries.happen(endpoint.merchantId, 1);
    const { due_at } = await deliveries.stateOf(endpoint);
    const { rows } = await deliveries.sql.query(
      "select $1::timestamptz > business_now() + interval '9 minutes' as waits",
      [due_at],
    );
    expect(rows).to.deep.equal([{ waits: true }]);
    await deliveries.pass(601);
    await eventually("all came", () => new Set(ids(shop)).size === 4);
    expect(shop.events).to.have.length(5);
  });

  it("disables an endpoint whose receiver answers 410, with an event", async () => {
    await using shop = await receiver((_, response) => void response.writeHead(410).end());
    await using other = await receiver();
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    await deliveries.endpoint({ url: other.url() }, { merchantId: endpoint.merchantId });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the endpoint is disabled", isUp(endpoint, "disabled"));
    expect(await deliveries.stateOf(endpoint)).to.include({
      disabled_reason: "GONE",
      retries: 0,
      due_at: null,
    });
    const attempts = () => deliveries.attemptsOf(endpoint);
    await eventually("the attempt is recorded", async () => (await attempts()).length > 0);
    const [attempt, ...further] = await attempts();
    expect(attempt).to.include({ status: 410, next_at: null });
    expect(further).to.deep.equal([]);
    await deliveries.sequence();
    await eventually("the other endpoint knows", () =>
      other.events.some(({ type }) => type === "webhook.disabled"),
    );
    const told = other.received
      .map(({ body }) => JSON.parse(body))
      .find(({ type }) => type === "webhook.disabled");
    expect(told.data.webhook).to.include({
      webhookId: endpoint.webhookId,
      status: "disabled",
      disabledReason: "GONE",
    });
  });

  it("opens the breaker for a dead receiver, gets it all to a receiver that was away for three days", async () => {
    let away = true;
    await using shop = await receiver((_, response) => {
      if (away) response.socket?.destroy();
      else response.writeHead(204).end();
    });
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    await deliveries.happen(endpoint.merchantId, 200);
    await eventually(
      "the breaker is open",
      async () => (await deliveries.stateOf(endpoint)).held_until !== null,
    );
    expect(shop.events.length, "requests to a dead receiver").to.be.at.most(20);
    const [attempt] = await deliveries.attemptsOf(endpoint);
    expect(attempt).to.include({ error: "RESET", status: null });
    for (let hours = 0; hours < 72; hours += 12) {
      const before = shop.events.length;
      await deliveries.pass(day / 2);
      await eventually("another probe", () => shop.events.length > before);
      await eventually("its pause", async () => (await deliveries.stateOf(endpoint)).lease_owner === null);
    }
    expect(shop.events.length).to.be.at.most(40);
    away = false;
    await eventually("all came", async () => {
      await deliveries.pass(day / 4);
      return (await deliveries.attemptsOf(endpoint)).filter(({ error }) => error === null).length >= 200;
    });
    expect(new Set(ids(shop)).size).to.equal(200);
    await eventually(
      "no failure counts any more",
      async () => (await deliveries.stateOf(endpoint)).failures === 0,
    );
  });

  it("disables an endpoint after five days without a success", async () => {
    await using shop = await receiver((_, response) => void response.writeHead(500).end());
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually(
      "the first failure",
      async () => (await deliveries.stateOf(endpoint)).failing_since !== null,
    );
    await eventually("the endpoint is disabled", async () => {
      await deliveries.pass(day);
      return isUp(endpoint, "disabled")();
    });
    expect(await deliveries.stateOf(endpoint)).to.include({ disabled_reason: "FAILING", retries: 0 });
  });

  it("sends nothing to an address that is not allowed, whenever a name leads there", async () => {
    await using shop = await receiver();
    const endpoint = await deliveries.endpoint({ url: shop.url("rebinding.example") });
    const addresses = ["10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "fe80::1"];
    const { resolve } = deliveries;
    for (const address of addresses) {
      deliveries.resolve = async (name) =>
        name === "rebinding.example" ? ["127.0.0.1", address] : resolve(name);
      await deliveries.happen(endpoint.merchantId, 1);
      const before = (await deliveries.attemptsOf(endpoint)).length;
      await deliveries.pass(400);
      await eventually(address, async () => (await deliveries.attemptsOf(endpoint)).length > before);
    }
    deliveries.resolve = resolve;
    const errors = (await deliveries.attemptsOf(endpoint)).map(({ error }) => error);
    expect(new Set(errors)).to.deep.equal(new Set(["REFUSED_ADDRESS"]));
    expect(shop.received).to.deep.equal([]);
  });

  it("brings a tenant's only event at once while tens of thousands of another one wait", async () => {
    await using slow = await receiver(
      (_, response) => void setTimeout(() => response.writeHead(204).end(), 50),
    );
    await using well = await receiver();
    const busy = await deliveries.endpoint({ url: slow.url() });
    const quiet = await deliveries.endpoint({ url: well.url() });
    const many = 30_000;
    for (let count = 0; count < many; count += 5_000) await deliveries.happen(busy.merchantId, 5_000);
    await eventually("the busy tenant gets events", () => slow.received.length > 100);
    const since = performance.now();
    await deliveries.happen(quiet.merchantId, 1);
    await eventually("the only event came", () => well.received.length === 1);
    expect(performance.now() - since).to.be.below(2_000);
    expect(slow.received.length, "events that still wait").to.be.below(many / 2);
    await deliveries.sql.query("delete from webhook_cursor where webhook_id = $1", [
      uuidOf("webhook", busy.webhookId),
    ]);
  });

  it("verifies the receiver's certificate, and follows no redirect", async () => {
    await using foreign = await Receiver.start();
    await using elsewhere = await receiver();
    await using moved = await receiver(
      (_, response) => void response.writeHead(302, { location: elsewhere.url() }).end(),
    );
    for (const [shop, error, status] of [
      [foreign, "TLS", null],
      [moved, "STATUS", 302],
    ] as const) {
      const endpoint = await deliveries.endpoint({ url: shop.url() });
      await deliveries.happen(endpoint.merchantId, 1);
      await eventually(error, async () => (await deliveries.attemptsOf(endpoint)).length > 0);
      expect((await deliveries.attemptsOf(endpoint))[0]).to.include({ error, status });
    }
    expect([...foreign.received, ...elsewhere.received]).to.deep.equal([]);
  });

  it("reads little of an endless answer, and is not held up by a receiver that hangs", async () => {
    let written = 0;
    await using endless = await receiver((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const write = (): void => {
        while (!response.destroyed && written < 1e9 && response.write(Buffer.alloc(65_536)))
          written += 65_536;
      };
      response.on("drain", write).on("error", () => undefined);
      write();
    });
    await using hanging = await receiver(() => undefined);
    await using well = await receiver();
    const bad = await Promise.all([endless, hanging].map((each) => deliveries.endpoint({ url: each.url() })));
    const good = await deliveries.endpoint({ url: well.url() });
    for (const { merchantId } of bad) await deliveries.happen(merchantId, 30);
    await deliveries.happen(good.merchantId, 50);
    await eventually("the good receiver gets all", () => well.events.length === 50);
    expect(hanging.received.length, "requests at once").to.be.at.most(10);
    await eventually(
      "the answers end",
      async () => (await deliveries.attemptsOf(bad[0] as typeof good)).length === 30,
    );
    expect(written / 30, "bytes that one answer could write").to.be.below(8_000_000);
    const { rows } = await deliveries.sql.query(
      "select max(octet_length(encrypted_answer)) as most from webhook_delivery where webhook_id = $1",
      [uuidOf("webhook", (bad[0] as typeof good).webhookId)],
    );
    expect(rows[0].most).to.be.within(1_024, 1_100);
  });
});
