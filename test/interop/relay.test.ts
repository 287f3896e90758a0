// `pda relay` with a real NATS server, whose stream a consumer in Go reads. Relay, NATS and PostgreSQL are killed in the middle.
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, nanos } from "@nats-io/transport-node";
import { expect } from "chai";
import { relay as relaySettings } from "../../src/config/relay.ts";
import { logger } from "../../src/logger.ts";
import { NatsSink } from "../../src/workers/relay/nats-sink.ts";
import { eventually } from "../e2e/support/scene.ts";
import { OtlpReceiver } from "../observability/otlp-receiver.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { buildNats, idsOf, type NatsPrograms, type NatsServer, RelayScene } from "./relay-scene.ts";

const stream = "PDA_EVENTS";

describe("pda relay", function () {
  this.timeout(300_000);
  const built = temporaryDirectory();
  let programs: NatsPrograms;
  let scene: RelayScene;
  let server: NatsServer;

  before(async function () {
    try {
      programs = await buildNats(built.path);
    } catch (error) {
      this.test?.parent?.eachTest((test) => {
        test.title += ` [left out: no Go or no module: ${(error as Error).message.trim().split("\n").at(-1)}]`;
      });
      this.skip();
    }
  });
  after(() => built[Symbol.dispose]());
  beforeEach(async () => {
    scene = await RelayScene.start(programs);
    server = await scene.nats();
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  const manage = async <T>(
    work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>,
  ): Promise<T> => {
    const connection = await connect({ servers: server.url });
    try {
      return await work(await jetstreamManager(connection));
    } finally {
      await connection.close();
    }
  };

  it("publishes the events of all tenants once, in the order of the log, under subjects by tenant and type", async () => {
    await scene.happen(1_200);
    await scene.happen(7, { type: "refund.completed" });
    // A type that this service does not publish.
    await scene.happen(5, { type: "payment.created" });
    const relay = await scene.relay(server);
    const messages = await scene.readAll(server, 1_207);
    expect(idsOf(messages)).to.deep.equal((await scene.log()).slice(0, 1_207));
    for (const [index, { sequence, subject, headers, data }] of messages.entries()) {
      const event = JSON.parse(data);
      const tenant = scene.tenants[(index < 1_200 ? index : index - 1_200) % 5];
      expect(sequence).to.equal(index + 1);
      expect(subject).to.equal(`pda.events.${tenant}.${event.type}`);
      expect(headers["Content-Type"] ?? headers["content-type"]).to.deep.equal([
        "application/cloudevents+json; charset=utf-8",
      ]);
      expect(headers["Nats-Msg-Id"]).to.deep.equal([event.id]);
      expect(event).to.include({ specversion: "1.0", source: "https://pda.example" });
      expect(event.data).to.be.an("object");
      expect(event.cursor).to.be.a("string").and.have.length.above(20);
    }
    const ofOne = await scene.read(server, "-filter", `pda.events.${scene.tenants[3]}.>`);
    expect(ofOne.length)
      .to.equal(messages.filter(({ subject }) => subject.includes("pub_")).length)
      .and.above(200);
    const ofType = await scene.read(server, "-filter", "pda.events.*.refund.completed");
    expect(ofType).to.have.length(7);
    // Events that happen now come at once, without the poll of a second.
    await scene.happen(1);
    await scene.readAll(server, 1_208);
    await eventually("no lag", async () => (await relay.metric("relay_lag_events")) === 0);
    expect(await relay.metric('relay_events_total{form="whole"}')).to.equal(1_208);
    expect(await relay.ready()).to.equal(200);
    const status = await scene.pda(["relay", "status"]);
    expect(status.stdout).to.match(/^name +state +events behind +oldest +last moved\nnats +running +0 +0 s /);
    expect(await relay.stop()).to.equal(0);
    expect((await scene.pda(["relay", "status"])).stdout).to.match(/nats +stopped +0/);
  });

  it("loses nothing and repeats nothing while relay, NATS and PostgreSQL are killed, also without JetStream's duplicate window", async () => {
    // So short that the window finds no duplicate after a restart: the relay itself must know what the stream has.
    await manage((manager) =>
      manager.streams.add({
        name: stream,
        subjects: ["pda.events.>"],
        duplicate_window: nanos(100),
      }),
    );
    let relay = await scene.relay(server);
    const seldom = async (): Promise<void> => sleep(300 + Math.random() * 400);
    for (let turn = 0; turn < 4; turn += 1) {
      await scene.happen(1_500);
      await seldom();
      await relay.kill9();
      relay = await scene.relay(server);
      await scene.happen(1_500);
      await sleep(1_000 + Math.random() * 500);
      await server.kill9();
      await scene.happen(700);
      await seldom();
      await server.up();
      await scene.happen(700);
      await seldom();
      await scene.postgresKill9();
      await seldom();
      await scene.postgresUp();
    }
    const log = await scene.log();
    expect(log).to.have.length(17_600);
    const messages = await scene.readAll(server, log.length);
    expect(idsOf(messages)).to.deep.equal(log);
  });

  it("records the rounds in which it publishes, and no others", async () => {
    await using collector = await OtlpReceiver.start();
    await scene.happen(3);
    await scene.relay(server, {
      PDA_TELEMETRY_TRACES_ENDPOINT: collector.endpoint,
      PDA_TELEMETRY_TRACES_SAMPLE_RATIO: "1",
    });
    await scene.readAll(server, 3);
    const round = await eventually("the round", async () =>
      collector.spans.find(({ name }) => name === "round relay"),
    );
    expect(round.service).to.equal("pda-relay");
    expect(collector.trace(round.traceId).map(({ name }) => name)).to.include("transaction");
    // Long enough for many further rounds and an export.
    await sleep(2_500);
    const rounds = collector.spans.filter(({ name }) => name.startsWith("round "));
    expect(rounds).to.have.length.below(4);
    expect(rounds.map(({ name }) => name)).to.not.include("round relay-lag");
  });

  it("lets one of two relays work, and the other one go on when it dies", async () => {
    const relays = [await scene.relay(server), await scene.relay(server)];
    await scene.happen(500);
    await scene.readAll(server, 500);
    const active = async (): Promise<number[]> =>
      Promise.all(relays.map(async (relay) => (await relay.metric("relay_active")) ?? 0));
    await eventually("one works", async () => (await active()).toSorted().join() === "0,1");
    for (const relay of relays) expect(await relay.ready()).to.equal(200);
    const first = (await active()).indexOf(1);
    await relays[first]?.kill9();
    await scene.happen(500);
    const messages = await scene.readAll(server, 1_000);
    expect(idsOf(messages)).to.deep.equal(await scene.log());
    expect(await relays[1 - first]?.metric("relay_active")).to.equal(1);
  });

  it("goes on at the stored place when the stream has no messages any more, and publishes all again into a new stream", async () => {
    await scene.happen(300);
    const relay = await scene.relay(server);
    await scene.readAll(server, 300);
    await eventually("the place is stored", async () => (await relay.metric("relay_lag_events")) === 0);
    await relay.kill9();
    await manage((manager) => manager.streams.purge(stream));
    await scene.happen(40);
    const second = await scene.relay(server);
    expect(idsOf(await scene.readAll(server, 40))).to.deep.equal((await scene.log()).slice(300));
    await eventually("the place is stored", async () => (await second.metric("relay_lag_events")) === 0);
    await second.stop();
    await manage((manager) => manager.streams.delete(stream));
    const third = await scene.relay(server);
    expect(idsOf(await scene.readAll(server, 340))).to.deep.equal(await scene.log());
    expect(third.output).to.contain("the stream has lost events that it had acknowledged");
  });

  it("begins after all events when it is told to", async () => {
    await scene.happen(100);
    const relay = await scene.relay(server, { PDA_RELAY_FROM: "latest" });
    await eventually("it works", async () => (await relay.metric("relay_active")) === 1);
    await scene.happen(20);
    expect(idsOf(await scene.readAll(server, 20))).to.deep.equal((await scene.log()).slice(100));
  });

  it("waits while NATS is away, shows its lag, and catches up", async () => {
    const relay = await scene.relay(server);
    await scene.happen(10);
    await scene.readAll(server, 10);
    await server.kill9();
    await scene.happen(400);
    await eventually("the lag shows", async () => (await relay.metric("relay_lag_events")) === 400);
    const before = (await relay.metric("relay_lag_seconds")) ?? 0;
    await eventually(
      "the lag grows",
      async () => ((await relay.metric("relay_lag_seconds")) ?? 0) > before + 1,
    );
    expect(await relay.ready()).to.equal(503);
    expect(await relay.metric('relay_failures_total{problem="unavailable"}')).to.be.above(0);
    await server.up();
    expect(idsOf(await scene.readAll(server, 410))).to.deep.equal(await scene.log());
    await eventually("no lag", async () => (await relay.metric("relay_lag_seconds")) === 0);
    expect(await relay.ready()).to.equal(200);
    expect(
      relay.output.match(/NATS (cannot be reached|does not answer)|connection to NATS was lost/g),
    ).to.have.length(1);
  });

  it("waits while the stream is full, and goes on when it has room", async () => {
    await manage((manager) =>
      manager.streams.add({ name: stream, subjects: ["pda.events.>"], max_msgs: 100, discard: "new" }),
    );
    const relay = await scene.relay(server);
    await scene.happen(150);
    await scene.readAll(server, 100);
    await eventually(
      "it waits",
      async () => (await relay.metric('relay_failures_total{problem="unavailable"}')) ?? 0,
    );
    await eventually("the lag shows", async () => (await relay.metric("relay_lag_events")) === 50);
    await manage((manager) => manager.streams.purge(stream));
    expect(idsOf(await scene.readAll(server, 50))).to.deep.equal((await scene.log()).slice(100));
  });

  it("publishes an event that is too large without its data, and holds nobody up", async () => {
    const small = await scene.nats("max_payload: 8192");
    await scene.happen(4);
    await scene.happen(1, { bytes: 30_000, tenants: [scene.tenants[1] as string] });
    await scene.happen(4);
    const relay = await scene.relay(small);
    const messages = await scene.readAll(small, 9);
    expect(idsOf(messages)).to.deep.equal(await scene.log());
    const thin = JSON.parse(messages[4]?.data ?? "");
    expect(thin.dataref).to.equal(`https://pda.example/api/v1/events/${thin.id}`);
    expect(thin).to.include({ type: "payment.completed" }).and.not.have.property("data");
    expect(messages.filter(({ data }) => "dataref" in JSON.parse(data))).to.have.length(1);
    expect(await relay.metric('relay_events_total{form="without_data"}')).to.equal(1);
    expect(relay.output).to.contain("too large for the stream");
  });

  it("goes on after somebody else has written to the stream, without a gap", async () => {
    await scene.happen(50);
    const relay = await scene.relay(server);
    await scene.readAll(server, 50);
    const connection = await connect({ servers: server.url });
    connection.publish("pda.events.x.y", "not of the relay");
    await connection.drain();
    await scene.happen(50);
    const messages = await scene.readAll(server, 101);
    expect(idsOf(messages.filter(({ subject }) => subject !== "pda.events.x.y"))).to.deep.equal(
      await scene.log(),
    );
    expect(await relay.metric('relay_failures_total{problem="diverged"}')).to.be.above(0);
  });

  it("keeps nothing of what it has published", async () => {
    const settings = relaySettings.parse({ servers: [server.url], createStream: true });
    await using sink = new NatsSink(settings, logger("test", { level: "silent" }));
    let { sequence } = await sink.end();
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const event = { tenantId: "mer_a", type: "payment.completed", body: "{}", thinBody: () => "{}" };
    const publish = async (count: number): Promise<number> => {
      for (const end = sequence + count; sequence < end; sequence += 1) {
        const { error } = await sink.store(sequence, [{ ...event, eventId: `evt_${sequence}` }]);
        if (error) throw error;
      }
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = await publish(5_000);
    expect((await publish(15_000)) - before).to.be.below(2_000_000);
  });
});
