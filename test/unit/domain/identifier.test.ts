import { expect } from "chai";
import fc from "fast-check";
import { fromString, fromUUID, toUUID } from "typeid-js";
import {
  type IdKind,
  idOf,
  isId,
  newId,
  newUuid,
  uuidOf,
} from "../../../src/domain/identifier/identifier.ts";

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
  webhook: "whk",
  delivery: "dlv",
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
  session: "ses",
  passkey: "psk",
  process: "prc",
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

  it("are what another library makes of the UUID, in either case of its digits", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.uuid(), (kind, uuid) => {
        expect(idOf(kind, uuid)).to.equal(fromUUID(uuid, prefixes[kind]));
        expect(idOf(kind, uuid.toUpperCase())).to.equal(idOf(kind, uuid));
      }),
    );
  });

  it("are made of nothing but a UUID", () => {
    const uuid = "0192c5e2-8f4a-7c31-9d52-6f0a1b2c3d4e";
    const wrong = [
      "",
      uuid.slice(1),
      `${uuid}0`,
      uuid.replace("e", "g"),
      uuid.replace("-", "0"),
      uuid.replace("-", "x"),
      uuid.replace("4", "é"),
      ` ${uuid.slice(1)}`,
    ];
    for (const text of wrong) expect(() => idOf("payment", text), text).to.throw();
  });

  it("are new, of UUIDs of version 7, and sort in the order of their making", () => {
    const ids = Array.from({ length: 10_000 }, () => newId("payment"));
    expect([...new Set(ids)].toSorted()).to.deep.equal(ids);
    expect(new Set(ids.map((id) => toUUID(fromString(id)).slice(14, 15)))).to.deep.equal(new Set(["7"]));
    expect(new Set(ids.map((id) => "89ab".includes(toUUID(fromString(id)).charAt(19))))).to.deep.equal(
      new Set([true]),
    );
  });

  describe("when the clock has been ahead", () => {
    const real = Date.now;
    let now = 0;
    beforeEach(() => {
      now = real() + 600_000;
      Date.now = () => now;
    });
    afterEach(() => {
      Date.now = real;
    });
    const timeOf = (uuid: string): number => Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16);
    const makers: Record<string, () => string> = {
      ...Object.fromEntries(
        kinds.filter((kind) => kind !== "event").map((kind) => [kind, () => uuidOf(kind, newId(kind))]),
      ),
      "UUIDs of deliveries": newUuid,
    };

    it("have the time of the clock again, but for events", () => {
      const start = now;
      for (const [name, make] of Object.entries(makers)) {
        now = start;
        expect(timeOf(make()), name).to.equal(start);
        now = start + 3_600_000;
        expect(timeOf(make()), name).to.equal(now);
        now = start;
        const again = [make(), make(), make()];
        expect(again.map(timeOf), name).to.deep.equal([start, start, start]);
        expect(again.toSorted(), name).to.deep.equal(again);
      }
    });

    it("go on in their order after a step back of few seconds", () => {
      const before = newId("payment");
      now -= 4_000;
      const ids = [before, ...Array.from({ length: 100 }, () => newId("payment"))];
      expect([...new Set(ids)].toSorted()).to.deep.equal(ids);
      now += 4_001;
      expect(newId("payment") > (ids.at(-1) as string)).to.equal(true);
    });

    it("of events keep the order in which they were made", () => {
      // Never ahead of real time, because the order outlasts this test.
      now = real();
      const ids = [0, -3_600_000, 1, -7_200_000, 5].flatMap((step) => {
        now += step;
        return Array.from({ length: 10 }, () => newId("event"));
      });
      expect([...new Set(ids)].toSorted()).to.deep.equal(ids);
    });
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
        expect(isId("payment", id)).to.equal(judge(id) !== "refused");
      }),
      { numRuns: 2_000 },
    );
  });
});
