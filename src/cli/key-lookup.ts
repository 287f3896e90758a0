import type { RegisteredCredential } from "../domain/access/credential.ts";
import { isPublicKeyId } from "../domain/access/public-key.ts";
import type { Store } from "../store/store.ts";
import { CommandError } from "./failure.ts";

const KEY_ID = /^(key|pky)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** @throws CommandError unless the text has the form of a key's identifier */
export function checkKeyId(id: string): void {
  if (!KEY_ID.test(id))
    throw new CommandError(`"${id}" is not the identifier of a key (key_… or pky_…)`, "see: pda keys list");
}

/** Returns the API key or public key of any owner. @throws CommandError for an unknown one */
export async function requireKey(store: Pick<Store, "read">, id: string): Promise<RegisteredCredential> {
  const found = await store.read[isPublicKeyId(id) ? "publicKeys" : "apiKeys"].find(id);
  if (found) return found;
  throw new CommandError(`no key has the identifier ${id}`, "see: pda keys list");
}
