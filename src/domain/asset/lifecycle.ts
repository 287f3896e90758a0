import { Refused } from "../refused.ts";

/**
 * Lifecycle of an asset: issued → active ⇄ suspended → revoked | retired.
 * Revoked and retired are terminal. An issued asset can be revoked before it was ever active.
 */
export const lifecycleStatuses = ["issued", "active", "suspended", "revoked", "retired"] as const;
export type LifecycleStatus = (typeof lifecycleStatuses)[number];

/** States that anyone may search for. An asset that was only issued is its publisher's stock. */
export const publicStatuses: readonly LifecycleStatus[] = lifecycleStatuses.filter(
  (status) => status !== "issued",
);

/** Reasons in verdicts for an asset that is not active. */
export const whyNotActive = {
  issued: "ASSET_NOT_ACTIVE",
  suspended: "ASSET_SUSPENDED",
  revoked: "ASSET_REVOKED",
  retired: "ASSET_RETIRED",
} as const satisfies Record<Exclude<LifecycleStatus, "active">, string>;

/** An action of a publisher on an asset. */
export type LifecycleVerb = "activate" | "suspend" | "resume" | "revoke" | "retire";

const transitions: Record<LifecycleVerb, { from: readonly LifecycleStatus[]; to: LifecycleStatus }> = {
  activate: { from: ["issued"], to: "active" },
  suspend: { from: ["active"], to: "suspended" },
  resume: { from: ["suspended"], to: "active" },
  revoke: { from: ["issued", "active", "suspended"], to: "revoked" },
  retire: { from: ["active", "suspended"], to: "retired" },
};

/**
 * Returns the status after an action. An action whose status is already reached changes nothing and succeeds.
 *
 * @throws Refused LIFECYCLE_TRANSITION, ASSET_ENDED for a terminal status
 */
export function afterVerb(status: LifecycleStatus, verb: LifecycleVerb): LifecycleStatus {
  const { from, to } = transitions[verb];
  if (status === to || from.includes(status)) return to;
  if (status === "revoked" || status === "retired")
    throw new Refused("ASSET_ENDED", `The asset is ${status}, which is final. It cannot become ${to}.`);
  throw new Refused("LIFECYCLE_TRANSITION", `An asset with the status ${status} cannot become ${to}.`);
}
