import { BinaryReader } from "@bufbuild/protobuf/wire";
import type { Codec, ResponseCodec } from "../../codec/codec.ts";
import type { TextAt } from "../../codec/text-at.ts";
import { mayGoOn } from "../../rpc/page-parts.ts";

/** Milliseconds after which a client connects again. */
const retryMs = 2_000;
/** Keeps the connection in use while nothing happens. Clients ignore comments. */
export const HEARTBEAT = ":\n\n";

/** Tag of `items` in ListEventsResponse: field 1, length-delimited. */
const ITEM = 10;

/** A page of events as Server-Sent Events (WHATWG HTML section 9.2.6). */
export interface PageFrames {
  /** One frame for each event; empty for a page without events. */
  readonly text: string;
  /** Token that the next page begins after. */
  readonly nextPageToken: string;
  /** There may be more events already. */
  readonly mayGoOn: boolean;
}

/** Turns encoded pages of ListEvents into frames. */
export class Frames {
  readonly #event: ResponseCodec;
  readonly #type: TextAt;
  readonly #cursor: TextAt;
  readonly #nextPageToken: TextAt;

  constructor(codec: Codec) {
    this.#event = codec.response("pda.event.v1.Event", "");
    this.#type = textAt(this.#event, "type");
    this.#cursor = textAt(this.#event, "cursor");
    this.#nextPageToken = textAt(codec.response("pda.event.v1.ListEventsResponse", ""), "next_page_token");
  }

  /** @param size of the pages that are asked for */
  of(page: Uint8Array, size: number): PageFrames {
    const items = itemsOf(page);
    return {
      text: items.map((item) => this.#frame(item)).join(""),
      nextPageToken: this.#nextPageToken(page),
      mayGoOn: mayGoOn({ items: items.length, bytes: page.length }, size),
    };
  }

  /** Returns the first text of a stream. An identifier without data tells the client where it is, although nothing has happened yet. */
  first({ text, nextPageToken }: PageFrames): string {
    return `retry: ${retryMs}\n${text === "" ? `id: ${nextPageToken}\n` : ""}\n${text}`;
  }

  /** JSON has no line breaks, so the data is one line. */
  #frame(event: Uint8Array): string {
    return `id: ${this.#cursor(event)}\nevent: ${this.#type(event)}\ndata: ${this.#event.json(event)}\n\n`;
  }
}

/** Returns the encoded events of a page. */
function itemsOf(page: Uint8Array): Uint8Array[] {
  const reader = new BinaryReader(page);
  const items: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === ITEM) items.push(reader.bytes());
    else reader.skip(tag & 7);
  }
  return items;
}

function textAt(codec: ResponseCodec, name: string): TextAt {
  const read = codec.textAt(name);
  if (!read) throw new Error(`events have no ${name}`);
  return read;
}
