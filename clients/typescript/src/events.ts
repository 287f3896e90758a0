// Reads events in their order.
import type { PdaClient } from "./client.ts";
import type { components } from "./gen/types.ts";

type Event = components["schemas"]["Event"];

/** Which events are read. */
export interface EventOptions {
  /** Only events of this type. */
  readonly type?: string;
  /** Begins after this event's `cursor`, or after an earlier reader's `position`. Default: with the first event. */
  readonly after?: string;
  /** Events that one request asks for. Default: as the service has it. */
  readonly pageSize?: number;
}

/**
 * The events of the caller, oldest first, as an async iterable. A loop over it ends after the last event that exists now. A further loop
 * goes on from there, so that a program polls with one reader.
 */
export class EventReader implements AsyncIterable<Event> {
  readonly #api: PdaClient;
  readonly #query: { readonly type?: string; readonly pageSize?: number };
  #position: string;

  constructor(api: PdaClient, { after = "", type, pageSize }: EventOptions = {}) {
    this.#api = api;
    this.#query = {
      ...(type === undefined ? {} : { type }),
      ...(pageSize === undefined ? {} : { pageSize }),
    };
    this.#position = after;
  }

  /**
   * Where to resume: an opaque text of at most 512 characters to store and to give to a new reader as `after`. An event is behind the
   * position when the loop asks for the next one, so an event whose handling failed is read again. Empty before the first event.
   */
  get position(): string {
    return this.#position;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for (;;) {
      const pageToken = this.#position;
      const query = { ...this.#query, ...(pageToken === "" ? {} : { pageToken }) };
      const { data } = await this.#api.GET("/api/v1/events", { params: { query } });
      for (const event of data.items) {
        yield event;
        this.#position = event.cursor;
      }
      this.#position = data.nextPageToken;
      if (data.items.length === 0) return;
    }
  }
}
