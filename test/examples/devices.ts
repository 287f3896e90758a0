// Devices without a certificate: bound, verified by their proofs, listed and revoked.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectRefused } from "../../src/cli/demo/expect.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";
import { SigningChip, Tag } from "./chips.ts";

const ofAsset = "/api/v1/publishers/{publisherId}/assets/{assetId}/devices";

/** Each of their operations once. */
export async function devices(demo: Demo, { publisherId, network }: PublisherState): Promise<void> {
  const api = demo.operator;
  const anyone = demo.as();
  const issued = await api.POST("/api/v1/publishers/{publisherId}/assets", {
    params: { path: { publisherId } },
    body: { assetProfile: { kind: "good", name: "Bottle No. 7" }, supportedNetworks: [network] },
  });
  const assetId = issued.data.assetIdentifier;
  const path = { publisherId, assetId };
  await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", { params: { path } });
  const chip = new SigningChip();
  await demo.step("bind a chip that has a key and no certificate", () =>
    api.POST(ofAsset, {
      params: { path },
      body: { serialNumber: chip.serialNumber, rawKey: chip.binding(assetId) },
    }),
  );
  const tag = new Tag();
  const bound = await demo.step("bind an NFC tag by its keys", () =>
    api.POST(ofAsset, { params: { path }, body: { serialNumber: tag.uid, ntag424: tag.keys } }),
  );
  await demo.step("a chip that is bound already", () =>
    expectRefused(
      api.POST(ofAsset, { params: { path }, body: { serialNumber: tag.uid, ntag424: tag.keys } }),
      "SVC-4090",
    ),
  );
  await demo.step("the chip signs a challenge, and needs no certificate", async () => {
    const { data } = await anyone.POST("/api/v1/verification/challenges", { body: { assetId } });
    const proof = { keySignature: chip.answer(data) };
    return anyone.POST("/api/v1/verification/authenticity", { body: { assetId, proof } });
  });
  const proof = { sunMessage: tag.tap() };
  await demo.step("the tag is tapped", () =>
    anyone.POST("/api/v1/verification/authenticity", { body: { assetId, proof } }),
  );
  await demo.step("once: the same tap again is not accepted", () =>
    anyone.POST("/api/v1/verification/authenticity", { body: { assetId, proof } }),
  );
  await demo.step("list the devices of an asset", () => api.GET(ofAsset, { params: { path } }));
  await demo.step("revoke a device", () =>
    api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}/revoke", {
      params: { path: { ...path, deviceId: bound.data.deviceId } },
      body: { reason: "Label torn off" },
    }),
  );
}
