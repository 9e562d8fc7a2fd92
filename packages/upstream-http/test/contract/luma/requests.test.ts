import { describe, expect, it } from 'vitest';
import { luma } from '../../../src/luma/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * From two sources, both read on 2026-11-30: the page https://docs.agents.lumalabs.ai/guides/videos/generation has the
 * bodies, and luma-agents 0.3.0 (src/resources/generations.ts of lumalabs/luma-agents-typescript) the fields of an
 * image in base64.
 */
const ids = '[providers.luma.requests]';
const path = '/generations';
const model = 'ray-3.2';
const prompt = 'A slow dolly shot through a misty greenhouse at sunrise';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/jpeg' });
const inBase64 = ({ sha256, contentType }: typeof first) => ({
  data: Buffer.from(sha256).toString('base64'),
  media_type: contentType,
});

const shapes = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;
const inAllShapes: readonly GoldenRequest[] = shapes.flatMap((aspectRatio) =>
  (['360p', '540p', '720p', '1080p'] as const).flatMap((resolution) =>
    [5, 10].map((durationSeconds) => ({
      name: `of a text, ${aspectRatio} at ${resolution}, of ${durationSeconds} s`,
      route: { model },
      request: { prompt, aspectRatio, resolution, durationSeconds },
      path,
      sends: {
        json: {
          model,
          type: 'video',
          prompt,
          aspect_ratio: aspectRatio,
          video: { resolution, duration: `${durationSeconds}s` },
        },
      },
    })),
  ),
);

describe('[providers.luma.requests] Luma', () => {
  const description = luma.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...inAllShapes,
    {
      name: 'of a first and a last frame, which determine the shape, with the key',
      route: { model },
      request: { prompt, references: [last, first] },
      path,
      headers: { authorization: 'Bearer secret-key-1' },
      sends: {
        json: {
          model,
          type: 'video',
          prompt,
          video: {
            resolution: '720p',
            duration: '5s',
            start_frame: inBase64(first),
            end_frame: inBase64(last),
          },
        },
      },
    },
    {
      name: 'of a first frame, with constants of the route beside and inside `video`',
      route: {
        model,
        fixed: { user_id: 'studio', type: 'image', 'video.loop': true, 'video.duration': '10s' },
      },
      request: { prompt, references: [first] },
      path,
      sends: {
        json: {
          model,
          type: 'video',
          prompt,
          user_id: 'studio',
          video: {
            resolution: '720p',
            duration: '5s',
            start_frame: inBase64(first),
            loop: true,
          },
        },
      },
    },
  ]);

  it('[providers.luma.requests] has no options', () => {
    expect(() => luma.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
