// Streams of events at the gateway: their calls to the core, their bounds and their end. The core is one that the test holds in its hand.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { RecordRefusalsRequest } from "../../gen/ts/pda/access/v1/access_service.ts";
import type { Event } from "../../gen/ts/pda/event/v1/event.ts";
import {
  AwaitEventsRequest,
  AwaitEventsResponse,
  RecheckPrincipalsRequest,
  RecheckPrincipalsResponse,
} from "../../gen/ts/pda/event/v1/event_news_service.ts";
import { ListEventsRequest, ListEventsResponse } from "../../gen/ts/pda/event/v1/event_service.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { UnreadAnswers } from "../../src/gateway/unread-answers.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { overloaded } from "../../src/rpc/overload.ts";
import { until } from "../../src/platform/process-table.ts";
import { EventStream } from "../support/event-stream.ts";
import { RawConnection } from "./support/raw.ts";
import { Rig, type RigOptions } from "./support/rig.ts";

const MERCHANT = "mer_01h455vb4pex5vsknk084sn02q";
const OTHER = "mer_01h455vb4pex5vsknk084sn02r";

/** The log of one core: events of each tenant, and who is revoked. */
class Log {
  readonly #events: { readonly tenant: string; readonly text: string }[] = [];
  readonly revoked = new Set<string>();
  reads = 0;
  waits = 0;
  checks = 0;
  failure: Failure | undefined;
  /** Length of the texts that events carry. */
  length = 10;

  constructor(rig: Rig) {
    rig.core.on("ListEvents", ({ request, principal }) => {
      this.reads += 1;
      if (this.failure) throw this.failure;
      return this.#list(ListEventsRequest.decode(request), principal.tenantId);
    });
    rig.core.on("AwaitEvents", ({ request, signal }) =>
      this.#news(AwaitEventsRequest.decode(request), signal),
    );
    rig.core.on("RecheckPrincipals", ({ request }) => {
      this.checks += 1;
      const { principals } = RecheckPrincipalsRequest.decode(request);
      const refused = principals.flatMap(({ credentialId }, place) =>
        this.revoked.has(credentialId) ? [place] : [],
      );
      return RecheckPrincipalsResponse.encode({ refused }).finish();
    });
  }

  happen(tenant = MERCHANT, count = 1): void {
    for (let made = 0; made < count; made += 1)
      this.#events.push({ tenant, text: `${this.#events.length} `.padEnd(this.length, "x") });
  }

  #list({ pageToken, pageSize }: ListEventsRequest, tenant: string): Uint8Array {
    const after = pageToken === "latest" ? this.#events.length : Number(pageToken);
    if (Number.isNaN(after)) throw Failure.ofField("page_token", "INVALID_PAGE_TOKEN", "It is wrong.");
    const items = this.#events
      .map((event, place): Event & { tenant: string } => ({
        tenant: event.tenant,
        specversion: "1.0",
        id: `evt_${place + 1}`,
        source: "s",
        type: "payment.completed",
        subject: event.text,
        time: undefined,
        datacontenttype: "application/json",
        data: undefined,
        cursor: String(place + 1),
      }))
      .slice(after)
      .filter((event) => event.tenant === tenant)
      .slice(0, pageSize || 50);
    return ListEventsResponse.encode({
      items,
      nextPageToken: items.at(-1)?.cursor ?? String(after),
    }).finish();
  }

  async #news({ position, waitMs }: AwaitEventsRequest, signal: AbortSignal): Promise<Uint8Array> {
    this.waits += 1;
    const known = Number(position ?? 0n);
    const end = Date.now() + waitMs;
    while (position !== undefined && this.#events.length <= known && Date.now() < end && !signal.aborted)
      await sleep(5);
    const tenants = this.#events.slice(known).map(({ tenant }) => uuidOf("merchant", tenant));
    return AwaitEventsResponse.encode({
      position: BigInt(this.#events.length),
      all: position === undefined,
      tenants: position === undefined ? [] : [...new Set(tenants)],
    }).finish();
  }
}

