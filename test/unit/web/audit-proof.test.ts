// The console's own check of a proof, against the tree and the notes of the service, and against every change of a proof.
import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { inclusionPath, leafHash, rootOf, rootOfRow } from "../../../src/domain/audit/merkle.ts";
import { checkpointText } from "../../../src/trust/transparency/checkpoint.ts";
import { rawPublicKey, signNote, verifierKey } from "../../../src/trust/transparency/note.ts";
import { checkProof, type GivenProof } from "../../../web/src/console/api/audit-proof.ts";

const NAME = "pay.example/audit";
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const raw = rawPublicKey(publicKey);
const logKey = verifierKey({ name: NAME, algorithm: "signature", publicKey: raw });

const records = Array.from(
  { length: 20 },
  (_, at) => `{"operation":"GetPayment – ✓","recordId":"aud_${at}","time":"2026-01-01T00:00:00.000Z"}`,
);
const shownOf = (at: number) => ({
  callTime: "2026-01-01T00:00:00Z",
  recordId: `aud_${at}`,
  operation: "GetPayment – ✓",
  callCount: 1,
  replayed: false,
});
const leaves = records.map((record) => leafHash(Buffer.from(record)));
const hashAt = (height: number, index: number): Uint8Array =>
  rootOfRow(Buffer.concat(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)));

function proofOf(index: number, size: number): GivenProof {
  const root = Buffer.from(rootOf({ start: 0, end: size }, hashAt));
  const text = checkpointText({ origin: NAME, size, root });
  return {
    position: String(index),
    canonicalRecord: records[index] as string,
    checkpoint: `${text}\n${signNote(text, NAME, privateKey, raw)}`,
    hashes: inclusionPath(index, { start: 0, end: size }).map((of) =>
      Buffer.from(rootOf(of, hashAt)).toString("base64"),
    ),
  };
}

describe("the console's check of an audit proof", () => {
  it("holds for every record of trees of every size", async () => {
    for (let size = 1; size <= records.length; size += 1)
      for (let index = 0; index < size; index += 1) {
        const { steps, isProven, head } = await checkProof(shownOf(index), proofOf(index, size), logKey);
        expect(steps, `${index} of ${size}`).to.deep.equal({
          record: true,
          path: true,
          signature: true,
        });
        expect([isProven, head?.origin, head?.size]).to.deep.equal([true, NAME, size]);
      }
  });

  it("does not hold for what is shown beside another record", async () => {
    const shown = shownOf(5);
    for (const other of [
      { ...shown, operation: "GetRefund" },
      { ...shown, callTime: "2026-01-01T00:00:01Z" },
      { ...shown, callCount: 2 },
      { ...shown, replayed: true },
      { ...shown, outcome: "refused" },
    ]) {
      const { steps, isProven } = await checkProof(other, proofOf(5, 11), logKey);
      expect({ ...steps, isProven }).to.deep.equal({
        record: false,
        path: true,
        signature: true,
        isProven: false,
      });
    }
  });

  it("does not hold for anything that was changed", async () => {
    const proof = proofOf(5, 11);
    const other = generateKeyPairSync("ed25519").publicKey;
    const otherKey = verifierKey({ name: NAME, algorithm: "signature", publicKey: rawPublicKey(other) });
    const [first = "", ...rest] = proof.hashes;
    const changes: readonly [string, GivenProof, string?][] = [
      ["path", { ...proof, canonicalRecord: proof.canonicalRecord.replace("GetPayment", "GetRefund") }],
      ["record", proofOf(4, 11)],
      ["record", { ...proof, canonicalRecord: "no record" }],
      ["path", { ...proof, position: "6" }],
      ["path", { ...proof, position: "11" }],
      ["path", { ...proof, position: "-1" }],
      ["path", { ...proof, hashes: rest }],
      ["path", { ...proof, hashes: [...proof.hashes, first] }],
      ["path", { ...proof, hashes: proof.hashes.toReversed() }],
      ["path", { ...proof, hashes: ["", ...rest] }],
      ["path", { ...proof, checkpoint: proofOf(5, 12).checkpoint }],
      ["signature", { ...proof, checkpoint: proof.checkpoint.replace("\n11\n", "\n12\n") }],
      ["signature", { ...proof, checkpoint: proof.checkpoint.slice(0, -20) }],
      ["signature", { ...proof, checkpoint: "no checkpoint" }],
      ["signature", proof, otherKey],
      ["signature", proof, logKey.replace(NAME, "pay.example/other")],
      ["signature", proof, "no key"],
    ];
    for (const [at, [step, changed, key = logKey]] of changes.entries()) {
      const checked = await checkProof(shownOf(5), changed, key);
      expect([checked.isProven, checked.steps[step as keyof typeof checked.steps]], String(at)).to.deep.equal(
        [false, false],
      );
    }
  });
});
