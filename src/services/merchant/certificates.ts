import * as proto from "../../../gen/ts/pda/merchant/v1/certificate.ts";
import type { IssueMerchantCertificateResponse } from "../../../gen/ts/pda/merchant/v1/certificate_service.ts";
import type { AccessCertificate, AccessRevocationReason } from "../../domain/access/certificate.ts";
import { requireActiveMerchant } from "../../domain/merchant/merchant.ts";
import { parseCertificate } from "../../trust/certificate.ts";
import { accessCertificateOperations } from "../access-certificates/operations.ts";
import { limitsToProto } from "../credentials/limits.ts";
import type { TrustAuthority } from "../authority/trust-authority.ts";
import { wordOf } from "../contract/enum.ts";
import { registeredToProto } from "../contract/registered-certificate.ts";
import { requireFound } from "../contract/require-found.ts";

const { MerchantCertificateRevocationReason: Reason, MerchantCertificateStatus: Status } = proto;

const statuses: Record<AccessCertificate["status"], proto.MerchantCertificateStatus> = {
  active: Status.MERCHANT_CERTIFICATE_STATUS_ACTIVE,
  revoked: Status.MERCHANT_CERTIFICATE_STATUS_REVOKED,
};

const reasons: Record<AccessRevocationReason, proto.MerchantCertificateRevocationReason> = {
  unspecified: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_UNSPECIFIED,
  key_compromise: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE,
  affiliation_changed: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_AFFILIATION_CHANGED,
  superseded: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_SUPERSEDED,
  cessation_of_operation: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_CESSATION_OF_OPERATION,
  privilege_withdrawn: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_PRIVILEGE_WITHDRAWN,
};
const word = wordOf(reasons);

/** Returns a certificate of a merchant or a terminal as the contract shows it, with the chain up to its root. */
export function merchantCertificateToProto(
  stored: AccessCertificate,
  trust: TrustAuthority,
): proto.MerchantCertificate {
  const { holder } = stored;
  const above = trust.chainOf(parseCertificate(stored.issuer));
  return {
    merchantId: holder.kind === "merchant" ? holder.merchantId : "",
    deviceId: holder.kind === "merchant" ? holder.deviceId : undefined,
    scopes: [...stored.scopes],
    role: stored.role,
    limits: limitsToProto(stored.limits),
    ...registeredToProto(stored, [parseCertificate(stored.certificate), ...above], { statuses, reasons }),
  };
}

/** The certificates of a merchant and its terminals. */
export const {
  issue: issueMerchantCertificate,
  get: getMerchantCertificate,
  list: listMerchantCertificates,
  revoke: revokeMerchantCertificate,
} = accessCertificateOperations({
  list: "merchant_certificates",
  holderOf: ({
    merchantId,
    deviceId,
  }: {
    readonly merchantId: string;
    readonly deviceId?: string | undefined;
  }) => ({
    kind: "merchant",
    merchantId,
    ...(deviceId === undefined ? {} : { deviceId }),
  }),
  requireTenant: (read, { merchantId }) => read.merchants.get(merchantId).then(requireFound),
  requireActive: requireActiveMerchant,
  reasonOf: (reason: proto.MerchantCertificateRevocationReason | undefined) => word(reason) ?? "unspecified",
  toProto: merchantCertificateToProto,
  answer: (merchantCertificate): IssueMerchantCertificateResponse => ({ merchantCertificate }),
});
