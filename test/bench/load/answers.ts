/** An answer that has come in whole. Its body is a view that is valid only until the next bytes are pushed. */
export interface ParsedAnswer {
  readonly status: number;
  readonly body: Buffer;
}

const headEnd = Buffer.from("\r\n\r\n");
const prefix = "HTTP/1.1 ";
const lengthField = /\r\ncontent-length: *(\d+)/i;

/**
 * Takes bytes of HTTP/1.1 answers (RFC 9112) as they come and gives each answer that is complete. It understands what JSON services
 * send: answers with a `Content-Length` on a connection that stays open.
 */
export class AnswerReader {
  #rest: Buffer | undefined;

  /** @throws Error for an answer without a length, which this reader cannot delimit */
  push(chunk: Buffer): ParsedAnswer[] {
    let bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = undefined;
    const answers: ParsedAnswer[] = [];
    while (bytes.length > 0) {
      const head = bytes.indexOf(headEnd);
      if (head < 0) break;
      const text = bytes.toString("latin1", 0, head);
      const start = head + headEnd.length;
      const end = start + lengthOf(text);
      if (bytes.length < end) break;
      answers.push({ status: statusOf(text), body: bytes.subarray(start, end) });
      bytes = bytes.subarray(end);
    }
    // A copy: the bytes that were pushed belong to whoever pushed them.
    if (bytes.length > 0) this.#rest = Buffer.from(bytes);
    return answers;
  }
}

function statusOf(head: string): number {
  const status = Number(head.slice(prefix.length, prefix.length + 3));
  if (!head.startsWith(prefix) || !(status >= 200)) throw new Error(`not the head of an answer: ${head}`);
  return status;
}

function lengthOf(head: string): number {
  const length = lengthField.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${head}`);
  return Number(length);
}
