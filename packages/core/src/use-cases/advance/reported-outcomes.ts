import type { PollOutcome, ReadAside } from '../../ports/poll-outcome.ts';
import type {
  LookUpOutcome,
  ProbeOutcome,
  StagingOutcome,
  SubmitOutcome,
} from '../../ports/upstream-client.ts';
import type { ReconcileOutcome, ReportedWork } from '../../ports/work-search.ts';
import { reportedAmount, reportedInstant, reportedPause } from '../../upstream/reported-numbers.ts';
import type { UpstreamOutput } from '../../upstream/upstream-handle.ts';
import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import type { UpstreamUsage } from '../../upstream/upstream-usage.ts';

/*
 * Reports of a client in a form that a store can keep and a list can show: a number that is not a date, an amount or a
 * time is left out, and named where the outcome has room for that. Values that decide stay unchanged.
 */

export function reportedPoll(outcome: PollOutcome): PollOutcome {
  switch (outcome.kind) {
    case 'pending': {
      const { progress, retryAfterMs } = outcome;
      const isShare = progress !== null && Number.isFinite(progress);
      const pause = reportedPause(retryAfterMs);
      return { ...outcome, progress: isShare ? progress : null, retryAfterMs: pause };
    }
    case 'succeeded': {
      const { output: said, usage, ...rest } = outcome;
      const output = reportedOutput(said);
      const isCut = output.keptUntil === undefined && said.keptUntil !== undefined;
      const unread = isCut ? ['keptUntil'] : [];
      return withUsage({ ...rest, output }, { usage, unread });
    }
    case 'failed': {
      const { error, usage, ...rest } = outcome;
      return withUsage({ ...rest, error: reportedError(error) }, { usage, unread: [] });
    }
    case 'transient':
      return { ...outcome, retryAfterMs: reportedPause(outcome.retryAfterMs) };
    case 'lost':
      return outcome;
  }
}

export function reportedSubmission(outcome: SubmitOutcome): SubmitOutcome {
  switch (outcome.kind) {
    case 'completed': {
      const { usage, output, ...rest } = outcome;
      return { ...rest, output: reportedOutput(output), ...readableUsage(usage) };
    }
    case 'delivered': {
      const { usage, ...rest } = outcome;
      return { ...rest, ...readableUsage(usage) };
    }
    case 'rejected':
      return { ...outcome, error: reportedError(outcome.error) };
    case 'accepted':
    case 'unknown':
      return outcome;
  }
}

export function reportedStaging(outcome: StagingOutcome): StagingOutcome {
  return outcome.kind === 'rejected'
    ? { ...outcome, error: reportedError(outcome.error) }
    : outcome;
}

export function reportedSearch(outcome: ReconcileOutcome): ReconcileOutcome {
  if (outcome.kind !== 'ambiguous' || outcome.among === undefined) return outcome;
  return { ...outcome, among: outcome.among.map((work) => reportedWork(work)) };
}

export function reportedLookUp(outcome: LookUpOutcome): LookUpOutcome {
  if (outcome.kind === 'not-an-id') return outcome;
  return { ...outcome, work: reportedWork(outcome.work), outcome: reportedPoll(outcome.outcome) };
}

/** An invalid balance counts as one that the provider does not report. */
export function reportedProbe(outcome: ProbeOutcome): ProbeOutcome {
  if (outcome.kind !== 'ready' || outcome.credits === null) return outcome;
  return { kind: 'ready', credits: reportedAmount(Math.floor(outcome.credits)) ?? null };
}

function reportedOutput({ keptUntil: said, ...output }: UpstreamOutput): UpstreamOutput {
  const keptUntil = said === undefined ? undefined : reportedInstant(said);
  return keptUntil === undefined ? output : { ...output, keptUntil };
}

function reportedError(error: UpstreamError): UpstreamError {
  return { ...error, retryAfterMs: reportedPause(error.retryAfterMs) };
}

function reportedWork({ createdAt: said, compared, ...work }: ReportedWork): ReportedWork {
  const createdAt = said === null ? null : (reportedInstant(said) ?? null);
  const readable = compared.filter(
    ({ reported }) => typeof reported !== 'number' || Number.isFinite(reported),
  );
  return { ...work, createdAt, compared: readable };
}

/** An invalid charge counts as one that the provider does not report. */
function readableUsage(usage: UpstreamUsage | undefined): { readonly usage?: UpstreamUsage } {
  return usage !== undefined && reportedAmount(usage.amount) !== undefined ? { usage } : {};
}

function withUsage<Outcome extends ReadAside>(
  outcome: Outcome,
  {
    usage,
    unread,
  }: { readonly usage: UpstreamUsage | undefined; readonly unread: readonly string[] },
): Outcome & { readonly usage?: UpstreamUsage } {
  const readable = readableUsage(usage);
  const left = usage === readable.usage ? unread : [...unread, 'usage'];
  return {
    ...outcome,
    ...(left.length > 0 && { unread: [...(outcome.unread ?? []), ...left] }),
    ...readable,
  };
}
