/** ECDSA-Sig-Value with both numbers at their full length and a sign byte: what openssl reads, made without our own code. */
export function derSignature(raw: Buffer): Buffer {
  const integer = (part: Buffer): Buffer => {
    const hex = BigInt(`0x${part.toString("hex")}`).toString(16);
    const even = hex.length % 2 === 0 ? hex : `0${hex}`;
    const digits = Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, "hex");
    return Buffer.concat([Buffer.of(2, digits.length), digits]);
  };
  const body = Buffer.concat([integer(raw.subarray(0, 32)), integer(raw.subarray(32))]);
  return Buffer.concat([Buffer.of(0x30, body.length), body]);
}
