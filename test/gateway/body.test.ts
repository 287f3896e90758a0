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
          const body = new BodyReader(1_000_000).read(incoming.request, new AbortController().signal);
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
      const body = reader.read(incoming.request, new AbortController().signal);
      for (let at = 0; at < size; at++) incoming.emit("data", Buffer.of(32));
      incoming.emit("end");
      expect(await entryOf(body)).to.equal(expected);
    }
  });

  it("is refused where there is no room beside the others, until one of them has ended in whatever way", async () => {
    const reader = new BodyReader(1_000, 1_500);
    const begun = () => {
      const incoming = new Incoming();
      const abort = new AbortController();
      const body = entryOf(reader.read(incoming.request, abort.signal));
      incoming.emit("data", Buffer.alloc(1_000));
      return { incoming, abort, body };
    };
    const first = begun();
    expect(await begun().body).to.equal("UNAVAILABLE");
    first.incoming.emit("end");
    expect(await first.body).to.equal("nothing");

    const second = begun();
    expect(await begun().body).to.equal("UNAVAILABLE");
    second.abort.abort(new Failure("DEADLINE_EXCEEDED"));
    expect(await second.body).to.equal("DEADLINE_EXCEEDED");

    const third = begun();
    third.incoming.emit("data", Buffer.alloc(1));
    expect(await third.body).to.equal("PAYLOAD_TOO_LARGE");

    const fourth = begun();
    fourth.incoming.emit("end");
    expect(await fourth.body).to.equal("nothing");
  });
});
