import type {
  VerifyLifecycleRequest,
  VerifyLifecycleResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { readsInSets } from "../../rpc/handler.ts";
import { fulfilled } from "../../rpc/outcome.ts";
import type { Standing } from "../../store/verification/standing.ts";
import { lifecycleAnswer } from "./asset-verdicts.ts";
import { momentOf } from "./verdict-convert.ts";

/** What state the lives of assets are in. */
export const verifyLifecycle = readsInSets<VerifyLifecycleRequest, VerifyLifecycleResponse>({
  run: async (calls, read) => {
    const moment = momentOf(new Date());
    const standings = await read.standings.standings(calls.map(({ request: { assetId } }) => ({ assetId })));
    return calls.map(({ request }, place) =>
      fulfilled({ lifecycle: lifecycleAnswer(request, standings[place] as Standing, moment) }),
    );
  },
});
