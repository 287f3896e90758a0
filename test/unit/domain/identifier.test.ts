import { expect } from "chai";
import fc from "fast-check";
import { idOf, type IdKind, newId, uuidOf } from "../../../src/domain/identifier/identifier.ts";

/** D-022, and what callers have stored: a prefix never changes. */
const prefixes: Record<IdKind, string> = {
  merchant: "mer",
  publisher: "pub",
  asset: "ast",
  assetType: "aty",
  wallet: "wal",
  payment: "pay",
  transaction: "txn",
  refund: "rfd",
  settlement: "stl",
  certificate: "crt",
  device: "dev",
  event: "evt",
  transfer: "trf",
  apiKey: "key",
  publicKey: "pky",
  redemption: "rdm",
  issuanceJob: "isj",
  settlementAccountChange: "sac",
  recovery: "rcv",
  account: "acc",
  request: "req",
  auditRecord: "aud",
};
const kinds = Object.keys(prefixes) as IdKind[];
const outcome = (read: () => string): string => {
  try {
    return read();
  } catch {
    return "refused";
  }
};

/** TypeID 0.3: base32 of 128 bits, the first two of 130 being 0; whatever UUID those bits are. */
function judge(id: string): string {
  if (!/^pay_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id)) return "refused";
  const digits = Array.from(id.slice(4), (character) =>
    BigInt("0123456789abcdefghjkmnpqrstvwxyz".indexOf(character)),
  );
  const hex = digits
    .reduce((bits, digit) => bits * 32n + digit, 0n)
    .toString(16)
    .padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

describe("identifiers", () => {
  it("give back the UUID that they were made of", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.uuid(), (kind, uuid) => {
        expect(uuidOf(kind, idOf(kind, uuid))).to.equal(uuid);
      }),
    );
    for (const kind of kinds)
      expect(idOf(kind, uuidOf(kind, newId(kind)))).to.match(new RegExp(`^${prefixes[kind]}_`));
  });

  it("are read as TypeID says, whatever their bits, and nothing else is", () => {
    const character = fc.constantFrom(..."0123456789abcdefghijklmnopqrstuvwxyzA_-é\u0000😀");
    const near = fc
      .tuple(fc.uuid(), fc.nat(30), character, fc.constantFrom("replace", "remove", "insert"))
      .map(([uuid, index, other, what]) => {
        const id = idOf("payment", uuid);
        if (what === "insert") return id.slice(0, index) + other + id.slice(index);
        return id.slice(0, index) + (what === "replace" ? other : "") + id.slice(index + 1);
      });
    const any = fc.oneof(
      near,
      fc.string({ unit: "binary" }),
      fc.stringMatching(/^pay_[0-9a-hjkmnp-tv-z]{26}$/),
      fc.constantFrom(
        "",
        "pay_",
        "pay",
        `pay_7${"z".repeat(25)}`,
        `pay_8${"0".repeat(25)}`,
        `pay_${"0".repeat(26)}`,
      ),
    );
    fc.assert(
      fc.property(any, (id) => {
        expect(outcome(() => uuidOf("payment", id))).to.equal(judge(id));
      }),
      { numRuns: 2_000 },
    );
  });
});
