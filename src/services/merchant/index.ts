import { MerchantCertificateServiceService } from "../../../gen/ts/pda/merchant/v1/certificate_service.ts";
import { MerchantDeviceServiceService } from "../../../gen/ts/pda/merchant/v1/device_service.ts";
import { MerchantServiceService } from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import { SettlementAccountServiceService } from "../../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./api-keys.ts";
import { getMerchantCertificate } from "./certificates/get-merchant-certificate.ts";
import { issueMerchantCertificate } from "./certificates/issue-merchant-certificate.ts";
import { listMerchantCertificates } from "./certificates/list-merchant-certificates.ts";
import { revokeMerchantCertificate } from "./certificates/revoke-merchant-certificate.ts";
import { enrolMerchantDevice } from "./devices/enrol-merchant-device.ts";
import { getMerchantDevice } from "./devices/get-merchant-device.ts";
import { listMerchantDevices } from "./devices/list-merchant-devices.ts";
import { removeMerchantDevice, resumeMerchantDevice, suspendMerchantDevice } from "./devices/standing.ts";
import { getMerchant } from "./get-merchant.ts";
import { listMerchants } from "./list-merchants.ts";
import { registerMerchant } from "./register-merchant.ts";
import { cancelSettlementAccountChange } from "./settlement-accounts/cancel-settlement-account-change.ts";
import { getSettlementAccountChange } from "./settlement-accounts/get-settlement-account-change.ts";
import { listSettlementAccountChanges } from "./settlement-accounts/list-settlement-account-changes.ts";
import { requestSettlementAccountChange } from "./settlement-accounts/request-settlement-account-change.ts";
import { resumeMerchant, suspendMerchant } from "./standing.ts";
import { updateMerchant } from "./update-merchant.ts";

/** Merchant API. */
export function merchantService(deps: Pick<ServiceDeps, "networks">): ServedMethod[] {
  return implement(MerchantServiceService, {
    registerMerchant: registerMerchant(deps),
    getMerchant,
    listMerchants,
    updateMerchant,
    suspendMerchant,
    resumeMerchant,
    createApiKey,
    getApiKey,
    listApiKeys,
    revokeApiKey,
    rotateApiKey,
  });
}

/** Certificates and terminals of merchants, and where they are paid to. */
export function merchantTrustService(
  deps: Pick<ServiceDeps, "networks" | "trust" | "settlementAccountDelaySeconds">,
): ServedMethod[] {
  const { trust } = deps;
  const certificates = implement(MerchantCertificateServiceService, {
    issueMerchantCertificate: issueMerchantCertificate(trust),
    getMerchantCertificate: getMerchantCertificate(trust),
    listMerchantCertificates: listMerchantCertificates(trust),
    revokeMerchantCertificate: revokeMerchantCertificate(trust),
  });
  const devices = implement(MerchantDeviceServiceService, {
    enrolMerchantDevice: enrolMerchantDevice(trust),
    getMerchantDevice,
    listMerchantDevices,
    suspendMerchantDevice,
    resumeMerchantDevice,
    removeMerchantDevice,
  });
  const accounts = implement(SettlementAccountServiceService, {
    requestSettlementAccountChange: requestSettlementAccountChange(deps),
    getSettlementAccountChange,
    listSettlementAccountChanges,
    cancelSettlementAccountChange,
  });
  return [...certificates, ...devices, ...accounts];
}
