import type {
  GetRevocationListRequest,
  GetRevocationListResponse,
} from "../../../gen/ts/pda/verification/v1/record_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { RevocationLists } from "../revocation/revocation-lists.ts";

export const getRevocationList =
  (revocationLists: RevocationLists): Handler<GetRevocationListRequest, GetRevocationListResponse> =>
  async ({ request }) => {
    const list = await revocationLists.list(request.revocationListId);
    if (!list) throw new Failure("NOT_FOUND");
    return {
      revocationList: {
        revocationListId: list.revocationListId,
        revocationList: Buffer.from(list.der),
        entityTag: list.fingerprint,
        updateTime: timestamp(list.thisUpdate),
        nextUpdateTime: timestamp(list.nextUpdate),
      },
    };
  };
