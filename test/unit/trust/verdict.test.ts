import { expect } from "chai";
import * as fc from "fast-check";
import type { PathResult } from "../../../src/trust/path.ts";
import {
  type AssetStanding,
  capabilitiesVerdict,
  lifecycleVerdict,
  type RevocationFacts,
  revocationVerdict,
} from "../../../src/trust/verdict/asset.ts";
import { type PublisherFacts, publisherVerdict } from "../../../src/trust/verdict/publisher.ts";

const states = ["issued", "active", "suspended", "revoked", "retired"] as const;
const words = ["transfer", "redeem", "lend", "fly"];

const standing: fc.Arbitrary<AssetStanding | null> = fc.option(
  fc.record({
    lifecycle: fc.constantFrom(...states),
    publisherActive: fc.boolean(),
    kind: fc.constantFrom("good", "ticket", "identity", "value"),
    transferable: fc.boolean(),
    capabilities: fc.subarray(words),
  }),
);

const usable = (asset: AssetStanding | null): boolean =>
  asset !== null && asset.lifecycle === "active" && asset.publisherActive;

describe("verdicts, whatever the registry says", () => {
  it("let only an active asset of an active publisher be used", () => {
    fc.assert(
      fc.property(standing, fc.subarray([...states]), (asset, expected) => {
        const verdict = lifecycleVerdict(asset, expected);
        expect(verdict.usable).to.equal(usable(asset));
        const inState =
          asset !== null && (expected.length === 0 ? ["active"] : expected).includes(asset.lifecycle);
        expect(verdict.outcome).to.equal(inState && asset.publisherActive ? "passed" : "failed");
      }),
    );
  });

  it("give capabilities only to an asset that can be used, and none that its policy forbids", () => {
    fc.assert(
      fc.property(standing, fc.subarray(words), (asset, asked) => {
        const { capabilities, supported, outcome } = capabilitiesVerdict(asset, asked);
        if (!usable(asset)) expect(capabilities).to.deep.equal([]);
        else {
          expect(capabilities.includes("transfer")).to.equal(asset?.transferable);
          expect(capabilities.includes("redeem")).to.equal(asset?.kind === "ticket");
          expect(capabilities.includes("lend")).to.equal(asset?.capabilities.includes("lend"));
        }
        expect(capabilities).to.deep.equal([...new Set(capabilities)].sort());
        expect(supported).to.deep.equal(asked.map((word) => capabilities.includes(word)));
        expect(outcome).to.equal(usable(asset) && !supported.includes(false) ? "passed" : "failed");
      }),
    );
  });

  it("never call good what is revoked or unknown", () => {
    const facts: fc.Arbitrary<RevocationFacts> = fc.record(
      {
        asset: fc.constantFrom("unknown" as const, { revoked: false }, { revoked: true }),
        device: fc.oneof(
          fc.constant("unknown" as const),
          fc.record({ revoked: fc.boolean(), issuerRevoked: fc.boolean() }),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(facts, (known) => {
        const { status, outcome } = revocationVerdict(known);
        const text = JSON.stringify(known);
        const expected = text.includes("true") ? "revoked" : text.includes("unknown") ? "unknown" : "good";
        expect(status).to.equal(expected);
        expect(outcome).to.equal(status === "good" ? "passed" : "failed");
      }),
    );
  });

  it("verify a publisher only when it is known, active, and its own certificate leads to the root and is not revoked", () => {
    const good = { valid: true, path: [{ notAfter: new Date(1e12) }] } as unknown as PathResult;
    const bad: PathResult = { valid: false, reason: "EXPIRED", certificateIndex: 0 };
    const path = fc.constantFrom(good, bad);
    const ids = fc.constantFrom("a", "b");
    const facts: fc.Arbitrary<PublisherFacts> = fc
      .record({
        publisher: fc.option(fc.record({ publisherId: ids, active: fc.boolean() })),
        presented: fc.option(
          fc.record({
            algorithmsAllowed: fc.boolean(),
            path,
            registered: fc.option(fc.record({ publisherId: ids, revoked: fc.boolean() })),
          }),
        ),
        own: fc.array(path, { maxLength: 3 }),
      })
      .map(({ presented, ...rest }) => (presented ? { ...rest, presented, own: [] } : rest));
    fc.assert(
      fc.property(facts, fc.constantFrom("public" as const, "publisher" as const), (known, audience) => {
        const { publisher, presented, own } = known;
        const { verified, outcome, checks } = publisherVerdict(known, audience);
        const certified = presented
          ? presented.algorithmsAllowed &&
            presented.path.valid &&
            presented.registered !== null &&
            presented.registered.publisherId === publisher?.publisherId &&
            !presented.registered.revoked
          : own.some(({ valid }) => valid);
        expect(verified).to.equal(publisher !== null && publisher.active && certified);
        expect(verified).to.equal(outcome === "passed");
        const uncertified = publisher?.active === true && !presented && own.length === 0;
        expect(outcome === "indeterminate").to.equal(uncertified);
        const told = checks.find(({ check }) => check === "certificate_path")?.reason;
        if (audience === "public") expect(told).to.not.equal("EXPIRED");
      }),
      { numRuns: 1000 },
    );
  });
});
