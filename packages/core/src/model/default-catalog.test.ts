import { describe, expect, it } from 'vitest';
import { catalogSchema } from './catalog-schema.ts';
import { creditPrice } from './credit-price.ts';
import { defaultCatalog } from './default-catalog.ts';
import { defaultModel } from './default-model.ts';
import { listModels } from './list-models.ts';
import type { ModelFamily } from './model-family.ts';

function family(id: string): ModelFamily {
  const found = defaultCatalog.families.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no family ${id}`);
  return found;
}

const both = ['16:9', '9:16'];
const three = ['16:9', '9:16', '1:1'];
const six = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];

function seconds(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

describe('the default catalog', () => {
  it('is what an operator could have written', () => {
    expect(catalogSchema.parse(JSON.parse(JSON.stringify(defaultCatalog)))).toEqual(defaultCatalog);
  });

  it.each([
    ['vidA-fast', [4, 6, 8], both, ['720p', '1080p'], 'optional', true, 0, 1],
    ['vidA', [4, 6, 8], both, ['720p', '1080p'], 'optional', true, 0, 1],
    ['vidA-ref', [8], both, ['720p', '1080p'], 'optional', true, 1, 3],
    ['vidB', [4, 8, 12], both, ['720p'], 'optional', false, 0, 1],
    ['vidB-pro', [4, 8, 12], both, ['720p', '1080p'], 'optional', false, 0, 1],
    ['vidC-20', seconds(4, 15), six, ['480p', '720p'], 'optional', false, 0, 9],
    ['vidC-20-fast', seconds(4, 15), six, ['480p', '720p'], 'optional', false, 0, 9],
    ['vidC-25', seconds(4, 30), six, ['480p', '720p'], 'optional', false, 0, 9],
    ['vidD', [6, 10], three, ['720p', '1080p'], 'none', false, 0, 1],
    ['vidE-3', seconds(3, 15), three, ['720p', '1080p'], 'optional', false, 0, 2],
    ['vidE-o3', seconds(3, 15), three, ['720p', '1080p'], 'optional', false, 0, 7],
    ['imgA', [], ['1:1', '16:9', '9:16', '4:3', '3:4'], ['1k', '2k'], 'none', false, 0, 0],
    ['vm_std-2.0', seconds(5, 15), three, ['720p', '1080p'], 'optional', false, 0, 9],
    ['vm_std-2.0_faceok', seconds(5, 15), three, ['720p', '1080p'], 'optional', false, 0, 9],
  ])('offers %s as documented', (id, ...particulars) => {
    const [durations, aspects, sizes, audio, negative, least, most] = particulars;
    expect(family(id)).toMatchObject({
      durationsSeconds: durations,
      aspectRatios: aspects,
      resolutions: sizes,
      audio,
      negativePrompt: negative,
      references: { minimum: least, maximum: most },
      promptLimit: 20_000,
      waitSeconds: id === 'vidC-25' ? 1800 : 900,
    });
  });

  it.each([
    ['vidA', ['first_frame']],
    ['vidA-ref', ['reference_image']],
    ['vidC-20', ['first_frame', 'last_frame', 'reference_image']],
    ['vidD', ['first_frame']],
    ['vidE-3', ['first_frame', 'last_frame']],
    ['vidE-o3', ['reference_image']],
    [
      'vm_std-2.0',
      ['first_frame', 'last_frame', 'reference_image', 'reference_video', 'reference_audio'],
    ],
  ])('gives images of %s the roles %j', (id, roles) => {
    expect(family(id).references.roles).toEqual(roles);
  });

  it('has two video models on the tasks surface, each with one id', () => {
    const videos = listModels(defaultCatalog, 'tasks').filter(
      ({ family: { mediaType } }) => mediaType === 'video',
    );
    expect(videos.map(({ model }) => model)).toEqual(['vm_std-2.0', 'vm_std-2.0_faceok']);
  });

  it('lists every configuration of the local surface once', () => {
    const ids = listModels(defaultCatalog, 'local').map(({ model }) => model);
    expect(ids[0]).toBe('vidA-fast-4s-16x9-720p');
    expect(ids).toContain('vidC-25-30s-21x9-480p');
    expect(ids).toContain('imgA-16x9-1k');
    expect(ids).not.toContain('vidC-25-4s-16x9-1080p');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(12 + 12 + 4 + 6 + 12 + 144 + 144 + 324 + 12 + 78 + 78 + 10);
  });
});

describe('the model of a request that names none', () => {
  it('[providers.catalog.default-model] is the first of the surface, or the one chosen for it', () => {
    expect(defaultModel(defaultCatalog, 'tasks')).toBe('vm_std-2.0');
    expect(defaultModel(defaultCatalog, 'local')).toBe('vidA-fast-4s-16x9-720p');
    const one = { families: [family('vidD')], aliases: {} };
    expect(defaultModel(one, 'local')).toBe('vidD-6s-16x9-720p');
    expect(defaultModel(one, 'tasks')).toBeUndefined();
    expect(defaultModel({ ...defaultCatalog, defaults: { tasks: 'std-2.5' } }, 'tasks')).toBe(
      'std-2.5',
    );
  });
});

describe('creditPrice', () => {
  it.each([
    ['vm_std-2.0', { resolution: '720p', durationSeconds: 5 }, 10],
    ['vm_std-2.0', { resolution: '1080p', durationSeconds: 15 }, 60],
    ['vidC-25', { resolution: '480p', durationSeconds: 30 }, 30],
    ['imgA', { resolution: '1k', durationSeconds: null }, 1],
    ['imgA', { resolution: '2k', durationSeconds: null }, 2],
  ] as const)('[quota.cost] charges %s with %j %i credits', (id, terms, cost) => {
    expect(creditPrice(family(id), terms)).toBe(cost);
  });

  it('throws for a resolution without a price', () => {
    expect(() => creditPrice(family('imgA'), { resolution: '720p', durationSeconds: 5 })).toThrow(
      RangeError,
    );
  });
});
