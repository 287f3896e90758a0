// What anyone can ask about publishers and assets besides authenticity.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import { newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";

const unknownAsset = "ast_01kf05yaj0fg8rwbaz19nqs3cy";

/** Asks each of these questions once, with a good and a bad answer. */
export async function verdicts(demo: Demo, publisher: PublisherState): Promise<void> {
  const { assetId, deviceCertificate, publisherCertificate, publisherId } = await assetInUse(demo, publisher);
  const anyone = demo.as();
  await demo.step("list the assets of a publisher", () =>
    anyone.GET("/api/v1/assets", {
      params: { query: { publisher: publisherId, lifecycleStatus: "active", pageSize: 1 } },
    }),
  );
  await demo.step("list assets without saying whose", () =>
    expectRefused(anyone.GET("/api/v1/assets", { params: { query: { kind: "good" } } }), "SVC-4000"),
  );
  const identity = await demo.step("verify a publisher by its identifier and certificate", () =>
    anyone.POST("/api/v1/verification/publisher", { body: { publisherId, publisherCertificate } }),
  );
  expectEqual("verified", identity.data.verified, true);
  await demo.step("another publisher's certificate is not its own", () =>
    anyone.POST("/api/v1/verification/publisher", {
      body: { publisherId: publisher.publisherId, publisherCertificate },
    }),
  );
  await demo.step("an asset that is in use", () =>
    anyone.POST("/api/v1/verification/lifecycle", { body: { assetId } }),
  );
  await demo.step("an asset that is not known", () =>
    anyone.POST("/api/v1/verification/lifecycle", { body: { assetId: unknownAsset } }),
  );
  await demo.step("an asset and a device that were not revoked", () =>
    anyone.POST("/api/v1/verification/revocation", { body: { assetId, deviceCertificate } }),
  );
  await demo.step("an asset that was revoked", () =>
    anyone.POST("/api/v1/verification/revocation", { body: { assetId: publisher.assetId } }),
  );
  await demo.step("what a ticket can be used for", () =>
    anyone.POST("/api/v1/verification/capabilities", { body: { assetId, capabilities: ["redeem"] } }),
  );
  await demo.step("a capability that a ticket does not have", () =>
    anyone.POST("/api/v1/verification/capabilities", { body: { assetId, capabilities: ["redeem", "lend"] } }),
  );
  const whole = await demo.step("everything about an asset at once", () =>
    anyone.POST("/api/v1/verification/assets", {
      body: {
        assetId,
        checks: ["authenticity", "publisher", "lifecycle", "revocation", "capabilities"],
        deviceCertificate,
      },
    }),
  );
  expectEqual("verified", whole.data.verified, true);
}

/** A ticket in use with a device, of a publisher of its own. */
async function assetInUse(demo: Demo, { network }: PublisherState) {
  const api = demo.operator;
  const { publisherId } = (await api.POST("/api/v1/publishers", { body: { name: "Ticket House" } })).data;
  const path = { publisherId };
  const { certificate: publisherCertificate } = (
    await api.POST("/api/v1/publishers/{publisherId}/certificates", {
      params: { path },
      body: { certificateSigningRequest: await signingRequest(await newKeyPair(), "publisher") },
    })
  ).data;
  const { assetIdentifier: assetId } = (
    await api.POST("/api/v1/publishers/{publisherId}/assets", {
      params: { path },
      body: { assetProfile: { kind: "ticket", name: "Day pass" }, supportedNetworks: [network] },
    })
  ).data;
  const { deviceCertificate } = (
    await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
      params: { path: { ...path, assetId } },
      body: {
        serialNumber: "04A1B2C3D4E5F7",
        certificateSigningRequest: await signingRequest(await newKeyPair(), "chip"),
      },
    })
  ).data;
  await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", {
    params: { path: { ...path, assetId } },
  });
  return { publisherId, publisherCertificate, assetId, deviceCertificate };
}
