// A core process that is killed, hangs or is not there, as the client of another tier sees it. No call here may last until its deadline
// unless that is said, and the deadlines are longer than the test.
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { CoreClient } from "../../src/rpc/client.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { CoreProcess, HOLD } from "../rpc/support/core-process.ts";
import { CREATE, context, GET, Scene } from "../rpc/support/scene.ts";

const longMs = 300_000;
const plain = Buffer.of(1);
const held = Buffer.of(HOLD);

type Over = Parameters<typeof context>[0];
/** How a call came out: by which way it was answered, or its error. */
const outcome = (client: CoreClient, path: string, request: Buffer, over: Over = {}): Promise<string> =>
  client.call(path, request, context({ deadlineMs: Date.now() + longMs, ...over })).then(
    ({ response }) => (response[0] === 1 ? "by stream" : "alone"),
    (error: Failure) => error.entry,
  );

for (const dispatch of ["auto", "off"] as const) {
  describe(`a core that dies, called by ${dispatch === "auto" ? "dispatch" : "unary calls"}`, function () {
    this.timeout(60_000);
    const usual = dispatch === "auto" ? "by stream" : "alone";
    let scene: Scene;
    before(async () => {
      scene = await Scene.start();
    });
    after(() => scene[Symbol.asyncDispose]());

    /** Until calls go their usual way. @throws for anything that is not refused as UNAVAILABLE meanwhile */
    const untilServed = async (client: CoreClient): Promise<void> => {
      for (;;) {
        const how = await outcome(client, GET, plain);
        if (how === usual) return;
        expect(how).to.be.oneOf(["alone", "UNAVAILABLE"]);
        await sleep(10);
      }
    };

    it("fails its calls at once, then all calls until it is back, and serves as before; and so again", async () => {
      let core = await CoreProcess.start(scene.pkiDir);
      await using end = new AsyncDisposableStack();
      end.defer(() => core.kill9());
      const client = scene.client([core.port], { dispatch });
      for (let round = 0; round < 3; round += 1) {
        await untilServed(client);
        const open = [
          outcome(client, CREATE, held),
          outcome(client, CREATE, held, { idempotencyKey: `k${round}` }),
          outcome(client, GET, held),
        ];
        expect(await outcome(client, CREATE, plain)).to.equal(usual);
        await core.kill9();
        expect(await Promise.all(open)).to.deep.equal(Array(3).fill("UNAVAILABLE"));
        for (let count = 0; count < 20; count += 1)
          expect(await outcome(client, CREATE, plain, { idempotencyKey: "k" })).to.equal("UNAVAILABLE");
        core = await CoreProcess.start(scene.pkiDir, core.port);
      }
      await untilServed(client);
    });

    it("by hanging has its calls end at their deadlines, is found dead, and serves again once it wakes", async () => {
      await using core = await CoreProcess.start(scene.pkiDir);
      const client = scene.client([core.port], { dispatch, keepaliveMs: 1_000 });
      await untilServed(client);
      core.pause();
      const long = [outcome(client, GET, plain), outcome(client, CREATE, plain)];
      const over = { deadlineMs: Date.now() + 100 };
      expect(await outcome(client, GET, plain, over)).to.equal("DEADLINE_EXCEEDED");
      expect(await Promise.all(long)).to.deep.equal(["UNAVAILABLE", "UNAVAILABLE"]);
      // Whoever calls now learns it although the machine of the dead one still takes connections.
      const calls = Array.from({ length: 100 }, () => outcome(client, CREATE, plain));
      expect(await Promise.all(calls)).to.deep.equal(Array(100).fill("UNAVAILABLE"));
      core.resume();
      await untilServed(client);
    });

    it("and of which nothing is left but an address that never answers fails calls as well", async () => {
      const sockets: Socket[] = [];
      const mute = createServer((socket) => void sockets.push(socket.on("error", () => undefined)));
      await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
      const { port } = mute.address() as { port: number };
      const client = scene.client([port], { dispatch });
      expect(await outcome(client, GET, plain)).to.equal("UNAVAILABLE");
      expect(await outcome(client, GET, plain, { deadlineMs: Date.now() - 1 })).to.be.oneOf([
        "DEADLINE_EXCEEDED",
        "UNAVAILABLE",
      ]);
      await client.close();
      for (const socket of sockets) socket.destroy();
      mute.close();
    });
  });
}
