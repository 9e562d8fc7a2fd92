import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Failed, Outcome } from '../api/outcome.ts';
import { valueOf } from '../api/request-failed.ts';
import { failedOf } from './failure-notice.tsx';

interface PageOf<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
  /** Ids of rows that the server cannot read; absent for lists without them. */
  readonly unreadable?: readonly string[];
}

export interface PagesRequest<T> {
  /** Starts with a word for the list, so that a change can invalidate it: `['jobs']`. The filters are appended. */
  readonly key: QueryKey;
  readonly read: (
    query: { readonly [name: string]: string | undefined },
    signal: AbortSignal,
  ) => Promise<Outcome<PageOf<T>>>;
  /** Query parameters; undefined and empty values are left out. */
  readonly filters?: { readonly [name: string]: string | undefined };
  /** Rows in a page; the server's default when absent. */
  readonly limit?: number;
  /** Polling interval of the loaded pages, in ms; no polling when absent. */
  readonly everyMs?: number;
}

export interface Pages<T> {
  readonly rows: readonly T[];
  /** Ids of rows that the server cannot read. */
  readonly unreadable: readonly string[];
  /** True before the first response. */
  readonly isLoading: boolean;
  readonly isReadingMore: boolean;
  readonly hasMore: boolean;
  /** Failure of the last request. */
  readonly failed: Failed | null;
  /** Loads the next page; no effect at the end or while a page is loading. */
  readonly readMore: () => void;
  readonly retry: () => void;
}

/** A list of the admin API, loaded page by page on scrolling. */
export function usePages<T>(request: PagesRequest<T>): Pages<T> {
  const query = usePagesQuery(request);
  const { data, error, hasNextPage, isFetchingNextPage, isPending, fetchNextPage, refetch } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const unreadable = useMemo(
    () => data?.pages.flatMap((page) => page.unreadable ?? []) ?? [],
    [data],
  );
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    rows,
    unreadable,
    isLoading: isPending && error === null,
    isReadingMore: isFetchingNextPage,
    hasMore: hasNextPage,
    failed: error === null ? null : failedOf(error),
    readMore,
    retry: () => void refetch(),
  };
}

function usePagesQuery<T>({ key, read, filters = {}, limit, everyMs }: PagesRequest<T>) {
  const search = searchOf({ ...filters, limit: limit?.toString() });
  return useInfiniteQuery({
    queryKey: [...key, search.toString()],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam }) => {
      const asked = searchOf({ ...Object.fromEntries(search), cursor: pageParam });
      return valueOf(await read(Object.fromEntries(asked), signal));
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // Rows of the previous filter stay while the new ones load, so that the list does not flicker.
    placeholderData: keepPreviousData,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}

function searchOf(values: { readonly [name: string]: string | undefined }): URLSearchParams {
  const given = Object.entries(values).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return new URLSearchParams(given);
}
