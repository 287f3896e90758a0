import { expect } from "chai";
import { TransferStatus } from "../../gen/ts/pda/wallet/v1/ownership.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { newCode, type Owner, Scene, sha256 } from "./support/owner.ts";
import { asPublisher, Registry } from "./support/registry.ts";

describe("first owners and claim codes", function () {
  this.timeout(60_000);
  let registry: Registry;
  let scene: Scene;
  let alice: Owner;
  let bob: Owner;

  before(async () => {
    registry = await Registry.start();
    scene = await Scene.of(registry);
    [alice, bob] = await Promise.all([scene.holder(), scene.holder()]);
  });
  after(() => registry[Symbol.asyncDispose]());

  const answerOf = async (method: string, request: object, as = {}) => {
    const { entry, reason, message, violations } = await scene.failure(method, request, as);
    return { text: `${entry} ${reason}`, all: JSON.stringify({ entry, reason, message, violations }) };
  };
  const refusal = async (method: string, request: object, as = {}) =>
    (await answerOf(method, request, as)).text;
  const notAccepted = "UNKNOWN_REFERENCE CLAIM_NOT_ACCEPTED";

  it("a publisher gives an asset to a wallet, once", async () => {
    const assetId = await scene.asset();
    const grant = await scene.grant(assetId, alice, { as: asPublisher(scene.publisherId) });
    expect(grant).to.include({ assetId, claimCode: undefined });
    expect(await scene.owns(alice, assetId)).to.equal(true);
    expect((await scene.assets(alice))[0]).to.include({ sequence: 1 });
    expect((await scene.transfers(alice))[0]).to.include({ transferId: grant.transferId, sequence: 1 });
    const { publisherId } = scene;
    for (const { walletId } of [alice, bob])
      expect(await refusal("GrantOwnership", { publisherId, assetId, walletId })).to.equal(
        "STATE_CONFLICT ASSET_OWNED",
      );
    expect(await refusal("IssueClaimCode", { publisherId, assetId })).to.equal("STATE_CONFLICT ASSET_OWNED");
  });

  it("only the asset's publisher gives it, only in use, only to a wallet that exists", async () => {
    const { publisherId } = scene;
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    const { walletId } = alice;
    expect(await refusal("GrantOwnership", { publisherId, assetId, walletId })).to.equal(
      "STATE_CONFLICT ASSET_NOT_ACTIVE",
    );
    await scene.call("ActivateAsset", { publisherId, assetId });
    expect(await refusal("GrantOwnership", { publisherId, assetId, walletId: newId("wallet") })).to.equal(
      "UNKNOWN_REFERENCE UNKNOWN_WALLET",
    );
    const other = (await registry.publisher("Other Mint")).publisherId;
    const as = asPublisher(other);
    for (const method of ["GrantOwnership", "IssueClaimCode"]) {
      expect(await refusal(method, { publisherId: other, assetId, walletId }, { as })).to.equal(
        "NOT_FOUND NOT_FOUND",
      );
      expect(await refusal(method, { publisherId, assetId, walletId }, { as })).to.match(
        /^PERMISSION_DENIED/,
      );
    }
    await scene.call("RevokeAsset", { publisherId, assetId });
    expect(await refusal("IssueClaimCode", { publisherId, assetId })).to.equal("STATE_FINAL ASSET_ENDED");
  });

  it("a claim code has 128 bits, is shown once, and makes its first user the owner", async () => {
    const assetId = await scene.asset();
    const { transferId, claimCode = "" } = await scene.claimCode(assetId);
    expect(Buffer.from(claimCode, "base64url")).to.have.length(16);
    const transfer = await scene.claimed(alice, transferId, claimCode);
    expect(transfer).to.include({ assetId, sequence: 1, status: TransferStatus.TRANSFER_STATUS_ACCEPTED });
    expect(await scene.owns(alice, assetId)).to.equal(true);
    expect(await scene.claimed(alice, transferId, claimCode)).to.deep.equal(transfer);
    expect(await refusal("ClaimAsset", await scene.claim(bob, transferId, claimCode))).to.equal(notAccepted);
  });

  it("a code that was made before the asset is in use claims it from then on", async () => {
    const { publisherId } = scene;
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    const { transferId, claimCode = "" } = await scene.claimCode(assetId);
    const request = await scene.claim(alice, transferId, claimCode);
    expect(await refusal("ClaimAsset", request)).to.equal(notAccepted);
    await scene.call("ActivateAsset", { publisherId, assetId });
    await scene.call("ClaimAsset", request);
    expect(await scene.owns(alice, assetId)).to.equal(true);
  });

  it("a new code replaces the one before, and a gift withdraws it", async () => {
    const assetId = await scene.asset();
    const [old, latest] = [await scene.claimCode(assetId), await scene.claimCode(assetId)];
    expect(await refusal("ClaimAsset", await scene.claim(bob, old.transferId, old.claimCode ?? ""))).to.equal(
      notAccepted,
    );
    await scene.grant(assetId, alice);
    const late = await scene.claim(bob, latest.transferId, latest.claimCode ?? "");
    expect(await refusal("ClaimAsset", late)).to.equal(notAccepted);
  });

  it("a code repeats under its idempotency key, and only there", async () => {
    const assetId = await scene.asset();
    const key = newId("event");
    const [first, again] = [
      await scene.claimCode(assetId, undefined, { key }),
      await scene.claimCode(assetId, undefined, { key }),
    ];
    expect(again).to.deep.equal(first);
    expect((await scene.claimCode(assetId)).claimCode).not.to.equal(first.claimCode);
  });

  it("five wrong tries lock a code; four do not", async () => {
    const { transferId, claimCode = "" } = await scene.claimCode(await scene.asset());
    const wrong = async () => refusal("ClaimAsset", await scene.claim(bob, transferId, newCode()));
    for (let time = 0; time < 4; time++) expect(await wrong()).to.equal(notAccepted);
    const other = await scene.claimCode(await scene.asset());
    await scene.claimed(alice, transferId, claimCode);
    for (let time = 0; time < 5; time++)
      expect(await refusal("ClaimAsset", await scene.claim(bob, other.transferId, newCode()))).to.equal(
        notAccepted,
      );
    expect(
      await refusal("ClaimAsset", await scene.claim(alice, other.transferId, other.claimCode ?? "")),
    ).to.equal(notAccepted);
  });

  it("a try whose signature does not hold is none", async () => {
    const assetId = await scene.asset();
    const { transferId, claimCode = "" } = await scene.claimCode(assetId);
    for (let time = 0; time < 6; time++) {
      const request = await scene.claim(bob, transferId, newCode(), { key: alice.privateKey });
      expect(await refusal("ClaimAsset", request)).to.equal("SIGNATURE_REFUSED JWS_SIGNATURE_INVALID");
    }
    await scene.claimed(alice, transferId, claimCode);
  });

  it("an owner passes an asset on by a code of its own; the owner cannot use it itself", async () => {
    const { assetId } = await scene.owned(alice);
    const code = newCode();
    const { transferId, offer } = await scene.offer(alice, assetId, { code });
    expect(await refusal("ClaimAsset", await scene.claim(alice, transferId, code))).to.equal(notAccepted);
    expect((await scene.transfers(bob)).map((transfer) => transfer.transferId)).not.to.include(transferId);
    const claimed = await scene.claimed(bob, transferId, code);
    expect(claimed).to.include({ sequence: 2, offer, offerHash: sha256(offer) });
    expect([await scene.owns(alice, assetId), await scene.owns(bob, assetId)]).to.deep.equal([false, true]);
    expect((await scene.transfers(bob))[0]).to.include({ transferId });
  });

  it("wrong, unknown, used, withdrawn, expired, locked, not in use, not by code: the answer is one", async () => {
    const { publisherId } = scene;
    const claim = async (transferId: string, code: string) =>
      (await answerOf("ClaimAsset", await scene.claim(bob, transferId, code))).all;
    const issued = async () => {
      const assetId = await scene.asset();
      const { transferId, claimCode = "" } = await scene.claimCode(assetId, 600n);
      return { assetId, transferId, claimCode };
    };
    const [wrong, used, withdrawn, locked, suspended, expired] = await Promise.all([
      issued(),
      issued(),
      issued(),
      issued(),
      issued(),
      issued(),
    ]);
    await scene.claimed(alice, used.transferId, used.claimCode);
    await scene.claimCode(withdrawn.assetId);
    for (let time = 0; time < 5; time++) await claim(locked.transferId, newCode());
    await scene.call("SuspendAsset", { publisherId, assetId: suspended.assetId });
    const { assetId } = await scene.owned(alice);
    const toKey = await scene.offer(alice, assetId, bob);
    const answers = [
      await claim(wrong.transferId, newCode()),
      await claim(newId("transfer"), wrong.claimCode),
      await claim(toKey.transferId, newCode()),
      await claim(used.transferId, used.claimCode),
      await claim(withdrawn.transferId, withdrawn.claimCode),
      await claim(locked.transferId, locked.claimCode),
      await claim(suspended.transferId, suspended.claimCode),
    ];
    await registry.harness.store.transact((tx) => tx.clock.advance(601n));
    answers.push(await claim(expired.transferId, expired.claimCode));
    expect(new Set(answers).size).to.equal(1);
    expect(answers[0]).to.contain("CLAIM_NOT_ACCEPTED");
  });
});
