import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useCallback } from 'react';
import { FailureNotice } from './failure-notice.tsx';
import { useReload } from './use-reload.ts';

export interface LazyPartProps<P extends object> {
  /** Unique name of the part. */
  readonly name: string;
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
  /** Shown until the code is loaded. */
  readonly waiting?: ReactNode;
}

/**
 * A part of a page whose code is loaded when it is first shown. While the server is unreachable, the rest of the page
 * stays.
 */
export function LazyPart<P extends object>({ name, load, props, waiting }: LazyPartProps<P>) {
  const { data: Part, isError } = useQuery(codeQuery(name, load));
  const reload = useReload();
  if (Part !== undefined) return <Part {...props} />;
  return isError ? <FailureNotice failed={{ kind: 'unreachable' }} onRetry={reload} /> : waiting;
}

/** Preloads the code of a part, for example when the pointer is over the element that opens it. */
export function usePrefetchPart<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
): () => void {
  const queries = useQueryClient();
  return useCallback(
    () => void queries.query(codeQuery(name, load)).catch(() => undefined),
    [queries, name, load],
  );
}

function codeQuery<P extends object>(name: string, load: () => Promise<ComponentType<P>>) {
  return queryOptions({
    queryKey: ['code', name],
    // Wrapped in an object: a function would be called as an updater.
    queryFn: async () => ({ part: await load() }),
    select: ({ part }) => part,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
