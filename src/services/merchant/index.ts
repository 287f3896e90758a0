import { MerchantServiceService } from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { createApiKey } from "./create-api-key.ts";
import { getApiKey } from "./get-api-key.ts";
import { getMerchant } from "./get-merchant.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { registerMerchant } from "./register-merchant.ts";
import { revokeApiKey } from "./revoke-api-key.ts";

/** Merchant API. */
export function merchantService(deps: Pick<ServiceDeps, "networks">): ServedMethod[] {
  return implement(MerchantServiceService, {
    registerMerchant: registerMerchant(deps),
    getMerchant,
    createApiKey,
    getApiKey,
    listApiKeys,
    revokeApiKey,
  });
}
