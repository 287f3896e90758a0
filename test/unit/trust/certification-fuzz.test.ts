// Valid and invalid chains are changed at random, signed again, and given to both judges. FUZZ_RUNS and
// FUZZ_SEED make it longer or another one.
import { expect } from "chai";
import { type Files, opensslVerdict, ourVerdict } from "./support/both-judges.ts";
import { Draw, mutate } from "./support/mutate.ts";
import { ownScenes } from "./support/own-scenes.ts";
import { copyDocument, signedAgain } from "./support/pki.ts";
import { pkitsScenes, type Scene } from "./support/pkits.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? 20270601);
const runs = Number(process.env["FUZZ_RUNS"] ?? 800);

/** A scene with one document changed, and now and then others missing or added. */
function changed(draw: Draw, scene: Scene, other: Scene): { readonly files: Files; readonly change: string } {
  const leaf = copyDocument(scene.leaf);
  const certificates = scene.certificates.map(copyDocument);
  const crls = scene.crls.map(copyDocument);
  const target = draw.of([leaf, ...certificates, ...crls]);
  const donors = [other.leaf, ...other.certificates, ...other.crls].filter(
    ({ kind }) => kind === target.kind,
  );
  const change = mutate(draw, target, draw.of(donors));
  const files = {
    leaf: signedAgain(leaf),
    certificates: certificates.map(signedAgain),
    anchor: signedAgain(scene.anchor),
    crls: crls.map(signedAgain),
  };
  if (draw.below(10) === 0) files.crls.splice(draw.below(files.crls.length), 1);
  if (draw.below(10) === 0) files.crls.push(...other.crls.map(signedAgain));
  if (draw.below(10) === 0) files.certificates.splice(draw.below(files.certificates.length + 1), 1);
  return { files, change };
}

/** Fails where we accept and openssl refuses. Returns whether we accept. */
function judge(files: Files, { title, parameters }: Scene, change: string): boolean {
  const { verdict, readable } = ourVerdict(files, parameters);
  if (typeof verdict === "string" || !verdict.valid) return false;
  const whole = opensslVerdict(readable, parameters);
  if (whole.ok) return true;
  // openssl tries one issuer of several with the same name: it gets to judge the path that we found too.
  const path = verdict.path.slice(1, -1).map(({ der }) => der);
  const second = opensslVerdict({ ...readable, certificates: path }, parameters);
  const shown = [readable.leaf, ...readable.certificates, ...readable.crls]
    .map((der) => Buffer.from(der).toString("base64"))
    .join("\n");
  expect(second.ok, `${title}, ${change}: we accept, openssl says ${whole.output}\n${shown}`).to.equal(true);
  return true;
}

function fuzz(scenes: readonly Scene[]): { readonly accepted: number } {
  const draw = new Draw(seed);
  let accepted = 0;
  for (let run = 0; run < runs; run += 1) {
    const scene = draw.of(scenes);
    const { files, change } = changed(draw, scene, draw.of(scenes));
    if (judge(files, scene, `run ${run} of seed ${seed}: ${change}`)) accepted += 1;
  }
  return { accepted };
}

describe("validatePath beside openssl verify", () => {
  it("judges our own whole chains as openssl does", () => {
    for (const scene of ownScenes()) {
      const files = {
        leaf: signedAgain(scene.leaf),
        certificates: scene.certificates.map(signedAgain),
        anchor: signedAgain(scene.anchor),
        crls: scene.crls.map(signedAgain),
      };
      const { verdict } = ourVerdict(files, scene.parameters);
      expect(verdict, scene.title).to.include({ valid: true });
      expect(opensslVerdict(files, scene.parameters).output, scene.title).to.match(/OK\n$/);
    }
  });

  it(`accepts nothing that openssl refuses, of ${runs} changes to our own chains (seed ${seed})`, () => {
    expect(fuzz(ownScenes()).accepted).to.be.greaterThan(runs / 20);
  }).timeout(600_000);

  it(`accepts nothing that openssl refuses, of ${runs} changes to PKITS chains (seed ${seed})`, () => {
    expect(fuzz(pkitsScenes()).accepted).to.be.greaterThan(runs / 50);
  }).timeout(600_000);
});
