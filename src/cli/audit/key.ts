import type { Config } from "../../config.ts";
import { verifierKey } from "../../trust/transparency/note.ts";
import { withDatabase } from "../database.ts";
import { openStore } from "../operator-keys.ts";
import { verifierFor } from "./verify.ts";

/** `pda audit key`. @throws CommandError when the log has no key yet */
export function printAuditKey(config: Config): Promise<void> {
  return withDatabase(config, async (url) => {
    await using store = await openStore(config, url);
    console.log(verifierKey(await verifierFor(store.read, undefined)));
  });
}
