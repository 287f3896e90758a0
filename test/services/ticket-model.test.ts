// The statement that decides over a redemption against the rules of the domain: over any terms and any history both say the same.
import { expect } from "chai";
import fc from "fast-check";
import { reasons } from "../../gen/errors/catalogue.ts";
import type { LifecycleStatus } from "../../src/domain/asset/lifecycle.ts";
import { refusalOf, type Ticket } from "../../src/domain/ticket/ticket.ts";
import { Registry } from "./support/registry.ts";
import { instant, redeem, refusal, shown, ticket } from "./support/tickets.ts";

const groups = ["north", "south", "vip.1"];

/** Times are in hours from now, so that a test that takes seconds stays between them. */
const terms = fc.record({
  from: fc.option(fc.constantFrom(-2, 2), { nil: undefined, freq: 2 }),
  hours: fc.option(fc.constantFrom(1, 6), { nil: undefined, freq: 2 }),
  gateGroups: fc.oneof(fc.constant<string[]>([]), fc.subarray(groups)),
  useCount: fc.integer({ min: 1, max: 3 }),
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ group: fc.option(fc.constantFrom(...groups, "other"), { nil: undefined }) }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constantFrom("suspend", "resume") }) },
  { weight: 1, arbitrary: fc.record({ advance: fc.constantFrom(1, 3) }) },
);

const verbs = {
  suspend: { rpc: "SuspendAsset", from: "active", to: "suspended" },
  resume: { rpc: "ResumeAsset", from: "suspended", to: "active" },
} as const;

describe("redemptions against the rules", function () {
  this.timeout(120_000);
  let registry: Registry;
  let publisherId: string;
  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  it("come to the same over any terms and any history", async () => {
    const history = fc.asyncProperty(
      terms,
      fc.array(step, { minLength: 4, maxLength: 10 }),
      async (given, steps) => {
        const clock = () => registry.harness.store.read.clock.now();
        const begun = (await clock()).getTime();
        const at = (hours: number) => new Date(begun + hours * 3_600_000);
        const { from, hours, gateGroups, useCount } = given;
        const notBefore = from === undefined ? undefined : at(from);
        const notAfter = hours === undefined ? undefined : at((from ?? 0) + hours);
        const device = await ticket(registry, publisherId, {
          gateGroups,
          useCount,
          notBeforeTime: notBefore && instant(notBefore),
          notAfterTime: notAfter && instant(notAfter),
        });
        let model: Ticket = {
          publisherId,
          assetId: device.assetId,
          terms: {
            gateGroups,
            useCount,
            redeemers: [],
            ...(notBefore ? { notBefore } : {}),
            ...(notAfter ? { notAfter } : {}),
          },
          usedCount: 0,
        };
        let lifecycle: LifecycleStatus = "active";
        for (const each of steps) {
          if ("advance" in each) {
            await registry.harness.store.transact((tx) => tx.clock.advance(BigInt(each.advance) * 3_600n));
          } else if ("verb" in each) {
            const verb = verbs[each.verb];
            if (lifecycle !== verb.from) continue;
            await registry.harness.call(verb.rpc, { publisherId, assetId: device.assetId });
            lifecycle = verb.to;
          } else {
            const now = await clock();
            const gate = each.group === undefined ? {} : { group: each.group };
            const request = {
              ...shown(device),
              ...(each.group === undefined ? {} : { gateGroup: each.group }),
            };
            const expected = refusalOf(model, { lifecycle, at: now, gate });
            if (expected)
              expect(await refusal(registry, request)).to.equal(
                `${reasons[expected.reason]} ${expected.reason}`,
              );
            else {
              const use = await redeem(registry, request);
              model = { ...model, usedCount: model.usedCount + 1, lastRedeemedAt: now };
              expect([use.useNumber, use.usesLeft]).to.deep.equal([
                model.usedCount,
                useCount - model.usedCount,
              ]);
            }
          }
        }
      },
    );
    await fc.assert(history, { numRuns: 30 });
  });
});
