import { derive } from "../../rpc/key-ring.ts";
import type { Sealer } from "../../rpc/seal.ts";
import { decrypt, encrypt, headerOf } from "../../rpc/sealed-form.ts";

const BYTES_MAX = 1_024;

/** First bytes of receivers' answers, encrypted for the history. The key follows from one that no rotation changes, because rows of the history never change. */
export class ReceiverAnswers {
  readonly #key: Buffer;

  constructor(sealer: Pick<Sealer, "digest">) {
    this.#key = derive(sealer.digest(Buffer.from("webhook answers\0")), "pda webhook answers v1");
  }

  /** Encrypts the first KiB of an answer for the history of one endpoint. */
  encrypt(answer: Buffer, webhookUuid: string): Buffer {
    return encrypt(this.#key, answer.subarray(0, BYTES_MAX), headerOf(0), contextOf(webhookUuid));
  }

  /** Returns what was encrypted as text. Bytes that are not UTF-8 become U+FFFD; a character that the limit has cut is left out. */
  textOf(encrypted: Buffer, webhookUuid: string): string {
    const bytes = decrypt(this.#key, encrypted, headerOf(0), contextOf(webhookUuid));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
  }
}

const contextOf = (webhookUuid: string): string => `webhook-answer|${webhookUuid}`;
