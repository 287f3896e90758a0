// How much a process keeps for callers that do not read.
import { expect } from "chai";
import { UnreadAnswers } from "../../../src/gateway/unread-answers.ts";
import { Failure } from "../../../src/rpc/failure.ts";

describe("answers that are not taken", () => {
  const entryOf = (check: () => void) => {
    try {
      check();
      return "nothing";
    } catch (error) {
      return (error as Failure).entry;
    }
  };

  it("are too many above the first bound, and large ones are refused above the second", () => {
    const unread = new UnreadAnswers(() => [], 100, 200);
    unread.add(100);
    expect([unread.tooMany, entryOf(() => unread.checkRoom(100))]).to.deep.equal([false, "nothing"]);
    unread.add(1);
    expect([unread.tooMany, entryOf(() => unread.checkRoom(99))]).to.deep.equal([true, "nothing"]);
    expect(entryOf(() => unread.checkRoom(100))).to.equal("UNAVAILABLE");
    unread.remove(101);
    expect([unread.tooMany, entryOf(() => unread.checkRoom(200))]).to.deep.equal([false, "nothing"]);
  });

  it("cost a connection that takes nothing its life: the one with the most first, until there are few enough", async () => {
    const unread: UnreadAnswers = new UnreadAnswers(() => holders, 100);
    const cuts: string[] = [];
    const holder = (name: string, bytes: number, progress: () => number) => ({
      unread: bytes,
      get progress() {
        return progress();
      },
      cut: () => {
        cuts.push(name);
        unread.remove(bytes);
      },
    });
    let moved = 0;
    const holders = [
      holder("small", 10, () => 7),
      holder("large", 80, () => 7),
      holder("reads", 90, () => (moved += 1)),
      holder("idle", 0, () => 7),
    ];
    unread.add(180);
    while (unread.tooMany) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(cuts).to.deep.equal(["large"]);
  });
});
