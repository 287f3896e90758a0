import { fromString, fromUUID, toUUID, typeidUnboxed } from "typeid-js";

/** Kinds of resources and their identifier's prefix (TypeID 0.3). */
export const idPrefixes = {
  merchant: "mer",
  publisher: "pub",
  asset: "ast",
  assetType: "aty",
  wallet: "wal",
  payment: "pay",
  transaction: "txn",
  refund: "rfd",
  settlement: "stl",
  certificate: "crt",
  device: "dev",
  event: "evt",
  apiKey: "key",
} as const;

/** Kind of a resource. */
export type IdKind = keyof typeof idPrefixes;

/** A new identifier, `<prefix>_<base32 UUIDv7>`. Later ones sort after earlier ones. */
export function newId(kind: IdKind): string {
  return typeidUnboxed(idPrefixes[kind]);
}

/** The UUID inside an identifier; throws on anything that is not an identifier of this kind. */
export function uuidOf(kind: IdKind, id: string): string {
  return toUUID(fromString(id, idPrefixes[kind]));
}

/** The identifier for a UUID of this kind. */
export function idOf(kind: IdKind, uuid: string): string {
  return fromUUID(uuid, idPrefixes[kind]);
}
