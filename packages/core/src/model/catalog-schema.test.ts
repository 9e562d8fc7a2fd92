import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogSchema } from './catalog-schema.ts';
import { defaultCatalog } from './default-catalog.ts';
import type { ModelCatalog } from './model-catalog.ts';
import { listModels } from './list-models.ts';
import type { ModelFamily } from './model-family.ts';
import { resolveModel } from './resolve-model.ts';

function pick(id: string): ModelFamily {
  const found = defaultCatalog.families.find((family) => family.id === id);
  if (found === undefined) throw new Error(`no family ${id}`);
  return found;
}

const video = pick('vidA');
const image = pick('imgA');
const task = pick('vm_std-2.0');
const onBoth = { ...task, surfaces: ['tasks', 'local'] as const };
const route = { endpoint: 'mock', model: 'vidA' };

/** The default catalog as it was written before routes and surfaces. */
const before = new URL('../../test/fixtures/default-catalog-of-before.json', import.meta.url);

/** A family in the former format, which has one surface, an addressing and a provider route. */
function asBefore(family: ModelFamily): object {
  const { surfaces } = family;
  return {
    ...family,
    routes: undefined,
    surfaces: undefined,
    surface: surfaces[0],
    addressing: 'plain',
  };
}

function problems(
  families: readonly object[],
  aliases: ModelCatalog['aliases'] = {},
): readonly string[] {
  const outcome = catalogSchema.safeParse({ families, aliases });
  return outcome.success
    ? []
    : outcome.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('catalogSchema', () => {
  it('accepts a catalog without aliases', () => {
    expect(catalogSchema.parse({ families: [video] })).toEqual({ families: [video], aliases: {} });
  });

  it.each([
    ['an unknown field', { ...video, colour: 'red' }],
    ['an id that ends in a part', { ...video, id: 'vidX-720p' }],
    ['an id with a wildcard', { ...video, id: 'vid*' }],
    ['an empty id', { ...video, id: '' }],
    ['durations out of order', { ...video, durationsSeconds: [8, 4] }],
    ['a duration twice', { ...video, durationsSeconds: [4, 4] }],
    ['a fraction of a second', { ...video, durationsSeconds: [4.5] }],
    ['a video without durations', { ...video, durationsSeconds: [] }],
    ['an image with durations', { ...image, durationsSeconds: [4] }],
    ['no aspects', { ...video, aspectRatios: [] }],
    ['an aspect twice', { ...video, aspectRatios: ['16:9', '16:9'] }],
    ['an unknown aspect', { ...video, aspectRatios: ['5:4'] }],
    ['a resolution of images', { ...video, resolutions: ['1k'], creditsPerSecond: { '1k': 1 } }],
    [
      'a resolution of videos',
      { ...image, resolutions: ['720p'], creditsPerSecond: { '720p': 1 } },
    ],
    ['a resolution without a price', { ...video, creditsPerSecond: { '720p': 2 } }],
    ['a price of half a credit', { ...video, creditsPerSecond: { '720p': 0.5, '1080p': 1 } }],
    ['a negative price', { ...video, creditsPerSecond: { '720p': -1, '1080p': 1 } }],
    ['an image with audio', { ...image, audio: 'optional' }],
    [
      'more references at least than at most',
      { ...video, references: { ...video.references, minimum: 2 } },
    ],
    ['references of no kind', { ...video, references: { ...video.references, kinds: [] } }],
    ['no room for a prompt', { ...video, promptLimit: 0 }],
    ['no wait', { ...video, waitSeconds: 0 }],
    ['a plain family on the local surface', { ...video, addressing: 'plain' }],
    ['a configured family on the tasks surface', { ...task, addressing: 'configured' }],
    ['a plain image', { ...image, surfaces: ['tasks'], addressing: 'plain' }],
    ['a family on both surfaces with an addressing', { ...onBoth, addressing: 'plain' }],
    ['a family on no surface', { ...video, surfaces: [] }],
    ['a family that says its surface twice', { ...video, surface: 'local' }],
    ['a family without a word on its surface', { ...video, surfaces: undefined }],
    ['no routes', { ...video, routes: [] }],
    ['a route twice', { ...video, routes: [route, { ...route, rank: 2 }] }],
    ['a route without a model', { ...video, routes: [{ endpoint: 'mock' }] }],
    ['a rank before the first', { ...video, routes: [{ ...route, rank: 0 }] }],
    ['an upstream route beside routes', { ...video, upstreamRoute: 'x' }],
    ['a limit that leaves nothing', { ...video, routes: [{ ...route, limits: { audio: [] } }] }],
    ['a cost of half a cent', { ...video, routes: [{ ...route, cost: { each: 0.5 } }] }],
  ])('refuses %s', (_, family) => {
    expect(problems([family])).not.toEqual([]);
  });

  it('[providers.catalog.file-of-before] accepts a file from before there were routes, with an equal meaning', () => {
    const written: unknown = JSON.parse(readFileSync(before, 'utf8'));
    const families = defaultCatalog.families.map((family) =>
      family === image ? { ...image, surfaces: ['local'] } : family,
    );
    expect(catalogSchema.parse(written)).toEqual({ ...defaultCatalog, families });
    const reduced = { families: [{ ...asBefore(task), upstreamRoute: 'gone-its-own-way' }] };
    expect(catalogSchema.parse(reduced).families[0]?.routes).toEqual([
      { endpoint: 'mock', model: 'gone-its-own-way', rank: 1 },
    ]);
  });

  it.each(['vid-540p', 'vid-2x3', 'vid-4s-9x21'])(
    '[providers.catalog.file-of-before] accepts the family %s, whose last word got a meaning later',
    (id) => {
      const catalog = catalogSchema.parse({
        families: [
          {
            ...onBoth,
            id,
            aspectRatios: ['2:3'],
            resolutions: ['540p'],
            creditsPerSecond: { '540p': 1 },
          },
        ],
      });
      const [first] = listModels(catalog, 'local');
      expect(first?.model).toBe(`${id}-5s-2x3-540p`);
      for (const surface of ['tasks', 'local'] as const) {
        for (const { model } of listModels(catalog, surface)) {
          expect(resolveModel(catalog, model, surface)).toMatchObject({ kind: 'resolved', model });
        }
      }
    },
  );

  it('[providers.catalog.surfaces] offers one family on both surfaces, by its plain id and by its full ids', () => {
    const catalog = catalogSchema.parse({ families: [onBoth] });
    const ids = (surface: 'tasks' | 'local') =>
      listModels(catalog, surface).map(({ model }) => model);
    expect(ids('tasks')).toEqual([task.id]);
    expect(ids('local')[0]).toBe(`${task.id}-5s-16x9-720p`);
    expect(resolveModel(catalog, task.id, 'local').kind).toBe('unknown');
    expect(resolveModel(catalog, `${task.id}-5s-16x9-720p`, 'tasks').kind).toBe('unknown');
    expect(resolveModel(catalog, `${task.id}-5s-16x9-720p`, 'local')).toMatchObject({
      family: { id: task.id },
      durationSeconds: 5,
    });
  });

  it('accepts a route with all its fields', () => {
    const full = {
      endpoint: 'kling-global',
      model: 'kling-3.0',
      rank: 2,
      limits: { durationsSeconds: [5], audio: [false], references: { maximum: 1 } },
      fixed: { cfg: { scale: 0.5 } },
      cost: { perSecond: { '720p': 84_000 } },
      charges: 'success',
    };
    expect(
      catalogSchema.parse({ families: [{ ...task, routes: [full] }] }).families[0]?.routes,
    ).toEqual([full]);
  });

  it('refuses a catalog without families', () => {
    expect(problems([])).not.toEqual([]);
  });

  it('refuses a family that appears twice, and says where', () => {
    expect(problems([video, image, video])).toEqual([
      'families.2.id: the family vidA appears twice',
    ]);
  });

  it.each([
    ['names no model', { short: 'vidA' }, 'aliases.short: unknown model: vidA'],
    [
      'is a model itself',
      { 'vm_std-2.0': 'vm_std-2.0' },
      'aliases.vm_std-2.0: is also the id of a model',
    ],
    ['names another alias', { a: 'b', b: 'vm_std-2.0' }, 'aliases.a: unknown model: b'],
  ])('refuses an alias that %s', (_, aliases, problem) => {
    expect(problems([video, task], aliases)).toEqual([problem]);
  });

  it('accepts an alias of a full id', () => {
    expect(problems([video], { short: 'vidA-4s-16x9-720p' })).toEqual([]);
  });
});
