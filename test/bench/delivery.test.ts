// The process that puts events in and receives their deliveries. Nothing here judges how fast anything is.
import { expect } from "chai";
import { Agent, request } from "undici";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { type DeliveryLoad, hostOf, startDeliveryLoad, thisMachine } from "./delivery/plan.ts";
import { Processes } from "./processes.ts";

describe("the bench's receiver of deliveries", function () {
  this.timeout(60_000);
  const processes = new Processes();
  const agent = new Agent({ headersTimeout: 5_000 });
  let load: DeliveryLoad;
  before(async () => {
    load = await startDeliveryLoad(processes);
  });
  after(async () => {
    await agent.destroy();
    await processes[Symbol.asyncDispose]();
  });

  /** Sends what a worker sends. @returns the status and the answer */
  async function deliver(number: number, id: string, event: object = { id }): Promise<[number, string]> {
    const { host, port, pathname } = new URL(load.url(number));
    const { statusCode, body } = await request(`http://${thisMachine}:${port}${pathname}`, {
      dispatcher: agent,
      method: "POST",
      headers: { host, "webhook-id": id },
      body: JSON.stringify(event),
    });
    return [statusCode, await body.text()];
  }

  it("answers a verification with its challenge, and does not count it", async () => {
    const turn = load.turn({ warmUpSeconds: 0, seconds: 1 });
    const data = { webhookVerification: { challenge: "c" } };
    const answer = await deliver(0, newId("event"), { type: "webhook.verification", data });
    expect(answer).to.deep.equal([200, '{"challenge":"c"}']);
    const counted = await turn.catch((error: Error) => error.message);
    expect(counted).to.match(/nothing was answered/);
  });

  it("counts each event once, with the time since its identifier was made", async () => {
    const turn = load.turn({ warmUpSeconds: 0, seconds: 2 });
    const [once, twice] = [newId("event"), newId("event")];
    for (const id of [once, twice, twice]) expect((await deliver(1, id))[0]).to.equal(204);
    const { calls, answered, p99 } = await turn;
    expect([calls, answered]).to.deep.equal([2, 2]);
    expect(p99).to.be.within(0, 2_000);
  });

  it("neither answers nor counts requests to hosts that hang, and lets them go at the end", async () => {
    const turn = load.turn({ warmUpSeconds: 0, seconds: 2, hanging: [hostOf(2)] });
    const held = deliver(2, newId("event")).catch((error: Error) => error.name);
    expect((await deliver(3, newId("event")))[0]).to.equal(204);
    expect((await turn).answered).to.equal(1);
    expect(await held).to.equal("SocketError");
  });
});
