import { match } from 'ts-pattern';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { Job } from '../../job/job.ts';
import type { SubmitOutcome } from '../../ports/upstream-client.ts';
import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import { adoptEarlierSubmission } from './adopt-earlier-submission.ts';
import { boundedCall } from './bounded-call.ts';
import { keepReceipt } from './keep-receipt.ts';
import { keepRefusal } from './keep-refusal.ts';
import { readAsset } from './read-asset.ts';
import { saveEvent, stepFor } from './save-event.ts';
import { deadlineFrom, type JobUpstream, upstreamOf } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/** How long after the mark the first byte may still leave, in ms; shorter than any lease. */
const sendWindowMs = 10_000;

/** Known not to have been sent: the right to send ran out between the mark and the first byte. */
const ranOutOfTime: UpstreamError = {
  kind: 'unavailable',
  scope: 'provider',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'not sent: the lease ran short after the mark',
};

/**
 * Marks a prepared job and sends it exactly once (architecture §2). Only the write-once mark gives the right to
 * send; whatever the client throws is an unknown outcome.
 */
export async function submitJob(work: Work): Promise<StepResult> {
  const upstream = await upstreamOf(work, work.job.accountId);
  if (upstream === undefined)
    return saveEvent(work, { kind: 'account-withdrawn', reason: 'the account is gone' });
  const adopted = await adoptEarlierSubmission(work, mark);
  if (adopted !== undefined) return adopted;
  const marked = await mark(work);
  if (marked === undefined) return { kind: 'stale' };
  const outcome = await send(marked, upstream);
  return settleSubmission(marked, upstream, outcome);
}

async function mark(work: Work): Promise<(Work & { readonly job: Job }) | undefined> {
  const { claim, job, ports } = work;
  if (claim === null || job.correlationId === null) return undefined;
  const now = ports.clock.now();
  const sendDeadlineAt = Math.min(now + sendWindowMs, claim.leaseUntil);
  const { job: next, effects } = stepFor(work, { kind: 'dispatch-marked', sendDeadlineAt }, now);
  const outcome = await ports.storage.jobs.markDispatch({
    claim,
    from: job,
    next,
    effects,
    lease: 'keep',
    now,
    correlationId: job.correlationId,
    requestDigest: ports.digest.sha256(canonicalJson(job.submission?.value ?? null)),
    sendDeadlineAt,
  });
  return outcome.kind === 'marked' ? { ...work, job: outcome.job } : undefined;
}

async function send(work: Work, { client, account }: JobUpstream): Promise<SubmitOutcome> {
  const { job, ports, options } = work;
  const { submission, correlationId, sendDeadlineAt } = job;
  if (submission === null || correlationId === null || sendDeadlineAt === null) {
    return { kind: 'unknown', detail: 'the marked job carries no submission' };
  }
  if (work.signal.aborted || ports.clock.now() >= sendDeadlineAt)
    return { kind: 'rejected', error: ranOutOfTime };
  const timeoutMs = client.capabilities().sendTimeoutMs ?? options.sendTimeoutMs;
  try {
    return await boundedCall({ clock: ports.clock, signal: work.signal, timeoutMs }, (signal) =>
      client.submit({
        account,
        submission,
        correlationId,
        deadlineAt: sendDeadlineAt,
        signal,
        readAsset: (sha256) => readAsset(work, sha256),
      }),
    );
  } catch (error) {
    ports.log.error('submit-threw', error, { job: job.id });
    return { kind: 'unknown', detail: 'the upstream client failed while sending' };
  }
}

function settleSubmission(
  work: Work,
  { client, place }: JobUpstream,
  outcome: SubmitOutcome,
): Promise<StepResult> {
  const { options, ports } = work;
  const capabilities = client.capabilities();
  const { minimumPollIntervalMs, reconcileAfterMs } = capabilities;
  return match(outcome)
    .with({ kind: 'accepted' }, ({ handle }) =>
      keepReceipt(work, place, (now) => ({
        kind: 'accepted',
        handle,
        deadlineAt: deadlineFrom(now, capabilities, work),
        pollAt: now + minimumPollIntervalMs,
      })),
    )
    .with({ kind: 'completed' }, ({ handle, output }) =>
      keepReceipt(work, place, (now) => ({
        kind: 'completed-at-once',
        handle,
        output,
        deadlineAt: deadlineFrom(now, capabilities, work),
      })),
    )
    .with({ kind: 'rejected' }, ({ error }) => keepRefusal(work, error))
    .with({ kind: 'unknown' }, ({ detail }) =>
      saveEvent(work, {
        kind: 'outcome-lost',
        detail,
        isDoubtful: !work.signal.aborted,
        lookAgainAt: ports.clock.now() + (reconcileAfterMs ?? options.unknownSlotMs),
      }),
    )
    .exhaustive();
}
