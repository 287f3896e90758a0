import type { RegisteredCredential } from "../domain/access/credential.ts";
import { isPublicKeyId } from "../domain/access/public-key.ts";
import type { Store } from "../store/store.ts";
import { CommandError } from "./failure.ts";

/** Returns the API key or public key of any owner. @throws CommandError for an unknown one */
export async function requireKey(store: Pick<Store, "read">, id: string): Promise<RegisteredCredential> {
  const found = await store.read[isPublicKeyId(id) ? "publicKeys" : "apiKeys"].find(id);
  if (found) return found;
  throw new CommandError(`no key has the identifier ${id}`, "see: pda keys list");
}
