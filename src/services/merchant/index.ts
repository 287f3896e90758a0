import { MerchantCertificateServiceService } from "../../../gen/ts/pda/merchant/v1/certificate_service.ts";
import { MerchantDeviceServiceService } from "../../../gen/ts/pda/merchant/v1/device_service.ts";
import { MerchantServiceService } from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import { SettlementAccountServiceService } from "../../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { createApiKey, getApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./api-keys.ts";
import {
  getMerchantCertificate,
  issueMerchantCertificate,
  listMerchantCertificates,
  revokeMerchantCertificate,
} from "./certificates.ts";
import {
  enrolMerchantDevice,
  getMerchantDevice,
  listMerchantDevices,
  removeMerchantDevice,
  resumeMerchantDevice,
  suspendMerchantDevice,
} from "./devices/merchant-devices.ts";
import { getMerchant, listMerchants } from "./read-merchants.ts";
import { registerMerchant } from "./register-merchant.ts";
import {
  cancelSettlementAccountChange,
  getSettlementAccountChange,
  listSettlementAccountChanges,
  requestSettlementAccountChange,
} from "./settlement-accounts/changes.ts";
import { resumeMerchant, suspendMerchant } from "./standing.ts";
import { updateMerchant } from "./update-merchant.ts";

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

/** Serves the merchants' certificates, terminals and settlement accounts. */
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
