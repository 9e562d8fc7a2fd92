import { mostCandidates, type ReconcileOutcome, type ReportedWork } from '@filmgate/core';
import type { ListedTask } from './provider-description.ts';

/** A task that may be the one looked for. */
export type Candidate = Pick<ListedTask, 'task' | 'createdAt' | 'reported'>;

/** What a person is told of a task; undefined where no person could name it. */
export type Report = (candidate: Candidate) => ReportedWork | undefined;

/** Several tasks could be it, or one that may be another's: what a person needs to pick from them. */
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
