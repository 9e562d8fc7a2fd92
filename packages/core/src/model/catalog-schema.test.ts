import { describe, expect, it } from 'vitest';
import { catalogSchema } from './catalog-schema.ts';
import { defaultCatalog } from './default-catalog.ts';
import type { ModelCatalog } from './model-catalog.ts';
import type { ModelFamily } from './model-family.ts';

function pick(id: string): ModelFamily {
  const found = defaultCatalog.families.find((family) => family.id === id);
  if (found === undefined) throw new Error(`no family ${id}`);
  return found;
}

const video = pick('vidA');
const image = pick('imgA');
const task = pick('vm_std-2.0');

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
  it('takes a catalog without aliases', () => {
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
    ['an aspect nobody knows', { ...video, aspectRatios: ['5:4'] }],
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
    ['an image on the tasks surface', { ...image, surface: 'tasks', addressing: 'plain' }],
  ])('refuses %s', (_, family) => {
    expect(problems([family])).not.toEqual([]);
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
    ['names no model', { short: 'vidA' }, 'aliases.short: names no model: vidA'],
    [
      'is a model itself',
      { 'vm_std-2.0': 'vm_std-2.0' },
      'aliases.vm_std-2.0: is a model id itself',
    ],
    ['names another alias', { a: 'b', b: 'vm_std-2.0' }, 'aliases.a: names no model: b'],
  ])('refuses an alias that %s', (_, aliases, problem) => {
    expect(problems([video, task], aliases)).toEqual([problem]);
  });

  it('takes an alias of a full id', () => {
    expect(problems([video], { short: 'vidA-4s-16x9-720p' })).toEqual([]);
  });
});
