import { createHash, hkdfSync } from "node:crypto";
import { decrypt, encrypt } from "../../../rpc/sealed-form.ts";

const noHeader = Buffer.alloc(0);

/** Returns the hash that a state is stored under. */
export const hashOfState = (kind: string, id: string): Buffer =>
  createHash("sha256").update(`${kind} ${id}`).digest();

/** Encrypts a state with a key that follows from its identifier, so that the database alone shows no code and no token. */
export const sealState = (kind: string, id: string, payload: Uint8Array): Buffer =>
  encrypt(keyOf(id), payload, noHeader, kind);

/** Decrypts a state. @throws when it was changed or moved */
export const openState = (kind: string, id: string, sealed: Buffer): Buffer =>
  decrypt(keyOf(id), sealed, noHeader, kind);

const keyOf = (id: string): Buffer => Buffer.from(hkdfSync("sha256", id, "", "pda oauth state v1", 32));
