// The examples of NXP AN12196 by way of the product: tags are bound with their keys, and what they put into URLs is verified.
import { expect } from "chai";
import { Assurance } from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { Tag, type Tapped } from "../support/chips.ts";
import { readData } from "../vectors/suite.ts";
import { assetWithTag, byTap } from "./support/chips.ts";
import { verifyProof } from "./support/prover.ts";
import { failedChecks, Registry } from "./support/registry.ts";

interface Vector {
  readonly source: string;
  readonly piccEncData: string;
  readonly encFileData?: string;
  readonly macParameter?: string;
  readonly cmac: string;
  readonly metaReadKey: string;
  readonly fileReadKey: string;
  readonly valid: boolean;
  readonly uid?: string;
}

const vectors = readData<readonly Vector[]>("sun/an12196.json");

describe("examples of NXP AN12196, bound and verified", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  const tapOf = ({ piccEncData, cmac, encFileData, macParameter }: Vector): Tapped => ({
    piccData: piccEncData,
    cmac,
    ...(encFileData === undefined ? {} : { encFileData }),
    ...(macParameter === undefined ? {} : { macParameter }),
  });

  for (const vector of vectors.filter(({ valid }) => valid))
    it(`${vector.source}: trusted once, and never with another MAC`, async () => {
      const tag = new Tag({
        uid: vector.uid ?? "",
        metaRead: Buffer.from(vector.metaReadKey, "hex"),
        fileRead: Buffer.from(vector.fileReadKey, "hex"),
      });
      const { assetId } = await assetWithTag(registry, publisherId, tag);
      const changed = vectors.filter(
        ({ valid, piccEncData }) => !valid && piccEncData === vector.piccEncData,
      );
      for (const other of changed)
        expect((await verifyProof(registry, byTap(assetId, tapOf(other)))).trusted).to.equal(false);
      const answer = await verifyProof(registry, byTap(assetId, tapOf(vector)));
      expect(answer).to.include({ trusted: true, assurance: Assurance.ASSURANCE_DYNAMIC_MAC });
      const again = await verifyProof(registry, byTap(assetId, tapOf(vector)));
      expect(failedChecks(again)).to.deep.equal(["proof_of_possession: PROOF_NOT_ACCEPTED"]);
    });

  it("are of both kinds", () => {
    expect(vectors.filter(({ valid }) => valid)).to.have.length.above(1);
    expect(vectors.filter(({ valid }) => !valid)).to.have.length.above(0);
  });
});
