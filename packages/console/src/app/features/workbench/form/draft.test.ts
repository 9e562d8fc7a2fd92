import { describe, expect, it } from 'vitest';
import type { WorkbenchModel } from '../../../api/responses.ts';
import { emptyDraft, checkDraft, promptLength, requestOf } from './draft.ts';
import { roleAt } from './reference-role.ts';

const model: WorkbenchModel = {
  id: 'vidA-fast-4s-16x9-720p',
  family: 'vidA-fast',
  description: '',
  aspect_ratio: '16:9',
  resolution: '720p',
  duration: 4,
  audio: { supported: true, default: false },
  negative_prompt: true,
  credits: 8,
  reference_images: { min: 0, max: 1, roles: ['first_frame'] },
};
const image = { key: '1', url: 'https://example.com/a.png', name: 'a.png' };

describe('a draft', () => {
  it('[console.workbench-prompt] counts characters as people see them', () => {
    expect(promptLength('灯塔🐚')).toBe(3);
    const kinds = (prompt: string): readonly string[] =>
      checkDraft({ ...emptyDraft, prompt }, model).map(({ kind }) => kind);
    expect(kinds('')).toEqual(['prompt-empty']);
    expect(kinds(' \n')).toEqual(['prompt-empty']);
    expect(kinds('🐚'.repeat(2000))).toEqual([]);
    expect(kinds('🐚'.repeat(2001))).toEqual(['prompt-long']);
  });

  it('[console.workbench-references] has as many images as the model takes', () => {
    const draft = { ...emptyDraft, prompt: 'x' };
    const needy = { ...model, reference_images: { min: 1, max: 3, roles: ['reference_image'] } };
    expect(checkDraft(draft, needy)).toEqual([{ kind: 'images-few', least: 1 }]);
    expect(checkDraft({ ...draft, references: [image, image] }, model)).toEqual([
      { kind: 'images-many', most: 1 },
    ]);
    expect(roleAt(0, 1, model)).toBe('first_frame');
    expect(roleAt(1, 2, model)).toBe('last_frame');
    expect(roleAt(0, 3, model)).toBe('reference_image');
    expect(roleAt(0, 1, needy)).toBe('reference_image');
  });

  it('asks for nothing the model has not', () => {
    const full = {
      prompt: 'x',
      negativePrompt: ' rain ',
      generateAudio: true,
      references: [image],
      account: 'acc_1',
    };
    expect(requestOf(full, model)).toMatchObject({
      generate_audio: true,
      negative_prompt: 'rain',
      reference_images: [image.url],
      account: 'acc_1',
    });
    const mute = { ...model, audio: { supported: false, default: false }, negative_prompt: false };
    const asked = requestOf({ ...full, references: [], account: null }, mute);
    expect(asked).toMatchObject({ generate_audio: false });
    expect(Object.keys(asked)).not.toContain('negative_prompt');
    expect(Object.keys(asked)).not.toContain('reference_images');
    expect(Object.keys(asked)).not.toContain('account');
  });
});
