import {
  AccessServiceService,
  LeaseQuotasRequest,
  LeaseQuotasResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import type { CoreClient } from "../rpc/client.ts";
import type { AskLeases } from "../rpc/quota/leases.ts";
import { ownCall } from "./own-call.ts";

/** A core that needs longer does not answer the calls that wait for a lease in time either. */
const DEADLINE_MS = 1_000;

/** Makes the question for leases of quotas, one call of the core for many subjects. */
export function leasesOf(core: Pick<CoreClient, "call">): AskLeases {
  const { path } = AccessServiceService.leaseQuotas;
  return async (demands) => {
    const request = LeaseQuotasRequest.encode({
      demands: demands.map(({ policy, subject, spent, wanted }) => ({
        quota: policy.name,
        subject,
        unitsPerSecond: policy.unitsPerSecond,
        capacity: policy.capacity,
        spent,
        wanted,
      })),
    }).finish();
    return LeaseQuotasResponse.decode(await ownCall(core, { path, request, withinMs: DEADLINE_MS })).leases;
  };
}
