import { Refused } from "../refused.ts";

/**
 * Lifecycle of an asset: issued → active ⇄ suspended → revoked | retired. Revoked and retired are terminal; an issued asset
 * can be revoked before it was ever used.
 */
export const lifecycleStatuses = ["issued", "active", "suspended", "revoked", "retired"] as const;
export type LifecycleStatus = (typeof lifecycleStatuses)[number];

/** States that anyone may look for. What was only issued is its publisher's stock. */
export const publicStatuses: readonly LifecycleStatus[] = lifecycleStatuses.filter(
  (status) => status !== "issued",
);

/** The reason for which an asset that is not active cannot be used, as verdicts give it. */
export const whyNotActive = {
  issued: "ASSET_NOT_ACTIVE",
  suspended: "ASSET_SUSPENDED",
  revoked: "ASSET_REVOKED",
  retired: "ASSET_RETIRED",
} as const satisfies Record<Exclude<LifecycleStatus, "active">, string>;

/** A publisher's verb on an asset. */
export type LifecycleVerb = "activate" | "suspend" | "resume" | "revoke" | "retire";

const transitions: Record<LifecycleVerb, { from: readonly LifecycleStatus[]; to: LifecycleStatus }> = {
  activate: { from: ["issued"], to: "active" },
  suspend: { from: ["active"], to: "suspended" },
  resume: { from: ["suspended"], to: "active" },
  revoke: { from: ["issued", "active", "suspended"], to: "revoked" },
  retire: { from: ["active", "suspended"], to: "retired" },
};

/**
 * The state after a verb. A verb whose state is reached already changes nothing and succeeds.
 *
 * @throws Refused LIFECYCLE_TRANSITION
 */
export function afterVerb(status: LifecycleStatus, verb: LifecycleVerb): LifecycleStatus {
  const { from, to } = transitions[verb];
  if (status === to || from.includes(status)) return to;
  throw new Refused("LIFECYCLE_TRANSITION", `An asset that is ${status} cannot be put ${to}.`);
}
