import { ark } from '@filmgate/provider-facts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accept, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { reportTask } from './report-task.ts';

const plain = accept(openWorld(), 'one', sampleSubmission({ wire: 'ark' }));
const { acceptedAt } = plain;
const shortly = fc.integer({ min: 0, max: 3 }).map((ms) => acceptedAt + ms);

it('[mock.cancel] a task is expired if its deadline ended it, and cancelled if its caller did so before', () => {
  fc.assert(
    fc.property(shortly, fc.option(shortly), (canceledAt, deadline) => {
      const job = {
        ...plain,
        runsAt: acceptedAt,
        endsAt: canceledAt,
        canceledAt,
        ...(deadline !== null && { deadline }),
      };
      const { status, failure } = reportTask(job, ark, {
        at: canceledAt,
        base: '',
        link: () => '',
      });
      const isExpired = deadline !== null && canceledAt >= deadline;
      expect([status, failure]).toEqual([isExpired ? 'expired' : 'cancelled', null]);
    }),
  );
});
