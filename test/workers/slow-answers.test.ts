// Answers whose body comes long after their head: of receivers that are verified, and of servers that give tokens.
import { expect } from "chai";
import { type Answering, polite, Receiver } from "../support/receiver.ts";
import { Deliveries, eventually } from "./support/deliveries.ts";

const laterMs = 1_500;

describe("an answer whose body decides", function () {
  this.timeout(60_000);
  let deliveries: Deliveries;
  beforeEach(async () => {
    deliveries = await Deliveries.start();
    deliveries.worker();
  });
  afterEach(() => deliveries[Symbol.asyncDispose]());

  const receiver = (answer: Answering = polite): Promise<Receiver> => Receiver.start(answer, deliveries.root);
  const challengeOf = (body: string): string =>
    (JSON.parse(body) as { data: { webhookVerification: { challenge: string } } }).data.webhookVerification
      .challenge;

  it("may come a while after its status: the challenge verifies the endpoint", async () => {
    await using shop = await receiver(({ body }, response) => {
      response.writeHead(200).flushHeaders();
      setTimeout(() => response.end(challengeOf(body)), laterMs);
    });
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { verified: false });
    await eventually("it is asked", async () => (await deliveries.attemptsOf(endpoint)).length === 1);
    expect((await deliveries.stateOf(endpoint))["status"]).to.equal("enabled");
  });

  it("is none when it does not end: the attempt fails with TIMEOUT after 15 seconds, or with RESET", async () => {
    await using hanging = await receiver((_, response) => response.writeHead(200).flushHeaders());
    await using breaking = await receiver((_, response) => {
      response.writeHead(200, { "content-length": 100 }).flushHeaders();
      setTimeout(() => response.socket?.destroy(), 100);
    });
    const endpoints = await Promise.all(
      [hanging, breaking].map((shop) => deliveries.endpoint({ url: shop.url() }, { verified: false })),
    );
    const errorsOf = async () =>
      (await Promise.all(endpoints.map((each) => deliveries.attemptsOf(each)))).map(
        ([first]) => first?.error,
      );
    await eventually("both failed", async () => (await errorsOf()).every((error) => error !== undefined));
    expect(await errorsOf()).to.deep.equal(["TIMEOUT", "RESET"]);
  });

  it("may be that of a token, whose time is part of the attempt", async () => {
    await using server = await receiver((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
      const token = { access_token: "abc", token_type: "Bearer", expires_in: 3600 };
      setTimeout(() => response.end(JSON.stringify(token)), laterMs);
    });
    await using shop = await receiver();
    const authentication = {
      authentication: { method: "oauth", tokenEndpoint: server.url(), clientId: "pda", scope: undefined },
      secret: "secret",
    } as const;
    const endpoint = await deliveries.endpoint({ url: shop.url() }, { authentication });
    await deliveries.happen(endpoint.merchantId, 1);
    await eventually("it is sent", async () => (await deliveries.attemptsOf(endpoint)).length === 1);
    const { rows } = await deliveries.sql.query("select error, duration_ms from webhook_delivery");
    expect(rows[0].error).to.equal(null);
    expect(rows[0].duration_ms).to.be.at.least(laterMs - 100);
  });
});
