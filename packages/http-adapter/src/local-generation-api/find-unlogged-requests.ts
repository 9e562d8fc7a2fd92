import {
  allJobsQuery,
  type Gateway,
  type IdSource,
  isFinal,
  type Job,
  jobStates,
  type RequestLogs,
} from '@filmgate/core';
import { serviceOwner } from './deps.ts';

export interface UnloggedRequestsDeps {
  readonly gateway: Pick<Gateway, 'list'>;
  readonly requestLogs: Pick<RequestLogs, 'append' | 'list'>;
  readonly ids: IdSource;
}

/** Jobs listed per query. */
const pageSize = 100;

const unfinished = jobStates.filter((state) => !isFinal(state));

/**
 * Ensures that the request log has a row for each unfinished job a caller waited for: a process killed between a job's
 * acceptance and its row leaves a paid job that a caller who checks before trying again would not find. Call it at the
 * start, before jobs resume; the returned function does the rest in the background.
 *
 * @returns a function that writes the missing rows, and resolves to their number
 */
export async function findUnloggedRequests(
  deps: UnloggedRequestsDeps,
): Promise<() => Promise<number>> {
  const jobs = await unfinishedJobs(deps);
  return async () => {
    let written = 0;
    for (const job of jobs) {
      if (await isLogged(deps, job)) continue;
      deps.requestLogs.append([rowOf(job, deps.ids.next())]);
      written += 1;
    }
    return written;
  };
}

async function unfinishedJobs({ gateway }: UnloggedRequestsDeps): Promise<readonly Job[]> {
  const found: Job[] = [];
  for (let after: string | null = null; ; after = found.at(-1)?.id ?? null) {
    const page = await gateway.list({
      ...allJobsQuery,
      owner: serviceOwner,
      surface: 'local',
      states: unfinished,
      after,
      limit: pageSize,
    });
    if (page.kind !== 'page') return found;
    found.push(...page.jobs);
    if (!page.hasMore) return found;
  }
}

async function isLogged({ requestLogs }: UnloggedRequestsDeps, { id }: Job): Promise<boolean> {
  const page = await requestLogs.list({
    path: null,
    status: null,
    caller: null,
    model: null,
    jobId: id,
    from: null,
    until: null,
    text: null,
    after: null,
    limit: 1,
  });
  return page.kind === 'page' && page.entries.length > 0;
}

/** A video can only have been requested by chat; an image by either route, so its row has the fields both share. */
function rowOf({ id: jobId, createdAt, request }: Job, id: string) {
  return {
    id,
    at: createdAt,
    count: 1,
    lastAt: createdAt,
    requestId: '',
    caller: serviceOwner,
    method: 'POST',
    path: request.mediaType === 'video' ? '/v1/chat/completions' : '/v1',
    model: request.model,
    status: null,
    errorCode: 'server_stopped',
    durationMs: null,
    jobId,
    disconnected: true,
    promptDigest: null,
    prompt: null,
  };
}
