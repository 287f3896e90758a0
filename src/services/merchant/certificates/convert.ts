import * as proto from "../../../../gen/ts/pda/merchant/v1/certificate.ts";
import type { MerchantCertificate, MerchantRevocationReason } from "../../../domain/merchant/certificate.ts";
import { parseCertificate } from "../../../trust/certificate.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { wordOf } from "../../contract/enum.ts";
import { registeredToProto } from "../../contract/registered-certificate.ts";

const { MerchantCertificateRevocationReason: Reason, MerchantCertificateStatus: Status } = proto;

const statuses: Record<MerchantCertificate["status"], proto.MerchantCertificateStatus> = {
  active: Status.MERCHANT_CERTIFICATE_STATUS_ACTIVE,
  revoked: Status.MERCHANT_CERTIFICATE_STATUS_REVOKED,
};

const reasons: Record<MerchantRevocationReason, proto.MerchantCertificateRevocationReason> = {
  unspecified: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_UNSPECIFIED,
  key_compromise: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE,
  affiliation_changed: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_AFFILIATION_CHANGED,
  superseded: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_SUPERSEDED,
  cessation_of_operation: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_CESSATION_OF_OPERATION,
  privilege_withdrawn: Reason.MERCHANT_CERTIFICATE_REVOCATION_REASON_PRIVILEGE_WITHDRAWN,
};
const word = wordOf(reasons);

/** Returns the reason that a request states; `unspecified` when it states none. */
export function merchantRevocationReasonOf(
  reason: proto.MerchantCertificateRevocationReason | undefined,
): MerchantRevocationReason {
  return word(reason) ?? "unspecified";
}

/** Returns a certificate as the contract shows it, with the chain up to its root. */
export function merchantCertificateToProto(
  stored: MerchantCertificate,
  trust: TrustAuthority,
): proto.MerchantCertificate {
  const above = trust.chainOf(parseCertificate(stored.issuer));
  return {
    merchantId: stored.merchantId,
    deviceId: stored.deviceId,
    scopes: [...stored.scopes],
    ...registeredToProto(stored, [parseCertificate(stored.certificate), ...above], { statuses, reasons }),
  };
}
