import type { Requirement } from '../../requirements/requirement.ts';
import { citedIds, isRequirementId } from './cited-ids.ts';

/** Where the requirements and the tests that prove them come apart; all empty when every promise is looked after. */
export interface CoverageGaps {
  readonly repeatedIds: readonly string[];
  readonly malformedIds: readonly string[];
  /** Requirements no title cites. */
  readonly uncitedIds: readonly string[];
  /** Cited, but no requirement: renamed, removed or mistyped. */
  readonly unknownIds: readonly string[];
}

/** Compares what is promised with what the titles of the tests cite. */
export function compareCoverage(
  requirements: readonly Requirement[],
  titles: readonly string[],
): CoverageGaps {
  const ids = requirements.map(({ id }) => id);
  const known = new Set(ids);
  const cited = new Set(titles.flatMap(citedIds));
  return {
    repeatedIds: ids.filter((id, index) => ids.indexOf(id) !== index),
    malformedIds: ids.filter((id) => !isRequirementId(id)),
    uncitedIds: ids.filter((id) => !cited.has(id)),
    unknownIds: [...cited].filter((id) => !known.has(id)),
  };
}
