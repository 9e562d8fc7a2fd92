import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide, type Tallied } from './exceptions.ts';
import {
  causes,
  finding,
  findingCodes,
  type FoundFinding,
  type Undecided,
  verdictCodes,
} from './finding.ts';
import { VerdictTally } from './verdict-tally.ts';

const one = fc.record({
  code: fc.constantFrom(...findingCodes),
  by: fc.constantFrom(...causes),
  credits: fc.nat(9),
});
const findings = fc.array(
  one.map(({ code, by, credits }) => finding(code, { by, credits_wasted: credits, why: 'x' })),
  { maxLength: 20 },
);
const undecided = fc.array(
  fc.record({
    code: fc.constantFrom(...verdictCodes),
    by: fc.constantFrom(...causes),
    logical_key: fc.constant('k'),
    why: fc.constant('x'),
  }),
  { maxLength: 20 },
);
type Open = typeof undecided extends fc.Arbitrary<infer Many> ? Many : never;

function tallied(found: readonly FoundFinding[], open: Open, limit = 100): Tallied {
  const ofFound = new VerdictTally<FoundFinding>(limit);
  for (const each of found) ofFound.add([each]);
  const ofOpen = new VerdictTally<Undecided>(limit);
  ofOpen.add(open);
  return { findings: ofFound.groups, undecided: ofOpen.groups };
}

function wastedBy(found: readonly FoundFinding[]): number {
  return found.reduce((sum, each) => sum + each.credits_wasted, 0);
}

it('[mock.verdict.long] keeps the first of each code and cause, and counts all of them', () => {
  fc.assert(
    fc.property(findings, undecided, fc.integer({ min: 1, max: 25 }), (all, open, limit) => {
      const decided = decide(tallied(all, open, limit), {});
      expect([decided.found, decided.wasted, decided.open]).toEqual([
        all.length,
        wastedBy(all),
        open.length,
      ]);
      const mostSerious = findingCodes.find((code) => all.some((each) => each.code === code));
      expect(decided.findings[0]?.code).toBe(mostSerious);
      const ranks = decided.findings.map(({ code }) => findingCodes.indexOf(code));
      expect(ranks).toEqual(ranks.toSorted((low, high) => low - high));
    }),
  );
});

it('[mock.verdict.outcome] is found with an error, or with a warning if strict; else undecided with an open result; else clean', () => {
  fc.assert(
    fc.property(findings, undecided, fc.boolean(), (all, open, isStrict) => {
      const counts = all.filter(({ severity }) => isStrict || severity === 'error');
      const otherwise = open.length > 0 ? 'undecided' : 'clean';
      const expected = counts.length > 0 ? 'found' : otherwise;
      expect(decide(tallied(all, open), { isStrict }).outcome).toBe(expected);
    }),
  );
});

it('[mock.verdict.exceptions] do not count what is ignored or has another cause, but every undecided result of any cause', () => {
  const ignored = fc.uniqueArray(fc.constantFrom(...verdictCodes));
  const by = fc.uniqueArray(fc.constantFrom(...causes));
  fc.assert(
    fc.property(findings, undecided, ignored, by, (all, open, ignore, chosen) => {
      const decided = decide(tallied(all, open), { ignore, by: new Set(chosen) });
      const counting = all.filter(
        (each) => !ignore.includes(each.code) && chosen.includes(each.by),
      );
      expect(decided.found).toBe(counting.length);
      expect(decided.wasted).toBe(wastedBy(counting));
      expect(decided.open).toBe(open.filter((each) => !ignore.includes(each.code)).length);
      expect(decided.remarks.length > 0).toBe(
        decided.found + decided.open < all.length + open.length,
      );
    }),
  );
});

it('[mock.verdict.exceptions] count what is found beyond an expected number, and name what is missing of it', () => {
  const count = fc.option(fc.integer({ min: 1, max: 4 }));
  fc.assert(
    fc.property(findings, fc.constantFrom(...findingCodes), count, (all, code, expected) => {
      const decided = decide(tallied(all, []), { expect: new Map([[code, expected]]) });
      const has = all.filter((each) => each.code === code).length;
      const surplus = expected === null ? 0 : Math.max(0, has - expected);
      expect(decided.found).toBe(all.length - has + surplus);
      const wanted = expected ?? 1;
      expect(decided.missing).toEqual(has < wanted ? [{ code, expected: wanted, found: has }] : []);
      if (has < wanted) expect(decided.outcome).toBe('found');
    }),
  );
});
