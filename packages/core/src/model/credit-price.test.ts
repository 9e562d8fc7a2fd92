import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cheapestPrice, creditPrice } from './credit-price.ts';
import { defaultCatalog } from './default-catalog.ts';

const { families } = defaultCatalog;

it('[flow.standing.before-body] knows the least that anything on offer costs', () => {
  const anything = fc.constantFrom(...families).chain((family) =>
    fc.record({
      family: fc.constant(family),
      resolution: fc.constantFrom(...family.resolutions),
      durationSeconds: fc.constantFrom(
        ...[...family.durationsSeconds, null].slice(0, Math.max(1, family.durationsSeconds.length)),
      ),
    }),
  );
  fc.assert(
    fc.property(anything, fc.constantFrom('tasks', 'local'), ({ family, ...asked }, surface) => {
      fc.pre(family.surfaces.includes(surface));
      expect(cheapestPrice(families, surface)).toBeLessThanOrEqual(creditPrice(family, asked));
    }),
  );
  const prices = families
    .filter(({ surfaces }) => surfaces.includes('tasks'))
    .map((family) => cheapestPrice([family], 'tasks'));
  expect(prices).toContain(cheapestPrice(families, 'tasks'));
});

it('[flow.standing.before-body] asks nothing where nothing is on offer', () => {
  expect(cheapestPrice([], 'tasks')).toBe(0);
});
