import { WalletKeyServiceService } from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { completeRecovery } from "./complete-recovery.ts";
import { getRecovery } from "./get-recovery.ts";
import { listRecoveries } from "./list-recoveries.ts";
import { listWalletKeys } from "./list-wallet-keys.ts";
import { rotateWalletKey } from "./rotate-wallet-key.ts";
import { setRecoveryKey } from "./set-recovery-key.ts";
import { startRecovery } from "./start-recovery.ts";
import { vetoRecovery } from "./veto-recovery.ts";

/** What the operations on keys need. */
export type KeyDeps = Pick<ServiceDeps, "publicUrl" | "recoveryDelaySeconds">;

/** Keys of wallets. */
export function walletKeyService(deps: KeyDeps): ServedMethod[] {
  return implement(WalletKeyServiceService, {
    rotateWalletKey: rotateWalletKey(deps),
    listWalletKeys,
    setRecoveryKey: setRecoveryKey(deps),
    startRecovery: startRecovery(deps),
    getRecovery,
    listRecoveries,
    vetoRecovery: vetoRecovery(deps),
    completeRecovery,
  });
}
