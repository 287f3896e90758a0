import { type Audience, publicReason } from "../authenticity/audience.ts";
import { INVALID_PUBLISHER_CERTIFICATE } from "../authenticity/check.ts";
import type { PathFailure, PathResult } from "../path.ts";
import { type Finding, holds, line, outcomeOf, type VerdictCheck, type VerdictOutcome } from "./check.ts";

/** What the registry knows of a publisher, and what its certificate comes to. */
export interface PublisherFacts {
  /** The publisher that was named, or that the certificate belongs to; null where there is none. */
  readonly publisher: { readonly publisherId: string; readonly active: boolean } | null;
  /** The certificate that was presented. */
  readonly presented?: {
    readonly algorithmsAllowed: boolean;
    readonly path: PathResult;
    /** Its entry in the registry; null where there is none. */
    readonly registered: { readonly publisherId: string; readonly revoked: boolean } | null;
  };
  /** Paths of the publisher's own certificates, in force as far as the registry goes. Looked at where none was presented. */
  readonly own: readonly PathResult[];
}

/** The verdict, and the last moment of the certificates that it rests on. */
export interface PublisherAnswer {
  readonly verified: boolean;
  readonly outcome: VerdictOutcome;
  readonly checks: readonly VerdictCheck[];
  readonly validUntil: Date | undefined;
}

/**
 * Whether a publisher is one of ours, in business, and certified under the trust root. Pure.
 *
 * @param audience reasons of a path in full for the publisher itself and the operator
 */
export function publisherVerdict(facts: PublisherFacts, audience: Audience): PublisherAnswer {
  const { publisher, presented } = facts;
  const own = presented ? undefined : chosen(facts.own);
  const path = presented?.path ?? own;
  // Nothing speaks against a publisher that has not asked for a certificate yet, but nothing proves it either.
  const uncertified = publisher !== null && path === undefined;
  const checks = [
    line("publisher_known", holds(publisher !== null, "PUBLISHER_NOT_RECOGNISED")),
    line(
      "publisher_status",
      publisher === null ? "skipped" : holds(publisher.active, "PUBLISHER_NOT_ACTIVE"),
    ),
    line(
      "certificate_algorithms",
      presented ? holds(presented.algorithmsAllowed, "ALGORITHM_NOT_ALLOWED") : "skipped",
    ),
    line(
      "certificate_path",
      uncertified ? { reason: "PUBLISHER_NOT_CERTIFIED" } : pathFinding(path, audience),
    ),
    ...registryLines(facts),
  ];
  const onlyUncertified = uncertified && checks.filter(({ outcome }) => outcome === "failed").length === 1;
  const outcome = onlyUncertified ? "indeterminate" : outcomeOf(checks);
  return { verified: outcome === "passed", outcome, checks, validUntil: endOf(path) };
}

/** The first that leads to the root, or else the first. */
function chosen(paths: readonly PathResult[]): PathResult | undefined {
  return paths.find(({ valid }) => valid) ?? paths[0];
}

function pathFinding(path: PathResult | undefined, audience: Audience): Finding {
  if (path === undefined) return "skipped";
  if (path.valid) return "passed";
  return { code: INVALID_PUBLISHER_CERTIFICATE, reason: reasonFor(path, audience) };
}

const reasonFor = ({ reason }: PathFailure, audience: Audience) =>
  audience === "publisher" ? reason : publicReason(reason);

function registryLines({ publisher, presented, own }: PublisherFacts): VerdictCheck[] {
  const code = INVALID_PUBLISHER_CERTIFICATE;
  const registered = presented?.registered;
  const isOwn = registered != null && registered.publisherId === publisher?.publisherId;
  const registration: Finding = isOwn ? "passed" : { code, reason: "CERTIFICATE_NOT_OF_PUBLISHER" };
  // Whether somebody else's certificate was revoked is not the question.
  const revocation: Finding = !isOwn
    ? "skipped"
    : registered.revoked
      ? { code, reason: "PUBLISHER_CERTIFICATE_REVOKED" }
      : "passed";
  const ofOwn: Finding = own.length > 0 ? "passed" : "skipped";
  return [
    line("publisher_certificate_registered", presented ? registration : ofOwn),
    line("publisher_certificate_revocation", presented ? revocation : ofOwn),
  ];
}

function endOf(path: PathResult | undefined): Date | undefined {
  if (path?.valid !== true) return undefined;
  return new Date(Math.min(...path.path.map(({ notAfter }) => notAfter.getTime())));
}
