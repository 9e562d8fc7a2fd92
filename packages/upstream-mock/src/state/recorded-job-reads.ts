import { stateAt } from '../job/mock-job.ts';
import { hasVanished, reportedAt, reportedState } from '../job/reported-job.ts';
import type { JobReads } from './provider-state.ts';
import type { RecordedFacts } from './recorded-facts.ts';

export function createJobReads(facts: RecordedFacts): JobReads {
  const { clock, state } = facts;
  const { exchanges } = state.requestHistory;
  const spendReadFault: JobReads['spendReadFault'] = ({ id, instructions }, fault) => {
    const wanted = instructions[fault];
    if (wanted === 0 || state.reads.failed(id, fault) >= wanted) return false;
    // Infinity is the fault of a rule: counts of the job's own tokens are not used up.
    if (wanted !== Infinity) facts.record({ fact: 'read-failed', id, fault });
    exchanges.isDisturbed();
    return true;
  };
  return {
    stateOf: (job) => stateAt(job, clock.now()),
    reportedState: (job) => reportedState(job, clock.now()),
    reportedAt: (job) => reportedAt(job, clock.now()),
    isMissing: (job) => {
      const isGone = hasVanished(job, clock.now());
      if (isGone) exchanges.isDisturbed();
      return isGone;
    },
    spendReadFault,
    linkUses: (id) => state.reads.linkUses(id),
    useLink: (id) => facts.record({ fact: 'link-used', id }),
  };
}
