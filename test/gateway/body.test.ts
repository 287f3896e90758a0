import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import fc from "fast-check";
import { BodyReader } from "../../src/gateway/body.ts";
import { Failure } from "../../src/rpc/failure.ts";

/** The part of a request that gives a body, chunk by chunk. */
class Incoming extends EventEmitter {
  get request(): IncomingMessage {
    return this as unknown as IncomingMessage;
  }
}

const entryOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "nothing",
    (error: unknown) => (error instanceof Failure ? error.entry : String(error)),
  );

describe("a body that is received", () => {
  it("is the chunks one after another, however they are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 40_000 }), { maxLength: 8 }),
        async (chunks) => {
          const incoming = new Incoming();
          const body = new BodyReader(1_000_000).read(incoming.request, new AbortController().signal, "one");
          for (const chunk of chunks) incoming.emit("data", Buffer.from(chunk));
          incoming.emit("end");
          expect((await body).equals(Buffer.concat(chunks))).to.equal(true);
        },
      ),
    );
  });

  it("may have the greatest size in single bytes, and not one more", async () => {
    const reader = new BodyReader(20_000);
    for (const [size, expected] of [
      [20_000, "nothing"],
      [20_001, "PAYLOAD_TOO_LARGE"],
    ] as const) {
      const incoming = new Incoming();
      const body = reader.read(incoming.request, new AbortController().signal, "one");
      for (let at = 0; at < size; at++) incoming.emit("data", Buffer.of(32));
      incoming.emit("end");
      expect(await entryOf(body)).to.equal(expected);
    }
  });

  const KIB = 1_024;
  const stalled = (reader: BodyReader, caller: string, bytes: number) => {
    const incoming = new Incoming();
    const abort = new AbortController();
    const body = entryOf(reader.read(incoming.request, abort.signal, caller));
    incoming.emit("data", Buffer.alloc(bytes));
    return { incoming, abort, body };
  };

  it("is refused where there is no room beside the others, until one of them has ended in whatever way", async () => {
    const reader = new BodyReader(20 * KIB, 30 * KIB);
    const begun = (caller = "one") => stalled(reader, caller, 20 * KIB);
    const first = begun();
    expect(await begun("two").body).to.equal("UNAVAILABLE");
    first.incoming.emit("end");
    expect(await first.body).to.equal("nothing");

    const second = begun();
    expect(await begun("two").body).to.equal("UNAVAILABLE");
    second.abort.abort(new Failure("DEADLINE_EXCEEDED"));
    expect(await second.body).to.equal("DEADLINE_EXCEEDED");

    const third = begun();
    third.incoming.emit("data", Buffer.alloc(1));
    expect(await third.body).to.equal("PAYLOAD_TOO_LARGE");

    const fourth = begun("two");
    fourth.incoming.emit("end");
    expect(await fourth.body).to.equal("nothing");
  });

  it("has room when it is small, and beside a caller that has taken all it can", async () => {
    const reader = new BodyReader(1_024 * KIB);
    const all = Array.from({ length: 64 }, () => stalled(reader, "one", 1_024 * KIB));
    const refused = () => Promise.race([all.at(-1)?.body, new Promise((resolve) => setTimeout(resolve))]);
    expect(await refused()).to.equal("UNAVAILABLE");
    for (const [caller, bytes] of [
      ["one", 16 * KIB],
      ["two", 1_024 * KIB],
      ["three", 1_024 * KIB],
    ] as const) {
      const { incoming, body } = stalled(reader, caller, bytes);
      incoming.emit("end");
      expect(await body).to.equal("nothing");
    }
  });

  it("in pieces takes no more of its caller's share than it needs, and gives all of it back", async () => {
    const reader = new BodyReader(64 * KIB, 100 * KIB);
    for (let time = 0; time < 5; time++) {
      const { incoming, body } = stalled(reader, "one", 10 * KIB);
      for (let more = 0; more < 5; more++) incoming.emit("data", Buffer.alloc(10 * KIB));
      incoming.emit("end");
      expect(await body).to.equal("nothing");
    }
  });
});
