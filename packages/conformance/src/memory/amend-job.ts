import { type JobStore, erasedDetail, isFinal } from '@filmgate/core';
import { announceJob } from './announce.ts';
import { frozenCopy } from './freeze.ts';
import type { MemoryState } from './memory-state.ts';
import { contradiction } from './refuse-contradiction.ts';

type AmendInput = Parameters<JobStore['amend']>[0];
type AmendOutcome = Awaited<ReturnType<JobStore['amend']>>;

/** Takes back what a final job holds. */
export function amendJob(
  state: MemoryState,
  { from, next, trail, entry }: AmendInput,
): AmendOutcome {
  const stored = state.jobs.get(from.id);
  if (stored?.job.version !== from.version) return { kind: 'stale' };
  if (!isFinal(stored.job.state)) throw contradiction(from.id, `it is ${stored.job.state}`);
  if (next.id !== from.id || next.version !== from.version + 1 || next.state !== stored.job.state)
    throw contradiction(from.id, `it would be ${next.state} in version ${next.version}`);
  if (trail === 'erase') {
    const erased = stored.trail.map((step) => ({ ...step, detail: erasedDetail(step.detail) }));
    stored.trail.splice(0, stored.trail.length, ...erased.map(frozenCopy));
  }
  stored.job = frozenCopy(next);
  stored.trail.push(frozenCopy({ ...entry, money: [] }));
  announceJob(state, stored.job);
  return { kind: 'amended', job: stored.job };
}
