// Events as they happen. They tell which views have to be read again.
import { useSyncExternalStore } from "react";
import { api, queries, type Schemas } from "./api/client.ts";
import { isShort } from "./api/list.ts";

export type Event = Schemas["Event"];

/** As many of the latest events are kept for the views. */
const KEPT = 200;
/** Views are read again at most this often, however many events come. */
const PAUSE_MS = 500;

interface Live {
  readonly isOpen: boolean;
  /** Newest first. */
  readonly events: readonly Event[];
}

let live: Live = { isOpen: false, events: [] };
const listeners = new Set<() => void>();
const become = (next: Live): void => {
  live = next;
  for (const each of listeners) each();
};

export const useLive = (): Live =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => live,
  );

/** After a failure that the client does not overcome by itself, such as one of the authorisation server. */
const AGAIN_MS = 10_000;

/** Follows the events of the caller until the returned function is called. */
export function follow(): () => void {
  let stream: ReturnType<ReturnType<typeof api>["streamEvents"]> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isFollowed = true;
  const read = async () => {
    const onConnection = (isOpen: boolean) => {
      if (isFollowed) become({ ...live, isOpen });
    };
    stream = api().streamEvents({ after: "latest", onConnection });
    for await (const event of stream) {
      become({ ...live, events: [event, ...live.events].slice(0, KEPT) });
      later(event);
    }
  };
  const go = () => {
    read()
      .catch(() => undefined)
      .finally(() => {
        if (!isFollowed) return;
        // Without the stream, views ask by themselves.
        become({ ...live, isOpen: false });
        again = setTimeout(() => {
          void queries.invalidateQueries({ predicate: isShort });
          go();
        }, AGAIN_MS);
      });
  };
  go();
  return () => {
    isFollowed = false;
    clearTimeout(again);
    void stream?.close();
    become({ isOpen: false, events: [] });
  };
}

const nouns = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

function later({ type }: Event): void {
  nouns.add(type.split(".")[0] ?? "");
  timer ??= setTimeout(() => {
    timer = undefined;
    const changed = [...nouns].flatMap((noun) => AFFECTED[noun] ?? []);
    nouns.clear();
    void queries.invalidateQueries({
      predicate: (query) => changed.includes(String(query.queryKey[0])) && isShort(query),
    });
  }, PAUSE_MS);
}

/** Names of reads that an event changes, by the first word of its type. */
const AFFECTED: Readonly<Record<string, readonly string[]>> = {
  payment: ["payment", "payments", "balances"],
  refund: ["payment", "payments", "balances"],
  settlement: ["payment", "settlement", "settlements", "balances"],
  webhook: ["webhooks"],
};
