// Monitoring sees failed rounds of a loop, from the first one on.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { workerRoundFailures } from "../../src/telemetry.ts";
import { startLoop } from "../../src/workers/loop.ts";
import { recordingLog } from "../chain/support/log.ts";

const failures = async (loop: string): Promise<number | undefined> =>
  (await workerRoundFailures.get()).values.find(({ labels }) => labels.loop === loop)?.value;

describe("failed rounds of a loop", () => {
  it("are counted from zero, and no successful round is", async () => {
    const name = "loop-of-this-test";
    let works = true;
    let rounds = 0;
    const round = async () => {
      rounds += 1;
      if (!works) throw new Error("it fails");
      return false;
    };
    const loop = startLoop({ name, pauseMs: 1, round, log: recordingLog().log });
    try {
      while (rounds < 2) await sleep(1);
      expect(await failures(name)).to.equal(0);
      works = false;
      while ((await failures(name)) === 0) await sleep(1);
      expect(await failures(name)).to.equal(1);
    } finally {
      await loop.close();
    }
  });
});
