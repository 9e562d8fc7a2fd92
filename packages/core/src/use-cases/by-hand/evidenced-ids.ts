import type { TrailStep } from '../../job/trail-step.ts';
import { mostCandidates } from '../../ports/work-search.ts';

/** Returns ids of an `outcome-lost` response, which may name the job's work, each once; at most `mostCandidates`. */
export function evidencedIds(trail: readonly TrailStep[]): readonly string[] {
  const ids = trail.flatMap(({ what, detail }) => {
    const kept = what === 'outcome-lost' ? detail['candidates'] : undefined;
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  });
  return [...new Set(ids)].slice(0, mostCandidates);
}
