import { describe, expect, it } from 'vitest';
import type { WorkbenchModel } from '../../../api/responses.ts';
import { familiesOf, fieldOptions, withFamily, withField } from './model-choice.ts';

function model(
  family: string,
  duration: number,
  resolution: string,
  aspect = '16:9',
): WorkbenchModel {
  return {
    id: `${family}-${duration}s-${aspect.replace(':', 'x')}-${resolution}`,
    family,
    description: family,
    aspect_ratio: aspect,
    resolution,
    duration,
    audio: { supported: true, default: false },
    negative_prompt: false,
    credits: 8,
    reference_images: { min: 0, max: 1, roles: ['first_frame'] },
  };
}

const first = model('vidA', 4, '720p');
const uneven = model('vidU', 10, '480p', '1:1');
const models = [
  first,
  model('vidA', 8, '720p'),
  model('vidA', 4, '1080p'),
  model('vidA', 8, '1080p'),
  model('vidU', 6, '720p'),
  uneven,
];

describe('the choice of a model', () => {
  it('[console.workbench-options] offers what the family makes, and shows what only others make', () => {
    expect(fieldOptions(models, first, 'resolution')).toEqual([
      { value: '480p', isPicked: false, problem: { kind: 'not-in-family' } },
      { value: '720p', isPicked: true, problem: null },
      { value: '1080p', isPicked: false, problem: null },
    ]);
    expect(fieldOptions(models, first, 'duration').map(({ value }) => value)).toEqual([4, 8]);
  });

  it('[console.workbench-options] says what a value does not go together with', () => {
    expect(fieldOptions(models, uneven, 'duration')).toEqual([
      { value: 6, isPicked: false, problem: { kind: 'not-with', others: ['aspect_ratio'] } },
      { value: 10, isPicked: true, problem: null },
    ]);
  });

  it('changes one field, and nothing where there is no such model', () => {
    expect(withField(models, first, { field: 'resolution', value: '1080p' }).id).toBe(
      'vidA-4s-16x9-1080p',
    );
    expect(withField(models, first, { field: 'resolution', value: '480p' })).toBe(first);
  });

  it('takes the nearest model of another family', () => {
    expect(withFamily(models, first, 'vidU').id).toBe('vidU-6s-16x9-720p');
    expect(withFamily(models, uneven, 'vidA').id).toBe('vidA-8s-16x9-720p');
    expect(withFamily(models, first, 'none')).toBe(first);
    expect(familiesOf(models)).toEqual(['vidA', 'vidU']);
  });
});
