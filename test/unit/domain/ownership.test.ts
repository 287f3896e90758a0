// The rules of ownership against a model: random parties do random things to one asset.
import { expect } from "chai";
import fc from "fast-check";
import type { LifecycleStatus } from "../../../src/domain/asset/lifecycle.ts";
import { requireClaimable } from "../../../src/domain/ownership/claim.ts";
import { entryHash, type OwnershipEntry, textHash } from "../../../src/domain/ownership/entry.ts";
import {
  requireMovable,
  requireOfferable,
  requirePublisherInForce,
  requireUnowned,
  type Title,
} from "../../../src/domain/ownership/title.ts";
import {
  afterTransferVerb,
  mayAct,
  statusAt,
  type TransferStatus,
  type TransferVerb,
} from "../../../src/domain/ownership/transfer.ts";
import { Refused } from "../../../src/domain/refused.ts";

const reasonOf = (action: () => void): string => {
  try {
    action();
    return "";
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};
const at = (seconds: number): Date => new Date(1_700_000_000_000 + seconds * 1000);

describe("the states of a transfer", () => {
  const all: TransferStatus[] = ["offered", "accepted", "declined", "cancelled", "expired"];
  const verbs: TransferVerb[] = ["accept", "decline", "cancel"];

  it("have exactly the documented exits, before and after its time", () => {
    const documented: Record<TransferStatus, TransferVerb[]> = {
      offered: verbs,
      accepted: ["accept"],
      declined: ["decline"],
      cancelled: ["cancel"],
      expired: [],
    };
    for (const status of all)
      for (const verb of verbs)
        for (const now of [at(99), at(100), at(101)]) {
          const exits = documented[status === "offered" && now >= at(100) ? "expired" : status];
          const reason = reasonOf(() => afterTransferVerb({ status, expiresAt: at(100) }, verb, now));
          expect(reason, `${verb} on ${status}`).to.equal(exits.includes(verb) ? "" : "TRANSFER_NOT_OPEN");
        }
  });

  it("belong to one party each", () => {
    expect(verbs.map((verb) => [mayAct("giver", verb), mayAct("receiver", verb)])).to.deep.equal([
      [false, true],
      [false, true],
      [true, false],
    ]);
  });

  it("from a terminal state nothing leads on, whatever happens and however long it takes", () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...verbs), fc.nat(50)), { maxLength: 12 });
    fc.assert(
      fc.property(steps, (walk) => {
        let state = { status: "offered" as TransferStatus, expiresAt: at(100) };
        let [seconds, ended] = [0, undefined as TransferStatus | undefined];
        for (const [verb, wait] of walk) {
          seconds += wait;
          const before = statusAt(state, at(seconds));
          if (before !== "offered") ended ??= before;
          const reason = reasonOf(() => {
            state = { ...state, status: afterTransferVerb(state, verb, at(seconds)) };
          });
          if (ended) expect(statusAt(state, at(seconds))).to.equal(ended);
          else expect(reason).to.equal("");
        }
      }),
    );
  });
});

/** What the model knows of an asset: who owns it, in which place, and the one open offer. */
interface Model {
  owner: string | undefined;
  seq: number;
  life: LifecycleStatus;
  publisher: "active" | "suspended";
  transferable: boolean;
  open:
    | { seq: number; from: string | undefined; to: string | undefined; until: number; tries: number }
    | undefined;
}

/** The same kept by the product's rules, as the services apply them. */
class Real {
  title: Title = { status: "active", publisherStatus: "active", transferable: true };
  owner: string | undefined;
  transfer:
    | {
        status: TransferStatus;
        expiresAt: Date;
        seq: number;
        wrongTries: number;
        from: string | undefined;
        to: string | undefined;
      }
    | undefined;

  get open() {
    return this.transfer;
  }
  move(to: string, seq: number): void {
    const prevEntryHash = this.title.head?.entryHash ?? null;
    const hash = entryHash({ assetId: "ast", seq, prevEntryHash, offerHash: to, acceptanceHash: null });
    this.title = { ...this.title, head: { seq, entryHash: hash } };
    this.owner = to;
  }
}

