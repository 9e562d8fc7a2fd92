import type { PollOutcome, ReadAside } from '../../ports/poll-outcome.ts';
import type {
  LookUpOutcome,
  ProbeOutcome,
  StagingOutcome,
  SubmitOutcome,
} from '../../ports/upstream-client.ts';
import type { ReconcileOutcome, ToldWork } from '../../ports/work-search.ts';
import { toldAmount, toldInstant, toldPause } from '../../upstream/told-numbers.ts';
import type { UpstreamOutput } from '../../upstream/upstream-handle.ts';
import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import type { UpstreamUsage } from '../../upstream/upstream-usage.ts';

/*
 * What a client says, as a store can keep it and a list can show it: a number that is no date, no amount and no time is left out, and named
 * where the outcome has room for that. What decides stays as it is.
 */

export function toldPoll(outcome: PollOutcome): PollOutcome {
  switch (outcome.kind) {
    case 'pending': {
      const { progress, retryAfterMs } = outcome;
      const isShare = progress !== null && Number.isFinite(progress);
      const pause = toldPause(retryAfterMs);
      return { ...outcome, progress: isShare ? progress : null, retryAfterMs: pause };
    }
    case 'succeeded': {
      const { output: said, usage, ...rest } = outcome;
      const output = toldOutput(said);
      const isCut = output.keptUntil === undefined && said.keptUntil !== undefined;
      const unread = isCut ? ['keptUntil'] : [];
      return withUsage({ ...rest, output }, { usage, unread });
    }
    case 'failed': {
      const { error, usage, ...rest } = outcome;
      return withUsage({ ...rest, error: toldError(error) }, { usage, unread: [] });
    }
    case 'transient':
      return { ...outcome, retryAfterMs: toldPause(outcome.retryAfterMs) };
    case 'lost':
      return outcome;
  }
}

export function toldSubmission(outcome: SubmitOutcome): SubmitOutcome {
  switch (outcome.kind) {
    case 'completed':
      return { ...outcome, output: toldOutput(outcome.output) };
    case 'rejected':
      return { ...outcome, error: toldError(outcome.error) };
    case 'accepted':
    case 'unknown':
      return outcome;
  }
}

export function toldStaging(outcome: StagingOutcome): StagingOutcome {
  return outcome.kind === 'rejected' ? { ...outcome, error: toldError(outcome.error) } : outcome;
}

export function toldSearch(outcome: ReconcileOutcome): ReconcileOutcome {
  if (outcome.kind !== 'ambiguous' || outcome.among === undefined) return outcome;
  return { ...outcome, among: outcome.among.map((work) => toldWork(work)) };
}

export function toldLookUp(outcome: LookUpOutcome): LookUpOutcome {
  if (outcome.kind === 'not-an-id') return outcome;
  return { ...outcome, work: toldWork(outcome.work), outcome: toldPoll(outcome.outcome) };
}

/** A balance that is none counts as one that the upstream does not say. */
export function toldProbe(outcome: ProbeOutcome): ProbeOutcome {
  if (outcome.kind !== 'ready' || outcome.credits === null) return outcome;
  return { kind: 'ready', credits: toldAmount(Math.floor(outcome.credits)) ?? null };
}

function toldOutput({ keptUntil: said, ...output }: UpstreamOutput): UpstreamOutput {
  const keptUntil = said === undefined ? undefined : toldInstant(said);
  return keptUntil === undefined ? output : { ...output, keptUntil };
}

function toldError(error: UpstreamError): UpstreamError {
  return { ...error, retryAfterMs: toldPause(error.retryAfterMs) };
}

function toldWork({ createdAt: said, compared, ...work }: ToldWork): ToldWork {
  const createdAt = said === null ? null : (toldInstant(said) ?? null);
  const readable = compared.filter(({ told }) => typeof told !== 'number' || Number.isFinite(told));
  return { ...work, createdAt, compared: readable };
}

function withUsage<Outcome extends ReadAside>(
  outcome: Outcome,
  {
    usage,
    unread,
  }: { readonly usage: UpstreamUsage | undefined; readonly unread: readonly string[] },
): Outcome & { readonly usage?: UpstreamUsage } {
  const isAmount = usage !== undefined && toldAmount(usage.amount) !== undefined;
  const left = usage === undefined || isAmount ? unread : [...unread, 'usage'];
  return {
    ...outcome,
    ...(left.length > 0 && { unread: [...(outcome.unread ?? []), ...left] }),
    ...(isAmount && { usage }),
  };
}
