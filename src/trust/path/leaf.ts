import type { Certificate } from "../certificate.ts";
import { EKU_ANY } from "../oids.ts";
import type { Path } from "./build.ts";
import { isCa } from "./conformance.ts";
import type { PathProfile } from "./profile.ts";
import type { SoundPath } from "./validate.ts";

/** Reason that the leaf of a sound path does not match its profile. */
export type LeafProblem = "IS_A_CA" | "KEY_TYPE" | "KEY_USAGE" | "EXTENDED_KEY_USAGE" | "POLICY" | "NAMES";

/** Checks the leaf of a path against the profile that the path was built with. Returns undefined when the leaf matches. */
export function leafProblem(
  { path, policies }: SoundPath,
  { leaf: use, policies: { acceptable } }: PathProfile,
): LeafProblem | undefined {
  const [leaf] = path;
  if (leaf === undefined || use === undefined) throw new RangeError("a profile without a use of the leaf");
  if (isCa(leaf)) return "IS_A_CA";
  if (leaf.publicKey.usable?.kind !== use.keyKind) return "KEY_TYPE";
  const { keyUsage } = leaf.extensions;
  if (keyUsage?.size !== 1 || !keyUsage.has(use.keyUsage)) return "KEY_USAGE";
  if (!permitsExtendedKeyUsage(path, use.extendedKeyUsage)) return "EXTENDED_KEY_USAGE";
  if (acceptable !== undefined && policies.length === 0) return "POLICY";
  return uriOf(leaf) === undefined ? "NAMES" : undefined;
}

/** Returns the only URI of a subjectAltName. Undefined when another name accompanies it, because no constraint limits that name. */
export function uriOf(leaf: Certificate): string | undefined {
  const [name, second] = leaf.extensions.subjectAltName ?? [];
  return name?.form === "uri" && second === undefined ? name.value : undefined;
}

/**
 * Tells whether the leaf names this extended key usage and every CA above it permits the usage.
 * A CA without extended key usages permits all. `anyExtendedKeyUsage` only counts in a CA: a leaf must name its purpose.
 */
function permitsExtendedKeyUsage(path: Path, usage: string): boolean {
  const [leaf, ...authorities] = path;
  if (leaf?.extensions.extendedKeyUsage?.includes(usage) !== true) return false;
  return authorities.every(({ extensions: { extendedKeyUsage } }) => {
    return (
      extendedKeyUsage === undefined || extendedKeyUsage.includes(usage) || extendedKeyUsage.includes(EKU_ANY)
    );
  });
}
