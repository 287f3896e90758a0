import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type {
  MerchantServiceService,
  UpdateMerchantRequest,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { requirePrintableName } from "../../domain/name/name.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { requireVersion } from "../contract/precondition.ts";
import { changesOf } from "../contract/update.ts";
import { requireFound } from "../contract/require-found.ts";
import { shownMerchant } from "./read-merchants.ts";

/** The scope that is required to change a merchant's name. */
const OPERATOR_SCOPE = "merchants.admin";

export const updateMerchant: Handlers<typeof MerchantServiceService>["updateMerchant"] = async ({
  request,
  principal,
  transact,
}) => {
  const { merchantId, name } = request;
  if (name !== undefined && changesOf(request)("name")) {
    requireOperator(principal);
    aboutField("name", () => requirePrintableName(name));
  }
  return transact(async (tx) => {
    const merchant = requireVersion(requireFound(await tx.merchants.lock(merchantId)), request.ifMatch);
    await tx.merchants.update(changed(merchant, request));
    return shownMerchant(tx, requireFound(await tx.merchants.get(merchantId)));
  });
};

/** Payers see the name before they pay, so a merchant must not change its own name. @throws Failure PERMISSION_DENIED */
function requireOperator({ scopes, tenantId }: Principal): void {
  if (scopes.includes(OPERATOR_SCOPE) && tenantId === "") return;
  throw new Failure("NAME_BY_OPERATOR", {
    message: "Only the operator of the service can change the name, because payers see it.",
  });
}

/** Returns the profile with the changes of a request. */
function changed(
  merchant: Merchant,
  request: UpdateMerchantRequest,
): Pick<Merchant, "merchantId" | "name" | "website" | "supportUrl"> {
  const changes = changesOf(request);
  const website = changes("website") ? request.website : merchant.website;
  const supportUrl = changes("supportUrl") ? request.supportUrl : merchant.supportUrl;
  return {
    merchantId: merchant.merchantId,
    name: (changes("name") ? request.name : undefined) ?? merchant.name,
    ...(website === undefined ? {} : { website }),
    ...(supportUrl === undefined ? {} : { supportUrl }),
  };
}
