import type { GeneralName, NameForm } from "../certificate/general-name.ts";
import { attributeValues, isWithin } from "../certificate/name.ts";
import type { NameConstraints } from "../certificate/name-constraints.ts";
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

/** `unsupported`: RFC 5280 gives the comparison no meaning, or we do not process it. */
type Match = "inside" | "outside" | "unsupported";

/**
 * Applies one CA's name constraints to a certificate below it (RFC 5280 §6.1.3 b, c and §4.2.1.10): no name
 * excluded, and every name of a form that has permitted subtrees inside one of them. A path applies each CA's
 * constraints separately, which is the intersection that §6.1.4 g asks for. Undefined where all names pass.
 */
export function nameConstraintProblem(
  constraints: NameConstraints,
  certificate: Certificate,
  isLeaf: boolean,
): PathReason | undefined {
  if (hasUnreadableMailbox(certificate)) return "NAME_CONSTRAINT_UNSUPPORTED";
  for (const name of constrainedNames(certificate, isLeaf)) {
    const problem = excludedProblem(constraints, name) ?? permittedProblem(constraints, name);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function hasUnreadableMailbox({ subject }: Certificate): boolean {
  return subject.rdns
    .flat()
    .some(({ type, value }) => type === ATTRIBUTE.emailAddress && value === undefined);
}

function excludedProblem({ excluded }: NameConstraints, name: GeneralName): PathReason | undefined {
  const matches = sameForm(excluded, name).map((base) => match(name, base));
  if (matches.includes("inside")) return "NAME_EXCLUDED";
  return matches.includes("unsupported") ? "NAME_CONSTRAINT_UNSUPPORTED" : undefined;
}

function permittedProblem({ permitted }: NameConstraints, name: GeneralName): PathReason | undefined {
  const matches = sameForm(permitted, name).map((base) => match(name, base));
  if (matches.includes("unsupported")) return "NAME_CONSTRAINT_UNSUPPORTED";
  return matches.length === 0 || matches.includes("inside") ? undefined : "NAME_NOT_PERMITTED";
}

function sameForm(bases: readonly GeneralName[], name: GeneralName): GeneralName[] {
  return bases.filter((base) => base.form === name.form);
}

/**
 * The subject, every subjectAltName, mailboxes in the subject (§4.2.1.10 for older certificates), and the
 * common name of a leaf without DNS names where it reads as one, because TLS clients of that age take it for
 * the host.
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

function match(name: GeneralName, base: GeneralName): Match {
  if (name.form === "directory" && base.form === "directory") {
    return isWithin(name.name, base.name) ? "inside" : "outside";
  }
  if (name.form === "uri" && base.form === "uri") {
    const host = uriHost(name.value);
    // §4.2.1.10: a URI without a host name as authority must be rejected once URIs are constrained.
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
  return "unsupported";
}
