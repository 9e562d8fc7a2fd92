import type { MockJob } from '../job/mock-job.ts';
import type { ProviderState } from './provider-state.ts';
import { type ReadFault, readFaultOf } from '../faults/read-fault.ts';
import type { RuledRead } from '../faults/ruled-op.ts';

/** A request other than a submission, for the conditions of rules. */
export interface ReadSubject {
  readonly account: string;
  readonly wire: string;
  /** The job it is about; undefined if it is about none, or about one that does not exist. */
  readonly job?: MockJob | undefined;
  /** The requested logical key if no job was found. */
  readonly key?: string;
}

/**
 * Fault decided by a rule; undefined if none decides, or if the rule only changes the response that the API makes. The
 * decision is counted, and recorded in the exchange.
 */
export function ruleRead(
  { rules, requestHistory, clock }: Pick<ProviderState, 'rules' | 'requestHistory' | 'clock'>,
  op: RuledRead,
  { account, wire, job, key }: ReadSubject,
): ReadFault | undefined {
  const attempt = job === undefined ? undefined : requestHistory.ofJob(job.id);
  const { exchanges } = requestHistory;
  const asked = rules.ask({
    ...exchanges.asked(),
    op,
    at: clock.now(),
    account,
    wire,
    key: attempt?.key ?? key ?? null,
    attempt: attempt?.number ?? null,
    model: job?.model ?? null,
    prompt: job?.prompt ?? null,
  });
  asked.note();
  if (asked.isAsked) exchanges.isRuled(asked.ruling);
  const { outcome } = asked;
  if (outcome === null) return undefined;
  exchanges.asks(op, job?.id);
  exchanges.alters(outcome);
  const { fault, status, accepted } = outcome;
  if (fault === undefined && status === undefined && accepted !== false) return undefined;
  exchanges.note({ isDisturbed: true });
  const isDone = accepted === true;
  if (fault === undefined) return { kind: 'own', isGone: status === 410, isDone };
  const reading = readFaultOf(op, fault);
  return reading.kind === 'parsed' ? { ...reading.fault, isDone } : undefined;
}
