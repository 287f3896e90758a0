import { expect } from "chai";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { reasons } from "../../gen/errors/catalogue.ts";
import { Assurance, CheckOutcome } from "../../gen/ts/pda/verification/v1/authenticity.ts";
import type { GetVerificationKeysResponse } from "../../gen/ts/pda/verification/v1/record_service.ts";
import type { TicketRedemption, TicketVerdict } from "../../gen/ts/pda/verification/v1/ticket.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { SigningChip, Tag } from "../support/chips.ts";
import { asMerchant } from "../support/service.ts";
import { challengeFor, signatureOf, withProof } from "./support/prover.ts";
import { anonymous, asPublisher, publicUrl, Registry } from "./support/registry.ts";
import {
  ageRedemptions,
  instant,
  proven,
  redeem,
  refusal,
  shown,
  tapped,
  ticket,
  ticketWithTag,
  verifyTicket,
} from "./support/tickets.ts";

const hour = 3_600_000;
const timeOf = (at: { seconds: bigint; nanos: number } | undefined): string =>
  new Date(Number(at?.seconds) * 1000 + (at?.nanos ?? 0) / 1_000_000).toISOString();
const failedChecks = ({ checks }: TicketVerdict) =>
  checks.flatMap(({ check, outcome, reason }) =>
    outcome === CheckOutcome.CHECK_OUTCOME_FAILED ? [`${check}: ${reason}`] : [],
  );

