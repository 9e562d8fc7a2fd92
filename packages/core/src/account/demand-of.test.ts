import { expect, it } from 'vitest';
import { sampleBook } from '../../test/sample-book.ts';
import { sampleJob } from '../../test/sample-job.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import { costOn } from './cost-on.ts';
import { demandOf } from './choose-account.ts';

it('a job asks for its family, its cost and a route for its request, and for one account only when it names one', () => {
  const { request } = sampleJob('queued');
  const job = { request: { ...request, family: 'vidA' }, price: 10 };
  const { routesOf, costOn: estimate, ...plain } = demandOf(job, sampleBook);
  expect(plain).toStrictEqual({ family: 'vidA', cost: 10 });
  expect(routesOf(sampleLoad().account)).toMatchObject({
    kind: 'eligible',
    routes: [{ route: { endpoint: 'mock', model: 'vidA' } }],
  });
  const route = { endpoint: 'mock', model: 'vidA', rank: 1 };
  expect(estimate?.(sampleLoad().account, route)).toBe(10);
  // For an endpoint that does not say when it charges, assume the worst.
  const charged = costOn(sampleLoad().account, route, {
    job: { ...sampleJob('queued'), ...job },
    book: sampleBook,
  });
  expect(charged).toEqual({ unit: 'credits', estimate: 10, charges: 'acceptance' });
  const pinned = { ...job, request: { ...job.request, pinnedAccountId: 'a' } };
  expect(demandOf(pinned, sampleBook)).toMatchObject({ family: 'vidA', pinnedAccountId: 'a' });
});

it('[providers.money.estimate] the cost is counted in the account’s unit, and unknown where its endpoint counts in another', () => {
  const dollars = { unit: 'usd', charges: 'success' } as const;
  const book = { chargingAt: () => dollars };
  const job = { ...sampleJob('queued'), price: 10 };
  const route = { endpoint: 'far', model: 'm', rank: 1, cost: { perSecond: { '1080p': 40_000 } } };
  const { account } = sampleLoad({ endpoint: 'far', unit: 'usd' });
  expect(costOn(account, route, { job, book })).toEqual({
    unit: 'usd',
    estimate: 200_000,
    charges: 'success',
  });
  const { account: other } = sampleLoad({ endpoint: 'far', unit: 'credits' });
  expect(costOn(other, { ...route, charges: 'acceptance' }, { job, book })).toEqual({
    unit: 'credits',
    estimate: 0,
    charges: 'acceptance',
  });
});
