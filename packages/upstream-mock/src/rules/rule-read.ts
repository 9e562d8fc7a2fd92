import type { MockJob } from '../world/mock-job.ts';
import type { ProviderState } from '../world/provider-state.ts';
import { type ReadFault, readFaultOf } from './read-fault.ts';
import type { RuledRead } from './rule.ts';

/** A request that is no submission, as rules see it. */
export interface ReadSubject {
  readonly account: string;
  readonly wire: string;
  /** The job it is about; undefined where it is about none, or about one that is not there. */
  readonly job?: MockJob | undefined;
  /** The logical key it asks for where it found no job. */
  readonly key?: string;
}

/** What a rule has this request be answered instead; undefined where none decides. It is counted, and noted in the exchange. */
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
