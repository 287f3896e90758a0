import type { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { requireFound } from "../contract/require-found.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { RevocationLists } from "../revocation/revocation-lists.ts";

export const getRevocationList =
  (revocationLists: RevocationLists): Handlers<typeof RecordServiceService>["getRevocationList"] =>
  async ({ request }) => {
    const list = requireFound(await revocationLists.list(request.revocationListId));
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
