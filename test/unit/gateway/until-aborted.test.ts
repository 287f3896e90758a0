import { expect } from "chai";
import { untilAborted } from "../../../src/gateway/exchange.ts";
import { LightSignal } from "../../../src/rpc/light-signal.ts";
import { unhandledDuring } from "../../support/unhandled.ts";

describe("a promise that is awaited until a signal aborts", () => {
  for (const when of ["before", "meanwhile"] as const)
    it(`may reject afterwards: aborted ${when}`, async () => {
      const unhandled = await unhandledDuring(async () => {
        const signal = new LightSignal();
        const reason = new Error("the deadline");
        const { promise, reject } = Promise.withResolvers<void>();
        if (when === "before") signal.abort(reason);
        const awaited = untilAborted(promise, signal);
        signal.abort(reason);
        expect(await awaited.catch((error: unknown) => error)).to.equal(reason);
        reject(new Error("too late"));
      });
      expect(unhandled).to.deep.equal([]);
    });
});
