import type { MockJob } from '../job/mock-job.ts';
import type { ProviderState } from './provider-state.ts';
import { type ReadFault, readFaultOf } from '../faults/read-fault.ts';
import type { RuledRead } from '../faults/rule.ts';

/** A request other than a submission, for the conditions of rules. */
export interface ReadSubject {
  readonly account: string;
  readonly wire: string;
  /** The job it is about; undefined if it is about none, or about one that does not exist. */
  readonly job?: MockJob | undefined;
  /** The requested logical key if no job was found. */
  readonly key?: string;
}

/** Response decided by a rule; undefined if none decides. The decision is counted, and recorded in the exchange. */
export function ruleRead(
  { rules, requestHistory, clock }: Pick<ProviderState, 'rules' | 'requestHistory' | 'clock'>,
  op: RuledRead,
  { account, wire, job, key }: ReadSubject,
): ReadFault | undefined {
  const attempt = job === undefined ? undefined : requestHistory.ofJob(job.id);
  const asked = rules.ask({
    op,
    at: clock.now(),
    account,
    wire,
    key: attempt?.key ?? key ?? null,
    attempt: attempt?.number ?? null,
    model: job?.model ?? null,
    prompt: job?.prompt ?? null,
  });
  if (asked === undefined) return undefined;
  rules.note(asked);
  requestHistory.exchanges.isRuled(asked.ruling);
  if (asked.fault === null) return undefined;
  requestHistory.exchanges.asks(op, job?.id);
  requestHistory.exchanges.isDisturbed();
  const reading = readFaultOf(op, asked.fault);
  return reading.kind === 'parsed' ? reading.fault : undefined;
}
