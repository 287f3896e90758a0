// What a client keeps about its calls: whose turn it is, what a slot means, when a deadline passes.
import { expect } from "chai";
import fc from "fast-check";
import { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { PrincipalTable } from "../../src/rpc/client/principal-table.ts";
import { Waiting } from "../../src/rpc/client/waiting.ts";
import { Deadlines } from "../../src/rpc/dispatch/deadlines.ts";
import { merchant } from "./support/scene.ts";

describe("the table of principals", () => {
  it("never means two principals by one slot in one message, and the other end always knows which is meant", () => {
    const principals = Array.from({ length: 12 }, (_, index) => merchant(`${index}`));
    const message = fc.array(fc.nat(principals.length - 1), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
        const table = new PrincipalTable(5);
        const theirs = new Map<number, string>();
        for (const calls of messages) {
          const meant: [slot: number, tenant: string][] = [];
          for (const index of calls) {
            const principal = principals[index] as Principal;
            const slot = table.slotOf(principal, (set, encoded) =>
              theirs.set(set, Principal.decode(encoded).tenantId),
            );
            meant.push([slot, principal.tenantId]);
          }
          table.nextMessage();
          // The other end looks slots up once it has read the whole message.
          for (const [slot, tenant] of meant) expect(theirs.get(slot)).to.equal(tenant);
          expect(theirs.size).to.be.at.most(5);
        }
      }),
    );
  });

  it("tells a principal once", () => {
    const table = new PrincipalTable(5);
    let told = 0;
    for (let count = 0; count < 3; count += 1) {
      const who = merchant("a");
      for (let again = 0; again < 3; again += 1) {
        table.slotOf(who, () => {
          told += 1;
        });
        table.nextMessage();
      }
    }
    expect(told).to.equal(3);
  });
});

describe("calls that wait", () => {
  const item = (name: string, number: number) => ({ principal: merchant(name), number });

  it("are taken in turn by whom they act for, each line in its order", () => {
    const waiting = new Waiting<ReturnType<typeof item>>(100);
    for (let number = 0; number < 5; number += 1) waiting.add(item("a", number));
    for (let number = 0; number < 2; number += 1) waiting.add(item("b", number));
    const taken = Array.from({ length: 8 }, () => waiting.take());
    expect(taken.map((each) => each && `${each.principal.tenantId}${each.number}`)).to.deep.equal([
      "mer_a0",
      "mer_b0",
      "mer_a1",
      "mer_b1",
      "mer_a2",
      "mer_a3",
      "mer_a4",
      undefined,
    ]);
  });

  it("leave room for others, however many one asks for", () => {
    const waiting = new Waiting<ReturnType<typeof item>>(90);
    const fill = (name: string) => {
      let count = 0;
      while (waiting.add(item(name, count))) count += 1;
      return count;
    };
    expect([fill("a"), fill("b"), fill("c")]).to.deep.equal([45, 23, 11]);
    expect(waiting.size).to.equal(79);
    for (let taken = 0; taken < 20; taken += 1) waiting.take();
    expect(fill("c")).to.be.above(0);
  });

  it("are never more than the bound, and each is taken or deleted once", () => {
    const step = fc.oneof(fc.nat(4), fc.constant("take" as const), fc.constant("delete" as const));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const waiting = new Waiting<ReturnType<typeof item>>(20);
        const inside = new Set<ReturnType<typeof item>>();
        for (const [number, what] of steps.entries()) {
          if (what === "take") {
            const taken = waiting.take();
            expect(taken === undefined ? inside.size === 0 : inside.delete(taken)).to.equal(true);
          } else if (what === "delete") {
            const [first] = inside;
            if (first) waiting.delete(first);
            if (first) inside.delete(first);
          } else {
            const each = item(`${what}`, number);
            if (waiting.add(each)) inside.add(each);
          }
          expect(waiting.size).to.equal(inside.size);
          expect(waiting.size).to.be.at.most(20);
        }
      }),
    );
  });
});

describe("deadlines", () => {
  it("pass in their order, none early and none that was deleted", async () => {
    const deadlines = new Deadlines();
    const passed: { name: string; lateMs: number }[] = [];
    const { promise: all, resolve } = Promise.withResolvers<void>();
    const start = Date.now();
    const item = (name: string, afterMs: number) => {
      const deadlineMs = start + afterMs;
      const expire = () => {
        passed.push({ name, lateMs: Date.now() - deadlineMs });
        if (name === "last") resolve();
      };
      const made = { deadlineMs, expire };
      deadlines.add(made);
      return made;
    };
    item("last", 150);
    item("first", 30);
    item("past", -1000);
    item("never", Number.POSITIVE_INFINITY);
    const early = item("deleted", 60);
    const late = item("deleted too", -5);
    deadlines.delete(early);
    deadlines.delete(late);
    await all;
    expect(passed.map(({ name }) => name)).to.deep.equal(["past", "first", "last"]);
    expect(passed.every(({ lateMs }) => lateMs >= 0)).to.equal(true);
    item("again", 10);
    await new Promise((done) => setTimeout(done, 60));
    expect(passed).to.have.length(4);
  });

  for (const [way, stepMs] of [
    ["back", -3_600_000],
    ["ahead", 3_600_000],
  ] as const)
    it(`pass after their time when the clock is set ${way} meanwhile`, async () => {
      const deadlines = new Deadlines();
      const real = Date.now;
      const expired = Promise.withResolvers<number>();
      try {
        const began = performance.now();
        deadlines.add({
          deadlineMs: Date.now() + 100,
          expire: () => expired.resolve(performance.now() - began),
        });
        Date.now = () => real() + stepMs;
        const timer = setTimeout(() => expired.reject(new Error("the deadline stands still")), 5_000);
        // The clock of the process may differ by a millisecond from the time that has passed.
        expect(await expired.promise).to.be.within(98, 5_000);
        clearTimeout(timer);
        // The same timer goes on with deadlines of the clock as it is now.
        const next = Promise.withResolvers<void>();
        deadlines.add({ deadlineMs: Date.now() + 20, expire: () => next.resolve() });
        await next.promise;
      } finally {
        Date.now = real;
        deadlines.close();
      }
    });
});
