import type { PublisherVerdict } from "../../../gen/ts/pda/verification/v1/verdict.ts";
import type {
  VerifyPublisherRequest,
  VerifyPublisherResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import { readsInSets } from "../../rpc/handler.ts";
import { proceed, settle, values } from "../../rpc/outcome.ts";
import type { Standing } from "../../store/verification/standing.ts";
import { publisherVerdict } from "../../trust/verdict/publisher.ts";
import type { PresentedPublisher, PublisherJudge } from "./publisher-judge.ts";
import { type Moment, momentOf, outcomes, timesOf, verdictChecksToProto } from "./verdict-convert.ts";

/** Whether publishers are who they are said to be. */
export const verifyPublisher = (judge: PublisherJudge) =>
  readsInSets<VerifyPublisherRequest, VerifyPublisherResponse>({
    run: async (calls, read) => {
      const asked = calls.map(({ request, tenant }) =>
        settle(() => {
          const { publisherId, publisherCertificate } = request;
          return { publisherId, presented: readPresented(judge, publisherCertificate), tenant };
        }),
      );
      const moment = momentOf(new Date());
      const readable = values(asked);
      const standings = await read.standings.standings(
        readable.map(({ publisherId, presented }) => ({
          publisherId,
          publisherFingerprint: presented?.fingerprint,
        })),
      );
      await judge.meet(standings.flatMap(ownToMeet), read.standings);
      const found = new Map(readable.map((question, place) => [question, standings[place] as Standing]));
      return asked.map((outcome) =>
        proceed(outcome, (question) => ({
          publisher: publisherAnswer(question, found.get(question) as Standing, moment, judge),
        })),
      );
    },
  });

/** The certificate of a request, if it has one. @throws Failure INVALID_ARGUMENT */
export function readPresented(
  judge: PublisherJudge,
  text: string | undefined,
): PresentedPublisher | undefined {
  return text === undefined ? undefined : judge.read(text);
}

/** Certificates that a verdict on a publisher looks at. */
export function ownToMeet({ publisher }: Pick<Standing, "publisher">): readonly string[] {
  return publisher?.inForce ?? [];
}

/** Who asks about which publisher. */
export interface PublisherQuestion {
  readonly publisherId?: string | undefined;
  readonly presented: PresentedPublisher | undefined;
  readonly tenant: Tenant;
}

/**
 * The answer to VerifyPublisher, alone or as a part of VerifyAsset.
 *
 * @param judge has met the certificates that the verdict looks at
 */
export function publisherAnswer(
  { publisherId, presented, tenant }: PublisherQuestion,
  { publisher, publisherCertificate }: Pick<Standing, "publisher" | "publisherCertificate">,
  moment: Moment,
  judge: PublisherJudge,
): PublisherVerdict {
  const { now } = moment;
  const { verified, outcome, checks, validUntil } = publisherVerdict(
    {
      publisher,
      ...(presented
        ? {
            presented: {
              algorithmsAllowed: presented.algorithmsAllowed,
              path: presented.pathAt(now),
              registered: publisherCertificate,
            },
          }
        : {}),
      own: presented ? [] : judge.pathsOf(publisher?.inForce ?? [], now),
    },
    isOwn(tenant, publisher?.publisherId) ? "publisher" : "public",
  );
  return {
    publisherId: publisher?.publisherId ?? publisherId,
    name: publisher?.name,
    verified,
    outcome: outcomes[outcome],
    checks: verdictChecksToProto(checks),
    ...timesOf(moment, validUntil),
  };
}

function isOwn(tenant: Tenant, publisherId: string | undefined): boolean {
  return tenant.kind === "all" || (tenant.kind === "publisher" && tenant.publisherId === publisherId);
}
