// Lists of any length, read page by page as the reader gets there.
import type { Page } from "@pda/client/browser";
import { useInfiniteQuery } from "@tanstack/react-query";

const PAGE_SIZE = 100;
/** Milliseconds between two readings of a list that also changes without an event. */
export const LIST_MS = 10_000;

/** The page that is asked for. */
export interface Asked {
  readonly pageSize: number;
  readonly pageToken?: string;
}

interface Reading {
  readonly enabled?: boolean;
  /** Milliseconds after which the list is read again while only its first page is shown. Absent: it is not. */
  readonly everyMs?: number;
  readonly pageSize?: number;
}

interface Pages {
  readonly pages: readonly unknown[];
}

/** What tells of a read. */
interface Read {
  readonly state: { readonly data: unknown };
}

/** A long list would be read again page by page, so its reader asks for the newest. */
export const isShort = ({ state }: Read): boolean =>
  ((state.data as Partial<Pages> | undefined)?.pages?.length ?? 0) <= 1;

/** Returns a list and how to read on. @param key names the list with its filters */
export function useList<Item>(
  key: readonly unknown[],
  ask: (page: Asked) => Promise<{ readonly data: Page<Item> }>,
  { enabled = true, everyMs, pageSize = PAGE_SIZE }: Reading = {},
) {
  return useInfiniteQuery({
    queryKey: key,
    enabled,
    initialPageParam: "",
    queryFn: async ({ pageParam }) =>
      (await ask({ pageSize, ...(pageParam === "" ? {} : { pageToken: pageParam }) })).data,
    refetchInterval: (query: Read) => everyMs !== undefined && isShort(query) && everyMs,
    refetchOnMount: isShort,
    refetchOnReconnect: isShort,
    refetchOnWindowFocus: isShort,
    getNextPageParam: ({ nextPageToken }) => (nextPageToken === "" ? undefined : nextPageToken),
  });
}

export type List<Item> = ReturnType<typeof useList<Item>>;
