import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Failed, Outcome } from '../api/outcome.ts';
import { valueOf } from '../api/request-failed.ts';
import { failedOf } from './failure-notice.tsx';

interface PageOf<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
  /** Ids of rows that the server cannot show; absent where a list has none such. */
  readonly unreadable?: readonly string[];
}

export interface PagesRequest<T> {
  /** Begins with a word for the list, so that a change can invalidate it: `['jobs']`. The filters are added. */
  readonly key: QueryKey;
  readonly read: (
    query: { readonly [name: string]: string | undefined },
    signal: AbortSignal,
  ) => Promise<Outcome<PageOf<T>>>;
  /** Sent as parameters; those undefined or empty are left out. */
  readonly filters?: { readonly [name: string]: string | undefined };
  /** Rows in a page; the server's own number when absent. */
  readonly limit?: number;
  /** How often the pages read so far are read again, in ms; never when absent. */
  readonly everyMs?: number;
}

export interface Pages<T> {
  readonly rows: readonly T[];
  /** Ids of rows that the server cannot show. */
  readonly unreadable: readonly string[];
  /** Nothing has come yet. */
  readonly isLoading: boolean;
  readonly isReadingMore: boolean;
  readonly hasMore: boolean;
  /** Why the last reading failed. */
  readonly failed: Failed | null;
  /** Reads the next page; does nothing at the end, or while a page is being read. */
  readonly readMore: () => void;
  readonly retry: () => void;
}

/** A list of the admin API, read page by page as the reader moves through it. */
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
    // While a filter changes, the rows of the one before stay: a list that blinks is hard to read.
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
