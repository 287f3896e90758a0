import type { IncomingMessage } from "node:http";
import { Failure } from "../rpc/failure.ts";
import { isJsonInUtf8 } from "./negotiate.ts";

/** Whether the request says that a body follows (RFC 9112 section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Judges a body by its headers alone.
 * @throws Failure INVALID_ARGUMENT (a body where none belongs), PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE.
 */
export function checkBodyHeaders(request: IncomingMessage, takesBody: boolean, bytesMax: number): void {
  if (!hasBody(request)) return;
  const { headers } = request;
  if (!takesBody) {
    throw new Failure("INVALID_ARGUMENT", {
      reason: "BODY_NOT_ALLOWED",
      message: "This operation has no body; its parameters are in the path and the query.",
    });
  }
  if (Number(headers["content-length"] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity") {
    throw new Failure("UNSUPPORTED_MEDIA_TYPE", {
      reason: "CONTENT_ENCODING",
      message: "The body must not be compressed.",
    });
  }
  if (!isJsonInUtf8(headers["content-type"])) throw new Failure("UNSUPPORTED_MEDIA_TYPE");
}

/**
 * Reads the whole body.
 * @param signal aborts when the caller is gone as well, so that the request itself need not be watched for that.
 * @throws Failure PAYLOAD_TOO_LARGE as soon as more than `bytesMax` have come; `signal.reason` when that aborts first.
 */
export function readBody(request: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    const aborted = () => reject(signal.reason);
    signal.addEventListener("abort", aborted);
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > bytesMax) {
        first = undefined;
        more = undefined;
        signal.removeEventListener("abort", aborted);
        reject(tooLarge(bytesMax));
      } else if (first === undefined) first = chunk;
      else if (more === undefined) more = [first, chunk];
      else more.push(chunk);
    });
    request.on("end", () => {
      signal.removeEventListener("abort", aborted);
      resolve(more === undefined ? (first ?? EMPTY) : Buffer.concat(more, size));
    });
  });
}

const EMPTY: Buffer = Buffer.alloc(0);

function tooLarge(bytesMax: number): Failure {
  return new Failure("PAYLOAD_TOO_LARGE", { message: `The body is larger than ${bytesMax} bytes.` });
}
