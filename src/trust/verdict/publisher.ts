import type { PathResult } from "../path.ts";
import { type Audience, publicReason } from "./audience.ts";
import { type Check, INVALID_PUBLISHER_CERTIFICATE, type VerdictOutcome } from "./check.ts";
import { type StepFinding, holds, outcomeOf, run, type Step } from "./steps.ts";

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
  readonly checks: readonly Check[];
  readonly validUntil: Date | undefined;
}

interface Seen extends PublisherFacts {
  readonly audience: Audience;
  /** Of the certificate that was presented, or of one of its own; undefined where there is none. */
  readonly path: PathResult | undefined;
}

const STEPS: readonly Step<Seen>[] = [
  {
    check: "publisher_known",
    evaluate: ({ publisher }) => holds(publisher !== null, "PUBLISHER_NOT_RECOGNISED"),
  },
  {
    check: "publisher_status",
    needs: ["publisher_known"],
    evaluate: ({ publisher }) => holds(publisher?.active === true, "PUBLISHER_NOT_ACTIVE"),
  },
  {
    check: "certificate_algorithms",
    evaluate: ({ presented }) =>
      presented ? holds(presented.algorithmsAllowed, "ALGORITHM_NOT_ALLOWED") : "skipped",
  },
  { check: "certificate_path", evaluate: certificatePath },
  { check: "publisher_certificate_registered", evaluate: registered },
  {
    check: "publisher_certificate_revocation",
    // Whether somebody else's certificate was revoked is not the question.
    needs: ["publisher_certificate_registered"],
    evaluate: ({ presented }) =>
      presented?.registered?.revoked
        ? { code: INVALID_PUBLISHER_CERTIFICATE, reason: "PUBLISHER_CERTIFICATE_REVOKED" }
        : "passed",
  },
];

/**
 * Whether a publisher is one of ours, in business, and certified under the trust root. Pure.
 *
 * @param audience reasons of a path in full for the publisher itself and the operator
 */
export function publisherVerdict(facts: PublisherFacts, audience: Audience): PublisherAnswer {
  const path = facts.presented ? facts.presented.path : chosen(facts.own);
  const checks = run(STEPS, { ...facts, audience, path });
  const failed = checks.filter(({ outcome }) => outcome === "failed");
  // Nothing speaks against a publisher that has not asked for a certificate yet, but nothing proves it either.
  const onlyUncertified = failed.length === 1 && failed[0]?.reason === "PUBLISHER_NOT_CERTIFIED";
  const outcome = onlyUncertified ? "indeterminate" : outcomeOf(checks);
  return { verified: outcome === "passed", outcome, checks, validUntil: endOf(path) };
}

/** The first that leads to the root, or else the first. */
function chosen(paths: readonly PathResult[]): PathResult | undefined {
  return paths.find(({ valid }) => valid) ?? paths[0];
}

function certificatePath({ publisher, path, audience }: Seen): StepFinding {
  if (path === undefined) return publisher === null ? "skipped" : { reason: "PUBLISHER_NOT_CERTIFIED" };
  if (path.valid) return "passed";
  const reason = audience === "publisher" ? path.reason : publicReason(path.reason);
  return { code: INVALID_PUBLISHER_CERTIFICATE, reason };
}

/** The publisher's own certificates were found in the registry, in force. */
function registered({ publisher, presented, own }: Seen): StepFinding {
  if (!presented) return own.length > 0 ? "passed" : "skipped";
  return presented.registered !== null && presented.registered.publisherId === publisher?.publisherId
    ? "passed"
    : { code: INVALID_PUBLISHER_CERTIFICATE, reason: "CERTIFICATE_NOT_OF_PUBLISHER" };
}

function endOf(path: PathResult | undefined): Date | undefined {
  if (path?.valid !== true) return undefined;
  return new Date(Math.min(...path.path.map(({ notAfter }) => notAfter.getTime())));
}
