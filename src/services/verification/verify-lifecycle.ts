import type { LifecycleStatus } from "../../../gen/ts/pda/asset/v1/asset.ts";
import type { LifecycleVerdict } from "../../../gen/ts/pda/verification/v1/verdict.ts";
import type {
  VerifyLifecycleRequest,
  VerifyLifecycleResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { readsInSets } from "../../rpc/handler.ts";
import { fulfilled } from "../../rpc/outcome.ts";
import type { Standing } from "../../store/verification/standing.ts";
import { type AssetStanding, lifecycleVerdict } from "../../trust/verdict/asset.ts";
import { lifecycleStatusOf, lifecycleStatusToProto } from "../asset/convert.ts";
import { checksToProto, type Moment, momentOf, outcomes, timesOf } from "./convert.ts";

/** Returns the lifecycle status of assets. */
export const verifyLifecycle = readsInSets<VerifyLifecycleRequest, VerifyLifecycleResponse>({
  run: async (calls, read) => {
    const moment = momentOf(new Date());
    const standings = await read.standings.standings(calls.map(({ request }) => request));
    return standings.map((standing) =>
      fulfilled({ lifecycle: lifecycleAnswer(standing.asked, standing, moment) }),
    );
  },
});

/** Returns the answer to VerifyLifecycle, alone or as a part of VerifyAsset. */
export function lifecycleAnswer(
  { assetId, expected }: { assetId: string; expected: readonly LifecycleStatus[] },
  { asset }: Standing,
  moment: Moment,
): LifecycleVerdict {
  const expectedStatuses = expected.flatMap((status) => lifecycleStatusOf(status) ?? []);
  const { usable, outcome, checks } = lifecycleVerdict(standingOf(asset), expectedStatuses);
  return {
    assetId,
    lifecycleStatus: asset && lifecycleStatusToProto(asset.status),
    usable,
    outcome: outcomes[outcome],
    checks: checksToProto(checks),
    ...timesOf(moment),
  };
}

/** Returns an asset's facts in the form that verdicts take. */
export function standingOf(asset: Standing["asset"]): AssetStanding | null {
  return asset ? { ...asset, lifecycle: asset.status } : null;
}
