import { describe, expect, it } from 'vitest';
import type { ModelFamily } from '../../api/responses.ts';
import { matchingIds } from './match-family.ts';

const family: ModelFamily = {
  family: 'vidA',
  surface: 'local',
  surfaces: ['local'],
  owned_by: 'filmgate',
  media_type: 'video',
  display_name: 'Video A',
  description: 'Cinematic clips',
  durations: [4, 8],
  aspect_ratios: ['16:9', '9:16'],
  resolutions: ['720p'],
  audio: 'optional',
  negative_prompt: true,
  references: { kinds: [], roles: [], min: 0, max: 0 },
  prompt_limit: 2000,
  prices: [{ resolution: '720p', credits: 2 }],
  wait_seconds: 900,
  retirement: null,
  ids: ['vidA-4s-16x9-720p', 'vidA-8s-16x9-720p', 'vidA-8s-9x16-720p'],
  aliases: [{ alias: 'house', id: 'vidA-8s-9x16-720p' }],
};

describe('searching the catalog', () => {
  it.each([
    ['', [0, 1, 2]],
    ['cinematic', [0, 1, 2]],
    ['8s', [1, 2]],
    ['16:9 720P', [0, 1]],
    ['9×16', [2]],
    ['HOUSE', [2]],
    ['vida image', []],
  ])('"%s" finds %j', (search, indexes) => {
    expect(matchingIds(family, search)).toEqual(indexes.map((index) => family.ids[index]));
  });

  it('finds what a model without parts in its id can be asked for', () => {
    const plain = { ...family, family: 'vm', ids: ['vm'], aliases: [] };
    expect(matchingIds(plain, '9:16 720p')).toEqual(['vm']);
    expect(matchingIds(plain, '1080p')).toEqual([]);
  });
});
