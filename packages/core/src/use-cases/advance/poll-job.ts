import { match } from 'ts-pattern';
import { nextAfterFailure, nextPollAt, nextReconcileAt } from '../../job/backoff.ts';
import type { JobEvent } from '../../job/job-event.ts';
import type { PollOutcome } from '../../ports/poll-outcome.ts';
import type { UpstreamCapabilities } from '../../ports/upstream-capabilities.ts';
import { deliveredFileOf } from '../../upstream/delivered-file.ts';
import { describeReadFault } from '../read-fault.ts';
import { deliveredOutput } from './delivered-result.ts';
import { withTimeout } from './with-timeout.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import { ownedByOther } from './search-upstream.ts';
import { reportDenials } from './report-denials.ts';
import { pollingOf, upstreamOf } from './upstream-of.ts';
import { askAgainLater, checkSaidWord } from './check-said-word.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Queries the provider once; an error says nothing about the job. */
export async function askUpstream(context: StepContext): Promise<PollOutcome> {
  const { job, ports, options } = context;
  if (deliveredFileOf(job.handle) !== undefined)
    return { kind: 'succeeded', output: deliveredOutput(job.request.mediaType) };
  const upstream = await upstreamOf(context, job.accountId);
  const { handle } = job;
  if (upstream === undefined || handle === null) {
    return { kind: 'transient', detail: 'the account or handle is missing', retryAfterMs: null };
  }
  context.onAsked?.();
  try {
    const outcome = await withTimeout(
      { clock: ports.clock, signal: context.signal, timeoutMs: options.readTimeoutMs },
      (signal) => upstream.client.poll({ account: upstream.account, handle, signal }),
    );
    if (!(await speaksOfAnother(outcome, { context, endpoint: upstream.endpoint }))) return outcome;
    return {
      kind: 'transient',
      detail: 'the provider reported the task of another job',
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

/** True if the response names another job's handle; any other name is a spelling of the work that was queried. */
async function speaksOfAnother(
  { namedAs }: PollOutcome,
  { context, endpoint }: { readonly context: StepContext; readonly endpoint: string },
): Promise<boolean> {
  return namedAs !== undefined && (await ownedByOther(context, endpoint)(namedAs));
}

export async function pollJob(context: StepContext): Promise<StepResult> {
  const { capabilities, turnAt } = await pollingOf(context);
  if (turnAt > context.ports.clock.now()) return releaseUntil(context, turnAt);
  const outcome = await askUpstream(context);
  const now = context.ports.clock.now();
  if (
    outcome.kind !== 'succeeded' &&
    outcome.kind !== 'failed' &&
    now >= (context.job.deadlineAt ?? Infinity)
  ) {
    const dueAt = now + (capabilities.reconcileAfterMs ?? context.options.unknownSlotMs);
    return saveEvent(context, { kind: 'deadline-passed', dueAt });
  }
  const minimumMs = capabilities.minimumPollIntervalMs;
  return match(outcome)
    .with({ kind: 'pending' }, ({ retryAfterMs, ...said }) =>
      stillPending(
        context,
        said,
        nextPollAt(context.job, { minimumMs, askedMs: retryAfterMs }, now),
      ),
    )
    .with({ kind: 'succeeded' }, (finished) => saveEvent(context, finished))
    .with({ kind: 'failed' }, (failed) => checkFailure(context, failed, minimumMs))
    .with({ kind: 'transient' }, ({ detail, retryAfterMs }) => {
      const dueAt = nextAfterFailure(context.job, { minimumMs, askedMs: retryAfterMs }, now);
      return saveEvent(context, { kind: 'read-failed', detail, dueAt });
    })
    .with({ kind: 'lost' }, () => checkDenial(context, capabilities))
    .exhaustive();
}

/** Work that its endpoint denies is not visible yet, or its outcome is unknown from now on. */
async function checkDenial(
  context: StepContext,
  { minimumPollIntervalMs: minimumMs, visibilityLagMs }: UpstreamCapabilities,
): Promise<StepResult> {
  const now = context.ports.clock.now();
  const { submittedAt } = context.job;
  if (now - (submittedAt ?? now) <= visibilityLagMs) {
    const pollAt = nextPollAt(context.job, { minimumMs, askedMs: null }, now);
    return stillPending(context, { progress: null }, pollAt);
  }
  const said = { word: 'denied', known: 'accepted', paceMs: minimumMs } as const;
  const verdict = await checkSaidWord(context, said);
  if (verdict.kind === 'not-counted') return releaseUntil(context, now + minimumMs);
  const dueAt = nextReconcileAt(context.job, minimumMs, now);
  const step = await saveEvent(context, { kind: 'not-known', doubt: verdict.doubt, dueAt });
  if (step.kind === 'advanced') await reportDenials(context);
  return step;
}

/** A provider may withdraw a report, so a failure is queried again before it counts. */
async function checkFailure(
  context: StepContext,
  failed: Extract<PollOutcome, { readonly kind: 'failed' }>,
  paceMs: number,
): Promise<StepResult> {
  const verdict = await checkSaidWord(context, { word: 'failed', known: 'accepted', paceMs });
  if (verdict.kind === 'believed')
    return saveEvent(context, { ...failed, kind: 'upstream-failed', doubt: verdict.doubt });
  const { detail } = failed.error;
  return askAgainLater(context, verdict, { detail, dueAt: context.ports.clock.now() + paceMs });
}

type Progressed = Extract<JobEvent, { readonly kind: 'progressed' }>;

/** A check that changed nothing is not written down. */
function stillPending(
  context: StepContext,
  { progress, unread = [] }: Pick<Progressed, 'progress' | 'unread'>,
  pollAt: number,
): Promise<StepResult> {
  const { job } = context;
  const known =
    job.state === 'polling' && Math.floor(progress ?? 0) <= job.progress && job.readFailures === 0;
  return known
    ? releaseUntil(context, pollAt)
    : saveEvent(context, { kind: 'progressed', progress, pollAt, unread });
}
