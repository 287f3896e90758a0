import { timingSafeEqual } from "node:crypto";
import type { Sealer } from "../../rpc/seal.ts";
import { invalidPageToken } from "../contract/page-token.ts";

const positionBytes = 8;
const tagBytes = 16;

/**
 * Turns positions of the event log into cursors and back. A position counts the events of all tenants, so callers must not be able to read
 * or compare positions. A cursor is the position, encrypted and authenticated in SIV mode (the construction of RFC 5297 §2.6, with
 * HMAC-SHA-256): the same position always gives the same cursor. The cursor is bound to the tenant but not to a filter.
 */
export class EventCursors {
  readonly #sealer: Pick<Sealer, "digest">;

  constructor(sealer: Pick<Sealer, "digest">) {
    this.#sealer = sealer;
  }

  /** Returns the cursor of a position in the events of a tenant. */
  cursorOf(position: bigint, tenantId: string): string {
    const plain = Buffer.alloc(positionBytes);
    plain.writeBigUInt64BE(position);
    const tag = this.#tag(plain, tenantId);
    return Buffer.concat([tag, this.#masked(plain, tag)]).toString("base64url");
  }

  /** Returns the position of a cursor, 0 of none. @throws Failure INVALID_PAGE_TOKEN when the service did not make the cursor for this tenant */
  positionOf(cursor: string, tenantId: string): bigint {
    if (cursor === "") return 0n;
    const bytes = Buffer.from(cursor, "base64url");
    if (bytes.length !== tagBytes + positionBytes) throw invalidPageToken();
    const tag = bytes.subarray(0, tagBytes);
    const plain = this.#masked(bytes.subarray(tagBytes), tag);
    if (!timingSafeEqual(this.#tag(plain, tenantId), tag)) throw invalidPageToken();
    return plain.readBigUInt64BE();
  }

  #tag(plain: Buffer, tenantId: string): Buffer {
    return this.#digest("event cursor", plain, Buffer.from(tenantId)).subarray(0, tagBytes);
  }

  #masked(bytes: Buffer, tag: Buffer): Buffer {
    const mask = this.#digest("event cursor mask", tag);
    const masked = Buffer.alloc(positionBytes);
    for (let at = 0; at < positionBytes; at++) masked[at] = (bytes[at] as number) ^ (mask[at] as number);
    return masked;
  }

  /** Digests for one purpose. The zero byte ends the purpose, so that two purposes never digest the same bytes. */
  #digest(purpose: string, ...parts: Buffer[]): Buffer {
    return this.#sealer.digest(Buffer.concat([Buffer.from(`${purpose}\0`), ...parts]));
  }
}
