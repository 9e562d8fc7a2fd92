import { expect, it } from 'vitest';
import { accept, openWorld } from '../../../test/support/open-world.ts';
import { sampleSubmission } from '../../../test/support/sample-submission.ts';
import { arkStatus } from './ark-task.ts';

it.each([
  [-1, 'cancelled'],
  [0, 'expired'],
  // The clock may move on between the reading of a request and the planning of its job.
  [1, 'expired'],
])('[mock.cancel] a task of ark that ended %d ms after its deadline is %s', (after, status) => {
  const deadline = 1_000_000;
  const submission = sampleSubmission({ wire: 'ark', echo: { deadline: String(deadline) } });
  const job = { ...accept(openWorld(), 'one', submission), canceledAt: deadline + after };
  expect(arkStatus(job, 'failed')).toBe(status);
});
