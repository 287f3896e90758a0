import type { GeneralName, NameForm } from "../certificate/general-name.ts";
import { attributeValues, isInterpreted, isWithin } from "../certificate/name.ts";
import type { NameConstraints } from "../certificate/name-constraints.ts";
import { isWithinPrepared } from "../certificate/prepared-name.ts";
import type { Certificate } from "../certificate.ts";
import { ATTRIBUTE } from "../oids.ts";
import {
  dnsNameMatches,
  isDnsName,
  isHostBase,
  isMailbox,
  mailboxMatches,
  uriHost,
  uriHostMatches,
} from "./host-constraint.ts";
import type { PathReason } from "./reason.ts";

/** Maximum number of comparisons of one certificate with one CA's constraints. Without it, two long lists would make unbounded work. */
const COMPARISONS_MAX = 65_536;

/** `unsupported`: RFC 5280 does not define the comparison, or the validator does not implement it. */
type Match = "inside" | "outside" | "unsupported";

/**
 * Applies one CA's name constraints to a certificate below it (RFC 5280 §6.1.3 b, c and §4.2.1.10).
 * Returns undefined when all names pass.
 * No name may be excluded. A name whose form has permitted subtrees must lie inside one of them.
 * A path applies each CA's constraints separately, which gives the intersection that §6.1.4 g requires.
 * A name whose form is not in `forms` fails a constraint on that form.
 */
export function nameConstraintProblem(
  constraints: NameConstraints,
  certificate: Certificate,
  isLeaf: boolean,
  forms: ReadonlySet<NameForm>,
): PathReason | undefined {
  if (hasUnreadableMailbox(certificate)) return "NAME_CONSTRAINT_UNSUPPORTED";
  const names = constrainedNames(certificate, isLeaf);
  const bases = constraints.permitted.length + constraints.excluded.length;
  if (names.length * bases > COMPARISONS_MAX) return "NAME_CONSTRAINT_UNSUPPORTED";
  for (const name of names) {
    const problem = excludedProblem(constraints, name, forms) ?? permittedProblem(constraints, name, forms);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function hasUnreadableMailbox({ subject }: Certificate): boolean {
  return subject.rdns
    .flat()
    .some(({ type, value }) => type === ATTRIBUTE.emailAddress && value === undefined);
}

function excludedProblem(
  { excluded }: NameConstraints,
  name: GeneralName,
  forms: ReadonlySet<NameForm>,
): PathReason | undefined {
  const matches = sameForm(excluded, name).map((base) => matchExcluded(name, base, forms));
  if (matches.includes("inside")) return "NAME_EXCLUDED";
  return matches.includes("unsupported") ? "NAME_CONSTRAINT_UNSUPPORTED" : undefined;
}

function permittedProblem(
  { permitted }: NameConstraints,
  name: GeneralName,
  forms: ReadonlySet<NameForm>,
): PathReason | undefined {
  const matches = sameForm(permitted, name).map((base) => match(name, base, forms));
  if (matches.includes("unsupported")) return "NAME_CONSTRAINT_UNSUPPORTED";
  return matches.length === 0 || matches.includes("inside") ? undefined : "NAME_NOT_PERMITTED";
}

function sameForm(bases: readonly GeneralName[], name: GeneralName): GeneralName[] {
  return bases.filter((base) => base.form === name.form);
}

/**
 * Returns the names that constraints apply to: the subject, every subjectAltName,
 * and mailboxes in the subject (§4.2.1.10 for older certificates).
 * If a leaf has no DNS names, a common name that looks like a DNS name counts too, because old TLS clients take it for the host.
 */
function constrainedNames(certificate: Certificate, isLeaf: boolean): GeneralName[] {
  const { subject, extensions } = certificate;
  const names: GeneralName[] = [...(extensions.subjectAltName ?? [])];
  const hasDnsName = has(names, "dns");
  if (subject.rdns.length > 0) names.push({ form: "directory", name: subject });
  for (const value of attributeValues(subject, ATTRIBUTE.emailAddress)) names.push({ form: "email", value });
  if (isLeaf && !hasDnsName) {
    const hosts = attributeValues(subject, ATTRIBUTE.commonName).filter((value) => value.includes("."));
    for (const value of hosts.filter(isDnsName)) names.push({ form: "dns", value });
  }
  return names;
}

function has(names: readonly GeneralName[], form: NameForm): boolean {
  return names.some((name) => name.form === form);
}

/**
 * Matches a name with an excluded base. For directory names, exclusion uses the full comparison of RFC 5280 §7.1. Permission uses a
 * narrower comparison.
 * OpenSSL folds ASCII case only. So a name that only OpenSSL distinguishes neither escapes an exclusion nor gains a permission.
 */
function matchExcluded(name: GeneralName, base: GeneralName, forms: ReadonlySet<NameForm>): Match {
  const narrow = match(name, base, forms);
  if (narrow !== "outside" || name.form !== "directory" || base.form !== "directory") return narrow;
  const within = isWithinPrepared(name.name, base.name);
  if (within === undefined) return "unsupported";
  return within ? "inside" : "outside";
}

function match(name: GeneralName, base: GeneralName, forms: ReadonlySet<NameForm>): Match {
  if (!forms.has(name.form)) return "unsupported";
  if (name.form === "directory" && base.form === "directory") {
    if (isWithin(name.name, base.name)) return "inside";
    return isInterpreted(name.name) && isInterpreted(base.name) ? "outside" : "unsupported";
  }
  if (name.form === "uri" && base.form === "uri") {
    const host = uriHost(name.value);
    // §4.2.1.10: once URIs are constrained, a URI without a host name as authority must be rejected.
    if (host === undefined || !isHostBase(base.value)) return "unsupported";
    return uriHostMatches(host, base.value) ? "inside" : "outside";
  }
  if (name.form === "dns" && base.form === "dns") {
    if (!isDnsName(name.value) || !isHostBase(base.value)) return "unsupported";
    return dnsNameMatches(name.value, base.value) ? "inside" : "outside";
  }
  if (name.form === "email" && base.form === "email") {
    if (!isMailbox(name.value) || !(isHostBase(base.value) || isMailbox(base.value))) return "unsupported";
    return mailboxMatches(name.value, base.value) ? "inside" : "outside";
  }
  if (name.form === "ipAddress" && base.form === "ipAddress") return matchAddress(name.octets, base.octets);
  return "unsupported";
}

/**
 * Matches an address of 4 or 16 octets with a network and its mask of the same family (§4.2.1.10; RFC 4632 style, ones first).
 * An address of the other family is outside.
 */
function matchAddress(address: Uint8Array, base: Uint8Array): Match {
  const [network, mask] = [base.subarray(0, base.length / 2), base.subarray(base.length / 2)];
  const bits = [...mask].map((octet) => octet.toString(2).padStart(8, "0")).join("");
  const isRange = (base.length === 8 || base.length === 32) && /^1*0*$/.test(bits);
  if (!isRange || (address.length !== 4 && address.length !== 16)) return "unsupported";
  if (address.length !== network.length) return "outside";
  const same = address.every((octet, index) => ((octet ^ (network[index] ?? 0)) & (mask[index] ?? 0)) === 0);
  return same ? "inside" : "outside";
}
