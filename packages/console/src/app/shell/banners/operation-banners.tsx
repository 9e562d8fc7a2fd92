import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-provider.tsx';
import type { Outcome } from '../../api/outcome.ts';
import { valueOf } from '../../api/request-failed.ts';
import type { ClockState } from '../../api/responses.ts';
import { LazyPart } from '../lazy-part.tsx';

const everyMs = 60_000;
const clockPath = '/api/v1/admin/clock';
const storePath = '/api/v1/admin/store';

const loadClock = async () => (await import('./clock-banner.tsx')).ClockBanner;
const loadDisk = async () => (await import('./disk-banner.tsx')).DiskBanner;
const loadStore = async () => (await import('./store-banner.tsx')).StoreBanner;

/** Conditions that block the whole gateway, on every page. The texts load only when one applies. */
export function OperationBanners() {
  const api = useApi();
  const queries = useQueryClient();
  const jump = useLook(clockPath, (signal) => api.ask({ path: clockPath, signal }))?.jump ?? null;
  const store = useLook(storePath, (signal) => api.ask({ path: storePath, signal }));
  const clockProps = jump !== null && {
    jump,
    onConfirmed: (state: ClockState) => queries.setQueryData([clockPath], state),
  };
  const loss = store?.loss ?? null;
  const storeProps = store !== undefined && loss !== null && { kind: store.kind, loss };
  return (
    <>
      {store?.disk_full === true && <LazyPart name="disk-banner" load={loadDisk} props={{}} />}
      {storeProps !== false && <LazyPart name="store-banner" load={loadStore} props={storeProps} />}
      {clockProps !== false && <LazyPart name="clock-banner" load={loadClock} props={clockProps} />}
    </>
  );
}

/** Response of a path, polled each minute; undefined before the first response. */
function useLook<T>(
  path: string,
  look: (signal: AbortSignal) => Promise<Outcome<T>>,
): T | undefined {
  return useQuery({
    queryKey: [path],
    staleTime: everyMs,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => valueOf(await look(signal)),
  }).data;
}
