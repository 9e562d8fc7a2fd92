import { hash } from 'node:crypto';
import { foldText, type JobListQuery } from '@filmgate/core';

/** Maximum number of runs searched for, or a few more: enough to leave next to no wrong candidate. */
const mostRuns = 40;

/** Maximum number of runs searched for of each of many texts, or a few more. */
const fewestRuns = 9;

/** Runs that are in the signature of every job whose prompt contains the texts, rarest first. */
export function searchedRuns(
  texts: readonly string[],
  { owner, models }: Pick<JobListQuery, 'owner' | 'models'>,
): readonly number[] {
  const runsOfEach = Math.max(mostRuns / texts.length, fewestRuns);
  const byLength: number[][] = [];
  for (const text of texts.map(foldText))
    for (let end = 0; end < text.length && longestRun * end < runsOfEach; end += 1) {
      let length = 0;
      runsEndingAt(text, end, (run) => {
        (byLength[length] ??= []).push(run);
        length += 1;
      });
    }
  const [model, another] = models ?? [];
  return [
    ...new Set([
      ...(owner === null ? [] : wordRuns('owner', owner)),
      // A signature must have all the runs searched for, so that "one of several models" cannot be searched for.
      ...(model === undefined || another !== undefined ? [] : wordRuns('model', model)),
      ...byLength.toReversed().flat(),
    ]),
  ];
}

/** Two run numbers of a job's owner or model, so that a search for one skips other jobs. Stored: they never change. */
export function wordRuns(kind: 'owner' | 'model', value: string): readonly number[] {
  const digest = hash('sha256', `${kind}\n${value}`, 'buffer');
  return [digest.readUInt16BE(0), digest.readUInt16BE(2)];
}

/** Number of different runs; two runs of a prompt hardly ever share one. A power of two, like sizes of signatures. */
export const runNumbers = 65_536;

/** Code units of the longest runs. */
export const longestRun = 3;

const numberBits = Math.log2(runNumbers);

/** Large odd numbers without a pattern, of well-known hashes. */
const multipliers = {
  last: 0x9e3779b1,
  before: 0x85ebca6b,
  first: 0xc2b2ae35,
  mix: 0x27d4eb2f,
} as const;

/**
 * Numbers of the runs of one to three code units that end at a position of a folded text, shortest first. Every
 * contained text has all its runs there, whatever the script and however short it is. These numbers are stored: they
 * must never change.
 */
export function runsEndingAt(text: string, end: number, take: (run: number) => void): void {
  const one = Math.imul(text.charCodeAt(end), multipliers.last) ^ 1;
  take(toNumber(one));
  if (end < 1) return;
  const two = one ^ Math.imul(text.charCodeAt(end - 1), multipliers.before);
  take(toNumber(two));
  if (end < 2) return;
  take(toNumber(two ^ Math.imul(text.charCodeAt(end - 2), multipliers.first)));
}

function toNumber(product: number): number {
  return Math.imul(product ^ (product >>> 15), multipliers.mix) >>> (32 - numberBits);
}
