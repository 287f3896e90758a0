// One tap and one signature are accepted once, however many present them at once and by however many cores.
import { expect } from "chai";
import type { Authenticity } from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { SigningChip, Tag } from "../support/chips.ts";
import { operator } from "../support/service.ts";
import { assetWithChip, assetWithTag, type Bound, byKey, byTap, revoke } from "../services/support/chips.ts";
import { challengeFor, verifyProof } from "../services/support/prover.ts";
import { anonymous, Registry } from "../services/support/registry.ts";
import { SecondCore } from "./support/second-core.ts";

const at100 = Array.from({ length: 100 }, (_, index) => index);

describe("races of devices without a certificate", function () {
  this.timeout(120_000);
  let registry: Registry;
  let second: SecondCore;
  let publisherId: string;
  let tag: Tag;
  let tagged: Bound;

  before(async () => {
    registry = await Registry.start();
    second = await SecondCore.start(registry);
    ({ publisherId } = await registry.publisher());
    tag = new Tag();
    tagged = await assetWithTag(registry, publisherId, tag);
  });
  after(async () => {
    await second?.[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  const verify = (request: object): Promise<Authenticity> => verifyProof(registry, request);
  const accepted = (answers: readonly Authenticity[]) => answers.filter(({ trusted }) => trusted).length;
  const raced = (request: object) => Promise.all(at100.map(() => verify(request)));
  const racedByTwo = (request: object) =>
    Promise.all(
      at100.map((index) => (index % 2 === 0 ? verify(request) : second.verify(request, anonymous))),
    );

  it("accepts one of 100 that present the same tap at once", async () => {
    for (let turn = 0; turn < 5; turn++)
      expect(accepted(await raced(byTap(tagged.assetId, tag.tap())))).to.equal(1);
  });

  it("accepts one of 100 taps that are the same among two core processes", async () => {
    for (let turn = 0; turn < 5; turn++)
      expect(accepted(await racedByTwo(byTap(tagged.assetId, tag.tap())))).to.equal(1);
  });

  it("accepts one of 100 signatures that are the same among two core processes", async () => {
    const chip = new SigningChip();
    const { assetId } = await assetWithChip(registry, publisherId, chip);
    for (let turn = 0; turn < 5; turn++) {
      const challenge = await challengeFor(registry, assetId);
      expect(accepted(await racedByTwo(byKey(assetId, chip.proof(challenge))))).to.equal(1);
    }
  });

  it("accepts taps of many tags once each, mixed with copies and stale ones, and never goes back", async () => {
    const tags = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const one = new Tag();
        return { one, ...(await assetWithTag(registry, publisherId, one)) };
      }),
    );
    const newest = tags.map(({ one, assetId }) => ({
      assetId,
      earlier: [one.tap(), one.tap()],
      last: one.tap(),
    }));
    const requests = newest.flatMap(({ assetId, earlier, last }, which) => [
      ...Array.from({ length: 6 }, () => ({ which, isLast: true, request: byTap(assetId, last) })),
      ...earlier.map((tapped) => ({ which, isLast: false, request: byTap(assetId, tapped) })),
    ]);
    // Any order, the same one every time: 7 and the number of calls have no common divisor.
    const shuffled = requests.map((_, index) => requests[(index * 7) % requests.length]!);
    expect(new Set(shuffled).size).to.equal(requests.length);
    const answers = await Promise.all(
      shuffled.map(async ({ which, isLast, request }, index) => ({
        which,
        isLast,
        trusted: (await (index % 2 === 0 ? verify(request) : second.verify(request, anonymous))).trusted,
      })),
    );
    for (const which of tags.keys()) {
      const trusted = answers.filter((answer) => answer.which === which && answer.trusted);
      expect(trusted.filter(({ isLast }) => isLast)).to.have.length(1);
    }
    for (const { assetId, earlier, last } of newest)
      for (const tapped of [...earlier, last])
        expect((await verify(byTap(assetId, tapped))).trusted).to.equal(false);
  });

  it("takes the later one of two taps that come at once, in either order", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const taps = [tag.tap(), tag.tap()];
      const answers = await Promise.all(order.map((which) => verify(byTap(tagged.assetId, taps[which]!))));
      const later = answers[order.indexOf(1)];
      expect(later?.trusted).to.equal(true);
    }
  });

  it("gives all of 100 that repeat one call under one idempotency key the one verdict", async () => {
    const request = byTap(tagged.assetId, tag.tap());
    const call = async (): Promise<Authenticity> => {
      for (;;) {
        const failed = await verifyProof(registry, request, { as: operator, key: "tap" }).catch(
          (error: unknown) => error,
        );
        if (!(failed instanceof Error)) return failed as Authenticity;
        // Somebody else is at it: the contract says to come again.
        expect(failed).to.include({ entry: "IDEMPOTENCY_KEY_IN_FLIGHT" });
      }
    };
    const answers = await Promise.all(at100.map(call));
    expect(accepted(answers)).to.equal(100);
    for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
    expect((await verify(request)).trusted).to.equal(false);
  });

  it("accepts nothing any more once a revocation has been answered", async () => {
    for (let turn = 0; turn < 10; turn++) {
      const one = new Tag();
      const bound = await assetWithTag(registry, publisherId, one);
      const during = Array.from({ length: 20 }, () => verify(byTap(bound.assetId, one.tap())));
      const revoking = registry.harness.call("RevokeDevice", revoke(bound));
      const after = revoking.then(() => verify(byTap(bound.assetId, one.tap())));
      await Promise.all(during);
      expect((await after).trusted).to.equal(false);
    }
  });
});
