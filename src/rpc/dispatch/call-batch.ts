// The wire format of pda.dispatch.v1.DispatchRequest.

import { decoding, WireReader } from "./wire-reader.ts";
import { delimitedSize, varintSize, WireWriter } from "./wire-writer.ts";

/** A call in the wire format. */
export interface WireCall {
  id: number;
  method: number;
  principal: number;
  requestId: string;
  /** 0 stands for the server's own limit. */
  timeoutMs: number;
  idempotencyKey: string | undefined;
  request: Uint8Array;
  /** Network address of the caller, when it is known. */
  address: string | undefined;
  /** W3C trace context of the gateway's span, when the gateway records the call. */
  traceparent: string | undefined;
}

/** A decoded message. */
export interface CallBatch {
  readonly methods: string[];
  /** The slots that the message sets, with the encoded `pda.access.v1.Principal`. */
  readonly principals: { slot: number; principal: Uint8Array }[];
  readonly calls: WireCall[];
  readonly cancelled: number[];
}

/** Limit of the bytes of a tag and a varint. */
const numberBytes = 6;

/** Writes the parts of one message in any order. */
export class CallBatchWriter {
  readonly #writer = new WireWriter();

  get size(): number {
    return this.#writer.size;
  }

  method(path: string): void {
    const bytes = Buffer.byteLength(path);
    this.#writer.reserve(bytes + numberBytes);
    this.#writer.text(0x0a, path, bytes);
  }

  /** @param principal the encoded `pda.access.v1.Principal` */
  principal(slot: number, principal: Uint8Array): void {
    const size = 1 + varintSize(slot) + 1 + delimitedSize(principal.length);
    this.#writer.reserve(size + numberBytes);
    this.#writer.tag(0x12);
    this.#writer.varint(size);
    this.#writer.tag(0x08);
    this.#writer.varint(slot);
    this.#writer.bytes(0x12, principal);
  }

  call(call: Readonly<WireCall>): void {
    const writer = this.#writer;
    const { id, method, principal, requestId, timeoutMs, idempotencyKey, request, address, traceparent } =
      call;
    const requestIdBytes = Buffer.byteLength(requestId);
    const addressBytes = address === undefined ? 0 : Buffer.byteLength(address);
    const traceBytes = traceparent === undefined ? 0 : Buffer.byteLength(traceparent);
    const keyBytes = idempotencyKey === undefined ? 0 : Buffer.byteLength(idempotencyKey);
    const size =
      4 +
      varintSize(id) +
      varintSize(method) +
      varintSize(principal) +
      varintSize(timeoutMs) +
      1 +
      delimitedSize(requestIdBytes) +
      (idempotencyKey === undefined ? 0 : 1 + delimitedSize(keyBytes)) +
      1 +
      delimitedSize(request.length) +
      (address === undefined ? 0 : 1 + delimitedSize(addressBytes)) +
      (traceparent === undefined ? 0 : 1 + delimitedSize(traceBytes));
    writer.reserve(size + numberBytes);
    writer.tag(0x1a);
    writer.varint(size);
    writer.tag(0x08);
    writer.varint(id);
    writer.tag(0x10);
    writer.varint(method);
    writer.tag(0x18);
    writer.varint(principal);
    writer.text(0x22, requestId, requestIdBytes);
    writer.tag(0x28);
    writer.varint(timeoutMs);
    if (idempotencyKey !== undefined) writer.text(0x32, idempotencyKey, keyBytes);
    writer.bytes(0x3a, request);
    if (address !== undefined) writer.text(0x42, address, addressBytes);
    if (traceparent !== undefined) writer.text(0x4a, traceparent, traceBytes);
  }

  cancelled(id: number): void {
    this.#writer.reserve(numberBytes);
    this.#writer.tag(0x20);
    this.#writer.varint(id);
  }

  /** Returns the message and starts a new one. */
  take(): Buffer {
    return this.#writer.take();
  }
}

/** @throws MalformedBatch */
export function decodeCallBatch(bytes: Buffer): CallBatch {
  return decoding(() => {
    const reader = new WireReader(bytes);
    const batch: CallBatch = { methods: [], principals: [], calls: [], cancelled: [] };
    while (reader.within(reader.end)) {
      const tag = reader.tag();
      if (tag === 0x1a) batch.calls.push(readCall(reader));
      else if (tag === 0x0a) batch.methods.push(reader.text());
      else if (tag === 0x12) batch.principals.push(readPrincipal(reader));
      else if (tag === 0x20) batch.cancelled.push(reader.uint32());
      else if (tag === 0x22) {
        const end = reader.nested();
        while (reader.within(end)) batch.cancelled.push(reader.uint32());
      } else reader.skip(tag);
    }
    return batch;
  });
}

function readPrincipal(reader: WireReader): { slot: number; principal: Uint8Array } {
  const read = { slot: 0, principal: new Uint8Array() as Uint8Array };
  const end = reader.nested();
  while (reader.within(end)) {
    const tag = reader.tag();
    if (tag === 0x08) read.slot = reader.uint32();
    else if (tag === 0x12) read.principal = reader.bytes();
    else reader.skip(tag);
  }
  return read;
}

const none = Buffer.alloc(0);

function readCall(reader: WireReader): WireCall {
  const call: WireCall = {
    id: 0,
    method: 0,
    principal: 0,
    requestId: "",
    timeoutMs: 0,
    idempotencyKey: undefined,
    request: none,
    address: undefined,
    traceparent: undefined,
  };
  const end = reader.nested();
  while (reader.within(end)) {
    const tag = reader.tag();
    switch (tag) {
      case 0x08:
        call.id = reader.uint32();
        break;
      case 0x10:
        call.method = reader.uint32();
        break;
      case 0x18:
        call.principal = reader.uint32();
        break;
      case 0x22:
        call.requestId = reader.text();
        break;
      case 0x28:
        call.timeoutMs = reader.uint32();
        break;
      case 0x32:
        call.idempotencyKey = reader.text();
        break;
      case 0x3a:
        call.request = reader.bytes();
        break;
      case 0x42:
        call.address = reader.text();
        break;
      case 0x4a:
        call.traceparent = reader.text();
        break;
      default:
        reader.skip(tag);
    }
  }
  return call;
}
