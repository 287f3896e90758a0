import type { MerchantCertificateServiceService } from "../../../../gen/ts/pda/merchant/v1/certificate_service.ts";
import { requireActiveMerchant } from "../../../domain/merchant/merchant.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { requireContained } from "../../api-keys/containment.ts";
import { requireGrantable } from "../../api-keys/create.ts";
import { requireSigningRequest } from "../../contract/credential.ts";
import { pageRequest, pageToProto } from "../../contract/page-token.ts";
import { requireFound } from "../../contract/require-found.ts";
import { lockNamedDevice } from "../devices/lock-device.ts";
import { certify } from "./certify.ts";
import { merchantCertificateToProto, merchantRevocationReasonOf } from "./convert.ts";

type Service = Handlers<typeof MerchantCertificateServiceService>;

/**
 * Issues a certificate for the merchant's own key or a terminal's key. The names in the certificate come from the registry. The caller
 * can give only scopes that it holds.
 */
export const issueMerchantCertificate =
  (trust: TrustAuthority): Service["issueMerchantCertificate"] =>
  async ({ request, principal, transact }) => {
    const { merchantId, deviceId, scopes } = request;
    requireGrantable(deviceId === undefined ? "merchant" : "terminal", scopes, principal);
    const { spki } = requireSigningRequest(request.certificateSigningRequest);
    return transact(async (tx) => {
      requireActiveMerchant(requireFound(await tx.merchants.get(merchantId)));
      if (deviceId !== undefined) await lockNamedDevice(tx.merchantDevices, merchantId, deviceId);
      const terminal = deviceId === undefined ? {} : { deviceId };
      const stored = await certify(tx, trust, { merchantId, spki, ...terminal }, scopes);
      // Without scopes the certificate is no credential. With some it may be used from everywhere until it ends.
      if (scopes.length > 0)
        await requireContained(tx, principal, { allowedNetworks: [], expiresAt: stored.notAfter });
      return { merchantCertificate: merchantCertificateToProto(stored, trust) };
    });
  };

export const getMerchantCertificate =
  (trust: TrustAuthority): Service["getMerchantCertificate"] =>
  async ({ request, read }) => {
    const stored = requireFound(
      await read.merchantCertificates.get(request.merchantId, request.certificateId),
    );
    return { merchantCertificate: merchantCertificateToProto(stored, trust) };
  };

/** Lists the merchant's certificates, newest first. */
export const listMerchantCertificates =
  (trust: TrustAuthority): Service["listMerchantCertificates"] =>
  async ({ request, read }) => {
    const { merchantId, deviceId } = request;
    const binding = { list: "merchant_certificates", merchantId, deviceId };
    const page = pageRequest(request, binding);
    requireFound(await read.merchants.get(merchantId));
    const terminal = deviceId === undefined ? {} : { deviceId };
    const found = await read.merchantCertificates.list(merchantId, terminal, page);
    return pageToProto(found, binding, (stored) => merchantCertificateToProto(stored, trust));
  };

/** Revokes a certificate of the merchant, also of a suspended merchant. A revoked certificate keeps its time and reason. */
export const revokeMerchantCertificate =
  (trust: TrustAuthority): Service["revokeMerchantCertificate"] =>
  async ({ request, transact }) => {
    const { merchantId, certificateId } = request;
    const reason = merchantRevocationReasonOf(request.reason);
    return transact(async (tx) => {
      const revoked = requireFound(await tx.merchantCertificates.revoke(merchantId, certificateId, reason));
      return { merchantCertificate: merchantCertificateToProto(revoked, trust) };
    });
  };
