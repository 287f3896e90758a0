import { expect } from "chai";
import {
  type OwnershipTransfer,
  TransferRole,
  TransferStatus,
} from "../../gen/ts/pda/wallet/v1/ownership.ts";
import { scopesOfRole } from "../../src/domain/access/role.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { operator } from "../support/service.ts";
import { newCode, type Owner, Scene, sha256 } from "./support/owner.ts";
import { Registry } from "./support/registry.ts";

const {
  TRANSFER_STATUS_ACCEPTED,
  TRANSFER_STATUS_CANCELLED,
  TRANSFER_STATUS_DECLINED,
  TRANSFER_STATUS_EXPIRED,
} = TransferStatus;
const { TRANSFER_STATUS_OFFERED } = TransferStatus;

describe("transfers of ownership", function () {
  this.timeout(60_000);
  let registry: Registry;
  let scene: Scene;
  let alice: Owner;
  let bob: Owner;
  let carol: Owner;

  before(async () => {
    registry = await Registry.start();
    scene = await Scene.of(registry);
    [alice, bob, carol] = await Promise.all([scene.holder(), scene.holder(), scene.holder()]);
  });
  after(() => registry[Symbol.asyncDispose]());

  const idsOf = async (owner: Owner) =>
    (await scene.assets(owner)).map(({ asset }) => asset?.assetIdentifier);
  const reasonOf = async (method: string, request: object) => {
    const { entry, reason } = await scene.failure(method, request);
    return `${entry} ${reason}`;
  };

  it("go from the owner's offer by the recipient's acceptance to the next owner, and on", async () => {
    const { assetId } = await scene.owned(alice);
    const offered = await scene.offer(alice, assetId, bob);
    expect(offered).to.include({
      status: TRANSFER_STATUS_OFFERED,
      sequence: 2,
      assetId,
      entryHash: undefined,
    });
    expect(offered.offerHash).to.equal(sha256(offered.offer));
    expect(await scene.owns(alice, assetId)).to.equal(true);

    const accepted = await scene.accept(bob, offered);
    expect(accepted.status).to.equal(TRANSFER_STATUS_ACCEPTED);
    expect(await idsOf(bob)).to.include(assetId);
    expect(await idsOf(alice)).not.to.include(assetId);
    expect([await scene.owns(alice, assetId), await scene.owns(bob, assetId)]).to.deep.equal([false, true]);
    expect((await scene.assets(bob)).find(({ asset }) => asset?.assetIdentifier === assetId)).to.include({
      sequence: 2,
      entryHash: accepted.entryHash,
    });

    await scene.accept(carol, await scene.offer(bob, assetId, carol));
    const back = await scene.accept(alice, await scene.offer(carol, assetId, alice));
    expect(back.sequence).to.equal(4);
    expect(await scene.owns(alice, assetId)).to.equal(true);
  });

  it("stand on the list of both parties, each with its part, and on nobody else's", async () => {
    const { assetId } = await scene.owned(alice);
    const { transferId } = await scene.offer(alice, assetId, bob);
    const [given] = await scene.transfers(alice);
    const [received] = await scene.transfers(bob);
    expect([given?.transferId, received?.transferId]).to.deep.equal([transferId, transferId]);
    expect([given?.role, received?.role]).to.deep.equal([
      TransferRole.TRANSFER_ROLE_GIVER,
      TransferRole.TRANSFER_ROLE_RECEIVER,
    ]);
    expect((await scene.transfers(carol)).map((transfer) => transfer.transferId)).not.to.include(transferId);
    for (const { walletId } of [alice, bob])
      expect(
        (await scene.call<{ transfer: object }>("GetTransfer", { walletId, transferId })).transfer,
      ).to.include({ transferId });
    for (const walletId of [carol.walletId, newId("wallet")])
      for (const id of [transferId, newId("transfer")])
        expect(await reasonOf("GetTransfer", { walletId, transferId: id })).to.equal("NOT_FOUND NOT_FOUND");
    await scene.call("CancelTransfer", { walletId: alice.walletId, transferId });
  });

  it("show the offer to their parties, and not to the operator's support", async () => {
    const { assetId } = await scene.owned(alice);
    const { transferId, offer } = await scene.offer(alice, assetId, bob);
    const { walletId } = alice;
    const seenWith = async (scopes: readonly string[]) => {
      const as = { ...operator, scopes: [...scopes] };
      const read = await scene.call<{ transfer: OwnershipTransfer }>(
        "GetTransfer",
        { walletId, transferId },
        { as },
      );
      const list = await scene.call<{ items: OwnershipTransfer[] }>("ListTransfers", { walletId }, { as });
      const listed = list.items.find((item) => item.transferId === transferId);
      expect(listed).to.deep.equal(read.transfer);
      return read.transfer;
    };
    const seen = await seenWith(["wallets.read", "wallets.write"]);
    expect(seen.offer).to.equal(offer).and.match(/^ey/);
    expect(await seenWith(scopesOfRole("operator", "support") ?? [])).to.deep.equal({ ...seen, offer: "" });
    await scene.call("CancelTransfer", { walletId, transferId });
  });

  it("are listed in pages, newest first, and page tokens belong to their list", async () => {
    const owner = await scene.holder();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { assetId } = await scene.owned(owner);
      made.unshift(assetId);
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
      if (pageToken)
        expect(await reasonOf("ListTransfers", { walletId: owner.walletId, pageToken })).to.match(
          /^INVALID_PAGE_TOKEN/,
        );
    } while (pageToken);
    expect(seen).to.deep.equal(made);
  });

  it("end once: cancelled by the giver, declined by the recipient, by nobody else, and a repeat succeeds", async () => {
    const { assetId } = await scene.owned(alice);
    for (const [method, actor, status] of [
      ["CancelTransfer", alice, TRANSFER_STATUS_CANCELLED],
      ["DeclineTransfer", bob, TRANSFER_STATUS_DECLINED],
    ] as const) {
      const offered = await scene.offer(alice, assetId, bob);
      const { transferId } = offered;
      const others = [alice, bob, carol].filter((owner) => owner !== actor);
      for (const { walletId } of others)
        expect(await reasonOf(method, { walletId, transferId })).to.equal("NOT_FOUND NOT_FOUND");
      for (let time = 0; time < 2; time++) {
        const { transfer } = await scene.call<{ transfer: { status: number } }>(method, {
          walletId: actor.walletId,
          transferId,
        });
        expect(transfer.status).to.equal(status);
      }
      expect(await reasonOf("AcceptTransfer", await scene.acceptance(bob, offered))).to.equal(
        "STATE_FINAL TRANSFER_NOT_OPEN",
      );
    }
    const accepted = await scene.offer(alice, assetId, bob);
    await scene.accept(bob, accepted);
    const { transferId } = accepted;
    expect((await scene.accept(bob, accepted)).status).to.equal(TRANSFER_STATUS_ACCEPTED);
    expect(await reasonOf("CancelTransfer", { walletId: alice.walletId, transferId })).to.equal(
      "STATE_FINAL TRANSFER_NOT_OPEN",
    );
    expect(await reasonOf("DeclineTransfer", { walletId: bob.walletId, transferId })).to.equal(
      "STATE_FINAL TRANSFER_NOT_OPEN",
    );
  });

  it("are one at a time, and the same offer again is the same transfer", async () => {
    const { assetId } = await scene.owned(alice);
    const text = await scene.offerText(alice, assetId, bob);
    const first = await scene.sendOffer(alice, text);
    expect(await scene.sendOffer(alice, text)).to.deep.equal(first);
    const second = await scene.offerText(alice, assetId, carol);
    expect(await reasonOf("OfferTransfer", { walletId: alice.walletId, offer: second })).to.equal(
      "STATE_CONFLICT TRANSFER_OPEN",
    );
    await scene.accept(bob, first);
    expect((await scene.sendOffer(alice, text)).status).to.equal(TRANSFER_STATUS_ACCEPTED);
  });

  it("refuse the old owner's next offer, and one that was signed for an earlier place in the chain", async () => {
    const { assetId } = await scene.owned(alice);
    const early = await scene.offerText(alice, assetId, carol);
    await scene.accept(bob, await scene.offer(alice, assetId, bob));
    const offer = await scene.offerText(alice, assetId, carol, {
      claims: await scene.headOf(bob, assetId),
    });
    for (const old of [early, offer])
      expect(await reasonOf("OfferTransfer", { walletId: alice.walletId, offer: old })).to.equal(
        "UNKNOWN_REFERENCE ASSET_NOT_OWNED",
      );
    await scene.accept(alice, await scene.offer(bob, assetId, alice));
    expect(await reasonOf("OfferTransfer", { walletId: alice.walletId, offer: early })).to.equal(
      "STATE_CONFLICT OWNERSHIP_MOVED_ON",
    );
    const wrong = await scene.offerText(alice, assetId, carol, {
      claims: { prevEntryHash: sha256("other") },
    });
    expect(await reasonOf("OfferTransfer", { walletId: alice.walletId, offer: wrong })).to.equal(
      "STATE_CONFLICT OWNERSHIP_MOVED_ON",
    );
  });

  it("give the same answer to who is not the owner, for an unknown asset, and for one that is not in use", async () => {
    const { assetId } = await scene.owned(alice);
    const suspended = (await scene.owned(alice)).assetId;
    const { publisherId } = scene;
    const unowned = await scene.asset();
    const answers = [];
    const locked = await scene.offerText(alice, suspended, bob);
    await scene.call("SuspendAsset", { publisherId, assetId: suspended });
    for (const [who, offer] of [
      [carol, await scene.offerText(carol, assetId, bob)],
      [carol, await scene.offerText(carol, suspended, bob)],
      [alice, locked],
      [alice, await scene.offerText(alice, newId("asset"), bob)],
      [alice, await scene.offerText(alice, unowned, bob)],
    ] as const) {
      const { entry, reason, message, violations } = await scene.failure("OfferTransfer", {
        walletId: who.walletId,
        offer,
      });
      answers.push(JSON.stringify({ entry, reason, message, violations }));
    }
    expect(new Set(answers).size).to.equal(1);
    expect(answers[0]).to.contain("ASSET_NOT_OWNED");
  });

  it("wait while the asset is not in use, and move it when it is again", async () => {
    const { assetId } = await scene.owned(alice);
    const { publisherId } = scene;
    const offered = await scene.offer(alice, assetId, bob);
    await scene.call("SuspendAsset", { publisherId, assetId });
    expect(await reasonOf("AcceptTransfer", await scene.acceptance(bob, offered))).to.equal(
      "STATE_CONFLICT ASSET_NOT_ACTIVE",
    );
    expect([await scene.owns(alice, assetId), await scene.owns(bob, assetId)]).to.deep.equal([false, false]);
    await scene.call("ResumeAsset", { publisherId, assetId });
    await scene.accept(bob, offered);
    await scene.call("RevokeAsset", { publisherId, assetId });
    expect(await scene.owns(bob, assetId)).to.equal(false);
  });

  it("are refused for good when the asset is revoked or retired", async () => {
    const { publisherId } = scene;
    for (const verb of ["RevokeAsset", "RetireAsset"]) {
      const { assetId } = await scene.owned(alice);
      const offered = await scene.offer(alice, assetId, bob);
      await scene.call(verb, { publisherId, assetId });
      expect(await reasonOf("AcceptTransfer", await scene.acceptance(bob, offered)), verb).to.equal(
        "STATE_FINAL ASSET_ENDED",
      );
    }
  });

  it("wait while the publisher is suspended; whose the asset is stays as it is", async () => {
    const other = await Scene.of(registry);
    const { publisherId } = other;
    const [offerable, coded] = [(await other.owned(alice)).assetId, await other.asset()];
    const { assetId } = await other.owned(alice);
    const { transferId, claimCode = "" } = await other.claimCode(coded);
    const offered = await other.offer(alice, assetId, bob);
    const next = await other.offerText(alice, offerable, bob);
    await other.call("SuspendPublisher", { publisherId });
    for (const [method, request] of [
      ["OfferTransfer", { walletId: alice.walletId, offer: next }],
      ["AcceptTransfer", await other.acceptance(bob, offered)],
      ["ClaimAsset", await other.claim(bob, transferId, claimCode)],
    ] as const)
      expect(await reasonOf(method, request), method).to.equal("OPERATOR_REQUIRED PUBLISHER_NOT_ACTIVE");
    const strangers = { walletId: carol.walletId, offer: await other.offerText(carol, offerable, bob) };
    expect(await reasonOf("OfferTransfer", strangers)).to.equal("UNKNOWN_REFERENCE ASSET_NOT_OWNED");
    const wrong = await other.claim(bob, transferId, newCode());
    expect(await reasonOf("ClaimAsset", wrong)).to.equal("UNKNOWN_REFERENCE CLAIM_NOT_ACCEPTED");
    expect([await other.owns(alice, assetId), await other.owns(bob, assetId)]).to.deep.equal([true, false]);
    expect((await other.sendOffer(alice, offered.offer)).transferId).to.equal(offered.transferId);
    await other.call("ResumePublisher", { publisherId });
    await other.sendOffer(alice, next);
    await other.accept(bob, offered);
    await other.claimed(bob, transferId, claimCode);
    expect([await other.owns(bob, assetId), await other.owns(bob, coded)]).to.deep.equal([true, true]);
  });

  it("are declined and cancelled while the publisher is suspended, too", async () => {
    const other = await Scene.of(registry);
    const { publisherId } = other;
    const [first, second] = [(await other.owned(alice)).assetId, (await other.owned(alice)).assetId];
    const [given, unwanted] = [await other.offer(alice, first, bob), await other.offer(alice, second, bob)];
    await other.call("SuspendPublisher", { publisherId });
    await other.call("CancelTransfer", { walletId: alice.walletId, transferId: given.transferId });
    await other.call("DeclineTransfer", { walletId: bob.walletId, transferId: unwanted.transferId });
  });

  it("expire with business time, which makes room for another offer", async () => {
    const { assetId } = await scene.owned(alice);
    const offered = await scene.offer(alice, assetId, bob, { seconds: 600 });
    await registry.harness.store.transact((tx) => tx.clock.advance(601n));
    const { walletId } = alice;
    const { transfer } = await scene.call<{ transfer: { status: number } }>("GetTransfer", {
      walletId,
      transferId: offered.transferId,
    });
    expect(transfer.status).to.equal(TRANSFER_STATUS_EXPIRED);
    for (const [method, request] of [
      ["AcceptTransfer", await scene.acceptance(bob, offered)],
      ["DeclineTransfer", { walletId: bob.walletId, transferId: offered.transferId }],
      ["CancelTransfer", { walletId, transferId: offered.transferId }],
    ] as const)
      expect(await reasonOf(method, request)).to.equal("STATE_FINAL TRANSFER_NOT_OPEN");
    await scene.accept(carol, await scene.offer(alice, assetId, carol));
  });

  it("refuse an offer to its own owner, and an identifier that is taken", async () => {
    const [one, other] = [await scene.owned(alice), await scene.owned(alice)];
    const self = await scene.offerText(alice, one.assetId, alice);
    expect(await reasonOf("OfferTransfer", { walletId: alice.walletId, offer: self })).to.equal(
      "INVALID_ARGUMENT RECIPIENT_IS_OWNER",
    );
    const { transferId } = await scene.offer(alice, one.assetId, bob);
    const taken = await scene.offerText(alice, other.assetId, bob, { claims: { transferId } });
    expect(await reasonOf("OfferTransfer", { walletId: alice.walletId, offer: taken })).to.equal(
      "ALREADY_EXISTS TAKEN",
    );
  });

  it("end where the asset's type keeps it with its owner, from when its publisher says so", async () => {
    const { publisherId } = scene;
    const assetType = "WATCH";
    const define = { publisherId, assetType, name: "Watches", decimals: 0 };
    const defined = await scene.call<{ assetType: { assetTypeId: string } }>("DefineAssetType", define);
    const { assetTypeId } = defined.assetType;
    const assetId = await scene.asset({ assetType });
    await scene.grant(assetId, alice);
    const offered = await scene.offer(alice, assetId, bob);
    const policy = { transferable: false, capabilities: [] };
    await scene.call("UpdateAssetType", { publisherId, assetTypeId, policy });
    expect(await reasonOf("AcceptTransfer", await scene.acceptance(bob, offered))).to.equal(
      "TERMS_REFUSED ASSET_NOT_TRANSFERABLE",
    );
    await scene.call("CancelTransfer", { walletId: alice.walletId, transferId: offered.transferId });
    const next = await scene.offerText(alice, assetId, bob);
    expect(await reasonOf("OfferTransfer", { walletId: alice.walletId, offer: next })).to.equal(
      "TERMS_REFUSED ASSET_NOT_TRANSFERABLE",
    );
    const foreign = await scene.offerText(carol, assetId, bob);
    expect(await reasonOf("OfferTransfer", { walletId: carol.walletId, offer: foreign })).to.equal(
      "UNKNOWN_REFERENCE ASSET_NOT_OWNED",
    );
    // The first owner gets it all the same.
    const other = await scene.asset({ assetType });
    await scene.grant(other, bob);
    expect(await scene.owns(bob, other)).to.equal(true);
  });

  it("repeat their answer under an idempotency key", async () => {
    const { assetId } = await scene.owned(alice);
    const offered = await scene.offer(alice, assetId, bob);
    const request = await scene.acceptance(bob, offered);
    const key = newId("event");
    const first = await registry.harness.callWhole("AcceptTransfer", request, { key });
    const again = await registry.harness.callWhole("AcceptTransfer", request, { key });
    expect([first.replayed, again.replayed]).to.deep.equal([false, true]);
    expect(Buffer.from(again.bytes).equals(first.bytes)).to.equal(true);
  });
});
