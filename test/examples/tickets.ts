// A ticket from its issue to its last use.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import { newKeyPair, signChallenge, signingRequest } from "../../src/cli/demo/keys.ts";
import type { MerchantState } from "../../src/cli/demo/parts/payment.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";

const venue = { gate: "North-7", gateGroup: "north" };

/** Calls each of the operations of tickets. */
export async function ticketPart(
  demo: Demo,
  { publisherId, network }: PublisherState,
  { merchantId }: MerchantState,
): Promise<void> {
  const api = demo.operator;
  const keys = await newKeyPair();
  const issued = await demo.step("issue a ticket with its terms", () =>
    api.POST("/api/v1/publishers/{publisherId}/assets", {
      params: { path: { publisherId } },
      body: {
        assetProfile: { kind: "ticket", name: "Evening, block C" },
        supportedNetworks: [network],
        ticket: {
          notBeforeTime: "2025-01-01T17:00:00.000Z",
          gateGroups: ["north", "vip"],
          useCount: 1,
          redeemers: [merchantId],
        },
      },
    }),
  );
  const assetId = issued.data.assetIdentifier;
  const path = { publisherId, assetId };
  const { deviceCertificate } = (
    await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
      params: { path },
      body: { serialNumber: "TICKET-C-17", certificateSigningRequest: await signingRequest(keys, "chip") },
    })
  ).data;
  await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", { params: { path } });
  const challenge = (await api.POST("/api/v1/verification/challenges", { body: { assetId } })).data;
  const proof = { challengeSignature: await signChallenge(keys, deviceCertificate, challenge) };
  const presented = { assetId, deviceCertificate, proof };
  const verdict = await demo.step("verify a ticket, without using it", () =>
    api.POST("/api/v1/verification/tickets", { body: { ...presented, gateGroup: "north" } }),
  );
  expectEqual("valid", verdict.data.valid, true);
  await demo.step("a gate that the ticket is not for", () =>
    expectRefused(
      api.POST("/api/v1/verification/tickets/redemptions", {
        body: { ...presented, gate: "S1", gateGroup: "south" },
      }),
      "SVC-4227",
      "WRONG_GATE",
    ),
  );
  const redeemed = await demo.step("redeem a ticket", () =>
    api.POST("/api/v1/verification/tickets/redemptions", { body: { ...presented, ...venue } }),
  );
  await demo.step("another gate redeems it too", () =>
    expectRefused(
      api.POST("/api/v1/verification/tickets/redemptions", {
        body: { ...presented, ...venue, gate: "North-8" },
      }),
      "SVC-4095",
      "ALREADY_REDEEMED",
    ),
  );
  await demo.step("verify a ticket that has been used", () =>
    api.POST("/api/v1/verification/tickets", { body: { assetId, deviceCertificate } }),
  );
  await demo.step("retrieve a redemption", () =>
    api.GET("/api/v1/verification/tickets/redemptions/{redemptionId}", {
      params: { path: { redemptionId: redeemed.data.redemptionId } },
    }),
  );
  await demo.step("retrieve a ticket", () =>
    api.GET("/api/v1/publishers/{publisherId}/assets/{assetId}/ticket", { params: { path } }),
  );
  await demo.step("list the redemptions of a ticket", () =>
    api.GET("/api/v1/publishers/{publisherId}/assets/{assetId}/ticket/redemptions", { params: { path } }),
  );
}
