import type { Config } from "../../config.ts";
import { withDatabase } from "../database.ts";
import { openStore } from "../operator-keys.ts";

/** `pda audit forget`. @param month such as `2026-01` */
export function forgetAudit(config: Config, month: string): Promise<void> {
  return withDatabase(config, async (url) => {
    await using store = await openStore(config, url);
    const removed = await store.transact((tx) => tx.auditRetention.forget(month));
    console.log(removed.length === 0 ? "no month was removed" : `removed: ${removed.join(", ")}`);
  });
}
