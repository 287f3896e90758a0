import {
  RevocationStatus,
  type RevocationVerdict,
  type StatusReference,
} from "../../../gen/ts/pda/verification/v1/verdict.ts";
import type {
  VerifyRevocationRequest,
  VerifyRevocationResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { readsInSets } from "../../rpc/handler.ts";
import { fulfilled, proceedTogether, settle } from "../../rpc/outcome.ts";
import type { StatusNumbers } from "../../store/status-lists.ts";
import type { Standing } from "../../store/verification/standing.ts";
import { type RevocationFacts, revocationVerdict } from "../../trust/verdict/asset.ts";
import type { StatusLists } from "../revocation/status-lists.ts";
import { checksToProto, type Moment, momentOf, outcomes, timesOf } from "./convert.ts";
import type { DeviceCertificates } from "./device-certificates.ts";

const revocationStatuses: Record<"good" | "revoked" | "unknown", RevocationStatus> = {
  good: RevocationStatus.REVOCATION_STATUS_GOOD,
  revoked: RevocationStatus.REVOCATION_STATUS_REVOKED,
  unknown: RevocationStatus.REVOCATION_STATUS_UNKNOWN,
};

/** Tells whether assets and device certificates were revoked. */
export const verifyRevocation = (certificates: DeviceCertificates, statusLists: StatusLists) =>
  readsInSets<VerifyRevocationRequest, VerifyRevocationResponse>({
    run: async (calls, read) => {
      const asked = calls.map(({ request: { assetId, deviceCertificate: text } }) =>
        settle(() => ({ assetId, certificate: text === undefined ? null : certificates.read(text) })),
      );
      const moment = momentOf(new Date());
      return proceedTogether(asked, async (questions) => {
        const [standings, numbers] = await Promise.all([
          read.standings.standings(questions),
          read.statusLists.numbersOfMany(
            questions.flatMap(({ certificate }) => certificate?.fingerprint ?? []),
          ),
        ]);
        return standings.map((standing) => {
          const listed = { numbers: numbers.get(standing.asked.certificate?.fingerprint ?? ""), statusLists };
          return fulfilled({ revocation: revocationAnswer(standing, moment, listed) });
        });
      });
    },
  });

/**
 * Returns the answer to VerifyRevocation, alone or as a part of VerifyAsset.
 *
 * @param numbers the numbers of the device's entries in the status lists, if it has any
 */
export function revocationAnswer(
  { asked, asset, device, publisherCertificates: issuers }: Standing,
  moment: Moment,
  { numbers, statusLists }: { numbers: StatusNumbers | undefined; statusLists: StatusLists },
): RevocationVerdict {
  const { assetId, certificate } = asked;
  const facts: RevocationFacts = {
    ...(assetId === undefined ? {} : { asset: asset ? { revoked: asset.status === "revoked" } : "unknown" }),
    ...(certificate
      ? {
          device: device
            ? {
                revoked: device.revokedAt !== null,
                // The issuer's key may have several certificates. The issuer counts as revoked only when all of them are revoked.
                issuerRevoked: issuers.every(({ revokedAt }) => revokedAt !== null),
              }
            : "unknown",
        }
      : {}),
  };
  const { status, outcome, checks } = revocationVerdict(facts);
  const isBound = asset !== undefined && device?.assetId === assetId;
  return {
    assetId,
    revocationStatus: revocationStatuses[status],
    outcome: outcomes[outcome],
    checks: checksToProto(checks),
    statusLists: isBound && numbers ? references(statusLists, numbers) : [],
    ...timesOf(moment),
  };
}

function references(statusLists: StatusLists, numbers: StatusNumbers): StatusReference[] {
  const { status, device_status, publisher_status } = statusLists.claims(numbers);
  return Object.entries({ asset: status, device: device_status, publisher: publisher_status }).map(
    ([
      subject,
      {
        status_list: { uri, idx },
      },
    ]) => ({ subject, uri, idx }),
  );
}
