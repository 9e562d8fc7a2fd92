import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogSchema } from './catalog-schema.ts';
import { defaultCatalog } from './default-catalog.ts';
import { defaultModel } from './default-model.ts';
import type { ModelCatalog } from './model-catalog.ts';
import { resolveModel } from './resolve-model.ts';
import {
  createOffer,
  offerAt,
  retirementNoticeMs,
  retirementSeenAt,
  wholeCatalog,
} from './retirement.ts';

const end = Date.UTC(2026, 11, 20);

/** The default catalog with the end of some families. */
function ending(
  ends: { readonly [family: string]: number | undefined },
  replacedBy: string | null = null,
) {
  return {
    ...defaultCatalog,
    families: defaultCatalog.families.map((family) => {
      const at = ends[family.id];
      if (at === undefined) return family;
      return { ...family, retirement: { retiresAt: new Date(at).toISOString(), replacedBy } };
    }),
  } satisfies ModelCatalog;
}

const ids = defaultCatalog.families.map(({ id }) => id);
const anyTime = fc.integer({ min: end - 1_000, max: end + 1_000 });
const anyEnds = fc.dictionary(fc.constantFrom(...ids), anyTime);

describe('[models.retirement.refused] the offer at a time', () => {
  it('has each family until its retirement, and from then on only among the retired', () => {
    fc.assert(
      fc.property(anyEnds, anyTime, (ends, now) => {
        const catalog = ending(ends);
        const offer = offerAt(catalog, now);
        const isRetired = (id: string) => (ends[id] ?? Number.POSITIVE_INFINITY) <= now;
        expect(offer.catalog.families.map(({ id }) => id)).toEqual(
          ids.filter((id) => !isRetired(id)),
        );
        expect((offer.catalog.retired ?? []).map(({ id }) => id)).toEqual(ids.filter(isRetired));
        expect(wholeCatalog(offer.catalog).families).toHaveLength(ids.length);
        const later = Object.values(ends).filter((at) => at > now);
        expect(offer.until).toBe(Math.min(Number.POSITIVE_INFINITY, ...later));
        for (const id of ids)
          expect(resolveModel(offer.catalog, nameOf(id), 'tasks').kind).toBe(kindOf(id, now));

        function nameOf(id: string) {
          return id === 'imgA' ? 'imgA-1x1-1k' : id;
        }

        function kindOf(id: string, at: number) {
          const isTask = catalog.families.some(
            (one) => one.id === id && one.surfaces.includes('tasks'),
          );
          if (!isTask) return 'unknown';
          return (ends[id] ?? Number.POSITIVE_INFINITY) <= at ? 'retired' : 'resolved';
        }
      }),
    );
  });

  it('is one object while it stays the same, also when the clock goes back', () => {
    fc.assert(
      fc.property(anyEnds, fc.array(anyTime, { minLength: 1 }), (ends, times) => {
        const catalog = ending(ends);
        let now = 0;
        const offer = createOffer(
          () => catalog,
          () => now,
        );
        for (const time of times) {
          now = time;
          expect(offer()).toEqual(offerAt(catalog, time).catalog);
          expect(offer()).toBe(offer());
        }
      }),
    );
  });

  it('names the successor in the configuration of the retired model, or its family', () => {
    const { catalog } = offerAt(ending({ 'vidA-fast': end }, 'vidA'), end);
    expect(resolveModel(catalog, 'vidA-fast-4s-16x9-720p', 'local')).toEqual({
      kind: 'retired',
      id: {
        family: 'vidA-fast',
        durationSeconds: 4,
        aspectRatio: '16:9',
        resolution: '720p',
      },
      retiresAt: '2026-12-20T00:00:00.000Z',
      replacedBy: 'vidA-4s-16x9-720p',
      message:
        'The model vidA-fast-4s-16x9-720p was retired by its provider on 2026-12-20; use vidA-4s-16x9-720p.',
    });
    const elsewhere = offerAt(ending({ 'vidA-fast': end }, 'other'), end).catalog;
    expect(resolveModel(elsewhere, 'vidA-fast-4s-16x9-720p', 'local')).toMatchObject({
      replacedBy: 'other',
      message: expect.stringMatching(/ on 2026-12-20\. Its successor is other\.$/),
    });
    const alone = offerAt(ending({ 'vidA-fast': end }), end).catalog;
    expect(resolveModel(alone, 'vidA-fast-4s-16x9-720p', 'local')).toMatchObject({
      message: 'The model vidA-fast-4s-16x9-720p was retired by its provider on 2026-12-20.',
    });
  });

  it('makes the next family the default of a request that names no model', () => {
    const first = defaultModel(defaultCatalog, 'tasks') ?? '';
    const { catalog } = offerAt(ending({ [first]: end }), end);
    expect(defaultModel(catalog, 'tasks')).not.toBe(first);
    expect(defaultModel(catalog, 'tasks')).toBeDefined();
  });
});

describe('[models.retirement.announced] a retirement', () => {
  const [family] = ending({ [ids[0] ?? '']: end }).families;
  if (family === undefined) throw new Error('the default catalog is empty');

  it.each([
    [end - retirementNoticeMs - 1, undefined],
    [end - retirementNoticeMs, false],
    [end - 1, false],
    [end, true],
  ])('is seen from 30 days before it on: %d', (now, isRetired) => {
    expect(retirementSeenAt(family, now)?.isRetired).toBe(isRetired);
  });

  it('is a time in UTC in a catalog file', () => {
    const catalog = ending({ [ids[0] ?? '']: end }, 'next');
    expect(catalogSchema.parse(catalog)).toEqual(catalog);
    const wrong = { retiresAt: '2026-12-20', replacedBy: null };
    const refused = catalogSchema.safeParse({
      ...catalog,
      families: [{ ...family, retirement: wrong }],
      aliases: {},
    });
    expect(refused.error?.issues[0]).toMatchObject({
      path: ['families', 0, 'retirement', 'retiresAt'],
      message: 'must be a time in UTC, such as 2026-11-11T09:00:00Z',
    });
  });
});
