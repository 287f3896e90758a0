import type { Logger } from "../logger.ts";
import { keyNetworkChanges, walletRecoveries } from "../telemetry.ts";

/**
 * Tells the operator, by a metric and a line of the log, what the owner may have done or a thief. The lines name no wallet and no address,
 * which are personal: the audit record with the same request identifier, or the credential, does.
 */
export class Notices {
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Tells of a step of a recovery. Wallets are nobody's tenant, so there is no event for it. */
  recovery(step: "started" | "vetoed" | "completed", requestId: string): void {
    walletRecoveries.inc({ step });
    this.#log.warn({ requestId, step }, "a wallet is being recovered");
  }

  /** Tells of a key that has come to another network. */
  keyMoved(kind: "api_key" | "public_key", credentialId: string): void {
    keyNetworkChanges.inc({ kind });
    this.#log.warn({ credentialId }, "a key is used from another network than before");
  }
}
