import { WireType } from "@bufbuild/protobuf/wire";
import { UNUSUAL } from "./unusual.ts";

/** Varints of more bytes are left to the generic codec. A double holds 7 × 7 bits exactly. */
const VARINT_BYTES_MAX = 7;
const NOTHING: Uint8Array = new Uint8Array();

/** Reads an encoded message from its first byte to its last. Throws UNUSUAL for bytes that do not fit. */
export class Input {
  bytes: Uint8Array = NOTHING;
  /** Position of the next byte. */
  at = 0;

  /** Begins a message. One input serves all messages in turn, because no read waits. */
  open(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
  }

  /** Reads a varint below 2^49. */
  varint(): number {
    const { bytes } = this;
    let value = 0;
    let scale = 1;
    for (let count = 0; count < VARINT_BYTES_MAX && this.at < bytes.length; count += 1) {
      const byte = bytes[this.at++] as number;
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
      scale *= 0x80;
    }
    throw UNUSUAL;
  }

  /** Reads the length of a length-delimited value and returns the position where the value ends. */
  end(): number {
    const length = this.varint();
    const end = this.at + length;
    if (end > this.bytes.length) throw UNUSUAL;
    return end;
  }

  skip(wireType: number): void {
    const { bytes } = this;
    if (wireType === WireType.Varint) while ((bytes[this.at++] ?? 0) >= 0x80);
    else if (wireType === WireType.LengthDelimited) this.at = this.end();
    else if (wireType === WireType.Bit32) this.at += 4;
    else if (wireType === WireType.Bit64) this.at += 8;
    else throw UNUSUAL;
    if (this.at > bytes.length) throw UNUSUAL;
  }

  /** Reads a string. @throws TypeError when the string is not UTF-8. */
  text(): string {
    const end = this.end();
    const text = utf8.decode(this.bytes.subarray(this.at, end));
    this.at = end;
    return text;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
