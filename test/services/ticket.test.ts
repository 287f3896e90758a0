import { createPublicKey } from "node:crypto";
import { expect } from "chai";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { Assurance, CheckOutcome } from "../../gen/ts/pda/verification/v1/authenticity.ts";
import type { GetVerificationKeysResponse } from "../../gen/ts/pda/verification/v1/record_service.ts";
import type { GetDevicePassResponse } from "../../gen/ts/pda/publisher/v1/pass_service.ts";
import type { TicketRedemption, TicketVerdict } from "../../gen/ts/pda/verification/v1/ticket.ts";
import type {
  GetTicketRedemptionResponse,
  GetTicketResponse,
  ListTicketRedemptionsResponse,
} from "../../gen/ts/pda/verification/v1/ticket_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Tag } from "../support/chips.ts";
import { asMerchant, operator } from "../support/service.ts";
import { challengeFor, signatureOf, verifyProof, withProof } from "./support/prover.ts";
import { anonymous, asPublisher, publicUrl, Registry } from "./support/registry.ts";
import {
  ageRedemptions,
  instant,
  proven,
  redeem,
  refusal,
  shown,
  sql,
  tapped,
  termsOf,
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
const passedChecks = ({ checks }: TicketVerdict) =>
  checks.filter(({ outcome }) => outcome === CheckOutcome.CHECK_OUTCOME_PASSED).map(({ check }) => check);

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
        expect(failure).to.include({ entry: "STATE_CONFLICT", reason: "ALREADY_REDEEMED" });
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
      expect(await refusal(registry, { ...request, gate: "B2" })).to.equal("STATE_CONFLICT ALREADY_REDEEMED");
      expect(await refusal(registry, { ...request, gateGroup: "x" })).to.equal(
        "STATE_CONFLICT ALREADY_REDEEMED",
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
      expect(await refusal(registry, request)).to.equal("STATE_CONFLICT ALREADY_REDEEMED");
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
      const early = await ticket(registry, publisherId, { notBefore: instant(await shift(hour)) });
      const late = await ticket(registry, publisherId, { notAfter: instant(await shift(-hour)) });
      expect(await refusal(registry, shown(early))).to.equal("STATE_CONFLICT NOT_YET_VALID");
      expect(await refusal(registry, shown(late))).to.equal("STATE_CONFLICT EXPIRED");
      expect(failedChecks(await verifyTicket(registry, shown(early)))).to.deep.equal([
        "validity: NOT_YET_VALID",
      ]);
      expect(failedChecks(await verifyTicket(registry, shown(late)))).to.deep.equal(["validity: EXPIRED"]);
    });

    it("in their time by the clock of the business", async () => {
      const device = await ticket(registry, publisherId, {
        notBefore: instant(await shift(hour)),
        notAfter: instant(await shift(2 * hour)),
      });
      const advance = (seconds: bigint) => registry.harness.store.transact((tx) => tx.clock.advance(seconds));
      expect(await refusal(registry, shown(device))).to.equal("STATE_CONFLICT NOT_YET_VALID");
      await advance(3_660n);
      const { redeemTime } = await redeem(registry, shown(device));
      expect(Date.parse(timeOf(redeemTime))).to.be.greaterThan(Date.now() + hour - 1000);
    });

    it("at gates of groups that they are not for, and at gates of none", async () => {
      const device = await ticket(registry, publisherId, { gateGroups: ["north", "vip.1"] });
      for (const group of [{ gateGroup: "south" }, {}])
        expect(await refusal(registry, { ...shown(device), ...group })).to.equal("STATE_CONFLICT WRONG_GATE");
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
        expect(await refusal(registry, shown(device))).to.equal(`STATE_CONFLICT ${reason}`);
        expect(failedChecks(await verifyTicket(registry, shown(device)))).to.deep.equal([
          `lifecycle: ${reason}`,
        ]);
      }
    });

    it("with a certificate, a signature or a message of another ticket, and then use nothing up", async () => {
      const [own, other] = [await ticket(registry, publisherId), await ticket(registry, publisherId)];
      const wrong = { ...shown(other), assetId: own.assetId };
      expect(await refusal(registry, wrong)).to.equal("SIGNATURE_REFUSED DEVICE_OF_OTHER_ASSET");
      const challenge = await challengeFor(registry, own.assetId);
      const bad = withProof(own, challenge.nonce, signatureOf(own, challenge, { key: other.key })).proof;
      expect(await refusal(registry, { ...shown(own), proof: bad })).to.equal(
        "SIGNATURE_REFUSED PROOF_INVALID",
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
      expect(await refusal(registry, shown(device))).to.equal("SIGNATURE_REFUSED DEVICE_CERTIFICATE_REVOKED");
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
      expect(await refusal(registry, shown(device))).to.equal("SIGNATURE_REFUSED ASSURANCE_TOO_LOW");
      const verdict = await verifyTicket(registry, shown(device));
      expect(failedChecks(verdict)).to.deep.equal(["evidence: ASSURANCE_TOO_LOW"]);
      expect((await redeem(registry, await proven(registry, device))).usesLeft).to.equal(0);
    });

    it("while their publisher is suspended", async () => {
      const { publisherId: other } = await registry.publisher("Other");
      const device = await ticket(registry, other);
      await registry.harness.call("SuspendPublisher", { publisherId: other, reason: "" });
      expect(await refusal(registry, shown(device))).to.equal("SIGNATURE_REFUSED PUBLISHER_NOT_ACTIVE");
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

  describe("are verified", () => {
    it("as what would be redeemed next, and nothing is used up", async () => {
      const device = await ticket(registry, publisherId, { useCount: 2, gateGroups: ["north"] });
      const tag = new Tag();
      const tagged = await ticketWithTag(registry, publisherId, tag);
      const requests = [
        { ...(await proven(registry, device)), gateGroup: "north" },
        tapped(tagged, tag.tap()),
      ];
      for (const request of requests) {
        for (let time = 0; time < 3; time++) {
          const verdict = await verifyTicket(registry, request);
          expect(failedChecks(verdict)).to.deep.equal([]);
          expect(verdict.valid).to.equal(true);
          expect(verdict.lastRedeemTime).to.equal(undefined);
        }
        expect((await redeem(registry, request)).useNumber).to.equal(1);
        expect(failedChecks(await verifyTicket(registry, request))[0]).to.match(
          /^evidence: (CHALLENGE_UNKNOWN|COUNTER_NOT_ABOVE_LAST)$/,
        );
      }
    });

    it("with every check in its order", async () => {
      const device = await ticket(registry, publisherId);
      const { checks, valid } = await verifyTicket(registry, { ...shown(device), gateGroup: "any" });
      expect(checks.map(({ check }) => check)).to.deep.equal([
        "evidence",
        "ticket",
        "lifecycle",
        "uses",
        "validity",
        "gate_group",
      ]);
      expect(valid).to.equal(true);
      expect(passedChecks({ checks } as TicketVerdict)).to.have.length(6);
    });

    it("by a pass, which stands for the certificate", async () => {
      const device = await ticket(registry, publisherId);
      const { assetId, deviceId } = device;
      const { devicePass } = await registry.harness.call<GetDevicePassResponse>("GetDevicePass", {
        publisherId,
        assetId,
        deviceId,
      });
      const pass = devicePass?.pass ?? "";
      const withPass = (value: string, over: object = {}) => ({
        assetId,
        pass: value,
        ...over,
      });
      expect(await verifyTicket(registry, withPass(pass))).to.include({
        valid: true,
        assurance: Assurance.ASSURANCE_STATIC,
      });
      const { proof } = await proven(registry, device);
      const verdict = await verifyTicket(registry, withPass(pass, { proof }));
      expect(verdict).to.include({ valid: true, assurance: Assurance.ASSURANCE_PROOF_OF_POSSESSION });
      const other = await ticket(registry, publisherId);
      const [head, body, signature = ""] = pass.split(".");
      const flipped = `${head}.${body}.${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`;
      const receipt = (await redeem(registry, shown(other))).receipt;
      for (const bad of [withPass(pass, { assetId: other.assetId }), withPass(flipped), withPass(receipt)]) {
        expect(failedChecks(await verifyTicket(registry, bad))).to.deep.equal([
          "evidence: PASS_NOT_ACCEPTED",
        ]);
        expect(await refusal(registry, bad)).to.equal("SIGNATURE_REFUSED PASS_NOT_ACCEPTED");
      }
      expect((await redeem(registry, withPass(pass, { proof }))).assurance).to.equal(
        Assurance.ASSURANCE_PROOF_OF_POSSESSION,
      );
    });

    it("leave a challenge for an authenticity verification, which then uses it up", async () => {
      const device = await ticket(registry, publisherId);
      const challenge = await challengeFor(registry, device.assetId);
      const { proof } = withProof(device, challenge.nonce, signatureOf(device, challenge));
      expect((await verifyTicket(registry, { ...shown(device), proof })).valid).to.equal(true);
      const { assetId, deviceCertificate } = device;
      expect((await verifyProof(registry, { assetId, deviceCertificate, proof })).trusted).to.equal(true);
      expect(await refusal(registry, { ...shown(device), proof })).to.equal(
        "SIGNATURE_REFUSED CHALLENGE_UNKNOWN",
      );
    });
  });

  describe("belong to their publisher and to the merchants that their terms name", () => {
    it("all others get the answer to an unknown ticket", async () => {
      const [venue, stranger] = [await merchant("Venue"), await merchant("Stranger")];
      const { publisherId: otherPublisher } = await registry.publisher("Other");
      const device = await ticket(registry, publisherId, { useCount: 9, redeemers: [venue] });
      const unknown = { ...shown(device), assetId: newId("asset") };
      const own = [operator, asPublisher(publisherId), asMerchant(venue)];
      for (const as of own) {
        expect((await verifyTicket(registry, shown(device), { as })).valid).to.equal(true);
        expect((await redeem(registry, shown(device), { as })).redeemedBy ?? "").to.equal(as.tenantId);
      }
      for (const as of [asMerchant(stranger), asPublisher(otherPublisher)]) {
        expect(await refusal(registry, shown(device), { as })).to.equal(
          await refusal(registry, unknown, { as }),
        );
        expect(await refusal(registry, shown(device), { as })).to.equal("NOT_FOUND NOT_FOUND");
        const {
          assetId: _a,
          evaluateTime: _e,
          ...foreign
        } = await verifyTicket(registry, shown(device), { as });
        const { assetId: _b, evaluateTime: _f, ...none } = await verifyTicket(registry, unknown, { as });
        expect(foreign).to.deep.equal(none);
        expect(failedChecks(foreign as TicketVerdict)).to.deep.equal(["evidence: ASSET_NOT_RECOGNISED"]);
      }
      const wrongDevice = { ...shown(await ticket(registry, publisherId)), assetId: device.assetId };
      const as = asMerchant(venue);
      const { assetId: _c, evaluateTime: _g, ...wrong } = await verifyTicket(registry, wrongDevice, { as });
      const { assetId: _d, evaluateTime: _h, ...none } = await verifyTicket(registry, unknown, { as });
      expect(wrong).to.deep.equal(none);
    });

    it("who may not hold the scopes may not ask", async () => {
      const device = await ticket(registry, publisherId);
      expect(
        (await registry.harness.failure("VerifyTicket", shown(device), { as: anonymous })).entry,
      ).to.equal("UNAUTHENTICATED");
      const as = { ...asPublisher(publisherId), scopes: ["tickets.read"] };
      expect(await refusal(registry, shown(device), { as })).to.equal("PERMISSION_DENIED SCOPE_MISSING");
      expect((await verifyTicket(registry, shown(device), { as })).valid).to.equal(true);
    });

    it("a suspended merchant redeems nothing", async () => {
      const venue = await merchant();
      const device = await ticket(registry, publisherId, { redeemers: [venue] });
      await sql(registry, "update merchant set status = 'suspended' where name = 'Arena'");
      expect(await refusal(registry, shown(device), { as: asMerchant(venue) })).to.equal(
        "STATE_CONFLICT MERCHANT_NOT_ACTIVE",
      );
    });
  });

  describe("keep a record", () => {
    it("of every redemption, newest first, page by page, for their publisher only", async () => {
      const device = await ticket(registry, publisherId, { useCount: 5 });
      const { assetId } = device;
      const made: TicketRedemption[] = [];
      for (let use = 0; use < 5; use++) made.push(await redeem(registry, await proven(registry, device)));
      const list = (over: object = {}, as = asPublisher(publisherId)) =>
        registry.harness.call<ListTicketRedemptionsResponse>(
          "ListTicketRedemptions",
          { publisherId, assetId, ...over },
          { as },
        );
      const seen: TicketRedemption[] = [];
      let pageToken = "";
      do {
        const page = await list({ pageSize: 2, pageToken });
        expect(page.items.length).to.be.at.most(2);
        seen.push(...page.items);
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      expect(seen).to.deep.equal(made.toReversed());
      for (const { receipt, useNumber } of seen)
        expect((await claimsOf(receipt)).useNumber).to.equal(useNumber);
      const { publisherId: otherPublisher } = await registry.publisher("Other");
      const ofOther = { publisherId: otherPublisher, assetId };
      const foreign = { as: asPublisher(otherPublisher) };
      expect((await registry.harness.failure("ListTicketRedemptions", ofOther, foreign)).entry).to.equal(
        "NOT_FOUND",
      );
      expect((await registry.harness.failure("GetTicket", ofOther, foreign)).entry).to.equal("NOT_FOUND");
      const named = await registry.harness.failure(
        "ListTicketRedemptions",
        { publisherId, assetId },
        foreign,
      );
      expect(named.entry).to.equal("PERMISSION_DENIED");
      const { ticket: shownTicket } = await registry.harness.call<GetTicketResponse>("GetTicket", {
        publisherId,
        assetId,
      });
      expect(shownTicket).to.deep.include({
        assetId,
        usedCount: 5,
        usesLeft: 0,
        terms: termsOf({ useCount: 5 }),
      });
    });

    it("that who made it and the publisher can retrieve, and nobody else", async () => {
      const [venue, other] = [await merchant("Venue"), await merchant("Other venue")];
      const device = await ticket(registry, publisherId, { redeemers: [venue, other] });
      const redemption = await redeem(registry, shown(device), { as: asMerchant(venue) });
      const { redemptionId } = redemption;
      for (const as of [operator, asMerchant(venue), asPublisher(publisherId)]) {
        const found = await registry.harness.call<GetTicketRedemptionResponse>(
          "GetTicketRedemption",
          { redemptionId },
          { as },
        );
        expect(found.redemption).to.deep.equal(redemption);
      }
      for (const as of [asMerchant(other), asPublisher((await registry.publisher("Other")).publisherId)])
        expect(
          (await registry.harness.failure("GetTicketRedemption", { redemptionId }, { as })).entry,
        ).to.equal("NOT_FOUND");
    });

    it("that nothing changes", async () => {
      const device = await ticket(registry, publisherId);
      await redeem(registry, shown(device));
      for (const change of ["update ticket_redemption set gate = 'X'", "delete from ticket_redemption"]) {
        const error = await sql(registry, change).then(
          () => undefined,
          (failed: unknown) => failed as Error,
        );
        expect(error?.message).to.match(/append-only/);
      }
    });
  });

  it("have receipts by the key that is published, and by no other", async () => {
    const device = await ticket(registry, publisherId);
    const { receipt } = await redeem(registry, shown(device));
    const [head = ""] = receipt.split(".");
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString());
    const published = registry.signingKeys.published().filter(({ purpose }) => purpose === "receipt");
    expect(published.map(({ keyId }) => keyId)).to.include(kid);
    expect(
      createPublicKey({ key: { ...published[0]!.publicKey }, format: "jwk" }).asymmetricKeyType,
    ).to.equal("ec");
  });
});
