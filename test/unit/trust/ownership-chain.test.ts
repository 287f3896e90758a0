// A chain of owners is replayed without the service; whatever is changed in it is found.
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { replayChain, type ReplayTerms, type Voucher } from "../../support/ownership-chain.ts";
import { p256PublicKey } from "../../../src/trust/jwk.ts";

const audience = "https://pda.example";
const assetId = newId("asset");
const publisherId = newId("publisher");
const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

interface Person {
  readonly thumbprint: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}
function person(): Person {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { publicKey, privateKey, thumbprint: p256PublicKey(publicKey)?.thumbprint ?? "" };
}
const people = Array.from({ length: 6 }, person);
const keys = new Map(people.map(({ thumbprint, publicKey }) => [thumbprint, publicKey]));

function jws({ privateKey }: Person, claims: object): string {
  const iat = 1_800_000_000;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const whole = { aud: audience, nonce: "n".repeat(22), iat, exp: iat + 60, ...claims };
  const text = `${part({ alg: "ES256", typ: "pda-transfer+jws" })}.${part(whole)}`;
  return `${text}.${sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

/** The service and its countersignature, made of the words of the contract. */
const service = { ...person(), kid: "service-key" };
function receiptOf(entry: object, { header = {}, key = service.privateKey } = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iss: audience, iat: 1_800_000_100, jti: "j", kind: "ownership", ...entry };
  const text = `${part({ alg: "ES256", typ: "pda-receipt+jwt", kid: service.kid, ...header })}.${part(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}
const entryOf = ({ seq, prevEntryHash, offer, acceptance, entryHash }: Voucher) => ({
  assetId,
  seq,
  prevEntryHash,
  offerHash: sha256(offer),
  acceptanceHash: acceptance === null ? null : sha256(acceptance),
  entryHash,
});

const hashOf = (voucher: Omit<Voucher, "entryHash">): string =>
  sha256(
    `{"acceptanceHash":${voucher.acceptance === null ? "null" : `"${sha256(voucher.acceptance)}"`},"assetId":"${assetId}",` +
      `"offerHash":"${sha256(voucher.offer)}","prevEntryHash":${voucher.prevEntryHash === null ? "null" : `"${voucher.prevEntryHash}"`},` +
      `"seq":${voucher.seq},"type":"PDA-OWN-v1"}`,
  );
const sealed = (voucher: Omit<Voucher, "entryHash">): Voucher => {
  const hashed = { ...voucher, entryHash: hashOf(voucher) };
  return { ...hashed, receipt: receiptOf(entryOf(hashed)) };
};

/** The publisher's gift to a key, or by a code. */
function first(to: Person, byCode: boolean, over: object = {}): Voucher {
  const transferId = newId("transfer");
  const claimCodeHash = sha256("code");
  const recipient = byCode ? { claimCodeHash } : { toKey: to.thumbprint };
  const gift = {
    assetId,
    publisherId,
    salt: "s".repeat(22),
    seq: 1,
    transferId,
    type: "PDA-GIFT-v1",
    ...recipient,
    ...over,
  };
  const offer = JSON.stringify(Object.fromEntries(Object.entries(gift).sort(([a], [b]) => (a < b ? -1 : 1))));
  const acceptance = byCode ? jws(to, { transferId, claimCodeHash, newOwnerKey: to.thumbprint }) : null;
  return sealed({ seq: 1, prevEntryHash: null, offer, acceptance, owner: to.thumbprint });
}

/** The next voucher, with what its two texts say changed as asked for. */
function next(
  before: Voucher,
  from: Person,
  to: Person,
  {
    byCode = false,
    offered = {},
    accepted = {},
  }: { byCode?: boolean; offered?: object; accepted?: object } = {},
): Voucher {
  const transferId = newId("transfer");
  const claimCodeHash = sha256(`code ${before.seq}`);
  const [seq, prevEntryHash] = [before.seq + 1, before.entryHash];
  const recipient = byCode ? { claimCodeHash } : { toKey: to.thumbprint };
  const offer = jws(from, { transferId, assetId, seq, prevEntryHash, ...recipient, ...offered });
  const what = byCode ? { claimCodeHash } : { offerHash: sha256(offer) };
  const acceptance = jws(to, { transferId, newOwnerKey: to.thumbprint, ...what, ...accepted });
  return sealed({ seq, prevEntryHash, offer, acceptance, owner: to.thumbprint });
}

/** A chain by the places of its owners among the people. */
function chainOf(owners: readonly { who: number; byCode: boolean }[]): Voucher[] {
  const chain: Voucher[] = [];
  let [before, owner]: [Voucher | undefined, Person | undefined] = [undefined, undefined];
  for (const { who, byCode } of owners) {
    const to = people[who] as Person;
    before = before && owner ? next(before, owner, to, { byCode }) : first(to, byCode);
    owner = to;
    chain.push(before);
  }
  return chain;
}

const termsOf = (chain: readonly Voucher[]): ReplayTerms => {
  const last = chain.at(-1);
  return {
    assetId,
    publisherId,
    audience,
    keyOf: (thumbprint) => keys.get(thumbprint),
    serviceKeyOf: (kid) => (kid === service.kid ? service.publicKey : undefined),
    ...(last ? { head: { seq: last.seq, entryHash: last.entryHash } } : {}),
  };
};

const owners = fc.array(fc.record({ who: fc.nat(people.length - 1), byCode: fc.boolean() }), {
  minLength: 1,
  maxLength: 6,
});
const [ann, ben, cem] = people as [Person, Person, Person];

describe("a chain of owners", () => {
  it("is found whole, and tells the last owner", async () => {
    await fc.assert(
      fc.asyncProperty(owners, async (given) => {
        const chain = chainOf(given);
        const owner = people[given.at(-1)?.who ?? 0]?.thumbprint;
        expect(await replayChain(chain, termsOf(chain))).to.deep.equal({ valid: true, owner });
      }),
      { numRuns: 50 },
    );
    expect(await replayChain([], termsOf([]))).to.deep.equal({ valid: true, owner: undefined });
  });

  it("is not found whole once anything in it is changed, even by one character", async () => {
    const mutation = fc.record({
      what: fc.constantFrom(
        "seq",
        "prevEntryHash",
        "entryHash",
        "offer",
        "acceptance",
        "owner",
        "receipt" as const,
      ),
      at: fc.nat(),
      place: fc.nat(),
      to: fc.constantFrom(..."ABCabc012_-"),
    });
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(owners, mutation, async (given, { what, at, place, to }) => {
        const chain = chainOf(given);
        const terms = termsOf(chain);
        const index = at % chain.length;
        const voucher = chain[index] as Voucher;
        const value = voucher[what as keyof Voucher];
        if (value === null || value === undefined) return;
        const mutated =
          typeof value === "number"
            ? value + 1 + (place % 3)
            : value.slice(0, place % value.length) + to + value.slice((place % value.length) + 1);
        if (mutated === value) return;
        changed++;
        const tampered = chain.map((one, i) => (i === index ? { ...one, [what]: mutated } : one));
        expect((await replayChain(tampered, terms)).valid, `${what} at ${index}`).to.equal(false);
      }),
      { numRuns: 400 },
    );
    expect(changed).to.be.above(200);
  });

  it("is not found whole once an entry is left out, doubled, exchanged, cut off or added", async () => {
    await fc.assert(
      fc.asyncProperty(owners, fc.nat(), fc.nat(), async (given, one, other) => {
        const chain = chainOf([...given, { who: 0, byCode: false }]);
        const terms = termsOf(chain);
        const [i, j] = [one % chain.length, other % chain.length];
        const swapped = chain.map(
          (voucher, k) => (k === i ? chain[j] : k === j ? chain[i] : voucher) as Voucher,
        );
        const variants: Voucher[][] = [
          chain.toSpliced(i, 1),
          chain.toSpliced(i, 0, chain[i] as Voucher),
          chain.slice(0, i),
          [...chain, next(chain.at(-1) as Voucher, people[0] as Person, people[1] as Person)],
          ...(i === j ? [] : [swapped]),
        ];
        for (const variant of variants) expect((await replayChain(variant, terms)).valid).to.equal(false);
      }),
      { numRuns: 30 },
    );
  });

  it("whose hashes all fit is still refused where somebody else has signed", async () => {
    const gift = first(ann, false);
    const outcomes: [string, Voucher[]][] = [
      ["OFFER_INVALID", [gift, next(gift, cem, ben)]],
      ["OFFER_OF_OTHER_CHAIN", [gift, next(gift, ann, ben, { offered: { assetId: newId("asset") } })]],
      ["OFFER_OF_OTHER_CHAIN", [gift, next(gift, ann, ben, { offered: { seq: 3 } })]],
      ["OFFER_OF_OTHER_CHAIN", [gift, next(gift, ann, ben, { offered: { prevEntryHash: sha256("x") } })]],
      ["RECIPIENT_MISMATCH", [gift, next(gift, ann, ben, { offered: { toKey: cem.thumbprint } })]],
      ["ACCEPTANCE_INVALID", [gift, next(gift, ann, ben, { accepted: { newOwnerKey: cem.thumbprint } })]],
      ["ACCEPTANCE_INVALID", [gift, next(gift, ann, ben, { accepted: { offerHash: sha256("x") } })]],
      [
        "ACCEPTANCE_INVALID",
        [gift, next(gift, ann, ben, { byCode: true, accepted: { claimCodeHash: sha256("x") } })],
      ],
      ["ACCEPTANCE_INVALID", [gift, next(gift, ann, ben, { accepted: { transferId: newId("transfer") } })]],
      ["ACCEPTANCE_INVALID", [gift, sealed({ ...next(gift, ann, ben), acceptance: null })]],
      ["ACCEPTANCE_INVALID", [sealed({ ...first(ann, true), acceptance: null })]],
      ["OFFER_INVALID", [first(ann, false, { seq: 2 })]],
      ["OFFER_INVALID", [first(ann, false, { price: 1 })]],
      ["OFFER_OF_OTHER_CHAIN", [first(ann, false, { publisherId: newId("publisher") })]],
      ["OFFER_OF_OTHER_CHAIN", [first(ann, false, { assetId: newId("asset") })]],
      ["LINK_BROKEN", [gift, next({ ...gift, entryHash: sha256("x") }, ann, ben)]],
      ["SEQUENCE_BROKEN", [gift, next({ ...gift, seq: 2 }, ann, ben)]],
      ["KEY_UNKNOWN", [gift, next(gift, ann, person())]],
    ];
    for (const [problem, chain] of outcomes) {
      const result = await replayChain(chain, termsOf(chain));
      expect(result).to.deep.equal({ valid: false, seq: chain.length, problem });
    }
  });

  it("is refused without the countersignature of the service over exactly each entry", async () => {
    const gift = first(ann, false);
    const entry = entryOf(gift);
    const wrong: [string, string | undefined][] = [
      ["none", undefined],
      ["no JWS", "receipt"],
      ["another key", receiptOf(entry, { key: ann.privateKey })],
      ["a key that the service does not publish", receiptOf(entry, { header: { kid: "other" } })],
      ["another type", receiptOf(entry, { header: { typ: "pda-pass+jwt" } })],
      ["no algorithm", receiptOf(entry, { header: { alg: "none" } })],
      ["another kind", receiptOf({ ...entry, kind: "authenticity" })],
      ["another service", receiptOf({ ...entry, iss: "https://elsewhere.example" })],
      ...Object.keys(entry).map((name): [string, string] => [name, receiptOf({ ...entry, [name]: "other" })]),
    ];
    for (const [what, receipt] of wrong) {
      const result = await replayChain([{ ...gift, receipt }], termsOf([gift]));
      expect(result, what).to.deep.equal({ valid: false, seq: 1, problem: "RECEIPT_INVALID" });
    }
    const { serviceKeyOf: _, ...unasked } = termsOf([gift]);
    expect((await replayChain([{ ...gift, receipt: undefined }], unasked)).valid).to.equal(true);
  });

  it("goes on with keys that have taken the place of others, where whoever replays it knows so", async () => {
    // Ann gives to Ben and has another key by then, Ben accepts with another key than the one that was offered to.
    const [ann2, ben2] = people.slice(3) as [Person, Person];
    const gift = first(ann, false);
    const moved = {
      ...next(gift, ann2, ben2, { offered: { toKey: ben.thumbprint } }),
      offeredBy: ann2.thumbprint,
    };
    const chain = [gift, moved];
    const succeeds = (later: string, earlier: string) =>
      (later === ann2.thumbprint && earlier === ann.thumbprint) ||
      (later === ben2.thumbprint && earlier === ben.thumbprint);
    const whole = { valid: true, owner: ben2.thumbprint };
    expect(await replayChain(chain, { ...termsOf(chain), succeeds })).to.deep.equal(whole);
    const broken = (problem: string) => ({ valid: false, seq: 2, problem });
    expect(await replayChain(chain, termsOf(chain))).to.deep.equal(broken("OFFER_INVALID"));
    const onlyAnn = (later: string, earlier: string) =>
      succeeds(later, earlier) && earlier === ann.thumbprint;
    expect(await replayChain(chain, { ...termsOf(chain), succeeds: onlyAnn })).to.deep.equal(
      broken("RECIPIENT_MISMATCH"),
    );
    // Never the other way round: an old key does not follow a new one.
    const backwards = (later: string, earlier: string) => succeeds(earlier, later);
    expect(await replayChain(chain, { ...termsOf(chain), succeeds: backwards })).to.deep.equal(
      broken("OFFER_INVALID"),
    );
    // Whoever is said to have signed has to have signed.
    const claimed = [gift, { ...moved, offeredBy: ann.thumbprint }];
    expect(await replayChain(claimed, { ...termsOf(claimed), succeeds })).to.deep.equal(
      broken("OFFER_INVALID"),
    );
  });
});
