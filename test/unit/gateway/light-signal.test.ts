import { expect } from "chai";
import { LightSignal } from "../../../src/rpc/light-signal.ts";

describe("light signal", () => {
  // The platform's own signal is the judge.
  const kinds: [string, () => { signal: AbortSignal; abort: (reason: unknown) => void }][] = [
    [
      "ours",
      () => {
        const signal = new LightSignal();
        return { signal, abort: (reason) => signal.abort(reason) };
      },
    ],
    [
      "the platform's",
      () => {
        const controller = new AbortController();
        return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
      },
    ],
  ];
  for (const [whose, make] of kinds) {
    it(`tells each listener once, in order, and keeps the first reason: ${whose}`, () => {
      const { signal, abort } = make();
      const told: string[] = [];
      const gone = () => told.push("gone");
      const never = () => told.push("never");
      const twice = () => told.push("function");
      Object.assign(signal, { onabort: () => told.push("onabort") });
      signal.addEventListener("abort", twice, { once: true });
      signal.addEventListener("abort", gone);
      signal.addEventListener("abort", twice);
      signal.addEventListener("abort", { handleEvent: ({ type }: Event) => told.push(type) });
      signal.addEventListener("other", () => told.push("other"));
      signal.removeEventListener("abort", gone);
      signal.removeEventListener("abort", never);
      signal.throwIfAborted();
      expect([signal.aborted, signal.reason]).to.deep.equal([false, undefined]);
      const reason = new Error("first");
      abort(reason);
      abort(new Error("second"));
      signal.addEventListener("abort", () => told.push("late"));
      expect(told).to.deep.equal(["onabort", "function", "abort"]);
      expect([signal.aborted, signal.reason]).to.deep.equal([true, reason]);
      expect(() => signal.throwIfAborted()).to.throw(reason);
    });
  }
});
