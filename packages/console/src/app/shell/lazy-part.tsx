import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useCallback } from 'react';
import { FailureNotice } from './failure-notice.tsx';
import { useReload } from './use-reload.ts';

export interface LazyPartProps<P extends object> {
  /** Names the part; each has one of its own. */
  readonly name: string;
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
  /** Stands there until the code has come. */
  readonly waiting?: ReactNode;
}

/** A part of a page whose code is fetched when it is first shown. While the server is away the rest of the page stays. */
export function LazyPart<P extends object>({ name, load, props, waiting }: LazyPartProps<P>) {
  const { data: Part, isError } = useQuery(codeQuery(name, load));
  const reload = useReload();
  if (Part !== undefined) return <Part {...props} />;
  return isError ? <FailureNotice failed={{ kind: 'unreachable' }} onRetry={reload} /> : waiting;
}

/** Fetches the code of a part beforehand, as when the pointer is over what opens it. */
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
    // In an object: what is a function itself would be taken for something to call.
    queryFn: async () => ({ part: await load() }),
    select: ({ part }) => part,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
