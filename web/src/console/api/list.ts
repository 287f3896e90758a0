// Lists of any length, read page by page as the reader gets there.
import type { Page } from "@pda/client/browser";
import { useInfiniteQuery } from "@tanstack/react-query";

const PAGE_SIZE = 100;

interface Asked {
  readonly pageSize: number;
  readonly pageToken?: string;
}

/** A long list would be read again page by page, so its reader asks for the newest. */
export function isShort({ state }: { readonly state: { readonly data: unknown } }): boolean {
  const pages = (state.data as { readonly pages?: readonly unknown[] } | undefined)?.pages;
  return pages === undefined || pages.length <= 1;
}

/** Returns a list and how to read on. @param key names the list with its filters */
export function useList<Item>(
  key: readonly unknown[],
  ask: (page: Asked) => Promise<{ readonly data: Page<Item> }>,
  enabled = true,
) {
  return useInfiniteQuery({
    queryKey: key,
    enabled,
    initialPageParam: "",
    queryFn: async ({ pageParam }) =>
      (await ask({ pageSize: PAGE_SIZE, ...(pageParam === "" ? {} : { pageToken: pageParam }) })).data,
    refetchOnMount: isShort,
    refetchOnReconnect: isShort,
    refetchOnWindowFocus: isShort,
    getNextPageParam: ({ nextPageToken }) => (nextPageToken === "" ? undefined : nextPageToken),
  });
}

export type List<Item> = ReturnType<typeof useList<Item>>;
