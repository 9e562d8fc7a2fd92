import { expect, it } from 'vitest';
import { sampleBook } from '../../test/sample-book.ts';
import { sampleJob } from '../../test/sample-job.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import { demandOf } from './demand-of.ts';

it('a job asks for its family, its cost and a route for its request, and for one account only when it names one', () => {
  const { request } = sampleJob('queued');
  const job = { request: { ...request, family: 'vidA' }, cost: 10 };
  const { routesOf, ...plain } = demandOf(job, sampleBook);
  expect(plain).toStrictEqual({ family: 'vidA', cost: 10 });
  expect(routesOf(sampleLoad().account)).toMatchObject({
    kind: 'eligible',
    routes: [{ route: { provider: 'mock', model: 'vidA' } }],
  });
  const pinned = { ...job, request: { ...job.request, pinnedAccountId: 'a' } };
  expect(demandOf(pinned, sampleBook)).toMatchObject({ family: 'vidA', pinnedAccountId: 'a' });
});
