// A table of any length: only the rows in sight exist, and the next page is read before the reader gets to it.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { List } from "../api/list.ts";
import { fill, texts } from "../texts.ts";
import { ErrorNotice } from "./error-notice.tsx";

export interface Column<Item> {
  readonly head: string;
  readonly cell: (item: Item) => ReactNode;
  /** Digits stand below each other. */
  readonly number?: boolean;
}

interface RowsProps<Item> {
  readonly label: string;
  readonly list: List<Item>;
  readonly columns: readonly Column<Item>[];
  readonly keyOf: (item: Item) => string;
  readonly empty?: ReactNode;
  /** Shows only so many rows, and reads no further page. Absent: all. */
  readonly first?: number;
}

const ROW_PX = 48;
/** Rows before the end at which the next page is read. */
const AHEAD = 40;

export function Rows<Item>({ label, list, columns, keyOf, empty = texts.none, first }: RowsProps<Item>) {
  const pages = list.data?.pages;
  const items = useMemo(() => pages?.flatMap((page) => page.items).slice(0, first) ?? [], [pages, first]);
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isEmpty = items.length === 0;
  useLayoutEffect(() => setTop(isEmpty ? 0 : (body.current?.offsetTop ?? 0)), [isEmpty]);
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => keyOf(items[index] as Item),
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { isFetchingNextPage, fetchNextPage, error } = list;
  // A page may have no rows although others follow.
  const hasNextPage = list.hasNextPage && (first === undefined || items.length < first);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && error === null && last >= items.length - AHEAD)
      void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, error, last, items.length]);
  if (error && items.length === 0) return <ErrorNotice error={error} onRetry={list.refetch} />;
  if (list.isPending || (items.length === 0 && hasNextPage)) return <p role="status">{texts.loading}</p>;
  if (items.length === 0) return <p className="empty">{empty}</p>;
  const template = { "--columns": columns.length } as Record<string, number>;
  return (
    <>
      <div
        className="table"
        role="table"
        aria-label={label}
        aria-rowcount={hasNextPage ? -1 : items.length + 1}
        style={template}
      >
        <div role="rowgroup" className="table-head">
          <div role="row" aria-rowindex={1} className="row">
            {columns.map(({ head, number }) => (
              <div key={head} role="columnheader" className={number ? "number" : undefined}>
                {head}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" ref={body} className="table-body" style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const item = items[index] as Item;
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                role="row"
                aria-rowindex={index + 2}
                className="row"
                style={{ transform: `translateY(${start - top}px)` }}
              >
                {columns.map(({ head, cell, number }) => (
                  <div key={head} role="cell" className={number ? "number" : undefined}>
                    {/* A narrow window shows no row of heads. Readers of screens have it there, too. */}
                    <span className="label" aria-hidden="true">
                      {head}
                    </span>
                    <div>{cell(item)}</div>
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      {first === undefined && (
        <p className="quiet" role="status">
          {isFetchingNextPage
            ? texts.loadMore
            : fill(hasNextPage ? texts.lists.countAndMore : texts.lists.count, {
                count: String(items.length),
              })}
        </p>
      )}
      {/* The page that could not be read: the next one, or all that are shown. */}
      <ErrorNotice error={error} onRetry={list.isFetchNextPageError ? fetchNextPage : list.refetch} />
    </>
  );
}
