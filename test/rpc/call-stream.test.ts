// A stream of calls by itself: the order of its calls, its patience, and its end when the core stops. What its calls do is beside the point,
// so the pipeline is one that the test holds in its hand.
import { setTimeout as sleep } from "node:timers/promises";
import {
  Client,
  type ClientDuplexStream,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { expect } from "chai";
import { pino } from "pino";
import { streams } from "../../gen/rest/operations.ts";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { type CallStreams, addCallStreams } from "../../src/rpc/call-stream.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { decodeStatus } from "../../src/rpc/status.ts";
import { until } from "../../src/platform/process-table.ts";

const [stream] = streams.filter(({ each }) => each !== undefined);
const caller = {
  peer: "service",
  principal: { kind: PrincipalKind.PRINCIPAL_KIND_SERVICE, tenantId: "", credentialId: "s", scopes: [] },
};

/** A call that runs, and how to end it. */
interface Running {
  readonly request: string;
  readonly signal: AbortSignal;
  readonly answer: (text: string) => void;
  readonly fail: (error: Error) => void;
}

describe("a stream of calls", () => {
  let server: Server;
  let client: Client;
  let calls: CallStreams;
  const running: Running[] = [];
  let asked = 0;
  let rechecked = 0;
  /** The method that a proof of a token's key must name. */
  let named = "";
  let isAccepted = true;
  let isGranted = true;

  const start = async (idleMsMax?: number, presentedMsMax?: number): Promise<void> => {
    server = new Server();
    asked = 0;
    rechecked = 0;
    isAccepted = true;
    isGranted = true;
    running.length = 0;
    calls = addCallStreams(server, {
      pipeline: {
        paths: [stream?.each ?? ""],
        refused: () => undefined,
        call: (path, request, _caller, { signal }) => {
          expect(path).to.equal(stream?.each);
          return new Promise((resolve, reject) =>
            running.push({
              request: Buffer.from(request).toString(),
              signal,
              answer: (text) => resolve({ response: Buffer.from(text), replayed: false }),
              fail: reject,
            }),
          );
        },
      },
      identity: {
        callerOf: async (_peer, _metadata, _address, path) => {
          asked += 1;
          named = path;
          return caller;
        },
        serviceOf: () => undefined,
        grantOf: () => {
          if (!isGranted) throw new Failure("PEER_UNKNOWN");
          return { spiffeId: "", scopes: [] };
        },
      },
      stillAccepted: async () => {
        rechecked += 1;
        if (!isAccepted) throw new Failure("CREDENTIAL_REFUSED");
      },
      deadlineMsMax: 10_000,
      ...(idleMsMax === undefined ? {} : { idleMsMax }),
      ...(presentedMsMax === undefined ? {} : { presentedMsMax }),
      log: pino({ level: "silent" }),
    });
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  };
  afterEach(() => {
    client.close();
    server.forceShutdown();
  });

  const open = (metadata = new Metadata()): ClientDuplexStream<string, string> =>
    client.makeBidiStreamRequest(
      stream?.path ?? "",
      (text: string) => Buffer.from(text),
      (bytes: Buffer) => bytes.toString(),
      metadata,
    );
  const presenting = (credential: string): Metadata => {
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${credential}`);
    return metadata;
  };
  const ended = (opened: ClientDuplexStream<string, string>): Promise<string> =>
    new Promise((resolve) => {
      opened.on("data", () => undefined);
      opened.on("end", () => resolve("OK"));
      opened.on("error", (error: ServiceError) => {
        const [details] = error.metadata.get("grpc-status-details-bin");
        const failure = details === undefined ? undefined : decodeStatus(Buffer.from(details));
        resolve(`${status[error.code]} ${failure?.reason}`);
      });
    });
  const call = async (place: number): Promise<Running> => {
    if (!(await until(() => running.length > place, 5_000))) throw new Error(`call ${place} never came`);
    return running[place] as Running;
  };

  it("takes one message at a time, and asks for each who calls", async () => {
    await start();
    const opened = open();
    const answers: string[] = [];
    opened.on("data", (text: string) => answers.push(text));
    const end = ended(opened);
    for (const text of ["a", "b", "c"]) opened.write(text);
    opened.end();
    for (const [place, text] of ["a", "b", "c"].entries()) {
      const one = await call(place);
      expect([one.request, running.length, asked]).to.deep.equal([text, place + 1, place + 1]);
      one.answer(`answer to ${text}`);
    }
    expect(await end).to.equal("OK");
    expect(answers).to.deep.equal(["answer to a", "answer to b", "answer to c"]);
  });

  it("resolves a token once, which may count once only, and then asks whether it is still accepted", async () => {
    await start();
    const opened = open(presenting("a.b.c"));
    const end = ended(opened);
    for (const text of ["a", "b"]) opened.write(text);
    for (const place of [0, 1]) (await call(place)).answer("");
    await until(() => running.length === 2, 5_000);
    expect([asked, rechecked, named]).to.deep.equal([1, 1, stream?.path]);
    isAccepted = false;
    opened.write("c");
    expect(await end).to.equal("UNAUTHENTICATED CREDENTIAL_REFUSED");
    expect(running).to.have.length(2);
  });

  it("takes no further message when the service that carries the token has lost its grant", async () => {
    await start();
    const opened = open(presenting("a.b.c"));
    const end = ended(opened);
    opened.write("a");
    (await call(0)).answer("");
    isGranted = false;
    opened.write("b");
    expect(await end).to.equal("UNAUTHENTICATED PEER_UNKNOWN");
    expect(running).to.have.length(1);
  });

  it("takes no message of a token that was presented too long ago", async () => {
    await start(undefined, 0);
    const opened = open(presenting("a.b.c"));
    const end = ended(opened);
    await sleep(20);
    opened.write("a");
    expect(await end).to.equal("UNAUTHENTICATED TOKEN_EXPIRED");
    expect(running).to.have.length(0);
    // An API key is resolved with each message, so it has no such end.
    const ofKey = open(presenting("pda_known_key"));
    const endOfKey = ended(ofKey);
    await sleep(20);
    ofKey.write("a");
    (await call(0)).answer("");
    ofKey.end();
    expect(await endOfKey).to.equal("OK");
    expect([asked, rechecked]).to.deep.equal([1, 0]);
  });

  it("ends with the error of a call, and one that was not foreseen does not tell its text", async () => {
    await start();
    for (const [error, shown] of [
      [new Failure("ITEMS_MISSING"), "FAILED_PRECONDITION ITEMS_MISSING"],
      [new Error("password of the database"), "INTERNAL INTERNAL"],
    ] as const) {
      const opened = open();
      const end = ended(opened);
      const place = running.length;
      opened.write("a");
      opened.write("never taken up");
      (await call(place)).fail(error);
      expect(await end).to.equal(shown);
      expect(running).to.have.length(place + 1);
    }
  });

  it("is ended when nothing comes, but not while a call runs", async () => {
    await start(200);
    const silent = open();
    expect(await ended(silent)).to.equal("DEADLINE_EXCEEDED STREAM_IDLE");
    const busy = open();
    const end = ended(busy);
    busy.write("a");
    const one = await call(0);
    await sleep(400);
    one.answer("late");
    expect(await Promise.race([end, new Promise((resolve) => busy.once("data", resolve))])).to.equal("late");
    busy.end();
    expect(await end).to.equal("OK");
  });

  it("aborts the call that runs when the caller goes away", async () => {
    await start();
    const opened = open();
    void ended(opened);
    opened.write("a");
    const one = await call(0);
    opened.cancel();
    expect(await until(() => one.signal.aborted, 5_000)).to.equal(true);
  });

  it("ends after the call that runs when the core stops, and at once when none runs", async () => {
    await start();
    const idle = open();
    const busy = open();
    const [idleEnd, busyEnd] = [ended(idle), ended(busy)];
    busy.write("a");
    const one = await call(0);
    let answered = "";
    busy.on("data", (text: string) => (answered = text));
    // So that the idle one has arrived as well.
    idle.write("b");
    (await call(1)).answer("b");
    await new Promise((resolve) => idle.once("data", resolve));
    calls.drain();
    expect(await idleEnd).to.equal("UNAVAILABLE SHUTTING_DOWN");
    one.answer("done");
    expect(await busyEnd).to.equal("UNAVAILABLE SHUTTING_DOWN");
    expect(answered).to.equal("done");
  });
});
