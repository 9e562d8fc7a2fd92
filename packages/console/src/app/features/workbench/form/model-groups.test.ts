import { describe, expect, it } from 'vitest';
import type { WorkbenchModel } from '../../../api/responses.ts';
import { groupModels } from './model-groups.ts';

const model = (family: string, duration: number, aspect: string): WorkbenchModel => ({
  id: `${family}-${duration}s-${aspect.replace(':', 'x')}`,
  family,
  description: `about ${family}`,
  aspect_ratio: aspect,
  resolution: '720p',
  duration,
  audio: { supported: false, default: false },
  negative_prompt: false,
  credits: duration,
  reference_images: { min: 0, max: 0, roles: [] },
});

const models = ['vidA', 'vidB'].flatMap((family) =>
  [4, 6, 8, 10].flatMap((seconds) =>
    ['16:9', '9:16'].map((aspect) => model(family, seconds, aspect)),
  ),
);
const current = model('vidA', 8, '9:16');

describe('[console.workbench-model] the picker', () => {
  it('begins each family with the model nearest to the current one, and counts the others', () => {
    const groups = groupModels(models, current, '');
    expect(groups.map(({ family }) => family)).toEqual(['vidA', 'vidB']);
    expect(groups.map((group) => group.models[0]?.id)).toEqual(['vidA-8s-9x16', 'vidB-8s-9x16']);
    expect(groups.map((group) => [group.models.length, group.more])).toEqual([
      [4, 4],
      [4, 4],
    ]);
    expect(groups[0]?.description).toBe('about vidA');
  });

  it('finds every model that has all the words, in any order', () => {
    const groups = groupModels(models, current, '9x16 vidB');
    expect(groups.map(({ family, more }) => [family, more])).toEqual([['vidB', 0]]);
    expect(groups[0]?.models.map(({ duration }) => duration)).toEqual([4, 6, 8, 10]);
    expect(groupModels(models, current, 'nothing like it')).toEqual([]);
  });
});
