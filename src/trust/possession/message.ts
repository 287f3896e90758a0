import { identifier } from "../profile.ts";

/** The content that a device signs to prove possession of its key. */
export interface Possession {
  /** The challenge, 32 bytes. */
  readonly nonce: Uint8Array;
  /** `ast_…`, 30 characters. */
  readonly assetId: string;
  /** SHA-256 of the device's certificate in DER, or of the compressed public key of a device without certificate; 32 bytes. */
  readonly certificateSha256: Uint8Array;
  /** The party that relies on the proof: 1 to 255 visible ASCII characters. */
  readonly audience: string;
}

/** The payment that a device agrees to, in its signed form. */
export interface PaymentTerms {
  /** The party that relies on the signature: the base address of the service. */
  readonly audience: string;
  /** `mer_…`, 30 characters. */
  readonly merchantId: string;
  /** Code, 2 to 16 characters. */
  readonly assetType: string;
  /** Canonical decimal string, 1 to 37 characters. */
  readonly amount: string;
}

/** The content that a chip without a certificate signs when it is bound to an asset. */
export interface Binding {
  /** `ast_…`, 30 characters. */
  readonly assetId: string;
  /** SHA-256 of the chip's compressed public key, 32 bytes. */
  readonly keySha256: Uint8Array;
  /** Serial number of the chip: 1 to 64 visible ASCII characters. */
  readonly serialNumber: string;
}

/** Labels that distinguish these messages from everything else that a device may sign, and from later versions. */
const POSSESSION_LABEL = Buffer.from("PDA-POP-v1", "ascii");
const BINDING_LABEL = Buffer.from("PDA-BIND-v1", "ascii");
export const NONCE_BYTES = 32;
const DIGEST_BYTES = 32;
const ASSET_ID_LENGTH = 30;
const MERCHANT_ID_LENGTH = 30;
const SERIAL_NUMBER = /^[!-~]{1,64}$/;
const AUDIENCE = /^[!-~]{1,255}$/;
const CODE = /^[A-Z][A-Z0-9]{1,15}$/;
const AMOUNT = /^[0-9]{1,18}(?:\.[0-9]{1,18})?$/;

/**
 * Returns the signed bytes: `PDA-POP-v1`, nonce, asset identifier, SHA-256 of the certificate, length of the audience (1 byte), audience.
 * Every part has a fixed length or is preceded by its length, so two different proofs never have the same bytes.
 * @throws {RangeError} when a part is malformed, because the caller must check all parts before
 */
export function possessionMessage({ nonce, assetId, certificateSha256, audience }: Possession): Buffer {
  if (nonce.length !== NONCE_BYTES) throw new RangeError("a nonce must have 32 bytes");
  if (identifier(assetId).length !== ASSET_ID_LENGTH) throw new RangeError("not an asset identifier");
  if (certificateSha256.length !== DIGEST_BYTES) throw new RangeError("a SHA-256 must have 32 bytes");
  if (!AUDIENCE.test(audience))
    throw new RangeError("an audience must have 1 to 255 visible ASCII characters");
  return Buffer.concat([
    POSSESSION_LABEL,
    nonce,
    Buffer.from(assetId, "ascii"),
    certificateSha256,
    sized(audience),
  ]);
}

/**
 * Returns the signed bytes of a payment: a proof of possession's bytes, the merchant's identifier, the asset type's code and the amount.
 * The length (1 byte) precedes the code and the amount. A proof of possession never has these bytes, because it ends before them.
 * @throws {RangeError} when a part is malformed, because the caller must check all parts before
 */
export function paymentMessage(
  possession: Omit<Possession, "audience">,
  { audience, merchantId, assetType, amount }: PaymentTerms,
): Buffer {
  if (identifier(merchantId).length !== MERCHANT_ID_LENGTH) throw new RangeError("not a merchant identifier");
  if (!CODE.test(assetType)) throw new RangeError("not the code of an asset type");
  if (!AMOUNT.test(amount)) throw new RangeError("not an amount");
  return Buffer.concat([
    possessionMessage({ ...possession, audience }),
    Buffer.from(merchantId, "ascii"),
    sized(assetType),
    sized(amount),
  ]);
}

/**
 * Returns the signed bytes: `PDA-BIND-v1`, asset identifier, SHA-256 of the key, length of the serial number (1 byte), serial number.
 * An asset belongs to one publisher, so another publisher cannot use the signature.
 * @throws {RangeError} when a part is malformed, because the caller must check all parts before
 */
export function bindingMessage({ assetId, keySha256, serialNumber }: Binding): Buffer {
  if (identifier(assetId).length !== ASSET_ID_LENGTH) throw new RangeError("not an asset identifier");
  if (keySha256.length !== DIGEST_BYTES) throw new RangeError("a SHA-256 must have 32 bytes");
  if (!SERIAL_NUMBER.test(serialNumber))
    throw new RangeError("a serial number must have 1 to 64 visible ASCII characters");
  return Buffer.concat([BINDING_LABEL, Buffer.from(assetId, "ascii"), keySha256, sized(serialNumber)]);
}

/** Encodes an ASCII text after its length. */
function sized(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, "ascii")]);
}
