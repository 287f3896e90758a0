import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import { Crowded, Turns } from "../../../src/store/turns.ts";

/** Work that goes on until it is told to end. */
class Works {
  readonly turns: Turns;
  /** Owners of what goes on, in the order in which it began. */
  readonly begun: string[] = [];
  readonly #ends: { owner: string; end: () => void }[] = [];
  readonly #all: Promise<void>[] = [];

  constructor(options: Partial<ConstructorParameters<typeof Turns>[0]>) {
    this.turns = new Turns({ places: 4, share: 2, waitingMax: 100, waitMs: 10_000, ...options });
  }

  ask(owner: string): Promise<void> {
    const work = (): Promise<void> => {
      this.begun.push(owner);
      return new Promise((resolve) => {
        this.#ends.push({ owner, end: resolve });
      });
    };
    const asked = this.turns.within(owner, work);
    this.#all.push(asked);
    return asked;
  }

  get held(): string[] {
    return this.#ends.map(({ owner }) => owner);
  }

  async end(index: number): Promise<void> {
    const [one] = this.#ends.splice(index % this.#ends.length, 1);
    one?.end();
    await turn();
  }

  async endAll(): Promise<void> {
    while (this.#ends.length > 0) await this.end(0);
    await Promise.all(this.#all);
  }
}

describe("turns", () => {
  it("never hold more than there is, give every owner its share, and serve everything", async () => {
    const step = fc.oneof(
      fc.record({ ask: fc.constantFrom("a", "b", "c") }),
      fc.record({ end: fc.nat(100) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, places) => {
          const share = Math.ceil(places / 2);
          const works = new Works({ places, share });
          const asked = { a: 0, b: 0, c: 0 };
          for (const one of steps) {
            if ("end" in one) {
              if (works.held.length > 0) await works.end(one.end);
            } else {
              asked[one.ask as "a"] += 1;
              void works.ask(one.ask);
            }
            await turn();
            const of = (owner: string, list: readonly string[]) =>
              list.filter((name) => name === owner).length;
            expect(works.held.length).to.be.at.most(places);
            for (const owner of ["a", "b", "c"] as const) {
              const held = of(owner, works.held);
              expect(held).to.be.at.most(share);
              // Nobody waits while there is a place that it may hold.
              if (asked[owner] > of(owner, works.begun))
                expect(held === share || works.held.length === places).to.equal(true);
            }
          }
          await works.endAll();
          expect(works.begun).to.have.length(asked.a + asked.b + asked.c);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("serve those who wait in turn, whatever the number of their requests", async () => {
    const works = new Works({ places: 2, share: 2 });
    for (let count = 0; count < 20; count += 1) void works.ask("many");
    void works.ask("one");
    void works.ask("another");
    expect(works.begun).to.deep.equal(["many", "many"]);
    for (let count = 0; count < 4; count += 1) await works.end(0);
    expect(works.begun.slice(2)).to.include.members(["one", "another"]);
    await works.endAll();
  });

  it("refuse what would wait too long, or behind too many", async () => {
    const works = new Works({ places: 1, share: 1, waitingMax: 1, waitMs: 20 });
    void works.ask("a");
    const late = works.ask("a").catch((error: unknown) => error);
    const tooMany = works.ask("a").catch((error: unknown) => error);
    expect(await tooMany).to.be.instanceOf(Crowded);
    expect(await late).to.be.instanceOf(Crowded);
    await works.end(0);
    void works.ask("a").catch(() => undefined);
    expect(works.begun).to.deep.equal(["a", "a"]);
    await works.end(0);
  });

  it("give the place back when the work fails", async () => {
    const turns = new Turns({ places: 1, share: 1, waitingMax: 1, waitMs: 1_000 });
    const failed = turns.within("a", () => Promise.reject(new Error("no"))).catch(() => "failed");
    expect(await failed).to.equal("failed");
    expect(await turns.within("b", () => Promise.resolve("next"))).to.equal("next");
  });
});
