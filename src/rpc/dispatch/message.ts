// Messages of pda.dispatch.v1 as bytes, and how a message that breaks the contract of the stream is told from any other error.
import { DispatchRequest, DispatchResponse } from "../../../gen/ts/pda/dispatch/v1/dispatch_service.ts";

/** A message breaks the contract of the stream; the stream ends. */
export class MalformedMessage extends Error {
  override readonly name = "MalformedMessage";
}

interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

const messageCodec = <T>(codec: Codec<T>) => ({
  serialize: (message: T): Buffer => {
    const { buffer, byteOffset, byteLength } = codec.encode(message).finish();
    return Buffer.from(buffer, byteOffset, byteLength);
  },
  /** @throws MalformedMessage */
  decode: (bytes: Buffer): T => {
    try {
      return codec.decode(bytes);
    } catch (cause) {
      throw new MalformedMessage("the message cannot be decoded", { cause });
    }
  },
});

export const requests = messageCodec<DispatchRequest>(DispatchRequest);
export const responses = messageCodec<DispatchResponse>(DispatchResponse);

/**
 * Passes received bytes on unread. The receiver decodes them itself: grpc-js would end the stream as INTERNAL when bytes cannot be
 * decoded, and the contract says INVALID_ARGUMENT.
 */
export const unread = (bytes: Buffer): Buffer => bytes;

/** A message without contents, to be filled. */
export const emptyRequest = (): DispatchRequest => ({
  methods: [],
  principals: [],
  calls: [],
  cancelled: [],
});
export const emptyResponse = (): DispatchResponse => ({
  inFlightMax: 0,
  results: [],
  draining: false,
  process: "",
  clockAheadSeconds: 0,
});
