import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultCatalog } from '../model/default-catalog.ts';
import type { UpstreamCapabilities } from '../ports/upstream-capabilities.ts';
import type { UpstreamClient } from '../ports/upstream-client.ts';
import { lostResponseOf } from './lost-response.ts';

type FindsBy = UpstreamCapabilities['findsBy'];

const weakestFirst: readonly FindsBy[] = ['none', 'list', 'mark', 'notice', 'own-id', 'own-key'];
const [family] = defaultCatalog.families;
if (family === undefined) throw new Error('the default catalog is empty');

/** Clients of which nothing but the way to find is asked. */
function clientsOf(ways: readonly (FindsBy | null)[]): ReadonlyMap<string, UpstreamClient> {
  const known = ways.flatMap((findsBy, index) =>
    findsBy === null ? [] : ([[`place-${index}`, { capabilities: () => ({ findsBy }) }]] as const),
  );
  return new Map(known) as ReadonlyMap<string, unknown> as ReadonlyMap<string, UpstreamClient>;
}

it('[providers.catalog.lost-response] is the weakest of the routes whose endpoints are there', () => {
  const anyWays = fc.array(fc.constantFrom(null, ...weakestFirst), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(anyWays, (ways) => {
      const routes = ways.map((_, index) => ({ endpoint: `place-${index}`, model: 'm', rank: 1 }));
      const weakest = weakestFirst.find((way) => ways.includes(way));
      const clients = clientsOf(ways);
      expect(lostResponseOf({ ...family, routes }, clients)).toBe(weakest);
    }),
  );
});

it('[providers.ark.images][providers.catalog.lost-response] of images is that of images, where a provider of videos differs', () => {
  const capabilities = () => ({ findsBy: 'mark', images: { findsBy: 'none' } });
  const clients = new Map([['place-0', { capabilities }]]) as ReadonlyMap<string, unknown>;
  const known = clients as ReadonlyMap<string, UpstreamClient>;
  const routes = [{ endpoint: 'place-0', model: 'm', rank: 1 }];
  expect(lostResponseOf({ ...family, routes, mediaType: 'image' }, known)).toBe('none');
  expect(lostResponseOf({ ...family, routes, mediaType: 'video' }, known)).toBe('mark');
});
