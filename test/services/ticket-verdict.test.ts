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
import { anonymous, asPublisher, Registry } from "./support/registry.ts";
import {
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

const failedChecks = ({ checks }: TicketVerdict) =>
  checks.flatMap(({ check, outcome, reason }) =>
    outcome === CheckOutcome.CHECK_OUTCOME_FAILED ? [`${check}: ${reason}`] : [],
  );
const passedChecks = ({ checks }: TicketVerdict) =>
  checks.filter(({ outcome }) => outcome === CheckOutcome.CHECK_OUTCOME_PASSED).map(({ check }) => check);

describe("tickets at a glance", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

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
        expect(await refusal(registry, bad)).to.equal("EVIDENCE_REFUSED PASS_NOT_ACCEPTED");
      }
      expect((await redeem(registry, withPass(pass, { proof }))).assurance).to.equal(
        Assurance.ASSURANCE_PROOF_OF_POSSESSION,
      );
    });

    it("with evidence that is too weak for their type, also while they are suspended", async () => {
      const policy = {
        transferable: true,
        minimumAssurance: Assurance.ASSURANCE_PROOF_OF_POSSESSION,
        capabilities: [],
      };
      const type = { assetType: "STRICT", name: "Strict", decimals: 0, networks: [], policy };
      await registry.harness.call("DefineAssetType", { publisherId, ...type });
      const device = await ticket(registry, publisherId, {}, { assetType: "STRICT" });
      const { assetId } = device;
      for (const verb of ["SuspendAsset", "ResumeAsset", "RevokeAsset"]) {
        await registry.harness.call(verb, { publisherId, assetId });
        const weak = await verifyTicket(registry, shown(device));
        expect(weak).to.include({ valid: false, assurance: Assurance.ASSURANCE_NONE });
        expect(failedChecks(weak), verb).to.deep.equal(["evidence: ASSURANCE_TOO_LOW"]);
        expect(await refusal(registry, shown(device)), verb).to.equal("EVIDENCE_REFUSED ASSURANCE_TOO_LOW");
      }
      const strong = await proven(registry, device);
      const verdict = await verifyTicket(registry, strong);
      expect(verdict.assurance).to.equal(Assurance.ASSURANCE_PROOF_OF_POSSESSION);
      expect(failedChecks(verdict)).to.deep.equal(["lifecycle: ASSET_REVOKED"]);
      expect(await refusal(registry, strong)).to.equal("STATE_FINAL ASSET_REVOKED");
    });

    it("leave a challenge for an authenticity verification, which then uses it up", async () => {
      const device = await ticket(registry, publisherId);
      const challenge = await challengeFor(registry, device.assetId);
      const { proof } = withProof(device, challenge.nonce, signatureOf(device, challenge));
      expect((await verifyTicket(registry, { ...shown(device), proof })).valid).to.equal(true);
      const { assetId, deviceCertificate } = device;
      expect((await verifyProof(registry, { assetId, deviceCertificate, proof })).trusted).to.equal(true);
      expect(await refusal(registry, { ...shown(device), proof })).to.equal(
        "EVIDENCE_REFUSED CHALLENGE_UNKNOWN",
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

    it("a suspended merchant redeems nothing, and a verification says so", async () => {
      const venue = await merchant();
      const device = await ticket(registry, publisherId, { redeemers: [venue] });
      await sql(registry, "update merchant set status = 'suspended' where name = 'Arena'");
      expect(await refusal(registry, shown(device), { as: asMerchant(venue) })).to.equal(
        "OPERATOR_REQUIRED MERCHANT_NOT_ACTIVE",
      );
      const proof = await proven(registry, device);
      const verdict = await verifyTicket(registry, proof, { as: asMerchant(venue) });
      expect(verdict.valid).to.equal(false);
      expect(failedChecks(verdict)).to.deep.equal(["ticket: MERCHANT_NOT_ACTIVE"]);
      expect((await verifyTicket(registry, proof)).valid).to.equal(true);
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
