import { INVALID_PUBLISHER_CERTIFICATE } from "../authenticity/check.ts";
import type { AssetLifecycle } from "../authenticity/facts.ts";
import { type Finding, holds, line, outcomeOf, type VerdictCheck, type VerdictReason } from "./check.ts";

/** What the registry knows of an asset, as it is now. */
export interface AssetStanding {
  readonly lifecycle: AssetLifecycle;
  readonly publisherActive: boolean;
  readonly kind: "good" | "ticket" | "identity" | "value";
  /** Of the policy of its type. */
  readonly transferable: boolean;
  readonly capabilities: readonly string[];
}

interface Verdict {
  readonly outcome: "passed" | "failed";
  readonly checks: readonly VerdictCheck[];
}

const NOT_USABLE: Record<Exclude<AssetLifecycle, "active">, VerdictReason> = {
  issued: "ASSET_NOT_ACTIVE",
  suspended: "ASSET_SUSPENDED",
  revoked: "ASSET_REVOKED",
  retired: "ASSET_RETIRED",
};

/** An asset can be used while it is active and its publisher is in business. */
function isUsable(asset: AssetStanding | null): asset is AssetStanding {
  return asset !== null && asset.lifecycle === "active" && asset.publisherActive;
}

/**
 * Whether an asset is in a state that is expected.
 *
 * @param asset null where there is none
 * @param expected active where none is named
 */
export function lifecycleVerdict(
  asset: AssetStanding | null,
  expected: readonly AssetLifecycle[],
): Verdict & { readonly usable: boolean } {
  const checks = [...standing(asset), line("lifecycle", lifecycle(asset, expected))];
  return { usable: isUsable(asset), outcome: outcomeOf(checks), checks };
}

/** What an asset can be used for at present, and whether that is all that was asked for. */
export function capabilitiesVerdict(
  asset: AssetStanding | null,
  asked: readonly string[],
): Verdict & { readonly capabilities: readonly string[]; readonly supported: readonly boolean[] } {
  const capabilities = isUsable(asset) ? capabilitiesOf(asset) : [];
  const supported = asked.map((capability) => capabilities.includes(capability));
  const all = holds(!supported.includes(false), "CAPABILITY_NOT_SUPPORTED");
  const checks = [
    ...standing(asset),
    line("lifecycle", lifecycle(asset, [])),
    line("capabilities", isUsable(asset) && asked.length > 0 ? all : "skipped"),
  ];
  return { capabilities, supported, outcome: outcomeOf(checks), checks };
}

/**
 * The words of the policy, and those that the service itself decides: what a policy forbids is no capability, whatever its words say,
 * and only a ticket is redeemed.
 */
function capabilitiesOf({ kind, transferable, capabilities }: AssetStanding): string[] {
  const decided = { transfer: transferable, redeem: kind === "ticket" };
  const own = capabilities.filter((capability) => !(capability in decided));
  const given = Object.entries(decided).flatMap(([capability, has]) => (has ? [capability] : []));
  return [...own, ...given].sort();
}

function standing(asset: AssetStanding | null): VerdictCheck[] {
  const active: Finding = asset === null ? "skipped" : holds(asset.publisherActive, "PUBLISHER_NOT_ACTIVE");
  return [
    line("asset_known", holds(asset !== null, "ASSET_NOT_RECOGNISED")),
    line("publisher_status", active),
  ];
}

function lifecycle(asset: AssetStanding | null, expected: readonly AssetLifecycle[]): Finding {
  if (asset === null) return "skipped";
  const state = asset.lifecycle;
  if (expected.length > 0) return holds(expected.includes(state), "LIFECYCLE_NOT_EXPECTED");
  return state === "active" ? "passed" : { reason: NOT_USABLE[state] };
}

/** What was asked about, as it is in the registry; `unknown` where it is not there, absent where it was not asked about. */
export interface RevocationFacts {
  readonly asset?: "unknown" | { readonly revoked: boolean };
  readonly device?: "unknown" | { readonly revoked: boolean; readonly issuerRevoked: boolean };
}

/** Whether any of it was revoked. What is not known is never good (RFC 6960 §2.2). */
export function revocationVerdict({
  asset,
  device,
}: RevocationFacts): Verdict & { readonly status: "good" | "revoked" | "unknown" } {
  const issuerRevoked: Finding = {
    reason: "PUBLISHER_CERTIFICATE_REVOKED",
    code: INVALID_PUBLISHER_CERTIFICATE,
  };
  const checks = [
    line("asset_revocation", finding(asset, "ASSET_NOT_RECOGNISED", "ASSET_REVOKED")),
    line(
      "device_certificate_revocation",
      finding(device, "CERTIFICATE_NOT_RECOGNISED", "DEVICE_CERTIFICATE_REVOKED"),
    ),
    line(
      "publisher_certificate_revocation",
      typeof device !== "object" ? "skipped" : device.issuerRevoked ? issuerRevoked : "passed",
    ),
  ];
  const revoked =
    isRevoked(asset) || isRevoked(device) || (typeof device === "object" && device.issuerRevoked);
  const unknown = asset === "unknown" || device === "unknown";
  return { status: revoked ? "revoked" : unknown ? "unknown" : "good", outcome: outcomeOf(checks), checks };
}

const isRevoked = (known: "unknown" | { readonly revoked: boolean } | undefined): boolean =>
  typeof known === "object" && known.revoked;

function finding(
  known: "unknown" | { readonly revoked: boolean } | undefined,
  unknown: VerdictReason,
  revoked: VerdictReason,
): Finding {
  if (known === undefined) return "skipped";
  return known === "unknown" ? { reason: unknown } : holds(!known.revoked, revoked);
}
