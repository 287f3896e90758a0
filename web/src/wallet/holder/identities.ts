// The credentials of this browser's holder. No service has them: the browser keeps them, and shows what the holder chooses.
import { base64url, WebKey, type WebKeyPair } from "@pda/client/browser";
import { clear, createStore, del, entries, set } from "idb-keyval";
import { type Credential, type Question, readCredential } from "../values/credential.ts";
import { sha256 } from "./keys.ts";

const store = createStore("pda-wallet-credentials", "credentials");

/** A credential that the browser keeps. */
export interface Kept {
  readonly id: string;
  readonly credential: Credential;
}

/** Returns the credentials that the browser keeps. */
export async function keptCredentials(): Promise<Kept[]> {
  const found = await entries<string, string>(store);
  return found.flatMap(([id, text]) => {
    const credential = readCredential(text);
    return credential ? [{ id, credential }] : [];
  });
}

/** Keeps a credential; the same one once. @param text as the issuer has handed it out */
export async function keepCredential(text: string): Promise<void> {
  await set(await sha256(text.trim()), text.trim(), store);
}

export const removeCredential = (id: string): Promise<void> => del(id, store);

/** Removes all credentials from this browser. */
export const removeCredentials = (): Promise<void> => clear(store);

/** Tells whether a credential was issued for the wallet's present key. Another key cannot prove anything. */
export async function isFor(
  { thumbprint }: { readonly thumbprint: string },
  { holderKey }: Credential,
): Promise<boolean> {
  const { crv, kty, x, y } = holderKey;
  return (await sha256(JSON.stringify({ crv, kty, x, y }))) === thumbprint;
}

/**
 * Makes a presentation with key binding (RFC 9901 section 4.3), good for one question.
 * @param chosen disclosures to show; one that stands inside another brings the other with it
 */
export async function present(
  { keys }: { readonly keys: WebKeyPair },
  { jwt, disclosures }: Credential,
  chosen: ReadonlySet<string>,
  { audience, nonce }: Question,
): Promise<string> {
  const shown = new Set(chosen);
  const digests = await Promise.all(disclosures.map(({ text }) => sha256(text)));
  // From the inner to the outer ones, until nothing is added.
  for (let before = -1; before !== shown.size; ) {
    before = shown.size;
    for (const [at, { text }] of disclosures.entries())
      if (shown.has(text))
        for (const outer of disclosures)
          if (JSON.stringify(outer.value).includes(`"${digests[at]}"`)) shown.add(outer.text);
  }
  const texts = disclosures.map(({ text }) => text).filter((text) => shown.has(text));
  const part = [jwt, ...texts, ""].join("~");
  const claims = {
    iat: Math.floor(Date.now() / 1000),
    aud: audience,
    nonce,
    sd_hash: await sha256(part),
  };
  const encode = (value: object): string => base64url(new TextEncoder().encode(JSON.stringify(value)));
  const message = `${encode({ alg: "ES256", typ: "kb+jwt" })}.${encode(claims)}`;
  return `${part}${message}.${base64url(await new WebKey(keys, "keys").sign(message))}`;
}
