import type { CapabilitiesVerdict } from "../../../gen/ts/pda/verification/v1/verdict.ts";
import type {
  VerifyCapabilitiesRequest,
  VerifyCapabilitiesResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { readsInSets } from "../../rpc/handler.ts";
import { fulfilled } from "../../rpc/outcome.ts";
import type { Standing } from "../../store/verification/standing.ts";
import { capabilitiesVerdict } from "../../trust/verdict/asset.ts";
import { checksToProto, type Moment, momentOf, outcomes, timesOf } from "./convert.ts";
import { standingOf } from "./verify-lifecycle.ts";

/** Returns the present capabilities of assets. */
export const verifyCapabilities = readsInSets<VerifyCapabilitiesRequest, VerifyCapabilitiesResponse>({
  run: async (calls, read) => {
    const moment = momentOf(new Date());
    const standings = await read.standings.standings(calls.map(({ request }) => request));
    return standings.map((standing) =>
      fulfilled({ capabilities: capabilitiesAnswer(standing.asked, standing, moment) }),
    );
  },
});

/** Returns the answer to VerifyCapabilities, alone or as a part of VerifyAsset. */
export function capabilitiesAnswer(
  { assetId, capabilities: asked }: { assetId: string; capabilities: readonly string[] },
  { asset }: Standing,
  moment: Moment,
): CapabilitiesVerdict {
  const { capabilities, supported, outcome, checks } = capabilitiesVerdict(standingOf(asset), asked);
  return {
    assetId,
    capabilities: [...capabilities],
    supported: asked.map((capability, index) => ({ capability, supported: supported[index] === true })),
    outcome: outcomes[outcome],
    checks: checksToProto(checks),
    ...timesOf(moment),
  };
}
