import type { Job } from '../../job/job.ts';
import type { JobListOutcome } from '../../ports/job-reader.ts';
import type { ReconcileOutcome, UnansweredSubmission } from '../../ports/work-search.ts';
import type { PreparedSubmission, UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { describeReadFault } from '../read-fault.ts';
import { withTimeout } from './with-timeout.ts';
import type { JobUpstream } from './upstream-of.ts';
import type { StepContext } from './step-context.ts';

/** Maximum submissions compared with a lost one: more at one endpoint cannot be told apart. */
const mostCompared = 200;
/** Page size, in jobs of an account, of the search for them. */
const pageSize = 200;
const mostPages = 25;
/** Maximum time from acceptance to submission, in ms: how far back to search for jobs that ended without a response. */
const longestQueueMs = 7 * 24 * 3_600_000;

interface Look {
  readonly accountId: string;
  readonly states: readonly Job['state'][];
  readonly createdFrom: number | null;
}

/**
 * Returns the other submissions at an endpoint whose outcome is not known: under way, unknown, or ended by a person's
 * resolution. The work in a list may be theirs. Undefined when they are too many to compare.
 */
async function unansweredSubmissions(
  { job, ports }: Pick<StepContext, 'job' | 'ports'>,
  { endpoint, from }: { readonly endpoint: string; readonly from: number },
): Promise<readonly UnansweredSubmission[] | undefined> {
  const loads = await ports.storage.accounts.loads();
  const looks = loads
    .filter(({ account }) => account.endpoint === endpoint)
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

/** Returns those of one account; undefined when it has too many jobs to search. */
async function unansweredOf(
  look: Look,
  { job, ports }: Pick<StepContext, 'job' | 'ports'>,
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

/** Returns undefined when its provider responded to it, or nothing was sent. */
async function asUnanswered({
  job,
  ports,
}: Pick<StepContext, 'job' | 'ports'>): Promise<UnansweredSubmission | undefined> {
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

/** Returns when a job's present submission can have left: from its dispatch record to the end of the right to send. */
export async function sendWindowOf({
  job,
  ports,
}: Pick<StepContext, 'job' | 'ports'>): Promise<SendWindow> {
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

/** Returns a function that finds out if a handle of the endpoint belongs to another job than this one. */
export function ownedByOther({ ports, job }: Pick<StepContext, 'job' | 'ports'>, endpoint: string) {
  return async (handle: UpstreamHandle): Promise<boolean> => {
    const owner = await ports.storage.reader.jobOfHandle({
      endpoint,
      handle: JSON.stringify(handle),
    });
    return owner !== undefined && owner !== job.id;
  };
}

/** Searches one endpoint for a submission. Without a search it cannot be queried; exceptions prove nothing. */
export async function searchUpstream(
  context: StepContext,
  { client, account, endpoint, exclusive }: JobUpstream,
  searched: SearchedFor,
): Promise<ReconcileOutcome> {
  const { ports, options, signal, job, onAsked } = context;
  const reconcile = client.reconcile?.bind(client);
  if (reconcile === undefined) return { kind: 'cannot-ask' };
  const isOwned = ownedByOther(context, endpoint);
  const { from } = searched.sentBetween;
  const unanswered = () => unansweredSubmissions({ job, ports }, { endpoint, from });
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
