/** Limits of callers (`config.gateway.rate`). */
export interface RateSettings {
  readonly requestsPerSecond: number;
  readonly burst: number;
  readonly tenantRequestsPerSecond: number;
  readonly tenantBurst: number;
  readonly anonymousRequestsPerSecond: number;
}

/** A token bucket that each subject of the quota has: it holds up to `capacity` units and gains `unitsPerSecond`. */
export interface Policy {
  /** Name in the header fields. */
  readonly name: "default" | "tenant" | "anonymous";
  readonly unitsPerSecond: number;
  readonly capacity: number;
  /** Units that a process may spend for a subject before it has asked for a lease. The first lease accounts for them. */
  readonly credit: number;
  /** The item of `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11 section 3). */
  readonly item: string;
}

/** Share of a bucket that each process may spend on credit. The bucket is overdrawn at most by this share for each process. */
const CREDIT_SHARE = 0.04;

/** The quotas of an installation. */
export interface Policies {
  readonly credential: Policy;
  readonly tenant: Policy;
  readonly address: Policy;
}

export function policiesOf(rate: RateSettings): Policies {
  const anonymous = rate.anonymousRequestsPerSecond;
  return {
    credential: policyOf("default", rate.requestsPerSecond, rate.burst),
    tenant: policyOf("tenant", rate.tenantRequestsPerSecond, rate.tenantBurst),
    address: policyOf("anonymous", anonymous, anonymous),
  };
}

/** The policy `q` units in `w` whole seconds, so that the header field tells the rate exactly. */
function policyOf(name: Policy["name"], unitsPerSecond: number, burst: number): Policy {
  const seconds = Math.max(1, Math.round(burst / unitsPerSecond));
  const capacity = unitsPerSecond * seconds;
  const credit = Math.max(1, Math.floor(capacity * CREDIT_SHARE));
  return { name, unitsPerSecond, capacity, credit, item: `"${name}";q=${capacity};w=${seconds}` };
}
