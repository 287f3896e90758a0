/** An answer that has come in whole. */
export interface ParsedAnswer {
  readonly status: number;
  readonly body: Buffer;
}

const headEnd = Buffer.from("\r\n\r\n");

/**
 * Takes bytes of HTTP/1.1 answers (RFC 9112) as they come and gives each answer that is complete. It understands what JSON services
 * send: answers with a `Content-Length` on a connection that stays open.
 */
export class AnswerReader {
  #rest: Buffer = Buffer.alloc(0);

  /** @throws Error for an answer without a length, which this reader cannot delimit */
  push(chunk: Buffer): ParsedAnswer[] {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const answers: ParsedAnswer[] = [];
    for (;;) {
      const head = bytes.indexOf(headEnd);
      if (head < 0) break;
      const text = bytes.toString("latin1", 0, head);
      const start = head + headEnd.length;
      const end = start + lengthOf(text);
      if (bytes.length < end) break;
      answers.push({ status: statusOf(text), body: bytes.subarray(start, end) });
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes;
    return answers;
  }
}

function statusOf(head: string): number {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (!(status >= 200)) throw new Error(`not the head of an answer: ${head}`);
  return status;
}

function lengthOf(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${head}`);
  return Number(length);
}
