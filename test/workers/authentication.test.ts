// Deliveries carry the authorisation that the receiver demands: a fixed token, or one that the worker gets as an OAuth client.
import { expect } from "chai";
import type { GivenAuthentication } from "../../src/services/webhook/authentication.ts";
import { storeAuthentication } from "../../src/services/webhook/authentication.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { ReceiverAnswers } from "../../src/services/webhook/answers.ts";
import { type Answering, polite, Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "./support/deliveries.ts";

describe("the authorisation of deliveries", function () {
  this.timeout(120_000);
  let deliveries: Deliveries;
  before(async () => {
    deliveries = await Deliveries.start();
    deliveries.worker();
  });
  after(() => deliveries[Symbol.asyncDispose]());

  const receiver = (answer: Answering = polite): Promise<Receiver> => Receiver.start(answer, deliveries.root);
  const errorsOf = async (endpoint: CreatedEndpoint): Promise<(string | null)[]> =>
    (await deliveries.attemptsOf(endpoint)).map(({ error }) => error);
  const sent = ({ received }: Receiver): (string | undefined)[] =>
    received.map(({ headers }) => headers.authorization);
  /** Answers each request for a token with another one. */
  const issuing = (more: object = { expires_in: 3600 }): Answering => {
    let number = 0;
    return (_, response) => {
      number += 1;
      const token = { access_token: `token-${number}`, token_type: "Bearer", ...more };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(token));
    };
  };
  const client = (server: Receiver, secret = "s+e c:ret", scope?: string): GivenAuthentication => ({
    authentication: { method: "oauth", tokenEndpoint: server.url(), clientId: "pda & co", scope },
    secret,
  });
  const replace = (endpoint: CreatedEndpoint, given: GivenAuthentication | undefined): Promise<void> =>
    deliveries.store.transact(async (tx) => {
      await tx.webhooks.lock({ kind: "all" }, endpoint.webhookId);
      await storeAuthentication(tx, deliveries, endpoint.webhookId, given);
      await tx.webhooks.touch(endpoint.webhookId);
    });

  it("is a fixed bearer token, of verifications, events and tests, until the owner takes it away", async () => {
    await using shop = await receiver();
    const authentication: GivenAuthentication = { authentication: { method: "bearer" }, secret: "abc.DEF==" };
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { verified: false, authentication });
    await eventually("verified", async () => (await deliveries.stateOf(endpoint)).status === "enabled");
    await deliveries.happen(endpoint.merchantId, 1);
    const { webhookId, merchantId } = endpoint;
    await deliveries.store.transact((tx) =>
      tx.webhookTests.insert(
        { eventId: "evt_01h455vb4pex5vsknk084sn02q", webhookId, type: "payment.completed" },
        merchantId,
      ),
    );
    await eventually("both came", () => shop.received.length === 3);
    expect(sent(shop)).to.deep.equal(Array.from({ length: 3 }, () => "Bearer abc.DEF=="));
    await replace(endpoint, undefined);
    await eventually("the worker has given the endpoint back", async () => {
      const { lease_owner } = await deliveries.stateOf(endpoint);
      return lease_owner === null;
    });
    await deliveries.happen(merchantId, 1);
    await eventually("the next came", () => shop.received.length === 4);
    expect(sent(shop)[3]).to.equal(undefined);
  });

  it("is not shown in the history by a receiver that repeats it", async () => {
    await using shop = await receiver((asked, response) =>
      polite(
        asked,
        response,
        () => void response.writeHead(500).end(`no: ${asked.headers.authorization} twice`),
      ),
    );
    const authentication: GivenAuthentication = { authentication: { method: "bearer" }, secret: "abc.DEF==" };
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { authentication });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("recorded", async () => (await deliveries.attemptsOf(endpoint)).length > 0);
    const uuid = uuidOf("webhook", endpoint.webhookId);
    const { rows } = await deliveries.sql.query<{ encrypted_answer: Buffer }>(
      "select encrypted_answer from webhook_delivery where webhook_id = $1",
      [uuid],
    );
    const text = new ReceiverAnswers(deliveries.sealer).textOf(rows[0]?.encrypted_answer as Buffer, uuid);
    expect(text).to.equal("no: Bearer ********* twice");
  });

  it("is an access token, got once for deliveries at the same time, with the client's secret by HTTP Basic", async () => {
    await using shop = await receiver();
    await using server = await receiver(issuing());
    const endpoint = await deliveries.endpoint(
      { url: shop.url() },
      { authentication: client(server, "s+e c:ret", "hooks.write hooks.read") },
    );
    await deliveries.happen(endpoint.merchantId, 40);
    await eventually("all came", () => shop.received.length === 40);
    expect(new Set(sent(shop))).to.deep.equal(new Set(["Bearer token-1"]));
    expect(server.received).to.have.length(1);
    const [asked] = server.received;
    const basic = Buffer.from(asked?.headers.authorization?.slice("Basic ".length) ?? "", "base64");
    expect(basic.toString()).to.equal("pda+%26+co:s%2Be+c%3Aret");
    expect(asked?.headers).to.include({ "content-type": "application/x-www-form-urlencoded" });
    expect(asked?.body).to.equal("grant_type=client_credentials&scope=hooks.write+hooks.read");
  });

  it("is another access token before the first has ended, and after the owner has changed the client", async () => {
    await using shop = await receiver();
    await using server = await receiver(issuing({ expires_in: 0.5 }));
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { authentication: client(server) });
    await eventually("a second token is used", async () => {
      await deliveries.happen(endpoint.merchantId, 1);
      return sent(shop).includes("Bearer token-2");
    });
    await using other = await receiver(issuing());
    await replace(endpoint, client(other));
    await eventually("the other server is asked", async () => {
      await deliveries.happen(endpoint.merchantId, 1);
      return other.received.length > 0;
    });
    expect(await errorsOf(endpoint)).to.satisfy((errors: (string | null)[]) =>
      errors.every((error) => error === null),
    );
  });

  it("is one new access token when the receiver refuses the one before, in the same attempt", async () => {
    let good = "token-1";
    await using shop = await receiver(
      ({ headers }, response) =>
        void response.writeHead(headers.authorization === `Bearer ${good}` ? 204 : 401).end(),
    );
    await using server = await receiver(issuing());
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { authentication: client(server) });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("the first came", () => shop.received.length === 1);
    const issuedAt = server.received[0]?.at ?? 0;
    await eventually("the token is more than a second old", () => Date.now() - issuedAt > 1_200);
    good = "token-2";
    await deliveries.happen(endpoint.merchantId, 8);
    await eventually("all are recorded", async () => (await errorsOf(endpoint)).length === 9);
    expect(await errorsOf(endpoint)).to.deep.equal(Array.from({ length: 9 }, () => null));
    expect(server.received).to.have.length(2);
    good = "none";
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("it failed", async () => (await errorsOf(endpoint)).length === 10);
    expect((await deliveries.attemptsOf(endpoint)).at(-1)).to.include({ status: 401, error: "STATUS" });
    expect(server.received.length, "a token of less than a second is not replaced").to.be.at.most(3);
  });

  const token = { access_token: "a", token_type: "Bearer" };
  for (const [what, status, body] of [
    ["an error", 401, { error: "invalid_client" }],
    ["no token", 200, { token_type: "Bearer" }],
    ["a token of another type", 200, { ...token, token_type: "DPoP" }],
    ["a token that is no header value", 200, { ...token, access_token: "a\r\nx: y" }],
    ["more than 16 KiB", 200, { ...token, padding: "x".repeat(20_000) }],
    ["a redirect", 302, token],
  ] as const)
    it(`is missing when the authorisation server answers with ${what}: nothing is sent, and the history says so`, async () => {
      await using shop = await receiver();
      await using server = await receiver(
        (_, response) => void response.writeHead(status, { location: "/" }).end(JSON.stringify(body)),
      );
      const endpoint = await deliveries.endpoint({ url: shop.url() }, { authentication: client(server) });
      await deliveries.happen(endpoint.merchantId, 1);
      await eventually("recorded", async () => (await errorsOf(endpoint)).length === 1);
      expect((await deliveries.attemptsOf(endpoint))[0]).to.include({
        status: null,
        error: "TOKEN_ENDPOINT",
      });
      expect(shop.received).to.have.length(0);
      server.answer = issuing();
      // In the pause after a failure the server is not asked.
      await eventually("the pause is over", () => Date.now() - (server.received[0]?.at ?? 0) > 2_100);
      await deliveries.pass(10);
      await eventually("it came with a token", () => sent(shop)[0] === "Bearer token-1");
    });

  it("is not asked for at an address that the deployment refuses", async () => {
    await using shop = await receiver();
    const { authentication } = client(shop);
    const endpoint = await deliveries.endpoint(
      { url: shop.url() },
      {
        authentication: {
          authentication: {
            ...authentication,
            tokenEndpoint: "https://10.0.0.1/token",
          } as typeof authentication,
          secret: "x",
        },
      },
    );
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("recorded", async () => (await errorsOf(endpoint)).length === 1);
    expect(await errorsOf(endpoint)).to.deep.equal(["REFUSED_ADDRESS"]);
  });

  it("of an access token goes by the same check of names as deliveries", async () => {
    await using shop = await receiver();
    const { resolve } = deliveries;
    deliveries.resolve = async (name) => (name === "inside.example" ? ["10.0.0.1"] : resolve(name));
    const endpoint = await deliveries.endpoint(
      { url: shop.url() },
      {
        authentication: {
          authentication: {
            method: "oauth",
            tokenEndpoint: "https://inside.example/token",
            clientId: "pda",
          },
          secret: "x",
        },
      },
    );
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("recorded", async () => (await errorsOf(endpoint)).length === 1);
    expect(await errorsOf(endpoint)).to.deep.equal(["TOKEN_ENDPOINT"]);
    expect(shop.received).to.have.length(0);
  });
});
