// UseDpopProofs: each proof counts once, with a nonce of the last minutes.
import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import { DpopProofVerdict, type UseDpopProofsResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import { DpopNonces } from "../../src/services/access/dpop-nonces.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { asMerchant } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";

const {
  DPOP_PROOF_VERDICT_FIRST_USE: first,
  DPOP_PROOF_VERDICT_REPLAYED: replayed,
  DPOP_PROOF_VERDICT_NONCE_NEEDED: needed,
} = DpopProofVerdict;

describe("UseDpopProofs", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  before(async () => {
    merchants = await Merchants.start();
  });
  after(() => merchants[Symbol.asyncDispose]());

  const newThumbprint = () => randomBytes(32).toString("base64url");
  const keyThumbprint = newThumbprint();
  const proof = (nonce: string, over: object = {}) => ({
    keyThumbprint,
    jti: randomUUID(),
    nonce,
    expireTime: timestamp(new Date(Date.now() + 300_000)),
    ...over,
  });
  const use = (...proofs: object[]): Promise<UseDpopProofsResponse> =>
    merchants.harness.call<UseDpopProofsResponse>("UseDpopProofs", { proofs }, { peer: "gateway" });
  const nonce = async (): Promise<string> => (await use()).nonce;

  it("uses each proof of a key once, also of two that come together", async () => {
    const given = await nonce();
    const [one, two] = [proof(given), proof(given)];
    const together = await use(one, two, one);
    expect(together.verdicts.toSorted()).to.deep.equal([first, first, replayed]);
    expect(together.verdicts[1]).to.equal(first);
    expect((await use(one, two)).verdicts).to.deep.equal([replayed, replayed]);
    expect((await use({ ...one, keyThumbprint: newThumbprint() })).verdicts).to.deep.equal([first]);
  });

  it("uses no proof without a nonce, or with one of another installation, and gives the next nonce", async () => {
    const elsewhere = new DpopNonces(Buffer.alloc(32, 7), true).current(new Date());
    const jti = randomUUID();
    const answer = await use(proof("", { jti }), proof(elsewhere, { jti }), proof("x", { jti }));
    expect(answer.verdicts).to.deep.equal([needed, needed, needed]);
    expect((await use(proof(answer.nonce, { jti }))).verdicts).to.deep.equal([first]);
  });

  it("is for gateways only, and takes no more than they send", async () => {
    const proofs = [proof(await nonce())];
    const as = asMerchant("mer_x");
    expect(
      (await merchants.harness.failure("UseDpopProofs", { proofs }, { peer: "service", as })).reason,
    ).to.equal("INTERNAL_OPERATION");
    for (const over of [
      { jti: "" },
      { jti: "x".repeat(257) },
      { keyThumbprint: "x" },
      { nonce: "x".repeat(65) },
    ]) {
      const sent = { proofs: [{ ...proofs[0], ...over }] };
      const { entry } = await merchants.harness.failure("UseDpopProofs", sent, { peer: "gateway" });
      expect(entry, JSON.stringify(over)).to.equal("INVALID_ARGUMENT");
    }
  });
});

describe("nonces of DPoP proofs", () => {
  const secret = randomBytes(32);
  const minute = 60_000;
  const start = new Date("2026-11-23T12:00:00Z").getTime();
  const at = (minutes: number) => new Date(start + minutes * minute);

  it("are the same in all cores, last for two to four minutes, and cannot be made without the key", () => {
    const [one, other] = [new DpopNonces(secret, true), new DpopNonces(secret, true)];
    for (const given of [0, 1.9]) {
      const nonce = one.current(at(given));
      expect(nonce).to.match(/^[\w-]{22}$/);
      expect(other.accepts(nonce, at(given))).to.equal(true);
      expect(other.accepts(nonce, at(given + 2))).to.equal(true);
      // The clock of the core that gave it was ahead.
      expect(other.accepts(nonce, at(given - 1))).to.equal(true);
      for (const minutes of [given + 4, given + 60, given - 4])
        expect(other.accepts(nonce, at(minutes)), String(minutes)).to.equal(false);
    }
    expect(one.accepts("", at(0))).to.equal(false);
    expect(new DpopNonces(randomBytes(32), true).accepts(one.current(at(0)), at(0))).to.equal(false);
  });

  it("are neither given nor looked at when the settings say so", () => {
    const off = new DpopNonces(secret, false);
    expect(off.current(at(0))).to.equal("");
    expect([off.accepts("", at(0)), off.accepts("anything", at(0))]).to.deep.equal([true, true]);
  });
});
