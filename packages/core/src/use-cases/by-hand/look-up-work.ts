import type { Job } from '../../job/job.ts';
import type { PollOutcome } from '../../ports/poll-outcome.ts';
import type { LookUpOutcome } from '../../ports/upstream-client.ts';
import type { ReportedWork } from '../../ports/work-search.ts';
import type { UpstreamHandle } from '../../upstream/upstream-handle.ts';
import type { UpstreamUsage } from '../../upstream/upstream-usage.ts';
import { type SendWindow, sendWindowOf } from '../advance/search-upstream.ts';
import { type JobUpstream, upstreamOf } from '../advance/upstream-of.ts';
import { withTimeout } from '../advance/with-timeout.ts';
import type { StepContext } from '../advance/step-context.ts';
import { describeReadFault } from '../read-fault.ts';
import {
  accountOfNamedWork,
  dispatchOfNamedWork,
  type NamedWorkRefusal,
} from './check-named-work.ts';

/** Work that a person names. */
export interface NamedWork {
  /** The provider's own id. */
  readonly upstreamId: string;
  /** Account it was made on, where the job does not show it; null = the job's. */
  readonly accountId: string | null;
}

/** Work of a provider that may become a job's, and the facts of both. */
export interface SeenWork {
  readonly accountId: string;
  readonly work: ReportedWork;
  /** State reported by its provider; a finished one is fetched at once. */
  readonly standing: 'pending' | 'succeeded' | 'failed';
  /** The provider's charge for it; null where it does not report one. */
  readonly usage: UpstreamUsage | null;
  /** Window in which the job's submission can have left. */
  readonly sentBetween: SendWindow;
}

/** Work that was looked up, with everything needed to adopt it. */
export type LookedUp =
  | {
      readonly kind: 'seen';
      readonly seen: SeenWork;
      readonly upstream: JobUpstream;
      readonly handle: UpstreamHandle;
      readonly correlationId: string;
      readonly carries: Read['carries'];
    }
  | { readonly kind: 'not-adoptable'; readonly refusal: NamedWorkRefusal };

const refused = (refusal: NamedWorkRefusal): LookedUp => ({ kind: 'not-adoptable', refusal });

/** Reads the work that a person names for an unknown job, and decides if it may become that job's. Changes nothing. */
export async function lookUpWork(context: StepContext, named: NamedWork): Promise<LookedUp> {
  const { job, ports } = context;
  const chosen = accountOfNamedWork(job, named.accountId);
  if (chosen.kind !== 'account') return refused(chosen);
  const { accountId } = chosen;
  const upstream = await upstreamOf(context, accountId);
  if (upstream === undefined) return refused({ kind: 'upstream-gone' });
  const read = await readNamed(context, upstream, named.upstreamId);
  if (read.kind !== 'read') return refused(read);
  const { handle, outcome, work: reported, carries } = read;
  // A continued read may spell the name otherwise; a name that a person typed is confirmed by the provider or not at
  // all.
  if (outcome.namedAs !== undefined) return refused({ kind: 'another-id', reported: reported.id });
  const { endpoint } = upstream;
  const heldBy = await ports.storage.reader.jobOfHandle({
    endpoint,
    handle: JSON.stringify(handle),
  });
  if (heldBy !== undefined && heldBy !== job.id) return refused({ kind: 'held', heldBy });
  if (outcome.kind === 'lost') return refused({ kind: 'not-known' });
  if (outcome.kind === 'transient') return refused({ kind: 'not-read', detail: outcome.detail });
  const dispatch = dispatchOfNamedWork(job, await ports.storage.reader.dispatches(job.id), handle);
  if (dispatch.kind === 'answered') return refused(dispatch);
  const seen: SeenWork = {
    accountId,
    work: read.work,
    standing: outcome.kind,
    usage: usageIn(outcome),
    sentBetween: await sendWindowOf(context),
  };
  const { correlationId } = dispatch;
  return { kind: 'seen', seen, upstream, handle, correlationId, carries };
}

function usageIn(outcome: PollOutcome): UpstreamUsage | null {
  return outcome.kind === 'succeeded' ? (outcome.usage ?? null) : null;
}

type Read = Extract<LookUpOutcome, { readonly kind: 'read' }>;

async function readNamed(
  { ports, options, signal, job }: StepContext,
  { client, account }: JobUpstream,
  id: string,
): Promise<Read | NamedWorkRefusal> {
  const lookUp = client.lookUp?.bind(client);
  if (lookUp === undefined) return { kind: 'not-nameable' };
  const submission = submissionOf(job);
  try {
    return await withTimeout(
      { clock: ports.clock, signal, timeoutMs: options.readTimeoutMs },
      (bounded) => lookUp({ account, id, submission, signal: bounded }),
    );
  } catch (error) {
    const failed = { event: 'look-up-threw', facts: { job: job.id } };
    return { kind: 'not-read', detail: describeReadFault(ports.log, error, failed) };
  }
}

/** Without the name under which the job was sent, its saved submission may be that of another try. */
function submissionOf({ submission, correlationId }: Job): Job['submission'] {
  return correlationId === null ? null : submission;
}