describe("streams of events at the gateway", function () {
  this.timeout(60_000);
  let rig: Rig;
  let log: Log;
  const opened: EventStream[] = [];

  const start = async (options: RigOptions = {}): Promise<void> => {
    rig = await Rig.start(options);
    log = new Log(rig);
    rig.allow("good");
    rig.allow("other", { tenantId: OTHER });
  };
  afterEach(async () => {
    for (const stream of opened.splice(0)) stream.cut();
    await rig[Symbol.asyncDispose]();
  });

  const open = async (token = "good", query = ""): Promise<EventStream> => {
    const { ca } = rig;
    const headers = { Authorization: `Bearer ${token}` };
    const stream = await EventStream.open({ baseUrl: rig.gateway.url, ca, query, headers });
    opened.push(stream);
    return stream;
  };
  const has = async (stream: EventStream, count: number): Promise<void> => {
    expect(await until(() => stream.frames.length >= count, 20_000), `${count} events`).to.equal(true);
  };

  it("read only when their tenant has events, and make no calls of their own otherwise", async () => {
    await start();
    const [mine, theirs] = [await open(), await open("other")];
    // The first answer of the core wakes all.
    expect(await until(() => log.waits >= 2, 10_000)).to.equal(true);
    await sleep(100);
    const before = log.reads;
    log.happen();
    await has(mine, 1);
    expect(log.reads - before, "reads").to.equal(1);
    await sleep(300);
    expect(log.reads - before, "reads while nothing happens").to.equal(1);
    expect(theirs.frames).to.deep.equal([]);
    log.happen(OTHER);
    await has(theirs, 1);
    expect(mine.frames).to.have.length(1);
  });

  it("send events that came while they read, and pages without a pause", async () => {
    await start();
    log.happen(MERCHANT, 120);
    const stream = await open("good", "?pageSize=7");
    await has(stream, 120);
    for (let round = 0; round < 50; round += 1) {
      log.happen(MERCHANT, 3);
      await sleep(2);
    }
    await has(stream, 270);
    expect(stream.frames.map(({ id }) => Number(id))).to.deep.equal(
      Array.from({ length: 270 }, (_, place) => place + 1),
    );
  });

  it("have a heartbeat while nothing happens, and end in order after their time", async () => {
    await start({ streams: { heartbeatMs: 500, lifeMs: 5_000 } });
    const stream = await open();
    expect(await until(() => stream.comments >= 2, 10_000)).to.equal(true);
    expect(await stream.ended).to.equal("end");
    expect(stream.headers.connection).to.equal("close");
  });

  it("end within five seconds when their credential is revoked, and no other ends", async () => {
    await start();
    const [revoked, kept] = [await open(), await open("other")];
    log.revoked.add("key_of_good");
    const at = performance.now();
    expect(await revoked.ended).to.equal("end");
    expect(performance.now() - at).to.be.below(5_000);
    log.happen(OTHER);
    await has(kept, 1);
  });

  it("hold one page of a caller that does not read, and go on when it reads", async () => {
    await start();
    log.length = 20_000;
    const stream = await open();
    stream.pause();
    log.happen(MERCHANT, 2_000);
    // 40 MB are to be read; the connection takes a few, and then the gateway reads no more.
    let reads = 0;
    for (let still = 0; still < 5; still = log.reads === reads ? still + 1 : 0) {
      reads = log.reads;
      await sleep(200);
    }
    expect(reads).to.be.below(30);
    stream.resume();
    await has(stream, 2_000);
  });

  it("go on after a core that was away, and after one that knew nothing", async () => {
    await start();
    const stream = await open();
    log.happen();
    await has(stream, 1);
    log.failure = new Failure("UNAVAILABLE");
    log.happen();
    await sleep(1_500);
    log.failure = undefined;
    await has(stream, 2);
    expect(stream.frames.map(({ id }) => id)).to.deep.equal(["1", "2"]);
  });

  it("read a page again for which there was no room, and skip none", async () => {
    await start();
    const stream = await open();
    log.length = 2_000;
    const { checkRoom } = UnreadAnswers.prototype;
    UnreadAnswers.prototype.checkRoom = () => {
      throw overloaded();
    };
    try {
      log.happen(MERCHANT, 50);
      expect(await until(() => log.reads > 1, 10_000)).to.equal(true);
      await sleep(100);
      expect(stream.frames).to.deep.equal([]);
    } finally {
      UnreadAnswers.prototype.checkRoom = checkRoom;
    }
    await has(stream, 50);
    expect(stream.frames.map(({ id }) => Number(id))).to.deep.equal(
      Array.from({ length: 50 }, (_, place) => place + 1),
    );
  });

  it("end when the core refuses their caller", async () => {
    await start();
    const stream = await open();
    log.failure = new Failure("SCOPE_MISSING");
    log.happen();
    expect(await stream.ended).to.equal("end");
  });

  it("are refused as any request is, before the head", async () => {
    await start();
    const refused = await rig.ask("/api/v1/events/stream?pageToken=x", { token: "good" });
    expect(refused.status).to.equal(400);
    expect(refused.json.errors[0]).to.include({ field: "pageToken", reason: "INVALID_PAGE_TOKEN" });
    expect((await rig.ask("/api/v1/events/stream")).status).to.equal(401);
    const poor = rig.allow("poor", { scopes: [] });
    expect((await rig.ask("/api/v1/events/stream", { token: poor })).status).to.equal(403);
    log.failure = new Failure("UNAVAILABLE");
    expect((await rig.ask("/api/v1/events/stream", { token: "good" })).status).to.equal(503);
    const posted = await rig.ask("/api/v1/events/stream", { method: "POST", token: "good" });
    expect(posted.status).to.equal(405);
    expect(posted.headers.allow).to.equal("GET, HEAD");
  });

  it("answer HEAD with the head alone, and HTTP/1.0 until the end of the connection", async () => {
    await start({ streams: { lifeMs: 1 } });
    const head = await rig.ask("/api/v1/events/stream", { method: "HEAD", token: "good" });
    expect(head.status).to.equal(200);
    expect(head.headers["content-type"]).to.equal("text/event-stream");
    log.happen();
    using connection = await RawConnection.open(rig);
    connection.write(
      "GET /api/v1/events/stream HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer good\r\n\r\n",
    );
    const text = await connection.rest();
    expect(text).to.match(/^HTTP\/1\.1 200 /);
    expect(text).to.not.match(/transfer-encoding/i);
    expect(text).to.match(/\r\n\r\nretry: 2000\n\nid: 1\nevent: payment\.completed\ndata: \{.*\}\n\n$/);
  });

  it("end when the gateway closes, which does not wait for them", async () => {
    await start();
    const streams = await Promise.all([open(), open("other"), open()]);
    const at = performance.now();
    await rig.gateway.close();
    expect(performance.now() - at).to.be.below(5_000);
    expect(await Promise.all(streams.map(({ ended }) => ended))).to.deep.equal(["end", "end", "end"]);
  });

  it("are counted as held only while their caller does not take them", async () => {
    await start();
    const told: string[] = [];
    rig.core.on("RecordRefusals", ({ request }) => {
      told.push(...RecordRefusalsRequest.decode(request).calls.map(({ requestId }) => requestId));
      return new Uint8Array();
    });
    const streams = await Promise.all(Array.from({ length: 16 }, () => open()));
    log.happen(MERCHANT, 500);
    for (const stream of streams) await has(stream, 500);
    // An ordinary request on a connection of its own still finds room.
    expect((await rig.ask("/api/v1/events", { token: "good" })).status).to.equal(200);
    const { checks } = log;
    expect(await until(() => log.checks > checks, 10_000), "one check for all of a caller").to.equal(true);
    const refused = await open();
    expect(refused.status).to.equal(429);
    // No core has seen it, so the gateway tells the audit log.
    const requestId = refused.headers["x-request-id"];
    const isTold = () => told.some((each) => each === requestId);
    expect(await until(isTold, 10_000), "recorded").to.equal(true);
  });
});
