// Chips without a certificate, as far as examples need them.
import { createCipheriv, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { components } from "../../clients/typescript/src/index.ts";
import { bindingMessage } from "../../src/trust/possession/message.ts";
import { possessionMessage } from "../../src/trust/possession/message.ts";
import { parseRawKey } from "../../src/trust/raw-key.ts";
import { aesCmac } from "../../src/trust/sun/cmac.ts";

type Schemas = components["schemas"];

/** Half of the order of secp256k1 (SEC 2 §2.4.1). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** A chip that signs with a secp256k1 key. */
export class SigningChip {
  readonly serialNumber = `CHIP-${randomBytes(5).toString("hex").toUpperCase()}`;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
  readonly #public = parseRawKey(
    this.#keys.publicKey.export({ type: "spki", format: "der" }).subarray(-65).toString("hex"),
  );

  /** What it gives to be bound to an asset. */
  binding(assetId: string): Schemas["RawKey"] {
    const { digest: keySha256 } = this.#public;
    const { serialNumber } = this;
    return {
      publicKey: this.#public.compressed.toString("hex"),
      signature: this.#sign(bindingMessage({ assetId, keySha256, serialNumber })),
    };
  }

  /** Its answer to a challenge. */
  answer({ nonce, assetId, audience }: Schemas["Challenge"]): Schemas["KeySignature"] {
    const message = possessionMessage({
      nonce: Buffer.from(nonce, "base64url"),
      assetId,
      certificateSha256: this.#public.digest,
      audience,
    });
    return { nonce, publicKey: this.#public.compressed.toString("hex"), signature: this.#sign(message) };
  }

  /** Signs until s is low, as every second time it is. */
  #sign(message: Buffer): string {
    for (;;) {
      const signature = sign("sha256", message, { key: this.#keys.privateKey, dsaEncoding: "ieee-p1363" });
      if (BigInt(`0x${signature.toString("hex", 32)}`) <= halfOrder) return signature.toString("base64url");
    }
  }
}

/** An NTAG 424 DNA. */
export class Tag {
  readonly uid = `04${randomBytes(6).toString("hex").toUpperCase()}`;
  readonly #metaRead = randomBytes(16);
  readonly #fileRead = randomBytes(16);
  #counter = 0;

  /** What it gives to be bound. */
  get keys(): Schemas["Ntag424Keys"] {
    return {
      sdmMetaReadKey: this.#metaRead.toString("hex"),
      sdmFileReadKey: this.#fileRead.toString("hex"),
    };
  }

  /** What it puts into its URL at the next tap. */
  tap(): Schemas["SunMessage"] {
    const counter = Buffer.alloc(3);
    counter.writeUIntLE(++this.#counter, 0, 3);
    const uidAndCounter = Buffer.concat([Buffer.from(this.uid, "hex"), counter]);
    const cipher = createCipheriv("aes-128-cbc", this.#metaRead, Buffer.alloc(16)).setAutoPadding(false);
    const piccData = cipher.update(Buffer.concat([Buffer.of(0xc7), uidAndCounter, randomBytes(5)]));
    const sessionKey = aesCmac(
      this.#fileRead,
      Buffer.concat([Buffer.from("3cc300010080", "hex"), uidAndCounter]),
    );
    const mac = aesCmac(sessionKey, new Uint8Array()).filter((_, index) => index % 2 === 1);
    return { piccData: piccData.toString("hex"), cmac: Buffer.from(mac).toString("hex") };
  }
}
