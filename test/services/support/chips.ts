// Assets whose devices have no certificate, and what is presented for them.
import type { DeviceBinding } from "../../../gen/ts/pda/publisher/v1/device.ts";
import type { SigningChip, Tag, Tapped } from "../../support/chips.ts";
import type { Registry } from "./registry.ts";

/** An asset and its device. */
export interface Bound {
  readonly publisherId: string;
  readonly assetId: string;
  readonly binding: DeviceBinding;
}

/** A new asset of the publisher, active, with this chip in it. */
export async function assetWithChip(
  registry: Registry,
  publisherId: string,
  chip: SigningChip,
): Promise<Bound> {
  const assetId = await activeAsset(registry, publisherId);
  return { publisherId, assetId, binding: await bindChip(registry, { publisherId, assetId }, chip) };
}

/** A new asset of the publisher, active, with this tag on it. */
export async function assetWithTag(registry: Registry, publisherId: string, tag: Tag): Promise<Bound> {
  const assetId = await activeAsset(registry, publisherId);
  return { publisherId, assetId, binding: await bindTag(registry, { publisherId, assetId }, tag) };
}

export async function activeAsset(registry: Registry, publisherId: string): Promise<string> {
  const { assetIdentifier: assetId } = await registry.asset(publisherId);
  await registry.harness.call("ActivateAsset", { publisherId, assetId });
  return assetId;
}

type Named = Pick<Bound, "publisherId" | "assetId">;

/** The request that binds a chip. */
export const chipBinding = ({ publisherId, assetId }: Named, chip: SigningChip) => ({
  publisherId,
  assetId,
  serialNumber: chip.serialNumber,
  credential: { $case: "rawKey", value: chip.binding(assetId) },
});

/** The request that binds a tag. */
export const tagBinding = ({ publisherId, assetId }: Named, tag: Tag) => ({
  publisherId,
  assetId,
  serialNumber: tag.uid,
  credential: { $case: "ntag424", value: tag.keys },
});

export const bindChip = (registry: Registry, named: Named, chip: SigningChip): Promise<DeviceBinding> =>
  registry.bind(named.publisherId, named.assetId, chipBinding(named, chip));

export const bindTag = (registry: Registry, named: Named, tag: Tag): Promise<DeviceBinding> =>
  registry.bind(named.publisherId, named.assetId, tagBinding(named, tag));

export const revoke = ({ publisherId, assetId, binding: { deviceId } }: Bound, reason = "") => ({
  publisherId,
  assetId,
  deviceId,
  reason,
});

/** A verification by a message of a tag. */
export const byTap = (assetId: string, tapped: Tapped) => ({
  assetId,
  proof: { proof: { $case: "sunMessage", value: tapped } },
});

/** A verification by a signature of a chip. */
export const byKey = (assetId: string, value: ReturnType<SigningChip["proof"]>) => ({
  assetId,
  proof: { proof: { $case: "keySignature", value } },
});
