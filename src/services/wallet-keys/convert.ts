import * as proto from "../../../gen/ts/pda/wallet/v1/key.ts";
import type { KeyRetirement, WalletKey } from "../../domain/wallet/key.ts";
import { type Recovery, type RecoveryStatus, recoveryStatusAt } from "../../domain/wallet/recovery.ts";
import { timestamp } from "../contract/timestamp.ts";

const statuses: Record<RecoveryStatus, proto.RecoveryStatus> = {
  pending: proto.RecoveryStatus.RECOVERY_STATUS_PENDING,
  completed: proto.RecoveryStatus.RECOVERY_STATUS_COMPLETED,
  vetoed: proto.RecoveryStatus.RECOVERY_STATUS_VETOED,
  replaced: proto.RecoveryStatus.RECOVERY_STATUS_REPLACED,
  expired: proto.RecoveryStatus.RECOVERY_STATUS_EXPIRED,
};

const retirements: Record<KeyRetirement, proto.KeyRetirement> = {
  rotation: proto.KeyRetirement.KEY_RETIREMENT_ROTATION,
  recovery: proto.KeyRetirement.KEY_RETIREMENT_RECOVERY,
};

export function keyToProto({ keyThumbprint, holderKey, createdAt, retired }: WalletKey): proto.WalletKey {
  return {
    keyThumbprint,
    holderKey,
    status: retired
      ? proto.WalletKeyStatus.WALLET_KEY_STATUS_RETIRED
      : proto.WalletKeyStatus.WALLET_KEY_STATUS_ACTIVE,
    createTime: timestamp(createdAt),
    retireTime: retired && timestamp(retired.at),
    retirement: retired && retirements[retired.by],
  };
}

export function recoveryToProto(recovery: Recovery, now: Date): proto.Recovery {
  const status = recoveryStatusAt(recovery, now);
  const ended = status === "expired" ? undefined : recovery.endedAt;
  return {
    recoveryId: recovery.recoveryId,
    walletId: recovery.walletId,
    status: statuses[status],
    oldKeyThumbprint: recovery.oldThumbprint,
    newKeyThumbprint: recovery.newThumbprint,
    createTime: timestamp(recovery.createdAt),
    effectiveTime: timestamp(recovery.effectiveAt),
    expireTime: timestamp(recovery.expiresAt),
    endTime: ended && timestamp(ended),
  };
}
