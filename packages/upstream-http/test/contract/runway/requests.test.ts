import { describe, expect, it } from 'vitest';
import { runway } from '../../../src/runway/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import { dataUrlOf, sampleReference } from '../../support/sample-request.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';

/*
 * From two sources, both read on 2026-11-30: Runway's own client (@runwayml/sdk 4.20.1, resources/text-to-video.d.ts
 * and image-to-video.d.ts) has the fields, their words and the list of images; the examples of
 * https://docs.dev.runwayml.com/guides/using-the-api show a first frame as a plain link instead.
 */
const ids = '[providers.runway.requests]';
const [fromText, fromImage] = ['/v1/text_to_video', '/v1/image_to_video'];
const prompt = 'A paper boat drifting down a rain-soaked street';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/jpeg' });
const image = sampleReference('reference_image', { contentType: 'image/webp' });
const other = sampleReference('reference_image', { assetId: 'other' });

const shapes = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

/** The words of Runway's client for the sizes of a model, in the order of the shapes. */
const sizes: readonly (readonly [
  model: string,
  resolution: '480p' | '720p' | '1080p' | '2160p',
  words: string,
])[] = [
  ['gen4.5', '720p', '1584:672 1280:720 1104:832 960:960 832:1104 720:1280'],
  ['gen4_turbo', '720p', '1584:672 1280:720 1104:832 960:960 832:1104 720:1280'],
  ['seedance2', '480p', '992:432 864:496 752:560 640:640 560:752 496:864'],
  ['seedance2', '720p', '1470:630 1280:720 1112:834 960:960 834:1112 720:1280'],
  ['seedance2', '1080p', '2206:946 1920:1080 1664:1248 1440:1440 1248:1664 1080:1920'],
  ['seedance2', '2160p', '3840:1646 3840:2160 3840:2880 3840:3840 2880:3840 2160:3840'],
];

const inAllSizes: readonly GoldenRequest[] = sizes.flatMap(([model, resolution, words]) =>
  words.split(' ').map((ratio, index) => ({
    name: `of a first frame by ${model} in ${ratio}`,
    route: { model },
    request: { prompt, aspectRatio: shapes[index] ?? '16:9', resolution, references: [first] },
    path: fromImage,
    sends: {
      json: {
        model,
        promptText: prompt,
        promptImage: [{ uri: dataUrlOf(first), position: 'first' }],
        ratio,
        duration: 5,
        ...(model === 'seedance2' && { audio: false }),
      },
    },
  })),
);

const byVeo: readonly GoldenRequest[] = ['veo3.1', 'veo3.1_fast'].flatMap((model) =>
  (
    [
      ['720p', '16:9', '1280:720'],
      ['720p', '9:16', '720:1280'],
      ['1080p', '16:9', '1920:1080'],
      ['1080p', '9:16', '1080:1920'],
    ] as const
  ).flatMap(([resolution, aspectRatio, ratio]) =>
    [true, false].map((generateAudio) => ({
      name: `of a text by ${model} in ${ratio}, ${generateAudio ? 'with' : 'without'} sound`,
      route: { model },
      request: { prompt, aspectRatio, resolution, durationSeconds: 6, generateAudio },
      path: fromText,
      sends: { json: { model, promptText: prompt, ratio, duration: 6, audio: generateAudio } },
    })),
  ),
);

describe('[providers.runway.requests] Runway', () => {
  const description = runway.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...inAllSizes,
    ...byVeo,
    {
      name: 'of a text, with the key, the version and a constant',
      route: { model: 'gen4.5', fixed: { seed: 7, duration: 10 } },
      request: { prompt },
      path: fromText,
      headers: { authorization: 'Bearer secret-key-1', 'x-runway-version': '2024-11-06' },
      sends: {
        json: { model: 'gen4.5', promptText: prompt, ratio: '1280:720', duration: 5, seed: 7 },
      },
    },
    {
      name: 'of a first and a last frame',
      route: { model: 'veo3.1' },
      request: { prompt, durationSeconds: 8, references: [first, last] },
      path: fromImage,
      sends: {
        json: {
          model: 'veo3.1',
          promptText: prompt,
          promptImage: [
            { uri: dataUrlOf(first), position: 'first' },
            { uri: dataUrlOf(last), position: 'last' },
          ],
          ratio: '1280:720',
          duration: 8,
          audio: false,
        },
      },
    },
    {
      name: 'of reference images, in their order and without a position',
      route: { model: 'seedance2_fast' },
      request: { prompt, aspectRatio: '9:16', generateAudio: true, references: [other, image] },
      path: fromImage,
      sends: {
        json: {
          model: 'seedance2_fast',
          promptText: prompt,
          promptImage: [{ uri: dataUrlOf(other) }, { uri: dataUrlOf(image) }],
          ratio: '720:1280',
          duration: 5,
          audio: true,
        },
      },
    },
  ]);

  it('[providers.runway.requests] reads carry the version, too', () => {
    expect(description.credential.headers('key-1', 0)).toEqual({
      authorization: 'Bearer key-1',
      'x-runway-version': '2024-11-06',
    });
  });

  it('[providers.runway.requests] has no options', () => {
    expect(() => runway.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
