import type { Certificate } from "../certificate.ts";
import { EKU_DEVICE, POLICY_PUBLISHER } from "../oids.ts";
import { isCa } from "../path/profile.ts";
import { type Path, permitsExtendedKeyUsage, permitsPolicy } from "../path.ts";

/** Why a certificate with a good path is not that of a device. */
export type DeviceUsageReason =
  | "DEVICE_IS_A_CA"
  | "DEVICE_KEY_TYPE"
  | "DEVICE_KEY_USAGE"
  | "DEVICE_EXTENDED_KEY_USAGE"
  | "DEVICE_POLICY"
  | "DEVICE_NAMES";

/** Checks the leaf of a path against the device profile. Undefined where it fits. */
export function deviceUsageProblem(path: Path): DeviceUsageReason | undefined {
  const [leaf] = path;
  if (leaf === undefined || isCa(leaf)) return "DEVICE_IS_A_CA";
  if (leaf.publicKey.usable?.kind !== "P-256") return "DEVICE_KEY_TYPE";
  const { keyUsage } = leaf.extensions;
  if (keyUsage?.size !== 1 || !keyUsage.has("digitalSignature")) return "DEVICE_KEY_USAGE";
  if (!permitsExtendedKeyUsage(path, EKU_DEVICE)) return "DEVICE_EXTENDED_KEY_USAGE";
  if (!permitsPolicy(path, POLICY_PUBLISHER)) return "DEVICE_POLICY";
  return deviceUriOf(leaf) === undefined ? "DEVICE_NAMES" : undefined;
}

/**
 * The one URI of a device's subjectAltName. Undefined where there is another name beside it, which nothing
 * constrains.
 */
export function deviceUriOf(leaf: Certificate): string | undefined {
  const [name, second] = leaf.extensions.subjectAltName ?? [];
  return name?.form === "uri" && second === undefined ? name.value : undefined;
}
