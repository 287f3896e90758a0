import type { AssetKind } from "../../domain/asset/asset.ts";
import { type LifecycleStatus, whyNotActive } from "../../domain/asset/lifecycle.ts";
import { type Check, type CheckReason, INVALID_PUBLISHER_CERTIFICATE } from "./check.ts";
import { type StepFinding, holds, outcomeOf, run, type Step } from "./steps.ts";

/** The registry's present facts about an asset. */
export interface AssetStanding {
  readonly lifecycle: LifecycleStatus;
  readonly publisherActive: boolean;
  readonly kind: AssetKind;
  /** From the policy of the asset type. */
  readonly transferable: boolean;
  readonly capabilities: readonly string[];
}

interface Verdict {
  readonly outcome: "passed" | "failed";
  readonly checks: readonly Check[];
}

/** Returns whether an asset is active. */
export function lifecycleFinding(lifecycle: LifecycleStatus): StepFinding {
  return lifecycle === "active" ? "passed" : { reason: whyNotActive[lifecycle] };
}

/** Tells whether an asset can be used: it is active and its publisher is active. */
function isUsable(asset: AssetStanding | null): asset is AssetStanding {
  return asset !== null && asset.lifecycle === "active" && asset.publisherActive;
}

interface LifecycleFacts {
  readonly asset: AssetStanding | null;
  readonly expected: readonly LifecycleStatus[];
}

const LIFECYCLE_STEPS: readonly Step<LifecycleFacts>[] = [
  { check: "asset_known", evaluate: ({ asset }) => holds(asset !== null, "ASSET_NOT_RECOGNISED") },
  {
    check: "publisher_status",
    needs: ["asset_known"],
    evaluate: ({ asset }) => holds(asset?.publisherActive === true, "PUBLISHER_NOT_ACTIVE"),
  },
  { check: "lifecycle", needs: ["asset_known"], evaluate: expectedFinding },
];

function expectedFinding({ asset, expected }: LifecycleFacts): StepFinding {
  if (asset === null) return "skipped";
  if (expected.length === 0) return lifecycleFinding(asset.lifecycle);
  return holds(expected.includes(asset.lifecycle), "LIFECYCLE_NOT_EXPECTED");
}

/**
 * Returns whether an asset is in an expected state.
 *
 * @param asset null when the asset does not exist
 * @param expected empty means active
 */
export function lifecycleVerdict(
  asset: AssetStanding | null,
  expected: readonly LifecycleStatus[],
): Verdict & { readonly usable: boolean } {
  const checks = run(LIFECYCLE_STEPS, { asset, expected });
  return { usable: isUsable(asset), outcome: outcomeOf(checks), checks };
}

const CAPABILITIES_STEPS: readonly Step<LifecycleFacts & { readonly supported: readonly boolean[] }>[] = [
  ...LIFECYCLE_STEPS,
  {
    check: "capabilities",
    needs: ["publisher_status", "lifecycle"],
    evaluate: ({ supported }) =>
      supported.length === 0 ? "skipped" : holds(!supported.includes(false), "CAPABILITY_NOT_SUPPORTED"),
  },
];

/** Returns the present capabilities of an asset, and whether they include all requested capabilities. */
export function capabilitiesVerdict(
  asset: AssetStanding | null,
  asked: readonly string[],
): Verdict & { readonly capabilities: readonly string[]; readonly supported: readonly boolean[] } {
  const capabilities = isUsable(asset) ? capabilitiesOf(asset) : [];
  const supported = asked.map((capability) => capabilities.includes(capability));
  const checks = run(CAPABILITIES_STEPS, { asset, expected: [], supported });
  return { capabilities, supported, outcome: outcomeOf(checks), checks };
}

/**
 * Returns the policy's capabilities, and the capabilities that the service itself decides.
 * A capability that the policy forbids is left out, even if the policy lists it. Only a ticket can be redeemed.
 */
function capabilitiesOf({ kind, transferable, capabilities }: AssetStanding): string[] {
  const decided = { transfer: transferable, redeem: kind === "ticket" };
  const own = capabilities.filter((capability) => !(capability in decided));
  const given = Object.entries(decided).flatMap(([capability, has]) => (has ? [capability] : []));
  return [...own, ...given].sort();
}

/** The registry's facts about the named asset and device. `unknown` means not found; absent means not named. */
export interface RevocationFacts {
  readonly asset?: "unknown" | { readonly revoked: boolean };
  readonly device?: "unknown" | { readonly revoked: boolean; readonly issuerRevoked: boolean };
}

const REVOCATION_STEPS: readonly Step<RevocationFacts>[] = [
  {
    check: "asset_revocation",
    evaluate: ({ asset }) => revocationFinding(asset, "ASSET_NOT_RECOGNISED", "ASSET_REVOKED"),
  },
  {
    check: "device_certificate_revocation",
    evaluate: ({ device }) =>
      revocationFinding(device, "CERTIFICATE_NOT_RECOGNISED", "DEVICE_CERTIFICATE_REVOKED"),
  },
  {
    check: "publisher_certificate_revocation",
    evaluate: ({ device }) => {
      if (typeof device !== "object") return "skipped";
      if (!device.issuerRevoked) return "passed";
      return { reason: "PUBLISHER_CERTIFICATE_REVOKED", code: INVALID_PUBLISHER_CERTIFICATE };
    },
  },
];

function revocationFinding(
  known: "unknown" | { readonly revoked: boolean } | undefined,
  unknown: CheckReason,
  revoked: CheckReason,
): StepFinding {
  if (known === undefined) return "skipped";
  return known === "unknown" ? { reason: unknown } : holds(!known.revoked, revoked);
}

const UNKNOWN: readonly CheckReason[] = ["ASSET_NOT_RECOGNISED", "CERTIFICATE_NOT_RECOGNISED"];

/** Returns whether the asset or the device was revoked. An unknown asset or device is never `good` (RFC 6960 §2.2). */
export function revocationVerdict(
  facts: RevocationFacts,
): Verdict & { readonly status: "good" | "revoked" | "unknown" } {
  const checks = run(REVOCATION_STEPS, facts);
  const reasons = checks.flatMap(({ reason }) => reason ?? []);
  const bad = reasons.every((reason) => UNKNOWN.includes(reason)) ? "unknown" : "revoked";
  return { status: reasons.length === 0 ? "good" : bad, outcome: outcomeOf(checks), checks };
}
