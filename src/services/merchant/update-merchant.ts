import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type {
  MerchantServiceService,
  UpdateMerchantRequest,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { requirePrintableName } from "../../domain/name/name.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { requestSigningOf } from "../contract/request-signing.ts";
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
    const profile = changed(merchant, request);
    if (profile.requestSigning !== merchant.requestSigning) requireSignature(principal);
    await tx.merchants.update(profile);
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

/**
 * A stolen key must not turn signatures off, and who turns them on must be able to sign. An internal service is known by its TLS certificate.
 * @throws Failure UNAUTHENTICATED unless a caller that is the merchant itself has signed the request
 */
function requireSignature({ tenantId, kind, signedBy }: Principal): void {
  if (tenantId === "" || kind === PrincipalKind.PRINCIPAL_KIND_SERVICE || signedBy !== undefined) return;
  throw new Failure("REQUEST_SIGNATURE_REQUIRED", {
    message: "Sign this request: a merchant changes requestSigning only by a signed request.",
  });
}

/** Returns the profile with the changes of a request. */
function changed(
  merchant: Merchant,
  request: UpdateMerchantRequest,
): Pick<Merchant, "merchantId" | "name" | "website" | "supportUrl" | "requestSigning"> {
  const changes = changesOf(request);
  const website = changes("website") ? request.website : merchant.website;
  const supportUrl = changes("supportUrl") ? request.supportUrl : merchant.supportUrl;
  return {
    merchantId: merchant.merchantId,
    requestSigning: changes("requestSigning")
      ? (requestSigningOf(request.requestSigning) ?? "optional")
      : merchant.requestSigning,
    name: (changes("name") ? request.name : undefined) ?? merchant.name,
    ...(website === undefined ? {} : { website }),
    ...(supportUrl === undefined ? {} : { supportUrl }),
  };
}
