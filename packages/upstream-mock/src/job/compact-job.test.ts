import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accept, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { CompactJob, type SharedFields } from './compact-job.ts';
import { SharedValues } from './shared-values.ts';

const sample = accept(openWorld(), 'one', sampleSubmission());
const instant = fc.oneof(fc.integer({ min: 0, max: 2 ** 41 }), fc.double({ min: 0, noNaN: true }));
const parts = fc.record(
  {
    account: fc.string({ size: 'large' }),
    model: fc.constantFrom('a', 'b'),
    prompt: fc.string(),
    negativePrompt: fc.option(fc.string()),
    durationSeconds: fc.option(fc.nat()),
    echo: fc.dictionary(fc.string(), fc.string()),
    acceptedAt: instant,
    runsAt: instant,
    endsAt: instant,
    deadline: instant,
    canceledAt: instant,
    stalledUntil: instant,
    falseUntil: instant,
    vanishesAt: instant,
    duplicateOf: fc.string(),
    recorded: fc.constant({ name: 'a', end: 'completed', hasFile: true } as const),
  },
  { requiredKeys: [] },
);

it('jobs come back as they were kept, whatever they have in common', () => {
  fc.assert(
    fc.property(fc.array(parts), (several) => {
      const known = new SharedValues<SharedFields>();
      const jobs = several.map((own) => ({ ...sample, ...own }));
      expect(jobs.map((job) => new CompactJob(job, known).read())).toEqual(jobs);
    }),
  );
});

it('more different jobs than are compared come back, too', () => {
  const known = new SharedValues<SharedFields>();
  const jobs = Array.from({ length: 600 }, (_, index) => ({ ...sample, model: `m${index % 300}` }));
  expect(jobs.map((job) => new CompactJob(job, known).read())).toEqual(jobs);
});
