import { match } from 'ts-pattern';
import { nextAfterFailure, nextPollAt, nextReconcileAt } from '../../job/backoff.ts';
import type { JobEvent } from '../../job/job-event.ts';
import type { PollOutcome } from '../../ports/poll-outcome.ts';
import type { UpstreamCapabilities } from '../../ports/upstream-client.ts';
import { describeReadFault } from '../read-fault.ts';
import { withTimeout } from './with-timeout.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import { ownedByOther } from './search-upstream.ts';
import { tellDenials } from './tell-denials.ts';
import { capabilitiesOf, upstreamOf } from './upstream-of.ts';
import { stayDoubtful, weighWord } from './weigh-word.ts';
import type { StepResult, Work } from './work.ts';

/** Asks the upstream once; whatever goes wrong says nothing about the job. */
export async function askUpstream(work: Work): Promise<PollOutcome> {
  const { job, ports, options } = work;
  const upstream = await upstreamOf(work, job.accountId);
  const { handle } = job;
  if (upstream === undefined || handle === null) {
    return { kind: 'transient', detail: 'its account or handle is missing', retryAfterMs: null };
  }
  work.onAsked?.();
  try {
    const outcome = await withTimeout(
      { clock: ports.clock, signal: work.signal, timeoutMs: options.readTimeoutMs },
      (signal) => upstream.client.poll({ account: upstream.account, handle, signal }),
    );
    if (!(await speaksOfAnother(outcome, { work, place: upstream.place }))) return outcome;
    return {
      kind: 'transient',
      detail: 'the read named the work of another job',
      retryAfterMs: null,
    };
  } catch (error) {
    const detail = describeReadFault(ports.log, error, {
      event: 'poll-threw',
      facts: { job: job.id },
    });
    return { kind: 'transient', detail, retryAfterMs: null };
  }
}

/**
 * The address that was asked names the work, and a place may spell its name otherwise in the response. A name that is the handle of
 * another job is none of its spellings.
 */
async function speaksOfAnother(
  { namedAs }: PollOutcome,
  { work, place }: { readonly work: Work; readonly place: string },
): Promise<boolean> {
  return namedAs !== undefined && (await ownedByOther(work, place)(namedAs));
}

/** One look at an accepted job. */
export async function pollJob(work: Work): Promise<StepResult> {
  const capabilities = await capabilitiesOf(work);
  const outcome = await askUpstream(work);
  const now = work.ports.clock.now();
  if (
    outcome.kind !== 'succeeded' &&
    outcome.kind !== 'failed' &&
    now >= (work.job.deadlineAt ?? Infinity)
  ) {
    const dueAt = now + (capabilities.reconcileAfterMs ?? work.options.unknownSlotMs);
    return saveEvent(work, { kind: 'deadline-passed', dueAt });
  }
  const minimumMs = capabilities.minimumPollIntervalMs;
  return match(outcome)
    .with({ kind: 'pending' }, ({ retryAfterMs, ...said }) =>
      stillPending(work, said, nextPollAt(work.job, { minimumMs, askedMs: retryAfterMs }, now)),
    )
    .with({ kind: 'succeeded' }, (finished) => saveEvent(work, finished))
    .with({ kind: 'failed' }, (failed) => weighFailure(work, failed, minimumMs))
    .with({ kind: 'transient' }, ({ detail, retryAfterMs }) => {
      const dueAt = nextAfterFailure(work.job, { minimumMs, askedMs: retryAfterMs }, now);
      return saveEvent(work, { kind: 'read-failed', detail, dueAt });
    })
    .with({ kind: 'lost' }, () => weighDenial(work, capabilities))
    .exhaustive();
}

/** Work that its place denies is not visible yet, or its outcome is unknown from now on. */
async function weighDenial(
  work: Work,
  { minimumPollIntervalMs: minimumMs, visibilityLagMs }: UpstreamCapabilities,
): Promise<StepResult> {
  const now = work.ports.clock.now();
  const { submittedAt } = work.job;
  if (now - (submittedAt ?? now) <= visibilityLagMs) {
    const pollAt = nextPollAt(work.job, { minimumMs, askedMs: null }, now);
    return stillPending(work, { progress: null }, pollAt);
  }
  const said = { word: 'denied', known: 'accepted', paceMs: minimumMs } as const;
  const verdict = await weighWord(work, said);
  if (verdict.kind === 'not-counted') return releaseUntil(work, now + minimumMs);
  const dueAt = nextReconcileAt(work.job, minimumMs, now);
  const step = await saveEvent(work, { kind: 'not-known', doubt: verdict.doubt, dueAt });
  if (step.kind === 'advanced') await tellDenials(work);
  return step;
}

/** A provider may take its word back, so a failure is asked about again before it counts. */
async function weighFailure(
  work: Work,
  failed: Extract<PollOutcome, { readonly kind: 'failed' }>,
  paceMs: number,
): Promise<StepResult> {
  const verdict = await weighWord(work, { word: 'failed', known: 'accepted', paceMs });
  if (verdict.kind === 'believed')
    return saveEvent(work, { ...failed, kind: 'upstream-failed', doubt: verdict.doubt });
  const { detail } = failed.error;
  return stayDoubtful(work, verdict, { detail, dueAt: work.ports.clock.now() + paceMs });
}

type Progressed = Extract<JobEvent, { readonly kind: 'progressed' }>;

/** A look that changed nothing is not written down. */
function stillPending(
  work: Work,
  { progress, unread = [] }: Pick<Progressed, 'progress' | 'unread'>,
  pollAt: number,
): Promise<StepResult> {
  const { job } = work;
  const known =
    job.state === 'polling' && Math.floor(progress ?? 0) <= job.progress && job.readFailures === 0;
  return known
    ? releaseUntil(work, pollAt)
    : saveEvent(work, { kind: 'progressed', progress, pollAt, unread });
}
