import * as deviceProto from "../../../gen/ts/pda/merchant/v1/device.ts";
import * as proto from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import * as accountProto from "../../../gen/ts/pda/merchant/v1/settlement_account.ts";
import type { MerchantDevice } from "../../domain/merchant/device.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { SettlementAccountChange } from "../../domain/merchant/settlement-account.ts";
import { wordOf } from "../contract/enum.ts";
import { requestSigningToProto } from "../contract/request-signing.ts";
import { timestamp } from "../contract/timestamp.ts";

const merchantStatus: Record<Merchant["status"], proto.MerchantStatus> = {
  active: proto.MerchantStatus.MERCHANT_STATUS_ACTIVE,
  suspended: proto.MerchantStatus.MERCHANT_STATUS_SUSPENDED,
};

/** Returns a merchant as the contract shows it, with the pending changes of its settlement accounts. */
export function merchantToProto(
  merchant: Merchant,
  pending: readonly SettlementAccountChange[],
): proto.Merchant {
  return {
    merchantId: merchant.merchantId,
    name: merchant.name,
    status: merchantStatus[merchant.status],
    settlementAccounts: [...merchant.settlementAccounts],
    createTime: timestamp(merchant.createdAt),
    version: merchant.version,
    website: merchant.website,
    supportUrl: merchant.supportUrl,
    pendingSettlementAccountChanges: pending.map(changeToProto),
    requestSigning: requestSigningToProto(merchant.requestSigning),
  };
}

/** Returns the status that a request names; undefined when it names none. */
export const merchantStatusOf = wordOf(merchantStatus);

const changeStatus: Record<SettlementAccountChange["status"], accountProto.SettlementAccountChangeStatus> = {
  pending: accountProto.SettlementAccountChangeStatus.SETTLEMENT_ACCOUNT_CHANGE_STATUS_PENDING,
  effective: accountProto.SettlementAccountChangeStatus.SETTLEMENT_ACCOUNT_CHANGE_STATUS_EFFECTIVE,
  cancelled: accountProto.SettlementAccountChangeStatus.SETTLEMENT_ACCOUNT_CHANGE_STATUS_CANCELLED,
};

export function changeToProto(change: SettlementAccountChange): accountProto.SettlementAccountChange {
  return {
    changeId: change.changeId,
    merchantId: change.merchantId,
    network: change.network,
    settlementAccount: change.account,
    status: changeStatus[change.status],
    createTime: timestamp(change.createdAt),
    effectiveTime: timestamp(change.effectiveAt),
    cancelTime: change.cancelledAt && timestamp(change.cancelledAt),
    requestedBy: change.requestedBy,
  };
}

const deviceStatus: Record<MerchantDevice["status"], deviceProto.MerchantDeviceStatus> = {
  active: deviceProto.MerchantDeviceStatus.MERCHANT_DEVICE_STATUS_ACTIVE,
  suspended: deviceProto.MerchantDeviceStatus.MERCHANT_DEVICE_STATUS_SUSPENDED,
  removed: deviceProto.MerchantDeviceStatus.MERCHANT_DEVICE_STATUS_REMOVED,
};

/** Returns the terminal status that a request names; undefined when it names none. */
export const deviceStatusOf = wordOf(deviceStatus);

export function merchantDeviceToProto(device: MerchantDevice): deviceProto.MerchantDevice {
  return {
    deviceId: device.deviceId,
    merchantId: device.merchantId,
    name: device.name,
    status: deviceStatus[device.status],
    createTime: timestamp(device.createdAt),
    removeTime: device.removedAt && timestamp(device.removedAt),
    version: device.version,
  };
}
