import type { LifecycleStatus } from "../../../gen/ts/pda/asset/v1/asset.ts";
import type {
  CapabilitiesVerdict,
  LifecycleVerdict,
  RevocationVerdict,
  StatusReference,
} from "../../../gen/ts/pda/verification/v1/verdict.ts";
import type { StatusNumbers } from "../../store/status-lists.ts";
import type { Standing } from "../../store/verification/standing.ts";
import {
  type AssetStanding,
  capabilitiesVerdict,
  lifecycleVerdict,
  type RevocationFacts,
  revocationVerdict,
} from "../../trust/verdict/asset.ts";
import { statusToProto } from "../asset/convert.ts";
import type { StatusLists } from "../status-lists.ts";
import {
  lifecyclesOf,
  type Moment,
  outcomes,
  revocationStatuses,
  timesOf,
  verdictChecksToProto,
} from "./verdict-convert.ts";

/** The answer to VerifyLifecycle, alone or as a part of VerifyAsset. */
export function lifecycleAnswer(
  { assetId, expected }: { assetId: string; expected: readonly LifecycleStatus[] },
  standing: Standing,
  moment: Moment,
): LifecycleVerdict {
  const { usable, outcome, checks } = lifecycleVerdict(assetOf(standing), lifecyclesOf(expected));
  return {
    assetId,
    lifecycleStatus: standing.asset && statusToProto(standing.asset.status),
    usable,
    outcome: outcomes[outcome],
    checks: verdictChecksToProto(checks),
    ...timesOf(moment),
  };
}

/** The answer to VerifyCapabilities, alone or as a part of VerifyAsset. */
export function capabilitiesAnswer(
  { assetId, capabilities: asked }: { assetId: string; capabilities: readonly string[] },
  standing: Standing,
  moment: Moment,
): CapabilitiesVerdict {
  const { capabilities, supported, outcome, checks } = capabilitiesVerdict(assetOf(standing), asked);
  return {
    assetId,
    capabilities: [...capabilities],
    supported: asked.map((capability, index) => ({ capability, supported: supported[index] === true })),
    outcome: outcomes[outcome],
    checks: verdictChecksToProto(checks),
    ...timesOf(moment),
  };
}

/** What VerifyRevocation is asked about. */
export interface RevocationQuestion {
  readonly assetId?: string | undefined;
  /** SHA-256 of the device's certificate. */
  readonly fingerprint?: string | undefined;
}

/**
 * The answer to VerifyRevocation, alone or as a part of VerifyAsset.
 *
 * @param numbers of the device's entries in the status lists, where it has some
 */
export function revocationAnswer(
  { assetId, fingerprint }: RevocationQuestion,
  standing: Standing,
  moment: Moment,
  { numbers, statusLists }: { numbers: StatusNumbers | undefined; statusLists: StatusLists },
): RevocationVerdict {
  const { asset, device } = standing;
  const issuers = standing.publisherCertificates;
  const facts: RevocationFacts = {
    ...(assetId === undefined ? {} : { asset: asset ? { revoked: asset.status === "revoked" } : "unknown" }),
    ...(fingerprint === undefined
      ? {}
      : {
          device: device
            ? {
                revoked: device.revokedAt !== null,
                // Its issuer's key was certified more than once: it counts as long as one of these certificates does.
                issuerRevoked: issuers.every(({ revokedAt }) => revokedAt !== null),
              }
            : "unknown",
        }),
  };
  const { status, outcome, checks } = revocationVerdict(facts);
  const isBound = asset !== undefined && device?.assetId === assetId;
  return {
    assetId,
    revocationStatus: revocationStatuses[status],
    outcome: outcomes[outcome],
    checks: verdictChecksToProto(checks),
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

function assetOf({ asset, more }: Standing): AssetStanding | null {
  return asset && more ? { lifecycle: asset.status, ...more } : null;
}
