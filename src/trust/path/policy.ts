import { sameName } from "../certificate/name.ts";
import type { PolicyMapping } from "../certificate/policy-extensions.ts";
import type { Certificate } from "../certificate.ts";
import { POLICY_ANY } from "../oids.ts";
import type { Path } from "./build.ts";
import type { PolicyInputs } from "./profile.ts";

export type PolicyReason = "POLICY_MAPPING_MALFORMED" | "POLICY_REQUIRED" | "POLICY_NOT_ACCEPTABLE";

interface Node {
  readonly policy: string;
  readonly parents: readonly Node[];
  expected: ReadonlySet<string>;
}
/** All nodes of one depth, by policy. */
type Level = Map<string, Node>;

/**
 * Processes policies by RFC 5280 §6.1, with the policy graph of RFC 9618 instead of the tree.
 * The graph has one node for each policy and depth, so the size of the certificates bounds the work. The tree would grow exponentially.
 * Nodes without descendants are not deleted, but the walk never reaches them, because it starts at the lowest level.
 *
 * @returns the acceptable policies under which the path is valid, possibly none; or the refusal
 */
export function processPolicies(
  path: Path,
  inputs: PolicyInputs,
): string[] | { readonly reason: PolicyReason; readonly certificateIndex: number } {
  const below = path.slice(0, -1);
  const skips = {
    explicit: inputs.explicitPolicyRequired ? 0 : path.length,
    mapping: inputs.mappingInhibited ? 0 : path.length,
    anyPolicy: inputs.anyPolicyInhibited ? 0 : path.length,
  };
  let level: Level = new Map([
    [POLICY_ANY, { policy: POLICY_ANY, parents: [], expected: new Set([POLICY_ANY]) }],
  ]);
  for (let index = below.length - 1; index >= 0; index -= 1) {
    const certificate = below[index];
    if (certificate === undefined) throw new RangeError("index outside the path");
    const isLeaf = index === 0;
    const selfIssued = sameName(certificate.issuer, certificate.subject);
    const previous = level;
    level = nextLevel(previous, certificate, skips.anyPolicy > 0 || (!isLeaf && selfIssued));
    if (skips.explicit === 0 && level.size === 0)
      return { reason: "POLICY_REQUIRED", certificateIndex: index };
    // §6.1.4 a requires this of CAs. A leaf with such a mapping is refused too.
    const mappings = certificate.extensions.policyMappings ?? [];
    if (
      mappings.some(({ issuerDomain, subjectDomain }) => [issuerDomain, subjectDomain].includes(POLICY_ANY))
    )
      return { reason: "POLICY_MAPPING_MALFORMED", certificateIndex: index };
    if (isLeaf) {
      // §6.1.5 a, b.
      const required = certificate.extensions.policyConstraints?.requireExplicitPolicy;
      const explicit = skips.explicit <= 1 || required === 0;
      const policies = acceptablePolicies(level, inputs.acceptable);
      return explicit && policies.length === 0
        ? { reason: "POLICY_NOT_ACCEPTABLE", certificateIndex: index }
        : policies;
    }
    applyMappings(level, previous.get(POLICY_ANY), mappings, skips.mapping > 0);
    prepareNext(skips, certificate, selfIssued);
  }
  throw new RangeError("a path has a certificate below its anchor");
}

/** §6.1.3 d, e. */
function nextLevel(previous: Level, { extensions }: Certificate, anyPolicyAllowed: boolean): Level {
  const level: Level = new Map();
  const policies = extensions.certificatePolicies?.map(({ policy }) => policy) ?? [];
  const expecting = expectingNodes(previous);
  const any = previous.get(POLICY_ANY);
  const add = (policy: string, parents: readonly Node[]): void => {
    level.set(policy, { policy, parents, expected: new Set([policy]) });
  };
  for (const policy of policies.filter((held) => held !== POLICY_ANY)) {
    const parents = expecting.get(policy) ?? (any === undefined ? [] : [any]);
    if (parents.length > 0) add(policy, parents);
  }
  if (anyPolicyAllowed && policies.includes(POLICY_ANY)) {
    for (const [policy, parents] of expecting) if (!level.has(policy)) add(policy, parents);
  }
  return level;
}

function expectingNodes(level: Level): Map<string, Node[]> {
  const expecting = new Map<string, Node[]>();
  for (const node of level.values()) {
    for (const policy of node.expected) {
      const nodes = expecting.get(policy);
      if (nodes === undefined) expecting.set(policy, [node]);
      else nodes.push(node);
    }
  }
  return expecting;
}

/** §6.1.4 b. */
function applyMappings(
  level: Level,
  anyAbove: Node | undefined,
  mappings: readonly PolicyMapping[],
  allowed: boolean,
): void {
  const grouped = new Map<string, Set<string>>();
  for (const { issuerDomain, subjectDomain } of mappings) {
    grouped.set(issuerDomain, (grouped.get(issuerDomain) ?? new Set()).add(subjectDomain));
  }
  for (const [policy, expected] of grouped) {
    const node = level.get(policy);
    if (!allowed) level.delete(policy);
    else if (node !== undefined) node.expected = expected;
    else if (level.has(POLICY_ANY) && anyAbove !== undefined) {
      level.set(policy, { policy, parents: [anyAbove], expected });
    }
  }
}

/** §6.1.4 h, i, j. */
function prepareNext(
  skips: { explicit: number; mapping: number; anyPolicy: number },
  { extensions: { policyConstraints, inhibitAnyPolicy } }: Certificate,
  selfIssued: boolean,
): void {
  const step = (count: number, limit: number | undefined): number =>
    Math.min(selfIssued ? count : Math.max(0, count - 1), limit ?? Number.POSITIVE_INFINITY);
  skips.explicit = step(skips.explicit, policyConstraints?.requireExplicitPolicy);
  skips.mapping = step(skips.mapping, policyConstraints?.inhibitPolicyMapping);
  skips.anyPolicy = step(skips.anyPolicy, inhibitAnyPolicy);
}

/**
 * Returns the acceptable policies by §6.1.5 g: policies of the anchor's domain (nodes directly below anyPolicy) from which a node of the
 * last level descends.
 * anyPolicy in the last level stands for every acceptable policy.
 */
function acceptablePolicies(last: Level, acceptable: ReadonlySet<string> | undefined): string[] {
  const found = new Set<string>();
  const seen = new Set<Node>();
  const open = [...last.values()];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node) || node.policy === POLICY_ANY) continue;
    seen.add(node);
    if (node.parents.some(({ policy }) => policy === POLICY_ANY)) found.add(node.policy);
    open.push(...node.parents);
  }
  const any = last.has(POLICY_ANY);
  if (acceptable === undefined) return any ? [...found, POLICY_ANY] : [...found];
  return any ? [...acceptable] : [...found].filter((policy) => acceptable.has(policy));
}
