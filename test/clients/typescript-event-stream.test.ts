// Streams of events with the TypeScript client, whose connections end in all ways.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import {
  createPdaClient,
  type EventStream,
  type EventStreamOptions,
  type PdaClient,
  PdaError,
  PdaProtocolError,
} from "../../clients/typescript/src/index.ts";
import { AnsweringServer, type Prepared, refused, success } from "./support/answering-server.ts";

const frame = (number: number): string =>
  `id: c${number}\nevent: payment.quarantined\ndata: ${JSON.stringify({ id: `evt_${number}`, type: "payment.quarantined", data: { word: "Käse" }, cursor: `c${number}` })}\n\n`;
const stream = (body: string, instead?: Prepared["instead"]): Prepared => ({
  status: 200,
  body,
  headers: { "Content-Type": "text/event-stream" },
  ...(instead ? { instead } : {}),
});
const refusal = (status: number, code: string, headers: Record<string, string> = {}): Prepared => ({
  status,
  body: refused(code),
  headers,
});

describe("streams of events with the TypeScript client", () => {
  let server: AnsweringServer;
  let api: PdaClient;
  before(async () => {
    server = await AnsweringServer.start();
  });
  beforeEach(() => {
    api = createPdaClient({ baseUrl: server.url, ca: server.ca, apiKey: "key" });
  });
  afterEach(() => api.close());
  after(() => server[Symbol.asyncDispose]());

  const take = async (events: EventStream, most: number): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of events) if (ids.push(id) === most) break;
    return ids;
  };
  const failure = (options: EventStreamOptions = {}): Promise<unknown> =>
    take(api.streamEvents(options), 9).catch((error: unknown) => error);
  const asked = () =>
    server.asked.map(({ url, headers }) => [url.split("?")[1] ?? "", headers["last-event-id"] ?? ""]);

  it("go on after the last event, whatever ends a connection", async () => {
    server.prepare(
      stream("retry: 1\nid: c0\n\n"),
      stream(`${frame(1)}: \n\n${frame(2)}${frame(3).slice(0, 30)}`),
      stream(frame(3).replaceAll("\n", "\r\n"), "hold"),
      { status: 200, instead: "break" },
      refusal(429, "SVC-4290", { "Retry-After": "0" }),
      refusal(503, "SVC-5030", { "Retry-After": "1" }),
      { status: 502, body: "no", headers: { "Content-Type": "text/html" } },
      stream(frame(4)),
    );
    const begun = performance.now();
    const told: boolean[] = [];
    const events = api.streamEvents({
      after: "latest",
      type: "payment.completed",
      silenceMs: 300,
      onConnection: (isConnected) => told.push(isConnected),
    });
    expect(events.position).to.equal("latest");
    expect(await take(events, 4)).to.deep.equal(["evt_1", "evt_2", "evt_3", "evt_4"]);
    expect(events.position, "the loop has not asked for the next one").to.equal("c3");
    expect(performance.now() - begun, "Retry-After").to.be.above(1000);
    const later = ["c0", "c2", "c3", "c3", "c3", "c3", "c3"].map((id) => ["type=payment.completed", id]);
    expect(asked()).to.deep.equal([["type=payment.completed&pageToken=latest", ""], ...later]);
    const [{ headers } = { headers: {} as Record<string, string> }] = server.asked;
    expect([headers.accept, headers.authorization]).to.deep.equal(["text/event-stream", "Bearer key"]);
    // Refusals are no connections.
    expect(told).to.deep.equal([true, false, true, false, true, false, true, false]);
  });

  it("wait as long as a proxy says", async () => {
    const away = {
      status: 503,
      body: "<html>",
      headers: { "Content-Type": "text/html", "Retry-After": "1" },
    };
    server.prepare(stream("retry: 1\n\n"), away, stream(frame(1)));
    const begun = performance.now();
    await take(api.streamEvents(), 1);
    expect(performance.now() - begun).to.be.above(990);
  });

  it("come byte by byte without a difference", async () => {
    server.prepare(stream(`retry: 1\n\n${frame(1)}${frame(2)}`, "drip"));
    const got = [];
    for await (const event of api.streamEvents()) {
      got.push(event.data);
      if (got.length === 2) break;
    }
    expect(got).to.deep.equal([{ word: "Käse" }, { word: "Käse" }]);
  });

  it("give an event again whose handling failed", async () => {
    server.prepare(stream(frame(1) + frame(2)), stream(frame(2)));
    const events = api.streamEvents();
    const handle = async (): Promise<void> => {
      for await (const { id } of events) if (id === "evt_2") throw new Error("the database is away");
    };
    expect(await handle().catch((error: unknown) => error)).to.include({ message: "the database is away" });
    expect(events.position).to.equal("c1");
    expect(await take(events, 1)).to.deep.equal(["evt_2"]);
    expect(asked()).to.deep.equal([
      ["", ""],
      ["", "c1"],
    ]);
  });

  for (const status of [400, 401, 403])
    it(`end when the service refuses them with ${status}`, async () => {
      server.prepare(stream(`retry: 1\n\n${frame(1)}`), refusal(status, "SVC-4030"));
      expect(await failure())
        .to.be.instanceOf(PdaError)
        .and.include({ status });
      expect(server.asked).to.have.length(2);
    });

  for (const [name, answer] of Object.entries<Prepared>({
    "an HTML page": { status: 200, body: "<html>", headers: { "Content-Type": "text/html" } },
    "a redirect": { status: 302, headers: { Location: "https://elsewhere.example" } },
    "an envelope": { status: 200, body: success({}) },
    "no event": stream("data: no\n\n"),
    "a frame that is too long": stream(`data: ${"x".repeat(5 << 20)}`),
  }))
    it(`do not take ${name}`, async () => {
      server.prepare(answer);
      expect(await failure()).to.be.instanceOf(PdaProtocolError);
    });

  it("wait longer after each connection that brought nothing", async () => {
    const away = refusal(503, "SVC-5030");
    server.prepare(stream("retry: 100\n\n"), away, away, away, stream(frame(1)));
    const begun = performance.now();
    await take(api.streamEvents(), 1);
    expect(performance.now() - begun).to.be.above(800);
  });

  it("end when they are closed, their signal ends, or their client closes", async () => {
    const ending = new AbortController();
    const other = createPdaClient({ baseUrl: server.url, ca: server.ca, apiKey: "key" });
    const ways: [client: PdaClient, end: (events: EventStream) => unknown][] = [
      [api, (events) => events.close()],
      [other, () => other.close()],
      [api, () => ending.abort()],
    ];
    for (const [client, end] of ways) {
      server.prepare(stream("id: c0\n\n", "hold"));
      const events = client.streamEvents({ signal: ending.signal });
      const taken = take(events, 1);
      while (events.position === "") await sleep(5);
      const ended = end(events);
      expect(await taken).to.deep.equal([]);
      expect(server.asked).to.have.length(1);
      await ended;
    }
  });

  it("end while the service has not answered", async () => {
    server.prepare({ status: 200, instead: "silence" });
    const events = api.streamEvents();
    const taken = take(events, 1);
    while (server.asked.length === 0) await sleep(5);
    await events.close();
    expect(await taken).to.deep.equal([]);
  });

  it("take a silence without an end", async () => {
    server.prepare(stream(":\n\n", "hold"));
    const told: boolean[] = [];
    const events = api.streamEvents({ silenceMs: Infinity, onConnection: (is) => void told.push(is) });
    const taken = take(events, 1);
    while (told.length === 0) await sleep(5);
    await sleep(300);
    expect(told).to.deep.equal([true]);
    await events.close();
    expect(await taken).to.deep.equal([]);
  });

  it("are not for clients that verify answers", async () => {
    await using strict = createPdaClient({ baseUrl: server.url, ca: server.ca, verifyAnswers: true });
    expect(() => strict.streamEvents()).to.throw(TypeError, /not signed/);
    expect(() => api.streamEvents({ silenceMs: 0 })).to.throw(TypeError, /above 0/);
  });
});