describe("tickets", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  const now = () => registry.harness.store.read.clock.now();
  const shift = async (ms: number) => new Date((await now()).getTime() + ms);
  const claimsOf = async (receipt: string): Promise<Record<string, unknown>> => {
    const { keySet } = await registry.harness.call<GetVerificationKeysResponse>(
      "GetVerificationKeys",
      {},
      { as: anonymous },
    );
    const keys = createLocalJWKSet(keySet as unknown as JSONWebKeySet);
    const { payload, protectedHeader } = await compactVerify(receipt, keys);
    expect(protectedHeader).to.include({ alg: "ES256", typ: "pda-receipt+jwt" });
    return JSON.parse(Buffer.from(payload).toString());
  };
  const merchant = async (name = "Arena") => {
    const merchantId = newId("merchant");
    await registry.harness.store.transact(async (tx) => {
      await tx.merchants.insert({ merchantId, name, settlementAccounts: [] });
    });
    return merchantId;
  };

  describe("are redeemed", () => {
    it("once, with a receipt that says so and that anyone can verify", async () => {
      const device = await ticket(registry, publisherId);
      const redemption = await redeem(registry, {
        ...(await proven(registry, device)),
        gate: "North-7",
        gateGroup: "north",
      });
      expect(redemption).to.include({
        assetId: device.assetId,
        gate: "North-7",
        gateGroup: "north",
        useNumber: 1,
        usesLeft: 0,
        repeated: false,
        assurance: Assurance.ASSURANCE_PROOF_OF_POSSESSION,
      });
      expect(redemption.redemptionId).to.match(/^rdm_/);
      const { iat, jti, ...claims } = await claimsOf(redemption.receipt);
      expect(claims).to.deep.equal({
        iss: publicUrl,
        kind: "redemption",
        redemptionId: redemption.redemptionId,
        publisherId,
        assetId: device.assetId,
        gate: "North-7",
        gateGroup: "north",
        useNumber: 1,
        usesLeft: 0,
        assurance: "proof_of_possession",
        redeemTime: timeOf(redemption.redeemTime),
      });
      expect(iat).to.be.a("number");
      expect(jti).to.be.a("string");
    });

    it("not again at another gate: the time of the first is told", async () => {
      const device = await ticket(registry, publisherId);
      const { redeemTime } = await redeem(registry, await proven(registry, device));
      for (const gate of ["A1", "B2"]) {
        const failure = await registry.harness.failure("RedeemTicket", {
          gate,
          ...(await proven(registry, device)),
        });
        expect(failure).to.include({ entry: "ALREADY_DONE", reason: "ALREADY_REDEEMED" });
        expect(failure.message).to.include(timeOf(redeemTime));
      }
      const verdict = await verifyTicket(registry, await proven(registry, device));
      expect(verdict).to.include({ valid: false, usesLeft: 0 });
      expect(failedChecks(verdict)).to.deep.equal(["uses: ALREADY_REDEEMED"]);
      expect(timeOf(verdict.lastRedeemTime)).to.equal(timeOf(redeemTime));
    });

    it("as often as they have uses", async () => {
      const device = await ticket(registry, publisherId, { useCount: 3 });
      const uses: TicketRedemption[] = [];
      for (let use = 1; use <= 3; use++) uses.push(await redeem(registry, await proven(registry, device)));
      expect(uses.map(({ useNumber, usesLeft }) => [useNumber, usesLeft])).to.deep.equal([
        [1, 2],
        [2, 1],
        [3, 0],
      ]);
      expect(new Set(uses.map(({ receipt }) => receipt)).size).to.equal(3);
      const failure = await registry.harness.failure("RedeemTicket", {
        gate: "A1",
        ...(await proven(registry, device)),
      });
      expect(failure.message).to.include("All 3 uses").and.to.include(timeOf(uses[2]?.redeemTime));
    });

    it("by a certificate alone where the policy asks no more, and each time is a new one", async () => {
      const device = await ticket(registry, publisherId, { useCount: 2 });
      const first = await redeem(registry, shown(device));
      expect(first.assurance).to.equal(Assurance.ASSURANCE_STATIC);
      expect((await redeem(registry, shown(device))).useNumber).to.equal(2);
    });

    it("by a tag's message", async () => {
      const tag = new Tag();
      const assetId = await ticketWithTag(registry, publisherId, tag);
      const redemption = await redeem(registry, tapped(assetId, tag.tap()));
      expect(redemption).to.include({ usesLeft: 0, assurance: Assurance.ASSURANCE_DYNAMIC_MAC });
    });
  });

  describe("answer a repeat of the same tap with the same receipt", () => {
    it("of a challenge, at the same gate", async () => {
      const device = await ticket(registry, publisherId, { useCount: 5 });
      const request = await proven(registry, device);
      const first = await redeem(registry, request);
      const again = await redeem(registry, request);
      expect(again).to.deep.equal({ ...first, repeated: true });
      expect((await verifyTicket(registry, shown(device))).usesLeft).to.equal(4);
    });

    it("of a tag's message, however its digits are written", async () => {
      const tag = new Tag();
      const assetId = await ticketWithTag(registry, publisherId, tag);
      const message = tag.tap();
      const first = await redeem(registry, tapped(assetId, message));
      const lower = {
        ...message,
        piccData: message.piccData.toLowerCase(),
        cmac: message.cmac.toLowerCase(),
      };
      for (const same of [message, lower])
        expect((await redeem(registry, tapped(assetId, same))).receipt).to.equal(first.receipt);
    });

    it("but not to whoever knows the challenge alone, or has other evidence for it", async () => {
      const device = await ticket(registry, publisherId, { useCount: 5 });
      const request = await proven(registry, device);
      const first = await redeem(registry, request);
      const { nonce, signature } = request.proof.proof.value;
      const other = await ticket(registry, publisherId);
      const chip = new SigningChip();
      const forged = `${signature.slice(0, -4)}${signature.endsWith("AAAA") ? "BAAA" : "AAAA"}`;
      const proving = ($case: string, value: object) => ({ ...request, proof: { proof: { $case, value } } });
      for (const attempt of [
        proving("challengeSignature", { nonce, signature: forged }),
        { ...request, deviceCertificate: other.deviceCertificate },
        {
          ...proving("keySignature", { nonce, signature, publicKey: chip.publicKey }),
          deviceCertificate: "",
        },
      ])
        expect(await refusal(registry, attempt)).to.equal("ALREADY_DONE ALREADY_REDEEMED");
      expect((await redeem(registry, request)).receipt).to.equal(first.receipt);
      expect((await verifyTicket(registry, shown(device))).usesLeft).to.equal(4);
    });

    it("but not to another message of a tag with the same data", async () => {
      const tag = new Tag();
      const assetId = await ticketWithTag(registry, publisherId, tag);
      const message = tag.tap();
      await redeem(registry, tapped(assetId, message));
      const more = { ...message, encFileData: "00".repeat(16) };
      expect(await refusal(registry, tapped(assetId, more))).to.equal("ALREADY_DONE ALREADY_REDEEMED");
    });

    it("under an idempotency key, also of a certificate alone", async () => {
      const device = await ticket(registry, publisherId, { useCount: 5 });
      const options = { key: "tap-1", as: asPublisher(publisherId) };
      const first = await redeem(registry, shown(device), options);
      expect(await redeem(registry, shown(device), options)).to.deep.equal(first);
      expect((await redeem(registry, shown(device), { ...options, key: "tap-2" })).useNumber).to.equal(2);
      expect(await refusal(registry, { ...shown(device), gate: "B2" }, options)).to.equal(
        "IDEMPOTENCY_KEY_REUSED IDEMPOTENCY_KEY_REUSED",
      );
    });

    it("but not at another gate, in another group, or for somebody else, though there are uses left", async () => {
      const merchantId = await merchant();
      const device = await ticket(registry, publisherId, { useCount: 5, redeemers: [merchantId] });
      const request = await proven(registry, device);
      const first = await redeem(registry, request);
      expect(await refusal(registry, { ...request, gate: "B2" })).to.equal("ALREADY_DONE ALREADY_REDEEMED");
      expect(await refusal(registry, { ...request, gateGroup: "x" })).to.equal(
        "ALREADY_DONE ALREADY_REDEEMED",
      );
      const failure = await registry.harness.failure(
        "RedeemTicket",
        { gate: "A1", ...request },
        { as: asMerchant(merchantId) },
      );
      expect(failure.reason).to.equal("ALREADY_REDEEMED");
      expect(failure.message).to.include(timeOf(first.redeemTime));
    });

    it("and not when it is longer than two minutes ago: a message that was copied opens no gate later", async () => {
      const device = await ticket(registry, publisherId, { useCount: 5 });
      const request = await proven(registry, device);
      await redeem(registry, request);
      await ageRedemptions(registry, 121);
      expect(await refusal(registry, request)).to.equal("ALREADY_DONE ALREADY_REDEEMED");
    });

    it("also when the ticket was suspended meanwhile", async () => {
      const device = await ticket(registry, publisherId);
      const request = await proven(registry, device);
      const first = await redeem(registry, request);
      await registry.harness.call("SuspendAsset", { publisherId, assetId: device.assetId });
      expect((await redeem(registry, request)).receipt).to.equal(first.receipt);
    });
  });

  describe("are refused", () => {
    it("before and after their time", async () => {
      const early = await ticket(registry, publisherId, { notBeforeTime: instant(await shift(hour)) });
      const late = await ticket(registry, publisherId, { notAfterTime: instant(await shift(-hour)) });
      expect(await refusal(registry, shown(early))).to.equal("NOT_YET NOT_YET_VALID");
      expect(await refusal(registry, shown(late))).to.equal("STATE_FINAL EXPIRED");
      expect(failedChecks(await verifyTicket(registry, shown(early)))).to.deep.equal([
        "validity: NOT_YET_VALID",
      ]);
      expect(failedChecks(await verifyTicket(registry, shown(late)))).to.deep.equal(["validity: EXPIRED"]);
    });

    it("in their time by the clock of the business", async () => {
      const device = await ticket(registry, publisherId, {
        notBeforeTime: instant(await shift(hour)),
        notAfterTime: instant(await shift(2 * hour)),
      });
      const advance = (seconds: bigint) => registry.harness.store.transact((tx) => tx.clock.advance(seconds));
      expect(await refusal(registry, shown(device))).to.equal("NOT_YET NOT_YET_VALID");
      await advance(3_660n);
      const { redeemTime } = await redeem(registry, shown(device));
      expect(Date.parse(timeOf(redeemTime))).to.be.greaterThan(Date.now() + hour - 1000);
    });

    it("at gates of groups that they are not for, and at gates of none", async () => {
      const device = await ticket(registry, publisherId, { gateGroups: ["north", "vip.1"] });
      for (const group of [{ gateGroup: "south" }, {}])
        expect(await refusal(registry, { ...shown(device), ...group })).to.equal("TERMS_REFUSED WRONG_GATE");
      const verdict = await verifyTicket(registry, { ...shown(device), gateGroup: "south" });
      expect(failedChecks(verdict)).to.deep.equal(["gate_group: WRONG_GATE"]);
      expect((await verifyTicket(registry, shown(device))).valid).to.equal(true);
      expect((await redeem(registry, { ...shown(device), gateGroup: "vip.1" })).gateGroup).to.equal("vip.1");
    });

    it("when they are suspended, revoked, retired or not active yet", async () => {
      const verbs = [
        ["SuspendAsset", "ASSET_SUSPENDED"],
        ["RevokeAsset", "ASSET_REVOKED"],
        ["RetireAsset", "ASSET_RETIRED"],
      ] as const;
      for (const [verb, reason] of verbs) {
        const device = await ticket(registry, publisherId);
        await registry.harness.call(verb, { publisherId, assetId: device.assetId });
        expect(await refusal(registry, shown(device))).to.equal(`${reasons[reason]} ${reason}`);
        expect(failedChecks(await verifyTicket(registry, shown(device)))).to.deep.equal([
          `lifecycle: ${reason}`,
        ]);
      }
    });

    it("with a certificate, a signature or a message of another ticket, and then use nothing up", async () => {
      const [own, other] = [await ticket(registry, publisherId), await ticket(registry, publisherId)];
      const wrong = { ...shown(other), assetId: own.assetId };
      expect(await refusal(registry, wrong)).to.equal("EVIDENCE_REFUSED DEVICE_OF_OTHER_ASSET");
      const challenge = await challengeFor(registry, own.assetId);
      const bad = withProof(own, challenge.nonce, signatureOf(own, challenge, { key: other.key })).proof;
      expect(await refusal(registry, { ...shown(own), proof: bad })).to.equal(
        "EVIDENCE_REFUSED PROOF_INVALID",
      );
      const good = withProof(own, challenge.nonce, signatureOf(own, challenge)).proof;
      expect((await redeem(registry, { ...shown(own), proof: good })).usesLeft).to.equal(0);
    });

    it("with a device that is revoked", async () => {
      const device = await ticket(registry, publisherId);
      await registry.harness.call("RevokeDevice", {
        publisherId,
        assetId: device.assetId,
        deviceId: device.deviceId,
      });
      expect(await refusal(registry, shown(device))).to.equal("EVIDENCE_REFUSED DEVICE_CERTIFICATE_REVOKED");
    });

    it("with less than the policy of their type asks", async () => {
      const policy = (minimumAssurance: Assurance) => ({
        transferable: true,
        minimumAssurance,
        capabilities: [],
      });
      await registry.harness.call("DefineAssetType", {
        publisherId,
        assetType: "SEAT",
        name: "Seat",
        decimals: 0,
        networks: [],
        policy: policy(Assurance.ASSURANCE_DYNAMIC_MAC),
      });
      const device = await ticket(registry, publisherId, {}, { assetType: "SEAT" });
      expect(await refusal(registry, shown(device))).to.equal("EVIDENCE_REFUSED ASSURANCE_TOO_LOW");
      const verdict = await verifyTicket(registry, shown(device));
      expect(failedChecks(verdict)).to.deep.equal(["evidence: ASSURANCE_TOO_LOW"]);
      expect((await redeem(registry, await proven(registry, device))).usesLeft).to.equal(0);
    });

    it("while their publisher is suspended", async () => {
      const { publisherId: other } = await registry.publisher("Other");
      const device = await ticket(registry, other);
      await registry.harness.call("SuspendPublisher", { publisherId: other, reason: "" });
      expect(await refusal(registry, shown(device))).to.equal("OPERATOR_REQUIRED PUBLISHER_NOT_ACTIVE");
      await registry.harness.call("ResumePublisher", { publisherId: other, reason: "" });
      expect((await redeem(registry, shown(device))).usesLeft).to.equal(0);
    });

    it("when they are no tickets", async () => {
      const good = await registry.boundAsset(publisherId);
      const request = shown({ assetId: good.assetId, deviceCertificate: good.binding.deviceCertificate });
      expect(await refusal(registry, request)).to.equal("UNKNOWN_REFERENCE NOT_A_TICKET");
      const verdict = await verifyTicket(registry, request);
      expect(failedChecks(verdict)).to.deep.equal(["ticket: NOT_A_TICKET"]);
      expect(verdict).to.include({ valid: false, usesLeft: undefined });
    });
  });
});
