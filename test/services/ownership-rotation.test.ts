// What a holder owns stays its own when its key is replaced, and the old key can do nothing with it any more.

import { createPublicKey } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { offerOf } from "../../src/services/ownership/sealed-texts.ts";
import { OwnershipTags } from "../../src/trust/ownership/tags.ts";
import { holderKey } from "../support/fixtures.ts";
import { replayChain, type Voucher } from "../support/ownership-chain.ts";
import { acceptanceOf } from "./support/acceptance.ts";
import { newCode, type Owner, Scene, signed } from "./support/owner.ts";
import { publicUrl, Registry } from "./support/registry.ts";

describe("ownership and a replaced key", function () {
  this.timeout(60_000);
  let registry: Registry;
  let scene: Scene;

  before(async () => {
    registry = await Registry.start();
    scene = await Scene.of(registry);
  });
  after(() => registry[Symbol.asyncDispose]());

  /** The same holder with another key. */
  const rotated = async (owner: Owner): Promise<Owner> => {
    const { jwk, privateKey, thumbprint } = holderKey();
    const claims = { walletId: owner.walletId, oldKey: owner.thumbprint, newKey: thumbprint };
    const [authorization, proof] = await Promise.all([
      signed(owner, "pda-rotate+jws", claims),
      signed({ privateKey }, "pda-rotate+jws", claims),
    ]);
    await scene.call("RotateWalletKey", { walletId: owner.walletId, holderKey: jwk, authorization, proof });
    return { walletId: owner.walletId, privateKey, thumbprint };
  };
  const idsOf = async (owner: Owner) =>
    (await scene.assets(owner)).map(({ asset }) => asset?.assetIdentifier);
  const reasonOf = async (method: string, request: object) => {
    const { entry, reason } = await scene.failure(method, request);
    return `${entry} ${reason}`;
  };

  it("is proven by the new key, however often it was replaced, and not by the old one", async () => {
    const { assetId, owner: first } = await scene.owned();
    const second = await rotated(first);
    const third = await rotated(second);
    expect(await scene.owns(third, assetId)).to.equal(true);
    for (const old of [first, second]) expect(await scene.owns(old, assetId)).to.equal(false);
    expect(await idsOf(third)).to.deep.equal([assetId]);
    const stranger = await rotated(await scene.holder());
    expect(await scene.owns(stranger, assetId)).to.equal(false);
  });

  it("goes on by the new key's offer, and neither the old key nor the giver has anything of it then", async () => {
    const [ann, ben] = [await scene.holder(), await scene.holder()];
    const { assetId } = await scene.owned(ann);
    const { assetId: kept } = await scene.owned(ann);
    const ann2 = await rotated(ann);
    expect(
      await reasonOf("OfferTransfer", {
        walletId: ann.walletId,
        offer: await scene.offerText(ann, assetId, ben),
      }),
    ).to.equal("SIGNATURE_REFUSED KEY_RETIRED");
    const offered = await scene.offer(ann2, assetId, ben);
    await scene.accept(ben, offered);
    expect([await idsOf(ann2), await idsOf(ben)]).to.deep.equal([[kept], [assetId]]);
    for (const owner of [ann, ann2]) expect(await scene.owns(owner, assetId)).to.equal(false);
    const ben2 = await rotated(ben);
    await scene.accept(ann2, await scene.offer(ben2, assetId, ann2));
    expect([await idsOf(ann2), await idsOf(ben2)]).to.deep.equal([[assetId, kept], []]);
    expect(await scene.owns(ann2, assetId)).to.equal(true);
  });

  it("that was offered to a key since replaced is accepted by the new one, not by the old one", async () => {
    const { assetId, owner } = await scene.owned();
    const ben = await scene.holder();
    const offered = await scene.offer(owner, assetId, ben);
    const ben2 = await rotated(ben);
    expect((await scene.transfers(ben2)).map(({ transferId }) => transferId)).to.deep.equal([
      offered.transferId,
    ]);
    expect(await reasonOf("AcceptTransfer", await scene.acceptance(ben, offered))).to.equal(
      "SIGNATURE_REFUSED KEY_RETIRED",
    );
    await scene.accept(ben2, offered);
    expect(await scene.owns(ben2, assetId)).to.equal(true);
    // And again: what is accepted is answered as before.
    expect((await scene.accept(ben2, offered)).transferId).to.equal(offered.transferId);
  });

  it("that the old key has offered is not accepted any more: by a recipient, or with its claim code", async () => {
    const ben = await scene.holder();
    for (const how of ["key", "code"] as const) {
      const { assetId, owner } = await scene.owned();
      const code = newCode();
      const offered = await scene.offer(owner, assetId, how === "key" ? ben : { code });
      const owner2 = await rotated(owner);
      if (how === "key")
        expect(await reasonOf("AcceptTransfer", await scene.acceptance(ben, offered))).to.equal(
          "STATE_FINAL OFFER_KEY_RETIRED",
        );
      else
        expect(await reasonOf("ClaimAsset", await scene.claim(ben, offered.transferId, code))).to.equal(
          "UNKNOWN_REFERENCE CLAIM_NOT_ACCEPTED",
        );
      expect(await scene.owns(owner2, assetId)).to.equal(true);
      // The holder takes it back and offers anew.
      await scene.call("CancelTransfer", { walletId: owner.walletId, transferId: offered.transferId });
      await scene.accept(ben, await scene.offer(owner2, assetId, ben));
      expect(await scene.owns(ben, assetId)).to.equal(true);
    }
  });

  it("that a claim code gives away is claimed by the new key only", async () => {
    const assetId = await scene.asset();
    const ann = await scene.holder();
    const { transferId, claimCode = "" } = await scene.claimCode(assetId);
    const early = await scene.claim(ann, transferId, claimCode);
    const ann2 = await rotated(ann);
    expect(await reasonOf("ClaimAsset", early)).to.equal("SIGNATURE_REFUSED KEY_RETIRED");
    await scene.claimed(ann2, transferId, claimCode);
    expect(await scene.owns(ann2, assetId)).to.equal(true);
  });

  it("is not offered to its own holder by the name of an old key", async () => {
    const { assetId, owner } = await scene.owned();
    const owner2 = await rotated(owner);
    expect(
      await reasonOf("OfferTransfer", {
        walletId: owner.walletId,
        offer: await scene.offerText(owner2, assetId, owner),
      }),
    ).to.equal("INVALID_ARGUMENT RECIPIENT_IS_OWNER");
  });

  it("is listed in pages across the keys, also when another takes over between two pages", async () => {
    let owner = await scene.holder();
    const made: string[] = [];
    for (let turn = 0; turn < 9; turn++) {
      if (turn % 3 === 2) owner = await rotated(owner);
      made.unshift((await scene.owned(owner)).assetId);
    }
    const seen: (string | undefined)[] = [];
    let pageToken = "";
    do {
      const page = await scene.call<{
        items: { asset: { assetIdentifier: string } }[];
        nextPageToken: string;
      }>("ListOwnedAssets", { walletId: owner.walletId, pageSize: 2, pageToken });
      seen.push(...page.items.map(({ asset }) => asset.assetIdentifier));
      pageToken = page.nextPageToken;
      if (seen.length === 4) owner = await rotated(owner);
    } while (pageToken);
    expect(seen).to.deep.equal(made);
  });

  it("is listed with the same work for each item, however often the key was replaced", async () => {
    const tags = registry.ownershipTags;
    const [ann, ben] = [await scene.holder(), await scene.holder()];
    let [giver, receiver] = [ann, ben];
    // Offered to a key that is replaced before the acceptance, too.
    for (let turn = 0; turn < 3; turn++) {
      const offered = await scene.offer(giver, (await scene.owned(giver)).assetId, receiver);
      receiver = await rotated(receiver);
      await scene.accept(receiver, offered);
      await scene.owned(receiver);
    }
    for (let turn = 0; turn < 5; turn++) [giver, receiver] = [await rotated(giver), await rotated(receiver)];
    const made: string[] = [];
    tags.owner = (...of) => (made.push("owner"), OwnershipTags.prototype.owner.apply(tags, of));
    tags.party = (...of) => (made.push("party"), OwnershipTags.prototype.party.apply(tags, of));
    try {
      expect(await scene.assets(receiver)).to.have.length(6);
      expect(made).to.deep.equal(Array(6).fill("owner"));
      for (const [wallet, transfers] of [
        [receiver, 6],
        [giver, 6],
      ] as const) {
        made.length = 0;
        expect(await scene.transfers(wallet)).to.have.length(transfers);
        expect(made).to.have.length(2 * transfers);
      }
    } finally {
      Object.assign(tags, {
        owner: OwnershipTags.prototype.owner,
        party: OwnershipTags.prototype.party,
      });
    }
  });

  it("changes no row that says who owns what, and names neither key in it", async () => {
    const { assetId, owner } = await scene.owned();
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    try {
      const dump = async () => {
        const tables = ["ownership", "ownership_entry", "ownership_transfer", "ownership_shelf"];
        const rows: unknown[] = [];
        for (const table of tables)
          rows.push(
            (await client.query(`select xmin::text, t::text as row from ${table} t order by 2`)).rows,
          );
        return JSON.stringify(rows);
      };
      const before = await dump();
      const owner2 = await rotated(owner);
      expect(await scene.owns(owner2, assetId)).to.equal(true);
      const after = await dump();
      expect(after).to.equal(before);
      for (const { thumbprint, walletId } of [owner, owner2]) {
        expect(after).not.to.include(thumbprint);
        expect(after).not.to.include(Buffer.from(thumbprint, "base64url").toString("hex"));
        expect(after).not.to.include(walletId);
      }
    } finally {
      await client.end();
    }
  });

  it("leaves a chain that can be replayed with the list of keys, and not without", async () => {
    const [ann, ben] = [await scene.holder(), await scene.holder()];
    const { assetId } = await scene.owned(ann);
    const ann2 = await rotated(ann);
    const offered = await scene.offer(ann2, assetId, ben);
    const ben2 = await rotated(ben);
    await scene.accept(ben2, offered);

    const { store, sealer } = registry.harness;
    const entries = await store.read.titles.chain(assetId);
    const owners = [ann, ben2];
    const vouchers: Voucher[] = [];
    for (const [index, entry] of entries.entries()) {
      const transfer = (await store.read.transfers.get(entry.transferId))!;
      const offer = offerOf({ sealer }, transfer);
      vouchers.push({
        seq: entry.seq,
        prevEntryHash: entry.prevEntryHash,
        entryHash: entry.entryHash,
        offer: offer.text,
        offeredBy: offer.key,
        acceptance: acceptanceOf({ sealer }, transfer)?.text ?? null,
        owner: owners[index]!.thumbprint,
      });
    }
    const listed = await Promise.all(
      [ann, ben].map(async ({ walletId }) => {
        const { items } = await scene.call<{ items: { keyThumbprint: string; holderKey: object }[] }>(
          "ListWalletKeys",
          { walletId },
        );
        return items;
      }),
    );
    const head = (await store.read.titles.find(assetId))!.head!;
    const terms = {
      assetId,
      publisherId: scene.publisherId,
      audience: publicUrl,
      head,
      keyOf: (thumbprint: string) => {
        const jwk = listed.flat().find((key) => key.keyThumbprint === thumbprint)?.holderKey;
        return jwk && createPublicKey({ key: { ...jwk }, format: "jwk" });
      },
    };
    const succeeds = (later: string, earlier: string) =>
      listed.some((keys) => {
        const names = keys.map((key) => key.keyThumbprint);
        return names.includes(later) && names.indexOf(later) < names.indexOf(earlier);
      });
    expect(await replayChain(vouchers, { ...terms, succeeds })).to.deep.equal({
      valid: true,
      owner: ben2.thumbprint,
    });
    expect(await replayChain(vouchers, terms)).to.deep.equal({
      valid: false,
      seq: 2,
      problem: "OFFER_INVALID",
    });
  });
});
