import { fc, test as law } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { OutputLocation } from './poll-reading.ts';
import { ReportedOutputs } from './reported-outputs.ts';

describe('[providers.engine.reported-outputs] a reported location', () => {
  const at = (text: string): OutputLocation => ({ kind: 'foreign', at: text });

  law.prop([
    fc.array(
      fc.record({
        isKept: fc.boolean(),
        work: fc.integer({ min: 0, max: 4 }),
        laterMs: fc.integer({ min: 0, max: 70_000 }),
      }),
    ),
  ])('law: is given once, in the minute after its latest report', (steps) => {
    const outputs = new ReportedOutputs();
    const known = new Map<number, { readonly location: OutputLocation; readonly at: number }>();
    let now = 0;
    for (const [index, { isKept, work, laterMs }] of steps.entries()) {
      now += laterMs;
      const location = at(`https://x.test/${index}`);
      if (isKept) {
        outputs.keep(String(work), location, now);
        known.set(work, { location, at: now });
        continue;
      }
      const last = known.get(work);
      known.delete(work);
      const isFresh = last !== undefined && now - last.at < 60_000;
      expect(outputs.take(String(work), now)).toEqual(isFresh ? last.location : undefined);
    }
  });
});
