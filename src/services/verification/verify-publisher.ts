import type { PublisherVerdict } from "../../../gen/ts/pda/verification/v1/verdict.ts";
import type {
  VerifyPublisherRequest,
  VerifyPublisherResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import { readsInSets } from "../../rpc/handler.ts";
import { fulfilled, proceedTogether, settle } from "../../rpc/outcome.ts";
import type { Standing } from "../../store/verification/standing.ts";
import type { PathResult } from "../../trust/path.ts";
import { publisherVerdict } from "../../trust/verdict/publisher.ts";
import { checksToProto, type Moment, momentOf, outcomes, timesOf } from "./convert.ts";
import type { PresentedPublisherCertificate, PublisherCertificates } from "./publisher-certificates.ts";
import { audienceOf } from "./verifier.ts";

/** Verifies the identity of publishers. */
export const verifyPublisher = (certificates: PublisherCertificates) =>
  readsInSets<VerifyPublisherRequest, VerifyPublisherResponse>({
    run: async (calls, read) => {
      const asked = calls.map(({ request: { publisherId, publisherCertificate }, tenant }) =>
        settle(() => {
          const presented = certificates.read(publisherCertificate);
          return { publisherId, presented, publisherFingerprint: presented?.fingerprint, tenant };
        }),
      );
      const moment = momentOf(new Date());
      return proceedTogether(asked, async (questions) => {
        const standings = await read.standings.standings(questions);
        const looked = standings.flatMap((standing) => (standing.asked.presented ? [] : inForce(standing)));
        const own = await certificates.pathsOf(looked, read.standings, moment.now);
        return standings.map((standing) =>
          fulfilled({ publisher: publisherAnswer(standing.asked, standing, own, moment).verdict }),
        );
      });
    },
  });

/** Returns the publisher's own certificates in force. A verdict uses them when no certificate was presented. */
export function inForce({ publisher }: Pick<Standing, "publisher">): readonly string[] {
  return publisher?.inForce ?? [];
}

/** A question about a publisher, with the caller's tenant. */
interface PublisherQuestion {
  readonly publisherId?: string | undefined;
  readonly presented: PresentedPublisherCertificate | undefined;
  readonly tenant: Tenant;
}

/**
 * Returns the answer to VerifyPublisher, alone or as a part of VerifyAsset, and the end of its validity.
 *
 * @param own paths of the certificates in force, by fingerprint
 */
export function publisherAnswer(
  { publisherId, presented, tenant }: PublisherQuestion,
  standing: Pick<Standing, "publisher" | "publisherCertificate">,
  own: ReadonlyMap<string, PathResult>,
  moment: Moment,
): { readonly verdict: PublisherVerdict; readonly validUntil: Date } {
  const { publisher, publisherCertificate: registered } = standing;
  const { verified, outcome, checks, validUntil } = publisherVerdict(
    {
      publisher,
      ...(presented
        ? {
            presented: {
              algorithmsAllowed: presented.algorithmsAllowed,
              path: presented.pathAt(moment.now),
              registered,
            },
          }
        : {}),
      own: presented ? [] : inForce(standing).flatMap((fingerprint) => own.get(fingerprint) ?? []),
    },
    audienceOf(tenant, publisher?.publisherId),
  );
  const until = validUntil !== undefined && validUntil < moment.validUntil ? validUntil : moment.validUntil;
  const verdict = {
    publisherId: publisher?.publisherId ?? publisherId,
    name: publisher?.name,
    verified,
    outcome: outcomes[outcome],
    checks: checksToProto(checks),
    ...timesOf({ now: moment.now, validUntil: until }),
  };
  return { verdict, validUntil: until };
}
