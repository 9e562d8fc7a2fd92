import type { Job } from '../../job/job.ts';
import type { UnansweredSubmission } from '../../ports/upstream-client.ts';
import { sendWindowOf } from './send-window.ts';
import type { Work } from './work.ts';

/** Submissions compared with a lost one at most: more of one place at once can no longer be told apart. */
const mostCompared = 200;
/** How long before its submission a job can have been accepted, in ms: one that ended without an answer is looked for so far back. */
const longestQueueMs = 7 * 24 * 3_600_000;

/**
 * The other submissions at a place of which nobody knows what they became: under way, unknown, or ended by a person's word. What a
 * list shows may be theirs. Undefined when they are too many to compare.
 */
export async function unansweredSubmissions(
  { job, ports }: Pick<Work, 'job' | 'ports'>,
  { place, from }: { readonly place: string; readonly from: number },
): Promise<readonly UnansweredSubmission[] | undefined> {
  const loads = await ports.storage.accounts.loads();
  const there = new Set(
    loads.filter(({ account }) => account.provider === place).map(({ account }) => account.id),
  );
  const open = await ports.storage.reader.list(query(['dispatching', 'outcome_unknown'], null));
  const ended = await ports.storage.reader.list(query(['failed'], from - longestQueueMs));
  if (open.kind !== 'page' || ended.kind !== 'page' || open.hasMore || ended.hasMore)
    return undefined;
  const others = [...open.jobs, ...ended.jobs].filter(
    ({ id, accountId }) => id !== job.id && accountId !== null && there.has(accountId),
  );
  const unanswered = await Promise.all(others.map((other) => asUnanswered({ job: other, ports })));
  return unanswered.filter((other) => other !== undefined);
}

function query(states: readonly Job['state'][], createdFrom: number | null) {
  return {
    owner: null,
    origin: null,
    states,
    model: null,
    accountId: null,
    search: null,
    createdFrom,
    createdUntil: null,
    order: 'newest-first',
    after: null,
    limit: mostCompared,
  } as const;
}

/** Undefined when its provider answered it, or nothing was sent. */
async function asUnanswered({
  job,
  ports,
}: Pick<Work, 'job' | 'ports'>): Promise<UnansweredSubmission | undefined> {
  const { submission, correlationId, handle, state, unknownSince } = job;
  if (submission === null || correlationId === null || handle !== null) return undefined;
  if (state === 'failed' && unknownSince === null) return undefined;
  const dispatches = await ports.storage.reader.dispatches(job.id);
  const mark = dispatches.find((dispatch) => dispatch.correlationId === correlationId);
  if (mark !== undefined && (mark.handle !== null || mark.refusal !== null)) return undefined;
  return { submission, sentBetween: await sendWindowOf({ job, ports }) };
}
