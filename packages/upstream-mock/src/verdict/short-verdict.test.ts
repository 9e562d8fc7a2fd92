import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { finding, findingCodes } from './finding.ts';
import { shortVerdict } from './verdict.ts';

const given = { logical_key: null, jobs: [], credits_wasted: 0, evidence: [], why: '', hint: '' };
const code = fc.constantFrom(...findingCodes);

it('[mock.verdict.long] leaves out the end alone, says how much, and never calls a client clean for it', () => {
  const findings = fc.array(
    code.map((one) => finding(one, given)),
    { maxLength: 20 },
  );
  const unknown = fc.array(
    code.map((one) => ({ code: one, logical_key: 'k', why: '' })),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(findings, unknown, fc.integer({ min: 1, max: 25 }), (found, open, limit) => {
      const whole = { clean: found.length === 0, findings: found, unknown: open };
      const short = shortVerdict(whole, limit);
      expect(short.clean).toBe(whole.clean);
      expect(found.slice(0, limit)).toEqual(short.findings);
      expect(open.slice(0, limit)).toEqual(short.unknown);
      expect(short.findings.length + (short.more?.findings ?? 0)).toBe(found.length);
      expect(short.unknown.length + (short.more?.unknown ?? 0)).toBe(open.length);
    }),
  );
});
