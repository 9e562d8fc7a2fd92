import type { JobListQuery } from '@filmgate/core';
import { foldText } from './fold-text.ts';
import { runsEndingAt } from './text-runs.ts';
import { wordRuns } from './word-runs.ts';

/** Runs asked for at most, or a few more: enough to leave next to no wrong candidate. */
const mostRuns = 40;

/** Runs that are in the signature of every job whose prompt contains the text, those that few jobs have first. */
export function searchedRuns(
  search: string,
  { owner, model }: Pick<JobListQuery, 'owner' | 'model'>,
): readonly number[] {
  const text = foldText(search);
  const byLength: number[][] = [];
  for (let end = 0; end < text.length && 3 * end < mostRuns; end += 1) {
    let length = 0;
    runsEndingAt(text, end, (run) => {
      (byLength[length] ??= []).push(run);
      length += 1;
    });
  }
  return [
    ...new Set([
      ...(owner === null ? [] : wordRuns('owner', owner)),
      ...(model === null ? [] : wordRuns('model', model)),
      ...byLength.toReversed().flat(),
    ]),
  ];
}
