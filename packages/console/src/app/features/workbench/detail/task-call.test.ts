import { describe, expect, it } from 'vitest';
import type { ModelFamily, WorkbenchRequest } from '../../../api/responses.ts';
import { taskCallFor } from './task-call.ts';

const request: WorkbenchRequest = {
  model: 'kling-3.0-5s-16x9-720p',
  prompt: 'a boat',
  negative_prompt: null,
  generate_audio: true,
  account: null,
  aspect_ratio: '16:9',
  resolution: '720p',
  duration: 5,
  reference_images: [{ role: 'first_frame', content_type: 'image/png', size: 3 }],
};
const both: ModelFamily = {
  family: 'kling-3.0',
  surface: 'tasks',
  surfaces: ['tasks', 'local'],
  media_type: 'video',
  display_name: 'Kling 3.0',
  description: '',
  owned_by: 'kling',
  durations: [3, 5, 10],
  aspect_ratios: ['16:9', '9:16'],
  resolutions: ['720p', '1080p'],
  audio: 'optional',
  negative_prompt: true,
  references: { kinds: ['image'], roles: ['first_frame', 'last_frame'], min: 0, max: 2 },
  prompt_limit: 2500,
  prices: [],
  wait_seconds: 900,
  retirement: null,
  ids: ['kling-3.0', 'kling-3.0-5s-16x9-720p'],
  aliases: [],
};
const local: ModelFamily = {
  ...both,
  family: 'vidA',
  surface: 'local',
  surfaces: ['local'],
  ids: ['vidA-4s-4x3-480p'],
};

describe('[console.workbench-code-key] the call of a video', () => {
  it('asks for the same where its model is offered by the Video Task API', () => {
    const url = { kind: 'image-file', name: 'first_frame.png', contentType: 'image/png' };
    expect(taskCallFor(request, [local, both])).toEqual({
      body: {
        model: 'kling-3.0',
        prompt: 'a boat',
        seconds: 5,
        resolution: '720p',
        aspect_ratio: '16:9',
        generate_audio: true,
        images: [{ role: 'first_frame', url }],
      },
      differs: [],
    });
  });

  it('asks for the nearest elsewhere, and says in what that differs', () => {
    const silent: ModelFamily = {
      ...both,
      audio: 'none',
      references: { ...both.references, roles: ['last_frame'] },
    };
    const asked = { model: 'vidA-4s-4x3-480p', aspect_ratio: '4:3', resolution: '480p' };
    const other = { ...request, ...asked, duration: 4, negative_prompt: 'no dogs' };
    expect(taskCallFor(other, [local, silent])).toEqual({
      body: {
        model: 'kling-3.0',
        prompt: 'a boat',
        seconds: 3,
        resolution: '720p',
        aspect_ratio: '16:9',
        generate_audio: false,
      },
      differs: [
        ...['model', 'seconds', 'resolution', 'aspect_ratio', 'generate_audio'],
        ...['images', 'negative_prompt'],
      ],
    });
  });

  it('is none where that API offers no video model', () => {
    const image: ModelFamily = { ...both, media_type: 'image' };
    expect(taskCallFor(request, [local, image])).toBeNull();
  });
});
