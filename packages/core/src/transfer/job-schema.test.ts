import { expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import { jobSchema } from './job-schema.ts';

it('[providers.money.former] a file of a former release says what its jobs cost, which is their price', () => {
  const job = sampleJob('storing', { price: 7 });
  const { price: cost, spend: _, ...rest } = job;
  expect(jobSchema.parse(JSON.parse(JSON.stringify({ ...rest, cost })))).toEqual(job);
  expect(jobSchema.parse(JSON.parse(JSON.stringify(job)))).toEqual(job);
});
