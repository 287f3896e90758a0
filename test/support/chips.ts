// Simulates chips without a certificate: a signing chip with a secp256k1 key, and an NTAG 424 DNA. Written from the contract, without the
// product's code.
import {
  createCipheriv,
  createHash,
  ECDH,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";

/** Order of secp256k1 (SEC 2 §2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Options of a chip's signature. */
export interface SignatureForm {
  readonly key?: KeyObject;
  readonly high?: boolean;
}

/** A chip that signs with its own key. */
export class SigningChip {
  readonly key: KeyObject;
  readonly compressed: Buffer;
  readonly uncompressed: Buffer;
  readonly serialNumber: string;

  constructor(serialNumber = `K1-${randomBytes(6).toString("hex").toUpperCase()}`) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
    this.key = privateKey;
    this.uncompressed = publicKey.export({ type: "spki", format: "der" }).subarray(-65);
    this.compressed = ECDH.convertKey(
      this.uncompressed,
      "secp256k1",
      undefined,
      undefined,
      "compressed",
    ) as Buffer;
    this.serialNumber = serialNumber;
  }

  get publicKey(): string {
    return this.compressed.toString("hex");
  }

  /** SHA-256 of the compressed key. */
  get digest(): Buffer {
    return createHash("sha256").update(this.compressed).digest();
  }

  /** Signs and returns r and s in base64url, with low s by default. */
  sign(message: Buffer, { key = this.key, high = false }: SignatureForm = {}): string {
    const raw = sign("sha256", message, { key, dsaEncoding: "ieee-p1363" });
    const s = BigInt(`0x${raw.subarray(32).toString("hex")}`);
    const low = s > order / 2n ? order - s : s;
    const chosen = (high ? order - low : low).toString(16).padStart(64, "0");
    return Buffer.concat([raw.subarray(0, 32), Buffer.from(chosen, "hex")]).toString("base64url");
  }

  /** The data of the chip that a binding needs. */
  binding(assetId: string, over: { serialNumber?: string; label?: string } & SignatureForm = {}) {
    const { serialNumber = this.serialNumber, label = "PDA-BIND-v1" } = over;
    const message = Buffer.concat([
      Buffer.from(label),
      Buffer.from(assetId),
      this.digest,
      Buffer.from([serialNumber.length]),
      Buffer.from(serialNumber),
    ]);
    return { publicKey: this.publicKey, signature: this.sign(message, over) };
  }

  /** Returns the chip's answer to a challenge; `over` changes parts of it. */
  proof(
    challenge: { nonce: string; assetId: string; audience: string },
    over: {
      nonce?: string;
      assetId?: string;
      audience?: string;
      label?: string;
      digest?: Buffer;
    } & SignatureForm = {},
  ) {
    const { label = "PDA-POP-v1", digest = this.digest } = over;
    const { nonce, assetId, audience } = { ...challenge, ...over };
    const message = Buffer.concat([
      Buffer.from(label),
      Buffer.from(nonce, "base64url"),
      Buffer.from(assetId),
      digest,
      Buffer.from([audience.length]),
      Buffer.from(audience),
    ]);
    return { nonce: challenge.nonce, publicKey: this.publicKey, signature: this.sign(message, over) };
  }
}

const blockBytes = 16;
const aes = (mode: "ecb" | "cbc", key: Buffer, iv: Buffer | null, data: Buffer): Buffer =>
  createCipheriv(`aes-128-${mode}`, key, iv).setAutoPadding(false).update(data);
const zero = Buffer.alloc(blockBytes);
const number = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex")}`);
const block = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(32, "0"), "hex");

/** Computes AES-CMAC with whole numbers (RFC 4493 §2.3 and §2.4). */
function cmac(key: Buffer, message: Buffer): Buffer {
  const double = (value: bigint) => ((value << 1n) % (1n << 128n)) ^ (value >> 127n ? 0x87n : 0n);
  const k1 = double(number(aes("ecb", key, null, zero)));
  const whole = message.length > 0 && message.length % blockBytes === 0;
  const padded = whole
    ? message
    : Buffer.concat([
        message,
        Buffer.from([0x80]),
        Buffer.alloc(blockBytes - 1 - (message.length % blockBytes)),
      ]);
  const last = padded.subarray(padded.length - blockBytes);
  const masked = block(number(last) ^ (whole ? k1 : double(k1)));
  const input = Buffer.concat([padded.subarray(0, padded.length - blockBytes), masked]);
  return aes("cbc", key, zero, input).subarray(-blockBytes);
}

/** The parameters that a tag puts into its URL, with the names of the contract. */
export interface Tapped {
  readonly piccData: string;
  readonly cmac: string;
  readonly encFileData?: string;
  readonly macParameter?: string;
}

const capitals = (bytes: Buffer): string => bytes.toString("hex").toUpperCase();

/** An NTAG 424 DNA that counts its taps. */
export class Tag {
  readonly uid: string;
  readonly metaRead: Buffer;
  readonly fileRead: Buffer;
  counter = 0;

  constructor(over: { uid?: string; metaRead?: Buffer; fileRead?: Buffer } = {}) {
    this.uid = over.uid ?? `04${capitals(randomBytes(6))}`;
    this.metaRead = over.metaRead ?? randomBytes(16);
    this.fileRead = over.fileRead ?? randomBytes(16);
  }

  /** The data of the chip that a binding needs. */
  get keys() {
    return { sdmMetaReadKey: this.metaRead.toString("hex"), sdmFileReadKey: this.fileRead.toString("hex") };
  }

  /** Returns the URL parameters of the next tap, or of a tap with this counter. */
  tap(counter = ++this.counter, file?: Buffer): Tapped {
    const octets = Buffer.from([counter & 0xff, (counter >> 8) & 0xff, counter >> 16]);
    const uid = Buffer.from(this.uid, "hex");
    const picc = Buffer.concat([Buffer.from([0xc7]), uid, octets, randomBytes(5)]);
    const session = (vector: string): Buffer =>
      cmac(this.fileRead, Buffer.concat([Buffer.from(vector, "hex"), uid, octets]));
    const encFileData = file && this.#encrypt(session("c33c00010080"), octets, file);
    const input = Buffer.from(encFileData === undefined ? "" : `${encFileData}&cmac=`);
    const mac = cmac(session("3cc300010080"), input).filter((_, index) => index % 2 === 1);
    return {
      piccData: capitals(aes("cbc", this.metaRead, zero, picc)),
      cmac: capitals(Buffer.from(mac)),
      ...(encFileData === undefined ? {} : { encFileData }),
    };
  }

  #encrypt(key: Buffer, counter: Buffer, file: Buffer): string {
    const iv = aes("ecb", key, null, Buffer.concat([counter, Buffer.alloc(13)]));
    return capitals(aes("cbc", key, iv, file));
  }
}
