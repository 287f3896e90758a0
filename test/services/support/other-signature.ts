// What anyone can make of an ECDSA P-256 certificate or JWS: other bytes that verify as well.
import { derSignature } from "../../unit/trust/support/der-signature.ts";

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The first certificate of the chain with its signature (r, s) written as (r, n − s), PEM. */
export function otherSignature(chain: string): string {
  const text = chain.replace(/-----END[^]*$/, "").replace(/-----BEGIN[^\n]*\n/, "");
  const [signedPart, algorithm, signature] = elements(body(Buffer.from(text, "base64")));
  // After the count of unused bits.
  const numbers = elements(body(body(signature as Buffer).subarray(1)));
  const [r, s] = numbers.map((number) => BigInt(`0x${body(number).toString("hex")}`)) as [bigint, bigint];
  const raw = [r, ORDER - s].map((number) => number.toString(16).padStart(64, "0")).join("");
  const bits = Buffer.concat([Buffer.of(0), derSignature(Buffer.from(raw, "hex"))]);
  const der = wrap(
    0x30,
    Buffer.concat([signedPart as Buffer, algorithm as Buffer, wrap(0x03, bits)]),
  ).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${der.replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`;
}

/** The compact JWS with its signature (r, s) written as (r, n − s). */
export function otherJws(jws: string): string {
  const end = jws.lastIndexOf(".") + 1;
  const signature = Buffer.from(jws.slice(end), "base64url");
  const s = ORDER - BigInt(`0x${signature.subarray(32).toString("hex")}`);
  const other = Buffer.from(s.toString(16).padStart(64, "0"), "hex");
  return jws.slice(0, end) + Buffer.concat([signature.subarray(0, 32), other]).toString("base64url");
}

function header(element: Buffer): { readonly start: number; readonly end: number } {
  const first = element.readUInt8(1);
  const octets = first < 0x80 ? 0 : first & 0x7f;
  const length = octets === 0 ? first : element.readUIntBE(2, octets);
  return { start: 2 + octets, end: 2 + octets + length };
}

function body(element: Buffer): Buffer {
  const { start, end } = header(element);
  return element.subarray(start, end);
}

function elements(contents: Buffer): Buffer[] {
  if (contents.length === 0) return [];
  const { end } = header(contents);
  return [contents.subarray(0, end), ...elements(contents.subarray(end))];
}

function wrap(tag: number, contents: Buffer): Buffer {
  const { length } = contents;
  const octets =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...octets), contents]);
}
