import { describe, expect, it } from 'vitest';
import { google } from '../../../src/google/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { dataUrlOf, sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * From two independent sources, both read on 2026-11-30: the types of @google/genai 3.3.0 (CreateModelInteraction,
 * VideoResponseFormat, ImageContent, VideoConfig), and the script with which google-gemini/gemini-skills makes videos
 * (skills/gemini-omni-flash-api/scripts/video/generate_video.py), which sends images before the text.
 */
const ids = '[providers.google.requests]';
const path = '/v1beta/interactions';
const model = 'gemini-omni-1.2-flash';
const prompt = 'A paper boat drifting down a rain-soaked street';
const generateAudio = true;
const text = { type: 'text', text: prompt };
const first = sampleReference('first_frame', { contentType: 'image/webp' });
const image = sampleReference('reference_image');
const other = sampleReference('reference_image', { assetId: 'other', contentType: 'image/jpeg' });
const part = (reference: typeof first) => ({
  type: 'image',
  data: dataUrlOf(reference).replace(/^.*,/, ''),
  mime_type: reference.contentType,
});

const fromTexts: readonly GoldenRequest[] = (['16:9', '9:16'] as const).flatMap((aspectRatio) =>
  (
    [
      ['360p', '360p'],
      ['720p', '720p'],
      ['1080p', '1080p'],
      ['2160p', '4k'],
    ] as const
  ).map(([resolution, word]) => ({
    name: `of a text, ${aspectRatio} at ${word}`,
    route: { model },
    request: { prompt, aspectRatio, resolution, durationSeconds: 15, generateAudio },
    path,
    sends: {
      json: {
        model,
        input: prompt,
        background: true,
        response_format: {
          type: 'video',
          aspect_ratio: aspectRatio,
          duration: '15s',
          resolution: word,
          delivery: 'uri',
        },
      },
    },
  })),
);

const format = {
  type: 'video',
  aspect_ratio: '16:9',
  duration: '5s',
  resolution: '720p',
  delivery: 'uri',
};

describe('[providers.google.requests] Google', () => {
  const description = google.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...fromTexts,
    {
      name: 'of a first frame, with the key in its own header and a constant',
      route: {
        model,
        fixed: { 'generation_config.thinking_level': 'low', background: false },
      },
      request: { prompt, generateAudio, references: [first] },
      path,
      headers: { 'x-goog-api-key': 'secret-key-1' },
      sends: {
        json: {
          model,
          input: [part(first), text],
          background: true,
          response_format: format,
          generation_config: {
            video_config: { task: 'image_to_video' },
            thinking_level: 'low',
          },
        },
      },
    },
    {
      name: 'of reference images, in their order',
      route: { model: 'gemini-omni-1.1-flash' },
      request: { prompt, generateAudio, references: [other, image] },
      path,
      sends: {
        json: {
          model: 'gemini-omni-1.1-flash',
          input: [part(other), part(image), text],
          background: true,
          response_format: format,
          generation_config: { video_config: { task: 'reference_to_video' } },
        },
      },
    },
  ]);

  it('[providers.google.requests] has no options', () => {
    expect(() => google.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
