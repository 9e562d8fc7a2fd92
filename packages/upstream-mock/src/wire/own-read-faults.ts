import { type ReadSubject, ruleRead } from '../rules/rule-read.ts';
import type { RuledRead } from '../rules/rule.ts';
import { type MockJob, ownWire } from '../world/mock-job.ts';
import type { ProviderState } from '../world/provider-state.ts';
import { errorIn200, notFoundReply, refusalReply } from './error-reply.ts';
import type { ProviderReply } from './provider-request.ts';
import { disturbedReply, type ReadWords, ruledReply } from './ruled-reply.ts';

/** What looks like the beginning of an acceptance or a status. */
export const halfResponse = '{"id": "gen_';

const readWords: ReadWords = {
  refuse: (kind, retryAfterMs) => refusalReply({ kind, message: 'refused as asked', retryAfterMs }),
  errorIn200,
  missing: notFoundReply,
  garbled: halfResponse,
};

/** What a rule has a request be answered instead. */
export function ruled(
  world: ProviderState,
  op: RuledRead,
  subject: Omit<ReadSubject, 'wire'>,
): ProviderReply | undefined {
  const fault = ruleRead(world, op, { ...subject, wire: ownWire });
  return fault === undefined ? undefined : ruledReply(fault, readWords, world);
}

/** A status read that a rule or its job's tokens make go wrong this time. */
export function disturbedRead(world: ProviderState, job: MockJob): ProviderReply | undefined {
  return (
    ruled(world, 'status', { account: job.account, job }) ?? disturbedReply(job, readWords, world)
  );
}
