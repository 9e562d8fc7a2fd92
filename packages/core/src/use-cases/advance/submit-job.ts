import { match } from 'ts-pattern';
import { z } from 'zod';
import { canonicalJson } from '../../json/json-value.ts';
import type { JobEvent } from '../../job/job-event.ts';
import type { NoticedSubmission } from '../../ports/notice.ts';
import type { SubmitOutcome } from '../../ports/upstream-client.ts';
import { StorageUnavailable } from '../../ports/storage-unavailable.ts';
import type { PreparedSubmission } from '../../upstream/upstream-handle.ts';
import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import { sendTimeoutOf } from '../send-timeout.ts';
import { withTimeout } from './with-timeout.ts';
import { keepDelivered } from './delivered-result.ts';
import { keepReceipt } from './keep-receipt.ts';
import { keepRefusal, keepRefusalByLease } from './keep-refusal.ts';
import { readAsset } from './read-asset.ts';
import { saveEvent, stepFor } from './save-event.ts';
import { deadlineFrom, type JobUpstream } from './upstream-of.ts';
import { recordedResponse } from './upstream-response.ts';
import type { Claim } from '../../ports/job-store.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Time after the dispatch record in which the first byte may still leave, in ms; shorter than any lease. */
const sendWindowMs = 10_000;

/** Returns the instant after which no first byte may leave: never after the lease. */
export function sendUntil(now: number, { leaseUntil }: Claim): number {
  return Math.min(now + sendWindowMs, leaseUntil);
}

/** Known not to have been sent: the right to send expired between the dispatch record and the first byte. */
const ranOutOfTime: UpstreamError = {
  kind: 'unavailable',
  scope: 'endpoint',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'not sent: the lease was about to expire after the dispatch record',
};

/** Account, route and submission of a job, as saved with its dispatch record. */
export type Dispatch = Omit<
  Extract<JobEvent, { readonly kind: 'account-chosen' }>,
  'kind' | 'sendDeadlineAt'
>;

export type DispatchOutcome =
  /** Saved: `context` has the right to send, once. */
  | { readonly kind: 'recorded'; readonly context: StepContext }
  /** Another decision or dispatch record was first: nothing was saved, and nothing may be sent. */
  | { readonly kind: 'stale' }
  /** The waiting job's try has a dispatch record: it may have been sent, so it never is; see `callPossiblySent`. */
  | { readonly kind: 'already-recorded' }
  /** The account has no slot or no credits left for it: nothing was saved. */
  | { readonly kind: 'no-room' };

/**
 * Saves in one atomic act the job's account and route, its slot and credits, the exact submission and the write-once
 * dispatch record. Only the success of this act gives the right to send, and no other act does.
 */
export async function saveDispatch(
  context: StepContext,
  dispatch: Dispatch,
): Promise<DispatchOutcome> {
  const { claim, job, ports } = context;
  if (claim === null) return { kind: 'stale' };
  const now = ports.clock.now();
  const sendDeadlineAt = sendUntil(now, claim);
  const event = { kind: 'account-chosen', ...dispatch, sendDeadlineAt } as const;
  const { job: next, effects } = stepFor(context, event, now);
  const outcome = await ports.storage.jobs.recordDispatch({
    claim,
    from: job,
    next,
    effects,
    lease: 'keep',
    now,
    correlationId: dispatch.correlationId,
    requestDigest: ports.digest.sha256(canonicalJson(dispatch.submission.value)),
    sendDeadlineAt,
  });
  switch (outcome.kind) {
    case 'recorded':
      return { kind: 'recorded', context: { ...context, job: outcome.job } };
    case 'slot-taken':
    case 'credits-reserved':
      return { kind: 'no-room' };
    case 'stale':
    case 'already-recorded':
      return { kind: outcome.kind };
  }
}

/** Outcome of a submission that can be decided on: a delivered file is kept. */
export type Decidable = Exclude<SubmitOutcome, { readonly kind: 'delivered' }>;

/** Sends a job whose dispatch record was just saved, exactly once. An exception of the client is an unknown outcome. */
export async function submitJob(context: StepContext, upstream: JobUpstream): Promise<StepResult> {
  const outcome = await send(context, upstream, context.job.sendDeadlineAt);
  return settleSubmission(context, upstream, await withNotice(context, outcome));
}

