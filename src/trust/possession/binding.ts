import { identifier } from "../profile.ts";

/** What a chip without a certificate signs when it is bound to an asset. */
export interface Binding {
  /** `ast_…`, 30 characters. */
  readonly assetId: string;
  /** SHA-256 of the chip's public key, compressed; 32 bytes. */
  readonly keySha256: Uint8Array;
  /** Serial number of the chip: 1 to 64 visible ASCII characters. */
  readonly serialNumber: string;
}

/** Sets these messages apart from challenges and from everything else that a chip may sign. */
const LABEL = Buffer.from("PDA-BIND-v1", "ascii");
const DIGEST_BYTES = 32;
const ASSET_ID_LENGTH = 30;
const SERIAL_NUMBER = /^[!-~]{1,64}$/;

/**
 * The bytes that are signed: `PDA-BIND-v1`, asset identifier, SHA-256 of the key, length of the serial number (1 byte), serial
 * number. An asset belongs to one publisher, so a signature is of no use to another one.
 * @throws {RangeError} where a part does not have its form: all of them are checked before
 */
export function bindingMessage({ assetId, keySha256, serialNumber }: Binding): Buffer {
  if (identifier(assetId).length !== ASSET_ID_LENGTH) throw new RangeError("not an asset identifier");
  if (keySha256.length !== DIGEST_BYTES) throw new RangeError("a SHA-256 has 32 bytes");
  if (!SERIAL_NUMBER.test(serialNumber))
    throw new RangeError("a serial number has 1 to 64 visible ASCII characters");
  return Buffer.concat([
    LABEL,
    Buffer.from(assetId, "ascii"),
    keySha256,
    Buffer.of(serialNumber.length),
    Buffer.from(serialNumber, "ascii"),
  ]);
}
