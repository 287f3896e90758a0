import type { IncomingMessage } from "node:http";
import type { Operation } from "../../gen/rest/operations.ts";
import { Failure } from "../rpc/failure.ts";
import { overloaded } from "../rpc/overload.ts";
import { isJsonInUtf8 } from "./negotiate.ts";
import { Receiving } from "./receiving.ts";

/** Tells whether the headers announce a body (RFC 9112 section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Tells whether the caller waits for 100 (Continue) before it sends the body (RFC 9110 section 10.1.1). */
export function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion === "1.1";
}

/**
 * The body of an operation. `none`: never a body. `empty`: an operation with an effect and without input, which takes no body, no bytes or
 * `{}` alike, because clients differ in what they send. `object`: a JSON object.
 */
export type BodyForm = "none" | "empty" | "object";

/** Returns the form of the body of an operation. */
export function bodyFormOf({ verb, body }: NonNullable<Operation["http"]>): BodyForm {
  if (body === "*") return "object";
  return verb === "GET" ? "none" : "empty";
}

/**
 * Checks a body by its headers alone.
 * @throws Failure INVALID_ARGUMENT (the operation takes no body), PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE.
 */
export function checkBodyHeaders(request: IncomingMessage, form: BodyForm, bytesMax: number): void {
  if (!hasBody(request)) return;
  const { headers } = request;
  if (form === "none") {
    throw new Failure("BODY_NOT_ALLOWED", {
      message: "This operation takes no body. Give its parameters in the path and the query.",
    });
  }
  if (Number(headers["content-length"] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity") {
    throw new Failure("CONTENT_ENCODING", {
      message: "The body must not be compressed.",
    });
  }
  const mediaType = headers["content-type"];
  if (form === "empty" && mediaType === undefined) return;
  if (!isJsonInUtf8(mediaType)) throw new Failure("UNSUPPORTED_MEDIA_TYPE");
}

/** Limit of the memory for large bodies that are being received, for all callers together. */
const RECEIVING_BYTES_MAX = 64 * 1024 * 1024;
/** Bodies up to this size always have room: a connection receives one at a time, and holds about as much anyway. */
const FIRST_ROOM_BYTES = 16 * 1024;

/** Reads bodies and limits the memory of bodies that are being received. */
export class BodyReader {
  readonly #bytesMax: number;
  readonly #receiving: Receiving;

  /**
   * @param bytesMax limit of one body
   * @param receivingMax limit of all large bodies that are being received
   */
  constructor(bytesMax: number, receivingMax = RECEIVING_BYTES_MAX) {
    this.#bytesMax = bytesMax;
    this.#receiving = new Receiving(receivingMax);
  }

  /**
   * Reads the whole body.
   * @param signal aborts also when the caller goes away, so the request itself need not be watched.
   * @param caller whose share of the memory a large body takes
   * @param bytesMax limit of this body, if other than the usual limit.
   * @throws Failure PAYLOAD_TOO_LARGE as soon as more than `bytesMax` bytes have come; UNAVAILABLE when all large bodies together, or those
   * of the caller, need too much memory; `signal.reason` when the signal aborts first.
   */
  read(
    request: IncomingMessage,
    signal: AbortSignal,
    caller: string,
    bytesMax = this.#bytesMax,
  ): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      let body = EMPTY;
      let size = 0;
      let held = 0;
      let over = false;
      const end = (): void => {
        over = true;
        body = EMPTY;
        if (held > 0) this.#receiving.release(caller, held);
        held = 0;
        signal.removeEventListener("abort", aborted);
      };
      const aborted = () => {
        end();
        reject(signal.reason);
      };
      const refuse = (failure: Failure): void => {
        end();
        reject(failure);
      };
      signal.addEventListener("abort", aborted);
      request.on("data", (chunk: Buffer) => {
        if (over) return;
        const before = size;
        size += chunk.length;
        if (size > bytesMax) {
          refuse(tooLarge(bytesMax));
          return;
        }
        // The usual body is one chunk, which is kept without a copy. Several chunks are copied into one buffer, because small chunks waste
        // memory.
        const room = before === 0 ? chunk.length : roomFor(size, body.length, bytesMax);
        if (room > FIRST_ROOM_BYTES && room > held) {
          if (!this.#receiving.take(caller, room - held)) {
            refuse(overloaded());
            return;
          }
          held = room;
        }
        if (before === 0) body = chunk;
        else {
          if (body.length < room) body = enlarged(body, before, room);
          chunk.copy(body, before);
        }
      });
      request.on("end", () => {
        if (over) return;
        const whole = body.length === size ? body : body.subarray(0, size);
        end();
        resolve(whole);
      });
    });
  }
}

const EMPTY: Buffer = Buffer.alloc(0);

/** Returns the new size of the buffer: doubled until it suffices, so that each byte is copied about once, but at most `bytesMax`. */
function roomFor(size: number, room: number, bytesMax: number): number {
  if (size <= room) return room;
  return Math.min(bytesMax, Math.max(FIRST_ROOM_BYTES, 2 ** Math.ceil(Math.log2(size))));
}

function enlarged(body: Buffer, size: number, room: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(room);
  body.copy(larger, 0, 0, size);
  return larger;
}

function tooLarge(bytesMax: number): Failure {
  return new Failure("PAYLOAD_TOO_LARGE", { message: `The body is larger than ${bytesMax} bytes.` });
}