/** Sends the submission of a job, with the right to do so until `sendDeadlineAt`. */
export async function send(
  context: StepContext,
  provider: JobUpstream,
  sendDeadlineAt: number | null,
): Promise<Decidable> {
  const sent = await call(context, provider, sendDeadlineAt);
  return sent.kind === 'delivered' ? await keepDelivered(context, sent) : sent;
}

async function call(
  context: StepContext,
  { client, account }: JobUpstream,
  sendDeadlineAt: number | null,
): Promise<SubmitOutcome> {
  const { job, ports, options } = context;
  const { submission, correlationId } = job;
  if (submission === null || correlationId === null || sendDeadlineAt === null) {
    return { kind: 'unknown', detail: 'the job has no submission' };
  }
  if (context.signal.aborted || ports.clock.now() >= sendDeadlineAt)
    return { kind: 'rejected', error: ranOutOfTime };
  const timeoutMs = sendTimeoutOf(client.capabilities(), job.request, options);
  try {
    return await withTimeout({ clock: ports.clock, signal: context.signal, timeoutMs }, (signal) =>
      client.submit({
        account,
        submission: withSignedUrl(ports, submission, {
          jobId: job.id,
          correlationId,
          accountId: account.id,
        }),
        correlationId,
        deadlineAt: sendDeadlineAt,
        signal,
        readAsset: (sha256) => readAsset(context, sha256),
      }),
    );
  } catch (error) {
    ports.log.error('submit-threw', error, { job: job.id });
    return { kind: 'unknown', detail: 'the provider client failed while sending' };
  }
}

/** Returns the submission as it is sent: its notice URL is stored without a signature. */
function withSignedUrl(
  { notices }: Pick<StepContext['ports'], 'notices'>,
  submission: PreparedSubmission,
  sent: NoticedSubmission,
): PreparedSubmission {
  if (notices === undefined) return submission;
  const stored = JSON.stringify(submission.value);
  const signed = notices.sign(sent, stored);
  if (signed === stored) return submission;
  return { ...submission, value: z.json().parse(JSON.parse(signed)) };
}

/**
 * Work that the provider has meanwhile named in a notice, where its response was lost, or is a refusal: a server in
 * front of a provider may repeat a submission, whose second arrival is refused. A store that fails now keeps nothing
 * from being saved.
 */
async function withNotice(context: StepContext, outcome: Decidable): Promise<Decidable> {
  if (outcome.kind !== 'unknown' && outcome.kind !== 'rejected') return outcome;
  try {
    const noticed = await recordedResponse(context);
    return noticed?.kind === 'receipt' ? { kind: 'accepted', handle: noticed.handle } : outcome;
  } catch (error) {
    if (error instanceof StorageUnavailable) return outcome;
    throw error;
  }
}

function settleSubmission(
  context: StepContext,
  { client, endpoint }: JobUpstream,
  outcome: Decidable,
): Promise<StepResult> {
  const capabilities = client.capabilities();
  const { findsBy, reconcileAfterMs } = capabilities;
  return match(outcome)
    .with({ kind: 'accepted' }, ({ handle }) =>
      keepReceipt(context, endpoint, (now) => ({
        kind: 'accepted',
        handle,
        deadlineAt: deadlineFrom(now, capabilities, context),
        pollAt: now + capabilities.minimumPollIntervalMs,
      })),
    )
    .with({ kind: 'completed' }, ({ handle, output, usage }) =>
      keepReceipt(context, endpoint, (now) => ({
        kind: 'completed-at-once',
        handle,
        output,
        ...(usage !== undefined && { usage }),
        deadlineAt: deadlineFrom(now, capabilities, context),
      })),
    )
    .with({ kind: 'rejected' }, ({ error }) =>
      (findsBy === 'own-key' ? keepRefusalByLease : keepRefusal)(context, error),
    )
    .with({ kind: 'unknown' }, (lost) => loseOutcome(context, lost, reconcileAfterMs))
    .exhaustive();
}

function loseOutcome(
  context: StepContext,
  { detail, evidence: candidates }: Extract<Decidable, { readonly kind: 'unknown' }>,
  reconcileAfterMs: number | null,
): Promise<StepResult> {
  const now = context.ports.clock.now();
  return saveEvent(context, {
    kind: 'outcome-lost',
    detail,
    ...(candidates !== undefined && { candidates }),
    isDoubtful: !context.signal.aborted,
    dueAt: now + (reconcileAfterMs ?? context.options.unknownSlotMs),
    callEndsAt: now,
  });
}
