import { expect, it } from 'vitest';
import { accept, beginning, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';

it('[mock.timing] run and queue tokens set them, scaled by the speed', () => {
  const world = openWorld({ speed: 20 });
  const job = accept(world, 'one', sampleSubmission({ prompt: '[[mock:queue=1s,run=2s]]' }));
  expect([job.runsAt - beginning, job.endsAt - beginning]).toEqual([50, 150]);
});

it('[mock.timing] without tokens they are realistic seconds, scaled as well', () => {
  const job = accept(openWorld({ speed: 10 }), 'one', sampleSubmission());
  expect(job.runsAt - beginning).toBeGreaterThanOrEqual(50);
  expect(job.runsAt - beginning).toBeLessThanOrEqual(200);
  expect(job.endsAt - job.runsAt).toBeGreaterThanOrEqual(300);
  expect(job.endsAt - job.runsAt).toBeLessThanOrEqual(800);
});
