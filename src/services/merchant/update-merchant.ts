import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type {
  UpdateMerchantRequest,
  UpdateMerchantResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { requirePrintableName } from "../../domain/name/name.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { lockMerchant, requireMerchant, shownMerchant } from "./read-merchants.ts";

/** What vouches for a name. */
const OPERATOR_SCOPE = "merchants.admin";

/** Changes the profile of a merchant. */
export const updateMerchant: Handler<UpdateMerchantRequest, UpdateMerchantResponse> = async ({
  request,
  principal,
  transact,
}) => {
  const { merchantId, name } = request;
  if (name !== undefined) {
    requireOperator(principal);
    aboutField("name", () => requirePrintableName(name));
  }
  return transact(async (tx) => {
    await tx.merchants.update(changed(await lockMerchant(tx.merchants, request), request));
    return shownMerchant(tx, await requireMerchant(tx.merchants, merchantId));
  });
};

/** Payers go by the name before they pay, so nobody names himself. @throws Failure PERMISSION_DENIED */
function requireOperator({ scopes, tenantId }: Principal): void {
  if (scopes.includes(OPERATOR_SCOPE) && tenantId === "") return;
  throw new Failure("PERMISSION_DENIED", {
    reason: "NAME_BY_OPERATOR",
    message: "The name, which payers see, is changed by the operator of the service only.",
  });
}

/** The profile with what the request names; an empty address is taken away. */
function changed(
  merchant: Merchant,
  { name, website, supportUrl }: Pick<UpdateMerchantRequest, "name" | "website" | "supportUrl">,
): Pick<Merchant, "merchantId" | "name" | "website" | "supportUrl"> {
  const site = website ?? merchant.website;
  const support = supportUrl ?? merchant.supportUrl;
  return {
    merchantId: merchant.merchantId,
    name: name ?? merchant.name,
    ...(site ? { website: site } : {}),
    ...(support ? { supportUrl: support } : {}),
  };
}
