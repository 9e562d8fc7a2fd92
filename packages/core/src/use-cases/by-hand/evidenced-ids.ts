import type { TrailStep } from '../../job/trail-step.ts';
import { mostCandidates } from '../../ports/work-search.ts';

/**
 * Returns ids from a response that proved nothing, as `outcome-lost` keeps them: evidence of a possible name of the
 * job's work, and no more. Each once, `mostCandidates` at most.
 */
export function evidencedIds(trail: readonly TrailStep[]): readonly string[] {
  const ids = trail.flatMap(({ what, detail }) => {
    const kept = what === 'outcome-lost' ? detail['candidates'] : undefined;
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  });
  return [...new Set(ids)].slice(0, mostCandidates);
}
