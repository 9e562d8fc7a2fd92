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
import detailsEn from '../../texts/en/job-details.json' with { type: 'json' };
import wordsEn from '../../texts/en/job-words.json' with { type: 'json' };
import detailsZh from '../../texts/zh/job-details.json' with { type: 'json' };
import wordsZh from '../../texts/zh/job-words.json' with { type: 'json' };

/** Kinds of steps; `other` stands for kinds of another version. */
const trailWhats = [...trailKinds, 'other'] as const;

const words: readonly (readonly [en: string, zh: string])[] = [
  ...jobStates.map((state) => both(wordsEn, wordsZh, `state.${state}`)),
  ...reportedRefusalReasons.map((reason) => both(wordsEn, wordsZh, `reason.${reason}`)),
  ...upstreamErrorKinds.map((reason) => both(wordsEn, wordsZh, `refusal.${reason}`)),
  ...jobFailureCodes.map((code) => both(wordsEn, wordsZh, `code.${code}`)),
  ...jobFailureCodes.map((code) => both(wordsEn, wordsZh, `brief.${code}`)),
  ...resultWaits.map((awaits) => both(wordsEn, wordsZh, `awaits.${awaits}`)),
  ...resultWaits.map((awaits) => both(detailsEn, detailsZh, `fetch.ends.${awaits}`)),
  ...trailWhats.map((what) => both(detailsEn, detailsZh, `trail.what.${what}`)),
  ...moneyMoves.map((move) => both(detailsEn, detailsZh, `trail.move.${move}`)),
];

function both<K extends string>(
  en: Record<K, string>,
  zh: Record<K, string>,
  key: K,
): readonly [string, string] {
  return [en[key], zh[key]];
}

describe('[console.jobs-words] every state, reason, failure, step and movement', () => {
  it.each(words)('%s has words in both languages', (en, zh) => {
    expect(en).toMatch(/\w/);
    expect(zh).toMatch(/\p{Script=Han}/u);
  });

  it('[console.jobs-words] has words of its own', () => {
    const trail = trailWhats.map((what) => detailsEn[`trail.what.${what}`]);
    expect(new Set(trail).size).toBe(trail.length);
    const reasons = reportedRefusalReasons.map((reason) => wordsZh[`reason.${reason}`]);
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});