const people = fc.constantFrom("ann", "ben", "cem");
const step = fc.oneof(
  fc.record({ act: fc.constant("grant" as const), to: people }),
  fc.record({ act: fc.constant("code" as const), life: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    act: fc.constant("offer" as const),
    by: people,
    to: fc.option(people, { nil: undefined }),
    life: fc.integer({ min: 1, max: 60 }),
    behind: fc.nat(1),
  }),
  fc.record({ act: fc.constant("policy" as const), transferable: fc.constantFrom(true, true, false) }),
  fc.record({ act: fc.constant("accept" as const), by: people }),
  fc.record({ act: fc.constant("claim" as const), by: people, right: fc.boolean() }),
  fc.record({ act: fc.constantFrom("decline" as const, "cancel" as const), by: people }),
  fc.record({ act: fc.constant("wait" as const), seconds: fc.nat(40) }),
  fc.record({
    act: fc.constant("life" as const),
    status: fc.constantFrom("active" as const, "active" as const, "suspended" as const),
  }),
  fc.record({
    act: fc.constant("publisher" as const),
    status: fc.constantFrom("active" as const, "active" as const, "suspended" as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What has to come of a step, in plain words; changes the model. @returns whether it succeeds */
function expected(model: Model, s: Step, now: number): boolean {
  const { open } = model;
  const live = open !== undefined && now < open.until;
  const inUse = model.life === "active" && model.publisher === "active";
  /** To another than the first owner. */
  const on = inUse && model.transferable;
  const owns = (to: string): boolean => {
    model.owner = to;
    model.seq++;
    model.open = undefined;
    return true;
  };
  switch (s.act) {
    case "grant":
      return model.owner === undefined && inUse && owns(s.to);
    case "code":
      if (model.owner !== undefined || model.publisher !== "active") return false;
      model.open = { seq: 1, from: undefined, to: undefined, until: now + s.life, tries: 0 };
      return true;
    case "offer":
      if (model.owner !== s.by || !on || s.behind > 0 || live) return false;
      model.open = { seq: model.seq + 1, from: s.by, to: s.to, until: now + s.life, tries: 0 };
      return true;
    case "accept":
      return live && open.to === s.by && on && owns(s.by);
    case "claim":
      if (!open || open.to !== undefined || open.from === s.by) return false;
      if (!s.right) {
        if (open.tries < 5) open.tries++;
        return false;
      }
      return live && open.tries < 5 && (open.seq === 1 ? inUse : on) && owns(s.by);
    case "decline":
    case "cancel":
      if (!live || (s.act === "decline" ? open.to : open.from) !== s.by) return false;
      model.open = undefined;
      return true;
    case "life":
      model.life = s.status;
      return true;
    case "publisher":
      model.publisher = s.status;
      return true;
    case "policy":
      model.transferable = s.transferable;
      return true;
    case "wait":
      return true;
  }
}

/** The same by the product's rules. */
function applied(real: Real, s: Step, now: Date): boolean {
  const { transfer } = real;
  const refused = (action: () => void): boolean => reasonOf(action) !== "";
  switch (s.act) {
    case "grant":
      if (refused(() => requireUnowned(real.title)) || refused(() => requireMovable(real.title, 1)))
        return false;
      real.transfer = undefined;
      real.move(s.to, 1);
      return true;
    case "code":
      if (refused(() => requirePublisherInForce(real.title)) || refused(() => requireUnowned(real.title)))
        return false;
      real.transfer = {
        status: "offered",
        expiresAt: later(now, s.life),
        seq: 1,
        wrongTries: 0,
        from: undefined,
        to: undefined,
      };
      return true;
    case "offer": {
      const seq = (real.title.head?.seq ?? 0) + 1 - s.behind;
      const prevEntryHash = real.title.head?.entryHash ?? "";
      if (refused(() => requireOfferable(real.title, real.owner === s.by, { seq, prevEntryHash })))
        return false;
      if (transfer && statusAt(transfer, now) === "offered") return false;
      real.transfer = {
        status: "offered",
        expiresAt: later(now, s.life),
        seq,
        wrongTries: 0,
        from: s.by,
        to: s.to,
      };
      return true;
    }
    case "accept":
    case "decline":
    case "cancel": {
      const party = s.act === "cancel" ? transfer?.from : transfer?.to;
      if (!transfer || party !== s.by || transfer.status !== "offered") return false;
      if (refused(() => afterTransferVerb(transfer, s.act, now))) return false;
      if (s.act === "accept" && refused(() => requireMovable(real.title, transfer.seq))) return false;
      transfer.status = afterTransferVerb(transfer, s.act, now);
      if (s.act === "accept") real.move(s.by, transfer.seq);
      return true;
    }
    case "claim":
      if (!transfer || transfer.to !== undefined || transfer.from === s.by) return false;
      if (!s.right) {
        if (transfer.status === "offered" && transfer.wrongTries < 5) transfer.wrongTries++;
        return false;
      }
      if (refused(() => requireClaimable(real.title, transfer, now))) return false;
      if (refused(() => requirePublisherInForce(real.title))) return false;
      transfer.status = "accepted";
      real.move(s.by, transfer.seq);
      return true;
    case "life":
      real.title = { ...real.title, status: s.status };
      return true;
    case "publisher":
      real.title = { ...real.title, publisherStatus: s.status };
      return true;
    case "policy":
      real.title = { ...real.title, transferable: s.transferable };
      return true;
    case "wait":
      return true;
  }
}
const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

describe("the owner of an asset", () => {
  it("changes exactly as a model of it says, whatever is tried in whatever order", () => {
    let moved = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
        const model: Model = {
          owner: undefined,
          seq: 0,
          life: "active",
          publisher: "active",
          transferable: true,
          open: undefined,
        };
        const real = new Real();
        let seconds = 0;
        for (const s of steps) {
          if (s.act === "wait") seconds += s.seconds;
          const before = model.seq;
          const should = expected(model, s, seconds);
          expect(applied(real, s, at(seconds)), JSON.stringify(s)).to.equal(should);
          expect([real.owner, real.title.head?.seq ?? 0]).to.deep.equal([model.owner, model.seq]);
          moved += model.seq - before;
        }
      }),
      { numRuns: 2000 },
    );
    expect(moved, "the walks do move the asset").to.be.above(1000);
  });

  it("of a type that is not transferable stays, and only the owner hears why", () => {
    const title: Title = {
      status: "active",
      publisherStatus: "active",
      transferable: false,
      head: { seq: 1, entryHash: "h" },
    };
    const next = { seq: 2, prevEntryHash: "h" };
    expect(reasonOf(() => requireOfferable(title, true, next))).to.equal("ASSET_NOT_TRANSFERABLE");
    expect(reasonOf(() => requireOfferable(title, false, next))).to.equal("ASSET_NOT_OWNED");
    expect(reasonOf(() => requireOfferable(undefined, false, next))).to.equal("ASSET_NOT_OWNED");
  });
});

describe("the hash of an entry", () => {
  const hash = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((b) => Buffer.from(b).toString("base64url"));
  const entry: fc.Arbitrary<OwnershipEntry> = fc.record({
    assetId: fc.string(),
    seq: fc.integer({ min: 1 }),
    prevEntryHash: fc.option(hash),
    offerHash: hash,
    acceptanceHash: fc.option(hash),
  });

  it("is that of its canonical JSON", () => {
    const one = { assetId: "ast_1", seq: 1, prevEntryHash: null, offerHash: "o", acceptanceHash: "a" };
    expect(entryHash(one)).to.equal(
      textHash(
        '{"acceptanceHash":"a","assetId":"ast_1","offerHash":"o","prevEntryHash":null,"seq":1,"type":"PDA-OWN-v1"}',
      ),
    );
  });

  it("differs where any member does", () => {
    fc.assert(
      fc.property(entry, entry, (one, other) => {
        const same =
          JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
        expect(entryHash(one) === entryHash(other)).to.equal(same);
        for (const name of Object.keys(one) as (keyof OwnershipEntry)[])
          if (one[name] !== other[name])
            expect(entryHash({ ...one, [name]: other[name] })).not.to.equal(entryHash(one));
      }),
    );
  });
});
