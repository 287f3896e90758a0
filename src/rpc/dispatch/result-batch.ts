// The wire format of pda.dispatch.v1.DispatchResponse.

import { decoding, WireReader } from "./wire-reader.ts";
import { delimitedSize, varintSize, WireWriter } from "./wire-writer.ts";

/** A result in the wire format. */
export interface WireResult {
  id: number;
  /** The encoded response; empty when the call failed. */
  response: Uint8Array;
  /** The encoded google.rpc.Status of a failed call. */
  status: Uint8Array | undefined;
  replayed: boolean;
}

/** A decoded message. */
export interface ResultBatch {
  /** Above 0 only in the first message. */
  inFlightMax: number;
  readonly results: WireResult[];
  draining: boolean;
  /** Empty except in the first message. */
  process: string;
  /** Above 0 only in messages that report business time. */
  clockAheadSeconds: number;
}

/** Limit of the bytes of a tag and a varint. */
const numberBytes = 6;

/** Writes the parts of one message in any order. */
export class ResultBatchWriter {
  readonly #writer = new WireWriter();

  get size(): number {
    return this.#writer.size;
  }

  inFlightMax(value: number): void {
    this.#writer.reserve(numberBytes);
    this.#writer.tag(0x08);
    this.#writer.varint(value);
  }

  process(name: string): void {
    const bytes = Buffer.from(name);
    this.#writer.reserve(numberBytes + bytes.length);
    this.#writer.bytes(0x22, bytes);
  }

  clockAhead(seconds: number): void {
    this.#writer.reserve(numberBytes);
    this.#writer.tag(0x28);
    this.#writer.varint(seconds);
  }

  response(id: number, response: Uint8Array, replayed: boolean): void {
    this.#result(0x12, id, response, replayed);
  }

  /** @param status an encoded google.rpc.Status */
  failed(id: number, status: Uint8Array): void {
    this.#result(0x1a, id, status, false);
  }

  draining(): void {
    this.#writer.reserve(numberBytes);
    this.#writer.tag(0x18);
    this.#writer.varint(1);
  }

  /** Returns the message and starts a new one. */
  take(): Buffer {
    return this.#writer.take();
  }

  #result(tag: number, id: number, outcome: Uint8Array, replayed: boolean): void {
    const writer = this.#writer;
    const size = 1 + varintSize(id) + 1 + delimitedSize(outcome.length) + (replayed ? 2 : 0);
    writer.reserve(size + numberBytes);
    writer.tag(0x12);
    writer.varint(size);
    writer.tag(0x08);
    writer.varint(id);
    writer.bytes(tag, outcome);
    if (replayed) {
      writer.tag(0x20);
      writer.varint(1);
    }
  }
}

/** @throws MalformedBatch */
export function decodeResultBatch(bytes: Buffer): ResultBatch {
  return decoding(() => {
    const reader = new WireReader(bytes);
    const batch: ResultBatch = {
      inFlightMax: 0,
      results: [],
      draining: false,
      process: "",
      clockAheadSeconds: 0,
    };
    while (reader.within(reader.end)) {
      const tag = reader.tag();
      if (tag === 0x12) batch.results.push(readResult(reader));
      else if (tag === 0x08) batch.inFlightMax = reader.uint32();
      else if (tag === 0x18) batch.draining = reader.bool();
      else if (tag === 0x22) batch.process = reader.text();
      else if (tag === 0x28) batch.clockAheadSeconds = reader.uint32();
      else reader.skip(tag);
    }
    return batch;
  });
}

const none = Buffer.alloc(0);

function readResult(reader: WireReader): WireResult {
  const result: WireResult = { id: 0, response: none, status: undefined, replayed: false };
  const end = reader.nested();
  while (reader.within(end)) {
    const tag = reader.tag();
    switch (tag) {
      case 0x08:
        result.id = reader.uint32();
        break;
      case 0x12:
        result.response = reader.bytes();
        break;
      case 0x1a:
        result.status = reader.bytes();
        break;
      case 0x20:
        result.replayed = reader.bool();
        break;
      default:
        reader.skip(tag);
    }
  }
  return result;
}
