import { type ReadSubject, ruleRead } from '../../state/rule-read.ts';
import type { RuledRead } from '../../faults/ruled-op.ts';
import { type MockJob, ownWire } from '../../job/mock-job.ts';
import type { ProviderState } from '../../state/provider-state.ts';
import { errorIn200, notFoundReply, refusalReply } from './error-reply.ts';
import type { ProviderReply } from '../../http/provider-request.ts';
import { disturbedReply, type ReadWords, ruledReply } from '../../replies/ruled-reply.ts';

/** The beginning of an acceptance or a status. */
const halfResponse = '{"id": "gen_';

export const readWords: ReadWords = {
  refuse: (kind, retryAfterMs) =>
    refusalReply({ kind, message: 'refused as requested', retryAfterMs }),
  errorIn200,
  missing: notFoundReply,
  garbled: halfResponse,
};

/** Response of a rule to a request. */
export function ruled(
  world: ProviderState,
  op: RuledRead,
  subject: Omit<ReadSubject, 'wire'>,
): ProviderReply | undefined {
  const fault = ruleRead(world, op, { ...subject, wire: ownWire });
  return fault === undefined ? undefined : ruledReply(fault, readWords, world);
}

/** A status read disturbed by a rule or by a token of its job. */
export function disturbedRead(world: ProviderState, job: MockJob): ProviderReply | undefined {
  return (
    ruled(world, 'status', { account: job.account, job }) ?? disturbedReply(job, readWords, world)
  );
}
