import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCatalog } from './default-catalog.ts';
import { listModels } from './list-models.ts';
import type { ModelSurface } from './model-family.ts';
import { resolveModel } from './resolve-model.ts';

function refusal(text: string, surface: ModelSurface = 'local') {
  const resolution = resolveModel(defaultCatalog, text, surface);
  if (resolution.kind !== 'unknown') throw new Error(`${text} is a model`);
  return resolution;
}

describe('resolveModel', () => {
  it('finds every listed id, and nothing else by it', () => {
    for (const surface of ['tasks', 'local'] as const) {
      for (const offered of listModels(defaultCatalog, surface)) {
        expect(resolveModel(defaultCatalog, offered.model, surface)).toEqual({
          kind: 'resolved',
          ...offered,
        });
      }
    }
  });

  it('[tasks.models.aliases] folds aliases', () => {
    for (const alias of ['std-2.0', 'std-2.5']) {
      expect(resolveModel(defaultCatalog, alias, 'tasks')).toMatchObject({
        kind: 'resolved',
        model: 'vm_std-2.0',
      });
    }
  });

  it('[tasks.models.configured-aliases] follows the aliases of the catalog', () => {
    const catalog = { ...defaultCatalog, aliases: { 'std-2.5': 'vm_std-2.0_faceok' } };
    expect(resolveModel(catalog, 'std-2.5', 'tasks')).toMatchObject({ model: 'vm_std-2.0_faceok' });
    expect(resolveModel(catalog, 'std-2.0', 'tasks').kind).toBe('unknown');
  });

  it.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])(
    '[tasks.models.unknown] finds nothing under %s',
    (text) => {
      expect(resolveModel(defaultCatalog, text, 'tasks').kind).toBe('unknown');
    },
  );

  it('[tasks.models.unknown] knows no model of another surface', () => {
    expect(refusal('vm_std-2.0').part).toBe('family');
    expect(refusal('vidA-fast-4s-16x9-720p', 'tasks').part).toBe('family');
  });
});

describe('resolveModel, refusals', () => {
  it.each([
    ['', 'form'],
    ['*', 'form'],
    ['vidA-fast-*', 'form'],
    ['vidA-fast-4s-16x9-*', 'form'],
    ['vid?-4s-16x9-720p', 'form'],
    ['vidA-fast-4s-16x9-720p-x', 'form'],
    ['vidA-fast-4s-16x9-720p-', 'form'],
    ['vidX-4s-16x9-720p', 'family'],
    ['vidA-fastest-4s-16x9-720p', 'family'],
    ['VIDA-4s-16x9-720p', 'family'],
    ['vidC-4s-16x9-720p', 'family'],
    ['4s-16x9-720p', 'family'],
    ['vidA-fast', 'duration'],
    ['vidA-fast-', 'duration'],
    ['vidA-fast-5s-16x9-720p', 'duration'],
    ['vidA-fast-04s-16x9-720p', 'duration'],
    ['vidA-fast-4-16x9-720p', 'duration'],
    ['vidA-fast-16x9-720p', 'duration'],
    ['vidC-25-31s-16x9-720p', 'duration'],
    ['vidA-fast-4s', 'aspect'],
    ['vidA-fast-4s-720p', 'aspect'],
    ['vidA-fast-4s-1x1-720p', 'aspect'],
    ['vidA-fast-4s-16:9-720p', 'aspect'],
    ['vidA-fast-4s-16x10-720p', 'aspect'],
    ['vidA-fast-4s-16x9', 'resolution'],
    ['vidC-25-4s-16x9-1080p', 'resolution'],
    ['vidA-fast-4s-16x9-720', 'resolution'],
    ['imgA-16x9-720p', 'resolution'],
    ['imgA-4s-16x9-1k', 'aspect'],
  ] as const)('says what is wrong with %j: its %s', (text, part) => {
    const { part: found, message } = refusal(text);
    expect(found).toBe(part);
    expect(message).toContain(JSON.stringify(text));
  });

  it.each([
    [
      'vidA-fast-5s-16x9-720p',
      ['vidA-fast-4s-16x9-720p', 'vidA-fast-6s-16x9-720p', 'vidA-fast-8s-16x9-720p'],
    ],
    [
      'vidC-25-31s-16x9-720p',
      ['vidC-25-30s-16x9-720p', 'vidC-25-29s-16x9-720p', 'vidC-25-28s-16x9-720p'],
    ],
    [
      'vidC-25-10s-16x9-1080p',
      ['vidC-25-10s-16x9-720p', 'vidC-25-10s-16x9-480p', 'vidD-10s-16x9-1080p'],
    ],
    ['vidA-fast-4s-16:9-720p', ['vidA-fast-4s-16x9-720p', 'vidA-fast-4s-9x16-720p']],
    ['vidA-fst-4s-16x9-720p', ['vidA-fast-4s-16x9-720p', 'vidA-4s-16x9-720p']],
    ['sora-2', ['vidA-fast-4s-16x9-720p']],
    ['imgB', ['imgA-1x1-1k']],
    ['imgB-16x9-2k', ['imgA-16x9-2k']],
  ])('names the ids nearest to %s', (text, expected) => {
    expect(refusal(text).nearest.slice(0, expected.length)).toEqual(expected.slice(0, 3));
  });

  it('names what the family offers, in few words', () => {
    expect(refusal('vidC-25-31s-16x9-720p').message).toContain('vidC-25 offers 4s to 30s');
    expect(refusal('vidA-fast-5s-16x9-720p').message).toContain('vidA-fast offers 4s, 6s, 8s');
  });

  it('[tasks.image-calls.models] asks for the shape and resolution of an image on both surfaces', () => {
    for (const surface of ['tasks', 'local'] as const) {
      expect(refusal('imgA', surface)).toMatchObject({ part: 'aspect' });
      expect(resolveModel(defaultCatalog, 'imgA-3x4-2k', surface)).toMatchObject({
        kind: 'resolved',
        model: 'imgA-3x4-2k',
        aspectRatio: '3:4',
        resolution: '2k',
      });
    }
  });

  it('[tasks.models.unknown] explains itself on the tasks surface too', () => {
    const { part, nearest } = refusal('vm_std-2.0-5s-16x9-720p', 'tasks');
    expect(part).toBe('form');
    expect(nearest[0]).toBe('vm_std-2.0');
    expect(refusal('vm_std-2', 'tasks').nearest).toEqual([
      'vm_std-2.0',
      'vm_std-2.0_faceok',
      'imgA-1x1-1k',
    ]);
  });

  it('stays short and quick for a text of megabytes', () => {
    const { message, nearest } = refusal('vidA-fast-'.repeat(200_000));
    expect(message.length).toBeLessThan(400);
    expect(nearest).toHaveLength(3);
  });

  it('names only valid ids, different ones, for any text', () => {
    const part = fc.constantFrom(
      'vidA',
      'fast',
      'vidC',
      '25',
      '5s',
      '99s',
      '16x9',
      '5x4',
      '720p',
      '9k',
      '*',
      '',
      '7',
    );
    const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('-'));
    const anyText = fc.oneof(text, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anyText, fc.constantFrom('tasks', 'local'), (wanted, surface) => {
        const resolution = resolveModel(defaultCatalog, wanted, surface);
        fc.pre(resolution.kind === 'unknown');
        const { nearest } = resolution;
        expect(nearest).toHaveLength(3);
        expect(new Set(nearest).size).toBe(nearest.length);
        for (const id of nearest) {
          expect(resolveModel(defaultCatalog, id, surface).kind).toBe('resolved');
        }
      }),
    );
  });
});
