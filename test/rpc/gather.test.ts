import { expect } from "chai";
import { Failure } from "../../src/rpc/failure.ts";
import { Gatherer, type GathererLimits } from "../../src/rpc/gather.ts";
import { type Outcome, rejected } from "../../src/rpc/outcome.ts";

const preset: GathererLimits = { sizeMax: 10, setsMax: 1, waitingMax: 100, patienceMs: 60_000 };

/** A gatherer whose sets end when told to. */
function gatherer(limits: Partial<GathererLimits> = {}) {
  const sets: {
    items: readonly number[];
    end: (outcomes: Outcome<string>[]) => void;
    fail: (e: Error) => void;
  }[] = [];
  const gathering = new Gatherer<number, string>(
    (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome<string>[]>();
      sets.push({ items, end: resolve, fail: reject });
      return promise;
    },
    { ...preset, ...limits },
  );
  return { sets, gathering };
}

const answers = (items: readonly number[]): Outcome<string>[] =>
  items.map((item) => ({ status: "fulfilled", value: `answer ${item}` }));

describe("a gatherer", () => {
  it("starts a lone call within the microtask", async () => {
    const { sets, gathering } = gatherer();
    const answer = gathering.submit(1);
    await Promise.resolve();
    expect(sets.map(({ items }) => items)).to.deep.equal([[1]]);
    sets[0]!.end(answers([1]));
    expect(await answer).to.equal("answer 1");
  });

  it("runs calls of one microtask together, in the order of their arrival, in sets of the largest size", async () => {
    const { sets, gathering } = gatherer({ setsMax: 3 });
    const all = Promise.all(Array.from({ length: 25 }, (_, item) => gathering.submit(item)));
    await Promise.resolve();
    expect(sets.map(({ items }) => items.length)).to.deep.equal([10, 10]);
    for (const { items, end } of sets) end(answers(items));
    await new Promise(setImmediate);
    expect(sets[2]?.items).to.deep.equal([20, 21, 22, 23, 24]);
    sets[2]!.end(answers([20, 21, 22, 23, 24]));
    expect(await all).to.deep.equal(Array.from({ length: 25 }, (_, item) => `answer ${item}`));
  });

  it("starts a set beside a running one once as many calls wait as that was begun with", async () => {
    const { sets, gathering } = gatherer({ setsMax: 2 });
    const all = [0, 1, 2].map((item) => gathering.submit(item));
    await Promise.resolve();
    for (const item of [3, 4, 5, 6]) {
      all.push(gathering.submit(item));
      await new Promise(setImmediate);
      expect(sets.length).to.equal(item < 5 ? 1 : 2);
    }
    expect(sets[1]?.items).to.deep.equal([3, 4, 5]);
    sets[0]!.end(answers([0, 1, 2]));
    sets[1]!.end(answers([3, 4, 5]));
    await new Promise(setImmediate);
    expect(sets[2]?.items).to.deep.equal([6]);
    sets[2]!.end(answers([6]));
    expect(await Promise.all(all)).to.have.length(7);
  });

  it("lets no call wait longer than its patience behind a slow set while there is a place", async () => {
    const { sets, gathering } = gatherer({ setsMax: 2, patienceMs: 20 });
    const slow = [0, 1, 2].map((item) => gathering.submit(item));
    await Promise.resolve();
    const impatient = gathering.submit(3);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sets[1]?.items).to.deep.equal([3]);
    sets[1]!.end(answers([3]));
    expect(await impatient).to.equal("answer 3");
    sets[0]!.end(answers([0, 1, 2]));
    await Promise.all(slow);
  });

  it("gathers what arrives while as many sets run as may", async () => {
    const { sets, gathering } = gatherer();
    const first = gathering.submit(0);
    await Promise.resolve();
    const later: Promise<string>[] = [];
    for (const item of [1, 2, 3]) {
      later.push(gathering.submit(item));
      await new Promise(setImmediate);
    }
    expect(sets).to.have.length(1);
    sets[0]!.end(answers([0]));
    await first;
    await new Promise(setImmediate);
    expect(sets[1]?.items).to.deep.equal([1, 2, 3]);
    sets[1]!.end(answers([1, 2, 3]));
    expect(await Promise.all(later)).to.deep.equal(["answer 1", "answer 2", "answer 3"]);
  });

  it("gives each call its own outcome", async () => {
    const { sets, gathering } = gatherer();
    const calls = [1, 2, 3].map((item) => gathering.submit(item));
    await Promise.resolve();
    const [one, , three] = answers([1, 2, 3]) as [Outcome<string>, Outcome<string>, Outcome<string>];
    sets[0]!.end([one, rejected(new Error("only I")), three]);
    const settled = await Promise.allSettled(calls);
    expect(settled.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected", "fulfilled"]);
  });

  it("goes on after a set that throws, whose calls all fail", async () => {
    const { sets, gathering } = gatherer();
    const failing = Promise.allSettled([gathering.submit(1), gathering.submit(2)]);
    await Promise.resolve();
    const next = gathering.submit(3);
    sets[0]!.fail(new Error("whole"));
    expect((await failing).map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    await new Promise(setImmediate);
    sets[1]!.end(answers([3]));
    expect(await next).to.equal("answer 3");
  });

  it("refuses at once what would wait behind too many, as UNAVAILABLE with a time to repeat", async () => {
    const { sets, gathering } = gatherer({ waitingMax: 5 });
    const running = gathering.submit(0);
    await Promise.resolve();
    const waiting = [1, 2, 3, 4, 5].map((item) => gathering.submit(item));
    const refused = await gathering.submit(6).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).to.be.instanceOf(Failure);
    expect(refused).to.include({ entry: "UNAVAILABLE", reason: "OVERLOADED", retryAfterSeconds: 1 });
    sets[0]!.end(answers([0]));
    await running;
    await new Promise(setImmediate);
    sets[1]!.end(answers([1, 2, 3, 4, 5]));
    expect(await Promise.all(waiting)).to.have.length(5);
  });
});
