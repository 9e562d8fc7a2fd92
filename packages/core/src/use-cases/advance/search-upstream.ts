import type { Job } from '../../job/job.ts';
import type { JobListOutcome } from '../../ports/job-reader.ts';
import type { ReconcileOutcome, UnansweredSubmission } from '../../ports/work-search.ts';
import type { PreparedSubmission, UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { describeReadFault } from '../read-fault.ts';
import { withTimeout } from './with-timeout.ts';
import type { JobUpstream } from './upstream-of.ts';
import type { Work } from './work.ts';

/** Submissions compared with a lost one at most: more of one place at once can no longer be told apart. */
const mostCompared = 200;
/** Jobs of an account that are looked through for them, in pages of so many. */
const pageSize = 200;
const mostPages = 25;
/**
 * How long before its submission a job can have been accepted, in ms: the search for jobs that ended without a response
 * goes back so far.
 */
const longestQueueMs = 7 * 24 * 3_600_000;

interface Look {
  readonly accountId: string;
  readonly states: readonly Job['state'][];
  readonly createdFrom: number | null;
}

/**
 * The other submissions at a place whose outcome is not known: under way, unknown, or ended by a person's word. What a
 * list shows may be theirs. Undefined when they are too many to compare.
 */
async function unansweredSubmissions(
  { job, ports }: Pick<Work, 'job' | 'ports'>,
  { place, from }: { readonly place: string; readonly from: number },
): Promise<readonly UnansweredSubmission[] | undefined> {
  const loads = await ports.storage.accounts.loads();
  const looks = loads
    .filter(({ account }) => account.provider === place)
    .flatMap(({ account: { id: accountId } }): readonly Look[] => [
      { accountId, states: ['dispatching', 'outcome_unknown'], createdFrom: null },
      { accountId, states: ['failed'], createdFrom: from - longestQueueMs },
    ]);
  const found: UnansweredSubmission[] = [];
  for (const look of looks) {
    const unanswered = await unansweredOf(look, { job, ports });
    if (unanswered === undefined) return undefined;
    found.push(...unanswered);
    if (found.length > mostCompared) return undefined;
  }
  return found;
}

/** Those of one account; undefined when it has too many jobs to look through. */
async function unansweredOf(
  look: Look,
  { job, ports }: Pick<Work, 'job' | 'ports'>,
): Promise<readonly UnansweredSubmission[] | undefined> {
  const found: UnansweredSubmission[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page: JobListOutcome = await ports.storage.reader.list(query(look, after));
    if (page.kind !== 'page') return undefined;
    const others = page.jobs.filter(({ id }) => id !== job.id);
    const unanswered = await Promise.all(
      others.map((other) => asUnanswered({ job: other, ports })),
    );
    found.push(...unanswered.filter((other) => other !== undefined));
    if (!page.hasMore || found.length > mostCompared) return found;
    after = page.jobs.at(-1)?.id ?? null;
  }
  return undefined;
}

function query({ accountId, states, createdFrom }: Look, after: string | null) {
  return {
    owner: null,
    surface: null,
    states,
    models: null,
    accountId,
    search: null,
    createdFrom,
    createdUntil: null,
    order: 'newest-first',
    after,
    limit: pageSize,
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
  const record = dispatches.find((dispatch) => dispatch.correlationId === correlationId);
  if (record !== undefined && (record.handle !== null || record.refusal !== null)) return undefined;
  return { submission, sentBetween: await sendWindowOf({ job, ports }) };
}

/** Instants between which the bytes of a submission can have left, in ms since 1970. */
export interface SendWindow {
  readonly from: number;
  readonly to: number;
}

/** When a job's present submission can have left: from its dispatch record to the end of the right to send. */
export async function sendWindowOf({
  job,
  ports,
}: Pick<Work, 'job' | 'ports'>): Promise<SendWindow> {
  const dispatches = await ports.storage.reader.dispatches(job.id);
  const record = dispatches.find(({ correlationId }) => correlationId === job.correlationId);
  if (record !== undefined) return { from: record.recordedAt, to: record.sendDeadlineAt };
  return windowWithoutRecord(job);
}

/** The store lost the dispatch record: any time since the job was accepted. */
export function windowWithoutRecord(job: Job): SendWindow {
  const { createdAt, sendDeadlineAt, unknownSince, updatedAt } = job;
  return { from: createdAt, to: Math.max(createdAt, sendDeadlineAt ?? unknownSince ?? updatedAt) };
}

export interface SearchedFor {
  readonly submission: PreparedSubmission;
  readonly correlationId: string;
  readonly sentBetween: SendWindow;
}

/** Tells whether a handle of the place belongs to another job than this one. */
export function ownedByOther({ ports, job }: Pick<Work, 'job' | 'ports'>, place: string) {
  return async (handle: UpstreamHandle): Promise<boolean> => {
    const owner = await ports.storage.reader.jobOfHandle({ place, handle: JSON.stringify(handle) });
    return owner !== undefined && owner !== job.id;
  };
}

/** Searches one place for one submission; a client without a search cannot be asked, and whatever it throws proves nothing. */
export async function searchUpstream(
  work: Work,
  { client, account, place, exclusive }: JobUpstream,
  searched: SearchedFor,
): Promise<ReconcileOutcome> {
  const { ports, options, signal, job, onAsked } = work;
  const reconcile = client.reconcile?.bind(client);
  if (reconcile === undefined) return { kind: 'cannot-ask' };
  const isOwned = ownedByOther(work, place);
  const { from } = searched.sentBetween;
  const unanswered = () => unansweredSubmissions({ job, ports }, { place, from });
  try {
    const outcome = await withTimeout(
      { clock: ports.clock, signal, timeoutMs: options.readTimeoutMs },
      (bounded) =>
        reconcile({ account, exclusive, ...searched, isOwned, unanswered, signal: bounded }),
    );
    if (outcome.kind !== 'cannot-ask') onAsked?.();
    return outcome;
  } catch (error) {
    onAsked?.();
    const failed = { event: 'reconcile-threw', facts: { job: job.id } };
    return { kind: 'transient', detail: describeReadFault(ports.log, error, failed) };
  }
}
