import type { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import { STATUS_TTL_SECONDS, shardOf } from "../../domain/status/status-list.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { requireFound } from "../contract/require-found.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { StatusLists } from "../revocation/status-lists.ts";

export const getStatusList =
  (statusLists: StatusLists): Handlers<typeof RecordServiceService>["getStatusList"] =>
  async ({ request }) => {
    const shard = shardOf(request.listId);
    const list = requireFound(shard && (await statusLists.list(shard)));
    const { listId, uri, token, entityTag, issuedAt, expiresAt } = list;
    return {
      statusList: {
        listId,
        uri,
        token,
        entityTag,
        timeToLiveSeconds: STATUS_TTL_SECONDS,
        issueTime: timestamp(issuedAt),
        expireTime: timestamp(expiresAt),
      },
    };
  };
