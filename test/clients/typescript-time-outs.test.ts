// Time-outs of the TypeScript client hold also after a garbage collection, which on Node 20 frees the sources of AbortSignal.any.
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import type { Connection } from "../../clients/typescript/src/connection.ts";
import { following } from "../../clients/typescript/src/ending.ts";
import {
  createPdaClient,
  type EventStream,
  type PdaClient,
  PdaError,
  PdaProtocolError,
} from "../../clients/typescript/src/index.ts";
import { commonSettings } from "../../clients/typescript/src/settings.ts";
import { Transport } from "../../clients/typescript/src/transport.ts";
import { AnsweringServer, refused } from "./support/answering-server.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const events = { "Content-Type": "text/event-stream" };

describe("time-outs of the TypeScript client", () => {
  let server: AnsweringServer;
  before(async () => {
    server = await AnsweringServer.start();
  });
  after(() => server[Symbol.asyncDispose]());

  const clientOf = (timeoutMs: number): PdaClient =>
    createPdaClient({
      baseUrl: server.url,
      ca: server.ca,
      apiKey: "key",
      timeoutMs,
      retry: { attemptsMax: 1 },
    });
  /** Resolves to how some work ended while memory is collected again and again. */
  const endOf = async (work: Promise<unknown>): Promise<unknown> => {
    const collecting = setInterval(collect, 50);
    const ended = work.catch((error: unknown) => error);
    try {
      return await Promise.race([ended, sleep(15_000, "it hangs")]);
    } finally {
      clearInterval(collecting);
    }
  };
  const iterate = async (stream: EventStream): Promise<string> => {
    for await (const { id } of stream) return id;
    return "the end";
  };

  it("end an attempt, also when optimised code has let go of what it does not need", async () => {
    let isSilent = false;
    const connection: Connection = {
      fetch: (_, { signal }) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason as Error));
          if (!isSilent) resolve(new Response());
        }),
      failureOf: (error) => ({ reason: "timeout", detail: String(error) }),
      close: () => Promise.resolve(),
    };
    const common = commonSettings({ baseUrl: server.url, timeoutMs: 500, retry: { attemptsMax: 1 } });
    const none = { credential: undefined, signer: undefined, verify: undefined };
    const transport = new Transport({ ...common, ...none, apiKey: "", connection });
    const request = new Request(`${server.url}/api/v1/payments`);
    for (let call = 0; call < 1000; call++) await transport.send(request);
    isSilent = true;
    expect(await endOf(transport.send(request))).to.include({ reason: "timeout" });
  });

  it("are kept by what waits for them alone", async () => {
    const { signal } = following([AbortSignal.timeout(500)]);
    const ended = new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(await endOf(ended)).to.include({ type: "abort" });
  });

  it("wait as long as the service says, also longer than a timer of Node can", async () => {
    const retry = { delayMsMax: Infinity };
    await using api = createPdaClient({ baseUrl: server.url, ca: server.ca, apiKey: "key", retry });
    server.prepare({ status: 503, body: refused("SVC-5030"), headers: { "Retry-After": "9999999" } });
    const signal = AbortSignal.timeout(500);
    const end = await api.GET("/api/v1/payments", { signal }).catch((error: unknown) => error);
    expect(end).to.equal(signal.reason);
    expect(server.asked).to.have.length(1);
  });

  it("end the body of an answer", async () => {
    const api = clientOf(500);
    server.prepare({ status: 200, instead: "hold" });
    expect(await endOf(api.GET("/api/v1/payments"))).to.include({ reason: "timeout" });
  });

  it("of the caller end a call and a stream", async () => {
    const api = clientOf(30_000);
    server.prepare({ status: 200, instead: "silence" });
    const call = api.GET("/api/v1/payments", { signal: AbortSignal.timeout(500) });
    expect(await endOf(call)).to.include({ name: "TimeoutError" });
    expect(await endOf(iterate(api.streamEvents({ signal: AbortSignal.timeout(500) })))).to.equal("the end");
    server.prepare({ status: 200, body: "id: c0\n\n", headers: events, instead: "hold" });
    expect(await endOf(iterate(api.streamEvents({ signal: AbortSignal.timeout(500) })))).to.equal("the end");
  });

  it("end the body of an answer that refuses a stream", async () => {
    const api = clientOf(1500);
    const frame = `id: c1\ndata: ${JSON.stringify({ id: "evt_1", type: "payment.completed", data: {} })}\n\n`;
    server.prepare(
      { status: 200, body: "retry: 1\n\n", headers: events },
      { status: 403, body: "{", instead: "hold" },
      { status: 200, body: frame, headers: events },
    );
    expect(await endOf(iterate(api.streamEvents()))).to.equal("evt_1");
  });

  it("are not waited for when that body has no end", async () => {
    const api = clientOf(30_000);
    server.prepare({ status: 403, body: "x".repeat(2 << 20), instead: "hold" });
    expect(await endOf(iterate(api.streamEvents()))).to.be.instanceOf(PdaProtocolError);
    server.prepare({ status: 403, body: refused("SVC-4030") });
    expect(await endOf(iterate(api.streamEvents()))).to.be.instanceOf(PdaError);
  });
});
