import { createHash } from "node:crypto";
import { expect } from "chai";
import { AssetKind } from "../../gen/ts/pda/asset/v1/asset.ts";
import { type Payment, PaymentFailureReason, PaymentStatus } from "../../gen/ts/pda/payment/v1/payment.ts";
import type {
  CreatePaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Challenge } from "../../gen/ts/pda/verification/v1/proof.ts";
import type { ListBalancesResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { deviceTaps } from "../../src/services/payment/tap/device.ts";
import { SigningChip } from "../support/chips.ts";
import { assetType, type Holder, issue, merchant, wallet } from "../support/fixtures.ts";
import { asMerchant } from "../support/service.ts";
import { certificateDigest, type DeviceSigned, deviceMessage, signatureOver } from "../support/tap.ts";
import { bindChip } from "./support/chips.ts";
import { challengeFor, type Prover, prover, signatureOf } from "./support/prover.ts";
import { newCode, Scene } from "./support/owner.ts";
import { publicUrl, Registry } from "./support/registry.ts";

describe("tap to pay with a device", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let usdx: AssetType;
  let merchantId: string;
  /** What most tests tap: a card of USDX, whose owner holds 100. */
  let card: Prover;
  let owner: Holder;

  before(async () => {
    registry = await Registry.start({
      more: (made) =>
        paymentServices({
          publicUrl,
          paymentTtlSeconds: 900,
          devices: deviceTaps({ ...made, tapAmountMax: "50" }),
        }),
    });
    ({ publisherId } = await registry.publisher());
    usdx = await assetType(registry.harness.store, publisherId);
    await assetType(registry.harness.store, publisherId, { code: "EURX" });
    merchantId = await merchant(registry.harness.store);
    card = await prover(registry, publisherId, undefined, value);
    owner = await wallet(registry.harness.store, usdx, 100_000_000n);
    await own(card.assetId, owner);
  });
  after(async () => {
    const violations = await registry.harness.store.read.ledger.violations();
    await registry[Symbol.asyncDispose]();
    expect(violations).to.deep.equal([]);
  });

  const ofKind = (kind: AssetKind, type?: string) => ({
    assetProfile: { kind, name: "Card", description: "" },
    ...(type ? { assetType: type } : {}),
  });
  const value = ofKind(AssetKind.ASSET_KIND_VALUE, "USDX");
  const own = (assetId: string, { walletId }: Holder) =>
    registry.harness.call("GrantOwnership", { publisherId, assetId, walletId });
  const balance = async ({ walletId }: Pick<Holder, "walletId">) =>
    (await registry.harness.call<ListBalancesResponse>("ListBalances", { walletId })).items[0]?.amount;
  const payments = async () =>
    (await registry.harness.call<ListPaymentsResponse>("ListPayments", { merchantId, pageSize: 200 })).items
      .length;

  /** What the device signs, as it should be. */
  const terms = (device: Prover, { nonce, assetId, audience }: Challenge): DeviceSigned => ({
    nonce,
    assetId,
    digest: certificateDigest(device.deviceCertificate),
    audience,
    merchantId,
    assetType: "USDX",
    amount: "3.5",
  });
  const presentation = (device: Prover, nonce: string, signature: string, walletId: string) => ({
    walletId,
    proof: {
      $case: "device",
      value: {
        assetId: device.assetId,
        credential: { $case: "deviceCertificate", value: device.deviceCertificate },
        nonce,
        signature,
      },
    },
  });
  const request = (presented: object, over: object = {}) => ({
    amount: "3.50",
    assetType: "USDX",
    merchantId,
    presentation: presented,
    ...over,
  });
  /** Taps a device that signs, with something changed. */
  const tapped = async (
    device: Prover,
    holder: Pick<Holder, "walletId">,
    over: Partial<DeviceSigned> = {},
    audience?: string,
  ) => {
    const challenge = await challengeFor(registry, device.assetId, audience);
    const signature = signatureOver(deviceMessage({ ...terms(device, challenge), ...over }), device.key);
    return presentation(device, challenge.nonce, signature, holder.walletId);
  };
  const call = async (presented: object, over: object = {}, options = {}): Promise<Payment> =>
    (await registry.harness.call<CreatePaymentResponse>("CreatePayment", request(presented, over), options))
      .payment as Payment;
  const refused = async (presented: object, over: object = {}): Promise<Failure> => {
    const [before, held] = [await payments(), await balance(owner)];
    const failure = await registry.harness.failure("CreatePayment", request(presented, over));
    expect(await payments()).to.equal(before);
    expect(await balance(owner)).to.equal(held);
    return failure;
  };

  it("pays from the wallet that owns the asset, and answers a repeat the same", async () => {
    const held = Number(await balance(owner));
    const presented = await tapped(card, owner);
    const payment = await call(presented, {}, { key: "tap-card" });
    expect(payment.status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
    expect(Number(await balance(owner))).to.equal(held - 3.5);
    expect(await call(presented, {}, { key: "tap-card" })).to.deep.equal(payment);
    const failure = await refused(presented);
    expect([failure.entry, failure.reason]).to.deep.equal(["EVIDENCE_REFUSED", "CHALLENGE_UNKNOWN"]);
  });

  it("pays with a chip that has a key and no certificate", async () => {
    const chip = new SigningChip();
    const { assetIdentifier: assetId } = await registry.asset(publisherId, value);
    await registry.harness.call("ActivateAsset", { publisherId, assetId });
    await bindChip(registry, { publisherId, assetId }, chip);
    await own(assetId, owner);
    const tapOf = async (high: boolean) => {
      const challenge = await challengeFor(registry, assetId);
      const digest = createHash("sha256").update(chip.compressed).digest();
      const message = deviceMessage({
        ...challenge,
        digest,
        merchantId,
        assetType: "USDX",
        amount: "3.5",
      });
      const credential = { $case: "publicKey", value: chip.publicKey };
      const proved = { assetId, credential, nonce: challenge.nonce, signature: chip.sign(message, { high }) };
      return { walletId: owner.walletId, proof: { $case: "device", value: proved } };
    };
    expect((await refused(await tapOf(true))).entry).to.equal("EVIDENCE_REFUSED");
    expect((await call(await tapOf(false))).status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
  });

  const wrong: [string, () => Partial<DeviceSigned>][] = [
    ["another amount", () => ({ amount: "3.4" })],
    ["an amount that is not canonical", () => ({ amount: "3.50" })],
    ["another merchant", () => ({ merchantId: newId("merchant") })],
    ["another asset type", () => ({ assetType: "EURX" })],
    ["another asset", () => ({ assetId: newId("asset") })],
    ["another service", () => ({ audience: "https://other.example" })],
    ["another challenge", () => ({ nonce: Buffer.alloc(32).toString("base64url") })],
    ["another certificate", () => ({ digest: Buffer.alloc(32) })],
    ["another purpose", () => ({ label: "PDA-BIND-v1" })],
  ];
  for (const [what, over] of wrong)
    it(`refuses a signature over ${what}: no payment, nothing moved`, async () => {
      const failure = await refused(await tapped(card, owner, over()));
      expect([failure.entry, failure.reason]).to.deep.equal(["EVIDENCE_REFUSED", "PROOF_INVALID"]);
      expect(failure.violations[0]?.field).to.equal("presentation.device");
    });

  it("refuses a proof of possession, which is no agreement to pay, and the agreement proves no possession", async () => {
    const challenge = await challengeFor(registry, card.assetId);
    const proof = presentation(card, challenge.nonce, signatureOf(card, challenge), owner.walletId);
    expect((await refused(proof)).reason).to.equal("PROOF_INVALID");
    const agreed = await tapped(card, owner);
    const { nonce, signature } = agreed.proof.value;
    const { authenticity } = await registry.harness.call<{
      authenticity: { trusted: boolean; assurance: number };
    }>("VerifyAuthenticity", {
      assetId: card.assetId,
      deviceCertificate: card.deviceCertificate,
      proof: { proof: { $case: "challengeSignature", value: { nonce, signature } } },
    });
    expect(authenticity.trusted).to.equal(false);
  });

  it("refuses a challenge that was made for somebody else, whichever of the two the device has signed", async () => {
    for (const audience of ["gate-7", publicUrl]) {
      const failure = await refused(await tapped(card, owner, { audience }, "gate-7"));
      expect(failure.reason).to.equal("PROOF_INVALID");
    }
  });

  it("refuses a challenge whose time is over", async () => {
    const presented = await tapped(card, owner);
    const { nonce } = presented.proof.value;
    await registry.harness.store.transact(async (tx) => {
      const [row] = [...(await tx.challenges.take([nonce])).values()];
      expect(row?.expired).to.equal(false);
      await tx.challenges.create(
        [{ nonce: Buffer.from(nonce, "base64url"), assetId: card.assetId, audience: publicUrl }],
        -1,
      );
    });
    expect((await refused(presented)).reason).to.equal("CHALLENGE_EXPIRED");
  });

  it("leaves the challenge of what was refused for another to use", async () => {
    const challenge = await challengeFor(registry, card.assetId);
    const bad = signatureOver(deviceMessage({ ...terms(card, challenge), amount: "9" }), card.key);
    await refused(presentation(card, challenge.nonce, bad, owner.walletId));
    const good = signatureOver(deviceMessage(terms(card, challenge)), card.key);
    const payment = await call(presentation(card, challenge.nonce, good, owner.walletId));
    expect(payment.status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
  });

  it("pays from no wallet but the owner's", async () => {
    const other = await wallet(registry.harness.store, usdx, 100_000_000n);
    const failure = await refused(await tapped(card, other));
    expect([failure.entry, failure.reason]).to.deep.equal(["EVIDENCE_REFUSED", "ASSET_NOT_OF_WALLET"]);
    const unowned = await prover(registry, publisherId, undefined, value);
    expect((await refused(await tapped(unowned, owner))).reason).to.equal("ASSET_NOT_OF_WALLET");
  });

  it("pays from the first owner alone, never after a holder has passed the card on", async () => {
    const scene = await Scene.of(registry, publisherId);
    const [first, second] = [await scene.holder(), await scene.holder()];
    for (const { walletId } of [first, second])
      await issue(registry.harness.store, usdx, walletId, 100_000_000n);
    const passed = await prover(registry, publisherId, undefined, value);
    const { claimCode = "", transferId } = await scene.claimCode(passed.assetId);
    await scene.claimed(first, transferId, claimCode);
    expect((await call(await tapped(passed, first))).status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
    const code = newCode();
    const link = await scene.offer(first, passed.assetId, { code });
    await scene.claimed(second, link.transferId, code);
    for (const holder of [first, second])
      expect((await refused(await tapped(passed, holder))).reason).to.equal("ASSET_NOT_OF_WALLET");
    await scene.accept(first, await scene.offer(second, passed.assetId, first));
    expect((await refused(await tapped(passed, first))).reason).to.equal("ASSET_NOT_OF_WALLET");
    expect([await balance(first), await balance(second)]).to.deep.equal(["96.5", "100"]);
  });

  for (const [what, over] of [
    ["a good", ofKind(AssetKind.ASSET_KIND_GOOD, "USDX")],
    ["a card of another type", ofKind(AssetKind.ASSET_KIND_VALUE, "EURX")],
    ["a card of no type", ofKind(AssetKind.ASSET_KIND_VALUE)],
  ] as const)
    it(`pays nothing with ${what}`, async () => {
      const thing = await prover(registry, publisherId, undefined, over);
      await own(thing.assetId, owner);
      expect((await refused(await tapped(thing, owner))).reason).to.equal("ASSET_NOT_OF_WALLET");
    });

  it("pays nothing with a card that is suspended or revoked", async () => {
    const lost = await prover(registry, publisherId, undefined, value);
    await own(lost.assetId, owner);
    const named = { publisherId, assetId: lost.assetId };
    await registry.harness.call("SuspendAsset", named);
    expect((await refused(await tapped(lost, owner))).reason).to.equal("ASSET_SUSPENDED");
    await registry.harness.call("ResumeAsset", named);
    expect((await call(await tapped(lost, owner))).status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
    await registry.harness.call("RevokeAsset", named);
    expect((await refused(await tapped(lost, owner))).reason).to.equal("ASSET_REVOKED");
  });

  it("pays nothing while the publisher is suspended", async () => {
    const presented = await tapped(card, owner);
    await registry.harness.call("SuspendPublisher", { publisherId, reason: "Lost licence" });
    const failure = await refused(presented);
    expect([failure.entry, failure.reason]).to.deep.equal(["OPERATOR_REQUIRED", "PUBLISHER_NOT_ACTIVE"]);
    await registry.harness.call("ResumePublisher", { publisherId, reason: "Licensed" });
    expect((await call(presented)).status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
  });

  it("refuses a copy: the certificate with another key, and a certificate of nobody's", async () => {
    const copy = { ...card, key: (await prover(registry, publisherId, undefined, value)).key };
    expect((await refused(await tapped(copy, owner))).reason).to.equal("PROOF_INVALID");
    const unreadable = { ...card, deviceCertificate: "none" };
    const challenge = await challengeFor(registry, card.assetId);
    const failure = await refused(
      presentation(unreadable, challenge.nonce, signatureOf(card, challenge), owner.walletId),
    );
    expect(failure.entry).to.equal("UNREADABLE_CERTIFICATE");
    expect(failure.violations.map(({ field }) => field)).to.deep.equal([
      "presentation.device.device_certificate",
    ]);
  });

  it("pays up to the limit of the deployment, and more only with the holder's own signature", async () => {
    const at = await call(await tapped(card, owner, { amount: "50" }), { amount: "50" });
    expect(at.status).to.equal(PaymentStatus.PAYMENT_STATUS_COMPLETED);
    const failure = await refused(await tapped(card, owner, { amount: "50.000001" }), {
      amount: "50.000001",
    });
    expect([failure.entry, failure.reason]).to.deep.equal(["AMOUNT_NOT_ALLOWED", "AMOUNT_ABOVE_TAP_LIMIT"]);
    expect(failure.violations[0]?.field).to.equal("amount");
  });

  it("declines a wallet that holds too little, for good", async () => {
    const poor = await wallet(registry.harness.store, usdx, 1_000_000n);
    const device = await prover(registry, publisherId, undefined, value);
    await own(device.assetId, poor);
    const presented = await tapped(device, poor);
    const payment = await call(presented, {}, { key: "poor" });
    expect(payment.failureReason).to.equal(PaymentFailureReason.PAYMENT_FAILURE_REASON_INSUFFICIENT_FUNDS);
    await issue(registry.harness.store, usdx, poor.walletId, 100_000_000n);
    expect(await call(presented, {}, { key: "poor" })).to.deep.equal(payment);
    expect((await refused(presented)).entry).to.equal("EVIDENCE_REFUSED");
    expect(await balance(poor)).to.equal("101");
  });

  it("tells a merchant no more than that the asset is not recognised", async () => {
    const as = asMerchant(merchantId);
    const challenge = await challengeFor(registry, card.assetId);
    const stranger = { ...card, assetId: newId("asset") };
    const failure = await registry.harness.failure(
      "CreatePayment",
      request(presentation(stranger, challenge.nonce, signatureOf(card, challenge), owner.walletId)),
      { as },
    );
    expect([failure.entry, failure.reason]).to.deep.equal(["EVIDENCE_REFUSED", "ASSET_NOT_RECOGNISED"]);
  });

  it("pays once for one tap at 60 terminals at once", async () => {
    const held = Number(await balance(owner));
    const presented = await tapped(card, owner, { amount: "0.1" });
    const calls = Array.from({ length: 60 }, (_, index) =>
      registry.harness.call<CreatePaymentResponse>("CreatePayment", request(presented, { amount: "0.1" }), {
        key: `terminal-${index}`,
      }),
    );
    const settled = await Promise.allSettled(calls);
    expect(settled.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    for (const outcome of settled)
      if (outcome.status === "rejected")
        expect((outcome.reason as Failure).reason).to.equal("CHALLENGE_UNKNOWN");
    expect(Number(await balance(owner))).to.be.closeTo(held - 0.1, 1e-9);
  });
});
