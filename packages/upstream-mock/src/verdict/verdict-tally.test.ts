import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { finding, findingCodes } from './finding.ts';
import { VerdictTally } from './verdict-tally.ts';

const given = { logical_key: null, jobs: [], evidence: [], why: '', hint: '' };
const code = fc.constantFrom(...findingCodes);

it('[mock.verdict.long] leaves out the end of what was found alone, the gravest first, and counts all of it', () => {
  const findings = fc.array(
    fc
      .tuple(code, fc.nat(9))
      .map(([one, credits]) => finding(one, { ...given, credits_wasted: credits })),
    { maxLength: 20 },
  );
  const unknown = fc.array(
    code.map((one) => ({ code: one, logical_key: 'k', why: '' })),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(findings, unknown, fc.integer({ min: 1, max: 25 }), (found, open, limit) => {
      const tally = new VerdictTally(limit);
      for (const one of found) tally.add([one]);
      tally.addUnknown(open);
      const gravestFirst = findingCodes.flatMap((one) => found.filter((each) => each.code === one));
      const short = tally.shown();
      expect(short.findings).toEqual(gravestFirst.slice(0, limit));
      expect(short.unknown).toEqual(open.slice(0, limit));
      expect(short.findings.length + (short.more?.findings ?? 0)).toBe(found.length);
      expect(short.unknown.length + (short.more?.unknown ?? 0)).toBe(open.length);
      expect(tally.found).toBe(found.length);
      expect(tally.wasted).toBe(found.reduce((sum, each) => sum + each.credits_wasted, 0));
    }),
  );
});
