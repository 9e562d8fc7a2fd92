import { describe, expect, it } from 'vitest';
import { dashscope } from '../../../src/dashscope/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { dataUrlOf, sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * From the examples of help.aliyun.com/zh/model-studio/wan3-video-generation-api-reference and of
 * alibabacloud.com/help/en/model-studio/text-to-video-api-reference (read on 2026-12-01 in copies), with data URLs in
 * place of links, the requested shape in place of `adaptive`, and without `prompt_extend`, which is on by default.
 */
const ids = '[providers.dashscope.requests]';
const path = '/services/aigc/video-generation/video-synthesis';
const headers = { authorization: 'Bearer secret-key-1', 'x-dashscope-async': 'enable' };
const prompt = 'A kitten runs over roofs in the moonlight';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/jpeg' });
const image = sampleReference('reference_image', { contentType: 'image/webp' });
const item = (reference: typeof first) => ({ type: reference.role, url: dataUrlOf(reference) });

const ofTexts: readonly GoldenRequest[] = (
  [
    ['wan3.0-video', '480p', '480P'],
    ['wan3.0-video-prime', '1080p', '1080P'],
    ['wan2.7-t2v', '720p', '720P'],
  ] as const
).flatMap(([model, resolution, word]) =>
  (['16:9', '4:3', '1:1', '3:4', '9:16'] as const).map((aspectRatio) => ({
    name: `of a text by ${model} at ${word} in ${aspectRatio}`,
    route: { model },
    request: { prompt, resolution, aspectRatio, durationSeconds: 5, generateAudio: true },
    path,
    headers,
    sends: {
      json: {
        model,
        input: { prompt },
        parameters: {
          ...{ resolution: word, ratio: aspectRatio, duration: 5 },
          ...(model !== 'wan2.7-t2v' && { audio: true }),
        },
      },
    },
  })),
);

describe('[providers.dashscope.requests] DashScope', () => {
  const description = dashscope.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...ofTexts,
    {
      name: 'of a first and a last frame, which determine the shape, with constants',
      route: {
        model: 'wan3.0-video',
        fixed: { 'parameters.duration': 9, 'parameters.prompt_extend': false },
      },
      request: { prompt, aspectRatio: '9:16', generateAudio: false, references: [first, last] },
      path,
      sends: {
        json: {
          model: 'wan3.0-video',
          input: { prompt, media: [item(first), item(last)] },
          parameters: { resolution: '720P', duration: 5, audio: false, prompt_extend: false },
        },
      },
    },
    {
      name: 'of reference images, in the requested shape',
      route: { model: 'wan3.0-video' },
      request: { prompt, aspectRatio: '9:16', generateAudio: true, references: [image, image] },
      path,
      sends: {
        json: {
          model: 'wan3.0-video',
          input: { prompt, media: [item(image), item(image)] },
          parameters: { resolution: '720P', ratio: '9:16', duration: 5, audio: true },
        },
      },
    },
  ]);

  it('[providers.dashscope.requests] has no options', () => {
    expect(() => dashscope.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
