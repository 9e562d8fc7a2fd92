import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiRequest } from '../../api/api-client.ts';
import { useApi } from '../../api/api-provider.tsx';
import { valueOf } from '../../api/request-failed.ts';
import { type ClockState, clockState } from '../../api/schemas/clock.ts';
import { storeState } from '../../api/schemas/store.ts';
import { LazyPart } from '../lazy-part.tsx';

const everyMs = 60_000;
const clockPath = '/api/v1/admin/clock';
const storePath = '/api/v1/admin/store';

const loadClock = async () => (await import('./clock-banner.tsx')).ClockBanner;
const loadStore = async () => (await import('./store-banner.tsx')).StoreBanner;

/** Says on every page what keeps the gateway from its work as a whole. The words come when there is something to say. */
export function OperationBanners() {
  const queries = useQueryClient();
  const jump = useLook({ path: clockPath, schema: clockState })?.jump ?? null;
  const store = useLook({ path: storePath, schema: storeState });
  const clockProps = jump !== null && {
    jump,
    onConfirmed: (state: ClockState) => queries.setQueryData([clockPath], state),
  };
  const loss = store?.loss ?? null;
  const storeProps = store !== undefined && loss !== null && { kind: store.kind, loss };
  return (
    <>
      {storeProps !== false && <LazyPart name="store-banner" load={loadStore} props={storeProps} />}
      {clockProps !== false && <LazyPart name="clock-banner" load={loadClock} props={clockProps} />}
    </>
  );
}

/** What a path answers, asked again each minute; undefined until it answered once. */
function useLook<T>({ path, schema }: Pick<ApiRequest<T>, 'path' | 'schema'>): T | undefined {
  const api = useApi();
  return useQuery({
    queryKey: [path],
    staleTime: everyMs,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => valueOf(await api.ask({ path, schema, signal })),
  }).data;
}
