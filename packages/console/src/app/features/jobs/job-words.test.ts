import {
  jobFailureCodes,
  jobStates,
  moneyMoves,
  resultWaits,
  reportedRefusalReasons,
  trailKinds,
  upstreamErrorKinds,
} from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { detailTexts } from './detail/detail-texts.ts';
import { jobWords } from './job-words.ts';
import { trailTexts } from './timeline/trail-texts.ts';

/** What a step of a trail can say; `other` is a word of another version. */
const trailWhats = [...trailKinds, 'other'] as const;

const words: readonly (readonly [en: string, zh: string])[] = [
  ...jobStates.map((state) => both(jobWords, `state.${state}`)),
  ...reportedRefusalReasons.map((reason) => both(jobWords, `reason.${reason}`)),
  ...upstreamErrorKinds.map((reason) => both(jobWords, `refusal.${reason}`)),
  ...jobFailureCodes.map((code) => both(jobWords, `code.${code}`)),
  ...jobFailureCodes.map((code) => both(jobWords, `brief.${code}`)),
  ...resultWaits.map((awaits) => both(jobWords, `awaits.${awaits}`)),
  ...resultWaits.map((awaits) => both(detailTexts, `fetch.ends.${awaits}`)),
  ...trailWhats.map((what) => both(trailTexts, `what.${what}`)),
  ...moneyMoves.map((move) => both(trailTexts, `move.${move}`)),
];

function both<K extends string>(
  texts: { readonly en: Record<K, string>; readonly zh: Record<K, string> },
  key: K,
): readonly [string, string] {
  return [texts.en[key], texts.zh[key]];
}

const positionsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted();

describe('[console.jobs-words] every state, reason, failure, line and movement', () => {
  it.each(words)(
    '%s has words in Chinese that are Chinese, with the same values in them',
    (en, zh) => {
      expect(en).toMatch(/\w/);
      expect(zh).toMatch(/\p{Script=Han}/u);
      expect(positionsIn(zh)).toEqual(positionsIn(en));
    },
  );

  it('[console.jobs-words] are all different ones', () => {
    const trail = trailWhats.map((what) => trailTexts.en[`what.${what}`]);
    expect(new Set(trail).size).toBe(trail.length);
    const reasons = reportedRefusalReasons.map((reason) => jobWords.zh[`reason.${reason}`]);
    expect(new Set(reasons).size).toBe(reasons.length);
  });

  it('[console.jobs-words] explanations have the same values in both languages', () => {
    for (const what of trailWhats)
      expect(positionsIn(trailTexts.zh[`why.${what}`])).toEqual(
        positionsIn(trailTexts.en[`why.${what}`]),
      );
  });
});
