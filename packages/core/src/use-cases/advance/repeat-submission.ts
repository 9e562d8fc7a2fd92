import { match } from 'ts-pattern';
import { nextReconcileAt } from '../../job/backoff.ts';
import { turnToRepeat } from '../../job/turn-to-repeat.ts';
import type { UpstreamClient } from '../../ports/upstream-client.ts';
import { keepReceipt } from './keep-receipt.ts';
import { commitEvent, releaseUntil, saveEvent } from './save-event.ts';
import { sendWindowOf } from './search-upstream.ts';
import { type Decidable, send, sendUntil } from './submit-job.ts';
import { deadlineFrom, type JobUpstream, upstreamOf } from './upstream-of.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Longest pause that a provider may ask for, in ms: its key expires meanwhile. */
const longestAskedMs = 3_600_000;

/**
 * Sends a lost submission again with its key, where its provider documents that this orders nothing more: the response
 * is its receipt. Only while the job has its slot, with the secret of the first call, on an enabled account.
 *
 * @returns undefined if it may not be sent again, or its provider documents no key
 */
export async function repeatSubmission(context: StepContext): Promise<StepResult | undefined> {
  const { claim, job, ports, options } = context;
  if (job.correlationId === null || !job.holdsSlot) return undefined;
  const provider = await upstreamOf(context, job.accountId);
  if (provider?.isEnabled !== true) return undefined;
  const promised = provider.client.capabilities();
  const { findsBy, keyLifeMs, sendTimeoutMs = options.sendTimeoutMs } = promised;
  if (findsBy !== 'own-key' || keyLifeMs === undefined) return undefined;
  const { from: sentFrom } = await sendWindowOf(context);
  if ((provider.secretSince ?? 0) > sentFrom) return undefined;
  const now = ports.clock.now();
  const turn = turnToRepeat(job, { sentFrom, keyLifeMs }, now);
  if (turn.kind === 'over') return undefined;
  // An operator's check only makes the job due: the node with its lease sends.
  if (claim === null) return saveEvent(context, { kind: 'asked-again' });
  if (turn.kind === 'later') return releaseUntil(context, turn.at);
  const until = sendUntil(now, claim);
  // A clock that is ahead of the leases leaves no time to send.
  return until <= now
    ? undefined
    : sendAgain(context, provider, { until, callEndsAt: until + sendTimeoutMs });
}

/** The saved event comes first: no person resolves the job while its submission is under way. */
async function sendAgain(
  context: StepContext,
  provider: JobUpstream,
  { until, callEndsAt }: { readonly until: number; readonly callEndsAt: number },
): Promise<StepResult> {
  const saved = await commitEvent(context, { kind: 'sent-again', callEndsAt }, 'keep');
  if (saved.kind !== 'committed') return { kind: 'stale' };
  const sending = { ...context, job: saved.job };
  return settle(sending, provider, await send(sending, provider, until));
}

/** A refusal proves nothing of the first call, so only a receipt decides. */
function settle(
  context: StepContext,
  { endpoint, client }: JobUpstream,
  outcome: Decidable,
): Promise<StepResult> {
  return match(outcome)
    .with({ kind: 'accepted' }, { kind: 'completed' }, ({ handle }) =>
      keepReceipt(context, endpoint, (now) => ({
        kind: 'found',
        handle,
        accountId: null,
        isResponse: true,
        deadlineAt: deadlineFrom(now, client.capabilities(), context),
        pollAt: now,
      })),
    )
    .with({ kind: 'rejected' }, ({ error }) =>
      lookAgain(context, client, { ...error, detail: `refused when sent again: ${error.detail}` }),
    )
    .with({ kind: 'unknown' }, (lost) => lookAgain(context, client, lost))
    .exhaustive();
}

function lookAgain(
  context: StepContext,
  client: UpstreamClient,
  {
    detail,
    retryAfterMs = null,
  }: { readonly detail: string; readonly retryAfterMs?: number | null },
): Promise<StepResult> {
  const { options, ports, job } = context;
  const firstMs = client.capabilities().reconcileAfterMs ?? options.unknownSlotMs;
  const now = ports.clock.now();
  const askedAt = now + Math.min(longestAskedMs, retryAfterMs ?? 0);
  const dueAt = Math.max(nextReconcileAt(job, firstMs, now), askedAt);
  return saveEvent(context, { kind: 'read-failed', detail, dueAt, callEndsAt: now });
}
