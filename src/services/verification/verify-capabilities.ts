import type {
  VerifyCapabilitiesRequest,
  VerifyCapabilitiesResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { readsInSets } from "../../rpc/handler.ts";
import { fulfilled } from "../../rpc/outcome.ts";
import type { Standing } from "../../store/verification/standing.ts";
import { capabilitiesAnswer } from "./asset-verdicts.ts";
import { momentOf } from "./verdict-convert.ts";

/** What assets can be used for at present. */
export const verifyCapabilities = readsInSets<VerifyCapabilitiesRequest, VerifyCapabilitiesResponse>({
  run: async (calls, read) => {
    const moment = momentOf(new Date());
    const standings = await read.standings.standings(calls.map(({ request: { assetId } }) => ({ assetId })));
    return calls.map(({ request }, place) =>
      fulfilled({ capabilities: capabilitiesAnswer(request, standings[place] as Standing, moment) }),
    );
  },
});
