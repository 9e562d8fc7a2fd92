import type { ApiClient } from '../../../api/api-client.ts';
import { valueOf } from '../../../api/request-failed.ts';
import type { ActedJob, AdminJob } from '../../../api/responses.ts';

export type Act = 'check' | 'resolve' | 'cancel';

/** An action with the operator's input. */
export type SaidAct =
  | { readonly act: 'check' | 'cancel' }
  | {
      readonly act: 'resolve';
      readonly outcome: 'charged' | 'not_charged';
      readonly note: string;
    };

export type Filters = { readonly [name: string]: string | undefined };

/** Maximum jobs of one action; repeat the action for more. */
export const mostJobs = 10_000;

const perPage = 200;
const perPreview = 100;

/**
 * Jobs for each request. A provider may take seconds to respond to each check, and a request times out after 30
 * seconds.
 */
const perRequest: { readonly [A in Act]: number } = { check: 2, resolve: 50, cancel: 50 };

export interface Run {
  readonly api: ApiClient;
  readonly signal: AbortSignal;
}

/** Ids of all jobs that match the filters, newest first. @throws RequestFailed */
export async function readFitting(
  { api, signal }: Run,
  filters: Filters,
  onRead: (count: number) => void,
): Promise<{ readonly ids: readonly string[]; readonly isCut: boolean }> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Filters = { ...filters, limit: String(perPage), cursor: cursor ?? undefined };
    const page: { readonly data: readonly AdminJob[]; readonly next_cursor: string | null } =
      valueOf(await api.ask({ path: '/api/v1/admin/jobs', query, signal }));
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
    onRead(ids.length);
  } while (cursor !== null && ids.length < mostJobs);
  return { ids: ids.slice(0, mostJobs), isCut: cursor !== null };
}

/** Preview of an action: the jobs it applies to. @throws RequestFailed */
export async function previewAct(
  { api, signal }: Run,
  { act, ids }: { readonly act: Act; readonly ids: readonly string[] },
  onRead: (count: number) => void,
): Promise<readonly ActedJob[]> {
  const checked: ActedJob[] = [];
  for (const some of inTurn(ids, perPreview)) {
    const path = '/api/v1/admin/jobs/acts/preview';
    const body = { act, ids: some };
    const { data } = valueOf(await api.ask({ path, method: 'POST', body, signal }));
    checked.push(...data);
    onRead(checked.length);
  }
  return checked;
}

/**
 * Applies an action to jobs, in several requests.
 *
 * @param onActed - called with the result of each request, before the next one is sent
 * @throws RequestFailed; jobs of earlier requests are done, those of the failed request may be
 */
export async function actOnJobs(
  { api, signal }: Run,
  { said, ids }: { readonly said: SaidAct; readonly ids: readonly string[] },
  onActed: (jobs: readonly ActedJob[]) => void,
): Promise<void> {
  for (const some of inTurn(ids, perRequest[said.act])) {
    if (signal.aborted) return;
    // Not aborted midway: the server executes a sent request, and the response names the affected jobs.
    const request = { path: '/api/v1/admin/jobs/acts', method: 'POST' } as const;
    const { data } = valueOf(await api.ask({ ...request, body: { ...said, ids: some } }));
    onActed(data);
  }
}

function inTurn(ids: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
    ids.slice(at * size, (at + 1) * size),
  );
}
