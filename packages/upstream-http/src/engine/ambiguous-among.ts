import { mostCandidates, type ReconcileOutcome, type ReportedWork } from '@filmgate/core';
import type { ListedTask } from './provider-description.ts';

/** A task that may be the one searched for. */
export type Candidate = Pick<ListedTask, 'task' | 'createdAt' | 'reported'>;

/** Returns a task's report for a person; undefined if no person could name it. */
export type Report = (candidate: Candidate) => ReportedWork | undefined;

/** Reports several matching tasks, or one that may be another's, with everything a person needs to choose. */
export function ambiguousAmong(candidates: readonly Candidate[], report: Report): ReconcileOutcome {
  const among = candidates
    .slice(0, mostCandidates)
    .map((candidate) => report(candidate))
    .filter((work) => work !== undefined);
  return {
    kind: 'ambiguous',
    candidates: candidates.length,
    ...(among.length > 0 && { among }),
  };
}
