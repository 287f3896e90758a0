// The product's own chain with its structure changed: fields and extensions dropped, repeated, swapped, taken from other certificates,
// other names, times, numbers and algorithms, signed again or not, cut off or longer. FUZZ_RUNS and FUZZ_SEED make it longer or another one.
import { expect } from "chai";
import { objectIdentifier, sequence, tlv } from "../../../src/trust/der/writer.ts";
import { TAG } from "../../../src/trust/der/tags.ts";
import { SIGNATURE } from "../../../src/trust/oids.ts";
import { JUDGED_AT, makeChain } from "./support/chain.ts";
import { copy, toBytes, toTree, type Tree } from "./support/der-tree.ts";
import { p256 } from "./support/forge.ts";
import { Draw, mutate } from "./support/mutate.ts";
import { ownScenes } from "./support/own-scenes.ts";
import { judgeBoth } from "./support/path-judges.ts";
import { copyDocument, type Document, signedAgain } from "./support/pki.ts";
import type { Scene } from "./support/pkits.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? 20270601);
const runs = Number(process.env["FUZZ_RUNS"] ?? 600);
const stranger = p256();

const algorithms = [
  sequence(objectIdentifier(SIGNATURE.ecdsaSha384)),
  sequence(objectIdentifier(SIGNATURE.ecdsaSha256), tlv(TAG.null, new Uint8Array())),
  sequence(objectIdentifier("1.2.840.113549.1.1.11"), tlv(TAG.null, new Uint8Array())),
  sequence(objectIdentifier("1.3.101.112")),
].map(toTree);

/** What becomes of a document's bytes when it is written. Most are signed as they should be. */
const writings: Record<string, (draw: Draw, document: Document) => Uint8Array> = {
  signed: (_draw, document) => signedAgain(document),
  signedAsWell: (_draw, document) => signedAgain(document),
  signedByStranger: (_draw, document) => signedAgain({ ...document, signingKey: stranger }),
  otherOuterAlgorithm: (draw, document) =>
    changed(document, ([, algorithm]) => {
      replace(algorithm, draw.of(algorithms));
    }),
  otherInnerAlgorithm: (draw, document) => {
    const again = copyDocument(document);
    const at = again.body.children?.findIndex(({ tag }) => tag === TAG.sequence) ?? -1;
    again.body.children?.splice(at, 1, copy(draw.of(algorithms)));
    return signedAgain(again);
  },
  otherSignature: (draw, document) =>
    changed(document, ([, , signature]) => {
      if (!signature) return;
      const octets = Uint8Array.from(signature.octets);
      const at = draw.below(octets.length);
      octets[at] = (octets[at] ?? 0) ^ (1 << draw.below(8));
      signature.octets = octets;
    }),
  cutOff: (draw, document) => {
    const bytes = signedAgain(document);
    return bytes.subarray(0, draw.below(bytes.length));
  },
  longer: (draw, document) => Buffer.concat([signedAgain(document), Buffer.alloc(1 + draw.below(3))]),
};

function changed(document: Document, change: (parts: readonly Tree[]) => void): Uint8Array {
  const tree = toTree(signedAgain(document));
  change(tree.children ?? []);
  return toBytes(tree);
}

function replace(tree: Tree | undefined, by: Tree): void {
  if (tree) Object.assign(tree, copy(by));
}

/** A chain with one certificate changed, and now and then in another order, twice, or without its CA. */
function variant(draw: Draw, scene: Scene, donors: readonly Document[]) {
  const leaf = copyDocument(scene.leaf);
  const [ca] = scene.certificates.map(copyDocument);
  if (!ca) throw new Error("the chain has a CA");
  const target = draw.of([leaf, ca]);
  const change = draw.below(4) === 0 ? "nothing" : mutate(draw, target, draw.of(donors));
  const how = draw.below(2) === 0 ? "signed" : draw.of(Object.keys(writings));
  const written = [leaf, ca].map((document) =>
    document === target ? writings[how]!(draw, document) : signedAgain(document),
  ) as [Uint8Array, Uint8Array];
  const order = draw.below(12);
  if (order === 0) written.reverse();
  const intermediates = order === 1 ? [] : order === 2 ? [written[1], written[0], written[1]] : [written[1]];
  const files = { leaf: written[0], intermediates, anchors: [signedAgain(scene.anchor)] };
  return { files, what: `${change}, ${how}`, harmless: change === "nothing" && how.startsWith("signed") };
}

describe(`validatePath beside openssl verify -x509_strict, structure changed (seed ${seed})`, () => {
  it(`accepts nothing that openssl refuses, of ${runs} changes to the product's own chain`, () => {
    const [scene, ...others] = ownScenes();
    if (!scene) throw new Error("there is a scene");
    const second = ownScenes()[0] as Scene;
    const donors = [scene, second, ...others].flatMap(({ leaf, certificates, anchor }) => [
      leaf,
      ...certificates,
      anchor,
    ]);
    const draw = new Draw(seed);
    const counts = { accepted: 0, refused: 0, changedAndAccepted: 0 };
    for (let run = 0; run < runs; run++) {
      const { files, what, harmless } = variant(draw, scene, donors);
      const accepted = judgeBoth(files, JUDGED_AT, `run ${run} of seed ${seed}: ${what}`);
      counts[accepted ? "accepted" : "refused"] += 1;
      if (accepted && !harmless) counts.changedAndAccepted += 1;
    }
    expect(counts.accepted, "accepted").to.be.greaterThan(runs / 50);
    expect(counts.changedAndAccepted, "changed and accepted").to.be.greaterThan(0);
    expect(counts.refused, "refused").to.be.greaterThan(runs / 2);
  }).timeout(600_000);

  it("never accepts a certificate whose signature is another's, or another algorithm's, or cut off", () => {
    const { root, ca, device } = makeChain();
    const draw = new Draw(seed);
    const [scene] = ownScenes();
    if (!scene) throw new Error("there is a scene");
    for (const how of ["signedByStranger", "otherOuterAlgorithm", "cutOff", "longer"])
      for (let run = 0; run < runs / 20; run++) {
        const files = {
          leaf: writings[how]!(draw, scene.leaf),
          intermediates: scene.certificates.map(signedAgain),
          anchors: [signedAgain(scene.anchor)],
        };
        expect(judgeBoth(files, JUDGED_AT, how), how).to.equal(false);
      }
    const untouched = { leaf: device.der, intermediates: [ca.der], anchors: [root.der] };
    expect(judgeBoth(untouched, JUDGED_AT)).to.equal(true);
  });
});
