import { expect } from "chai";
import { parseCertificate } from "../../../src/trust/certificate.ts";
import { sequence } from "../../../src/trust/der/writer.ts";
import { EXTENSION, POLICY_ANY } from "../../../src/trust/oids.ts";
import { processPolicies } from "../../../src/trust/path/policy.ts";
import { ca, itJudges, type Judged, leaf, root } from "./support/certification.ts";
import * as forged from "./support/forge.ts";
import { inhibitAnyPolicy, policies, policyConstraints, policyMappings } from "./support/forge-policy.ts";

const GOLD = "1.2.1";
const SILVER = "1.2.2";
const explicit = { explicitPolicyRequired: true };
const chain = (inCa: readonly Uint8Array[], inLeaf: readonly Uint8Array[]) => () => ({
  certificates: [ca(inCa)],
  leaf: leaf(inLeaf),
});

const CASES: readonly Judged[] = [
  { title: "no policies where none is asked for", files: chain([], []) },
  {
    title: "no policies where one is asked for",
    files: chain([], []),
    parameters: { policies: explicit },
    refused: "POLICY_REQUIRED@1",
  },
  {
    title: "one policy all the way",
    files: chain([policies(GOLD)], [policies(GOLD)]),
    parameters: { policies: { ...explicit, acceptable: new Set([GOLD]) } },
  },
  {
    title: "another policy than the acceptable one",
    files: chain([policies(GOLD)], [policies(GOLD)]),
    parameters: { policies: { ...explicit, acceptable: new Set([SILVER]) } },
    refused: "POLICY_NOT_ACCEPTABLE@0",
  },
  {
    title: "policies that part on the way",
    files: chain([policies(GOLD)], [policies(SILVER)]),
    parameters: { policies: explicit },
    refused: "POLICY_REQUIRED@0",
  },
  {
    title: "anyPolicy of the CA for a policy of the leaf",
    files: chain([policies(POLICY_ANY)], [policies(GOLD)]),
    parameters: { policies: { ...explicit, acceptable: new Set([GOLD]) } },
  },
  {
    title: "anyPolicy of the CA where it is inhibited",
    files: chain([policies(POLICY_ANY)], [policies(GOLD)]),
    parameters: { policies: { ...explicit, anyPolicyInhibited: true } },
    refused: "POLICY_REQUIRED@1",
  },
  {
    title: "anyPolicy of the leaf after the CA inhibited it",
    files: chain([policies(GOLD), inhibitAnyPolicy(0), policyConstraints(0)], [policies(POLICY_ANY)]),
    refused: "POLICY_REQUIRED@0",
  },
  {
    title: "anyPolicy of the leaf as long as the CA lets it",
    files: chain([policies(GOLD), inhibitAnyPolicy(1), policyConstraints(0)], [policies(POLICY_ANY)]),
    parameters: { policies: { acceptable: new Set([GOLD]) } },
  },
  {
    title: "a leaf without policy below a CA that requires one",
    files: chain([policies(GOLD), policyConstraints(0)], []),
    refused: "POLICY_REQUIRED@0",
  },
  {
    title: "a mapped policy, acceptable by the issuer's name of it",
    files: chain([policies(GOLD), policyMappings([GOLD, SILVER])], [policies(SILVER)]),
    parameters: { policies: { ...explicit, acceptable: new Set([GOLD]) } },
  },
  {
    title: "a mapped policy by the subject's name of it",
    files: chain([policies(GOLD), policyMappings([GOLD, SILVER])], [policies(SILVER)]),
    parameters: { policies: { ...explicit, acceptable: new Set([SILVER]) } },
    refused: "POLICY_NOT_ACCEPTABLE@0",
  },
  {
    title: "a mapped policy where mapping is inhibited",
    files: chain([policies(GOLD), policyMappings([GOLD, SILVER])], [policies(SILVER)]),
    parameters: { policies: { ...explicit, mappingInhibited: true } },
    refused: "POLICY_REQUIRED@0",
  },
  {
    title: "the policy that would have been mapped, where mapping is inhibited",
    files: chain([policies(GOLD), policyMappings([GOLD, SILVER])], [policies(GOLD)]),
    parameters: { policies: { ...explicit, mappingInhibited: true } },
    refused: "POLICY_REQUIRED@0",
  },
  {
    title: "a mapping from anyPolicy",
    files: chain([policies(GOLD), policyMappings([POLICY_ANY, SILVER])], [policies(SILVER)]),
    refused: "POLICY_MAPPING_MALFORMED@1",
  },
  {
    title: "policy constraints that constrain nothing",
    files: chain([forged.extension(EXTENSION.policyConstraints, true, sequence())], []),
    refused: "POLICY_EXTENSION_UNSUPPORTED@1",
  },
];

describe("certificate policies (RFC 5280 §6.1, RFC 9618)", () => {
  CASES.forEach(itJudges);

  it("names the acceptable policies of the path", () => {
    const path = [leaf([policies(SILVER)]), ca([policies(GOLD), policyMappings([GOLD, SILVER])]), root()];
    const inputs = { explicitPolicyRequired: true, mappingInhibited: false, anyPolicyInhibited: false };
    const judge = (acceptable?: readonly string[]) =>
      processPolicies(path.map(parseCertificate), {
        ...inputs,
        acceptable: acceptable && new Set(acceptable),
      });
    expect(judge()).to.deep.equal([GOLD]);
    expect(judge([GOLD, "1.9"])).to.deep.equal([GOLD]);
  });

  it("does the same work for a path in which the tree of RFC 5280 grows without bound", () => {
    // Every CA maps each of 12 policies to all 12: 12^16 nodes in the tree after 16 CAs, 12 of each depth here.
    const held = Array.from({ length: 12 }, (_, index) => `1.2.${index}`);
    const pairs = held.flatMap((from) => held.map((to) => [from, to] as const));
    const authority = parseCertificate(ca([policies(...held), policyMappings(...pairs)]));
    const path = [
      parseCertificate(leaf([policies(...held)])),
      ...Array.from({ length: 16 }, () => authority),
      parseCertificate(root()),
    ];
    const result = processPolicies(path, {
      acceptable: new Set(["1.2.3"]),
      explicitPolicyRequired: true,
      mappingInhibited: false,
      anyPolicyInhibited: false,
    });
    expect(result).to.deep.equal(["1.2.3"]);
  });
});
