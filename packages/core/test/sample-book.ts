import type { Demand } from '../src/account/account-readiness.ts';
import { createRouter, type Router } from '../src/account/router.ts';
import type { GenerationRequest } from '../src/job/generation-request.ts';
import { defaultCatalog } from '../src/model/default-catalog.ts';
import { sampleJob } from './sample-job.ts';

const [first] = defaultCatalog.families.filter(({ id }) => id === 'vidA');

/** Families of every name that tests use, all made by the mock, which accepts every request. */
export const sampleBook: Router = createRouter(
  {
    catalog: () => ({
      ...defaultCatalog,
      families: [
        ...defaultCatalog.families,
        ...(first === undefined ? [] : [{ ...first, id: 'vidC' }]),
      ],
    }),
  },
  new Map([['mock', { accepts: () => ({ kind: 'accepted', size: null }) as const }]]),
);

/** The demand of a family's job on an account. */
export function demandFor(family: string, cost: number): Demand {
  const request: GenerationRequest = { ...sampleJob('queued').request, family, model: family };
  return { family, cost, routesOf: (account) => sampleBook.routesOf(account, request) };
}
