// DPoP proofs at the core: each counts once, with a nonce of the last minutes. Gateways of version 1.0.0 have verified them before.
import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import {
  DpopProofVerdict,
  type SingleUseProof,
  type UseDpopProofsResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { DpopNonces } from "../../src/services/access/dpop-nonces.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { tokenHash } from "../../src/trust/dpop/proof.ts";
import { callerKey } from "../support/access-tokens.ts";
import { dpopProof } from "../support/dpop-proofs.ts";
import { asMerchant } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { judgedTogether } from "./support/single-use.ts";

const {
  DPOP_PROOF_VERDICT_FIRST_USE: first,
  DPOP_PROOF_VERDICT_REPLAYED: replayed,
  DPOP_PROOF_VERDICT_NONCE_NEEDED: needed,
} = DpopProofVerdict;

describe("the use of DPoP proofs", function () {
  this.timeout(60_000);
  const url = "https://pda.example/api/v1/payments";
  const token = "a.token.of-somebody";
  const [key, other] = [callerKey(), callerKey()];
  let merchants: Merchants;
  before(async () => {
    merchants = await Merchants.start();
  });
  after(() => merchants[Symbol.asyncDispose]());

  type Use = Extract<NonNullable<SingleUseProof["proof"]>, { $case: "dpop" }>;
  const useOf = (text: string, over: Partial<Use["value"]> = {}): Use => ({
    $case: "dpop",
    value: {
      proof: { text, method: "GET", uris: [`${url}?pageSize=1`] },
      tokenHash: tokenHash(token),
      ...over,
    },
  });
  const made = (nonce?: string, by = key) => dpopProof(by, { url, token, nonce });
  const judged = (...uses: Use[]) => judgedTogether(merchants.harness, uses);
  const shown = async (...uses: Use[]) =>
    (await judged(...uses)).map((verdict) => (verdict instanceof Failure ? verdict.reason : verdict));
  const nonce = async (): Promise<string> => {
    const [verdict] = await judged(useOf(await made()));
    if (!(verdict instanceof Failure)) throw new Error("a proof without a nonce was used");
    expect(verdict.reason).to.equal("DPOP_NONCE_NEEDED");
    return verdict.dpopNonce ?? "";
  };

  it("counts once, in one call and in several", async () => {
    const given = await nonce();
    const [one, two] = [useOf(await made(given)), useOf(await made(given))];
    const verdicts = (await Promise.all([shown(one, two, one), shown(two, one)])).flat();
    expect(verdicts.toSorted()).to.deep.equal(["", "", ...Array(3).fill("DPOP_PROOF_REPLAYED")]);
    expect(await shown(one, two)).to.deep.equal(Array(2).fill("DPOP_PROOF_REPLAYED"));
  });

  it("verifies each proof by itself, and uses none that it refuses", async () => {
    const given = await nonce();
    const good = await made(given);
    const [head, body] = good.split(".");
    const forged = `${head}.${body}.${(await made(given, other)).split(".")[2]}`;
    expect(
      await shown(
        useOf(forged),
        useOf(good, { tokenHash: tokenHash("another") }),
        useOf(good, { tokenHash: undefined, proof: { text: good, method: "POST", uris: [url] } }),
        useOf(good, { proof: { text: good, method: "GET", uris: [`${url}/x`] } }),
        useOf("a.b.c"),
        useOf(good),
      ),
    ).to.deep.equal([...Array(4).fill("DPOP_PROOF_REFUSED"), "DPOP_PROOF_MALFORMED", ""]);
  });

  it("needs a nonce of this installation, and gives it", async () => {
    const elsewhere = new DpopNonces(Buffer.alloc(32, 7), true).current(new Date());
    const verdicts = await judged(useOf(await made(elsewhere)), useOf(await made("x")));
    const given = verdicts.map((verdict) => (verdict instanceof Failure ? verdict.dpopNonce : undefined));
    expect(given[0]).to.match(/^[A-Za-z0-9_-]{22}$/);
    expect(await shown(useOf(await made(given[0])), useOf(await made(given[1])))).to.deep.equal(["", ""]);
  });

  it("verifies the proof beside a token before the token, and does not use it", async () => {
    const given = await nonce();
    const text = await made(given);
    const ask = (dpopProof: object) =>
      merchants.harness.failure(
        "ResolveToken",
        { token, address: "192.0.2.1", dpopProof },
        { peer: "gateway" },
      );
    const proof = { text, method: "GET", uris: [url] };
    expect((await ask({ ...proof, method: "PUT" })).reason).to.equal("DPOP_PROOF_REFUSED");
    expect((await ask(proof)).reason).to.equal("CREDENTIAL_MALFORMED");
    expect(await shown(useOf(text))).to.deep.equal([""]);
  });
});

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
