import { describe, expect, it } from 'vitest';
import { ark } from '../../../src/ark/index.ts';
import { holdsDescriptionLaws } from '../../support/description-laws.ts';
import { holdsVideoModelLaws } from '../../support/video-model-laws.ts';
import { type GoldenRequest, holdsGoldenRequests } from '../../support/golden-requests.ts';
import {
  dataUrlOf,
  linkOf,
  sampleReference,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

const ids = '[providers.ark.requests]';
const prompt = 'A paper boat on a rainy street';
const path = '/contents/generations/tasks';
const seedance20 = 'dreamina-seedance-2-0-260128';
const seedance25 = 'dreamina-seedance-2-5-260628';
const first = sampleReference('first_frame');
const last = sampleReference('last_frame', { contentType: 'image/webp' });
const image = sampleReference('reference_image');
const sound = sampleReference('reference_audio', { contentType: 'audio/wav' });
const mp3 = sampleReference('reference_audio');
const text = { type: 'text', text: prompt };

/** ModelArk's `4k`. */
const largest = '2160p';

/** Seconds after which a task of `sampleCorrelationId` expires: its submission is recognised by this value. */
const expiry = 214_197;

const seedanceShapes = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const;

function imageOf(reference: typeof first) {
  return { type: 'image_url', image_url: { url: dataUrlOf(reference) }, role: reference.role };
}

const wireResolutions = [
  ['480p', '480p'],
  ['720p', '720p'],
  ['1080p', '1080p'],
  [largest, '4k'],
] as const;

const inAllShapes: readonly GoldenRequest[] = seedanceShapes.flatMap((ratio) =>
  wireResolutions.flatMap(([resolution, written]) =>
    [true, false].map((generateAudio) => ({
      name: `of a text, ${ratio} at ${written}, ${generateAudio ? 'with' : 'without'} sound`,
      route: { model: seedance20 },
      request: { prompt, aspectRatio: ratio, resolution, durationSeconds: 4, generateAudio },
      path,
      sends: {
        json: {
          model: seedance20,
          content: [text],
          resolution: written,
          ratio,
          duration: 4,
          generate_audio: generateAudio,
          watermark: false,
          execution_expires_after: expiry,
        },
      },
    })),
  ),
);

describe('[providers.ark.requests] ModelArk', () => {
  const description = ark.describe({});
  holdsDescriptionLaws(ids, description);
  holdsVideoModelLaws(ids, description);
  holdsGoldenRequests(ids, description, [
    ...inAllShapes,
    {
      name: 'with sound, a constant, and the key',
      route: {
        model: 'doubao-seedance-1-5-pro-251215',
        fixed: { camera_fixed: true, ratio: '1:1' },
      },
      request: { prompt, durationSeconds: 12, generateAudio: true },
      path,
      headers: { authorization: 'Bearer secret-key-1' },
      sends: {
        json: {
          model: 'doubao-seedance-1-5-pro-251215',
          content: [text],
          resolution: '720p',
          ratio: '16:9',
          duration: 12,
          generate_audio: true,
          watermark: false,
          execution_expires_after: expiry,
          camera_fixed: true,
        },
      },
    },
    {
      name: 'of a model that knows no sound: no word of it',
      route: { model: 'seedance-1-0-pro-250528' },
      request: { prompt, references: [first] },
      path,
      sends: {
        json: {
          model: 'seedance-1-0-pro-250528',
          content: [text, imageOf(first)],
          resolution: '720p',
          ratio: '16:9',
          duration: 5,
          watermark: false,
          execution_expires_after: expiry,
        },
      },
    },
    {
      name: 'of a first and a last frame',
      route: { model: seedance20 },
      request: { prompt, references: [first, last] },
      path,
      sends: {
        json: {
          model: seedance20,
          content: [text, imageOf(first), imageOf(last)],
          resolution: '720p',
          ratio: '16:9',
          duration: 5,
          generate_audio: false,
          watermark: false,
          execution_expires_after: expiry,
        },
      },
    },
    {
      name: 'of frames where these decide the shape',
      route: { model: seedance25 },
      request: { prompt, durationSeconds: 30, references: [first, last] },
      path,
      sends: {
        json: {
          model: seedance25,
          content: [text, imageOf(first), imageOf(last)],
          resolution: '720p',
          ratio: 'adaptive',
          duration: 30,
          generate_audio: false,
          watermark: false,
          execution_expires_after: expiry,
        },
      },
    },
    {
      name: 'of an image and sounds it refers to',
      route: { model: seedance25 },
      request: { prompt, aspectRatio: '21:9', references: [image, sound, mp3] },
      path,
      sends: {
        json: {
          model: seedance25,
          content: [
            text,
            imageOf(image),
            { type: 'audio_url', audio_url: { url: dataUrlOf(sound) }, role: 'reference_audio' },
            {
              type: 'audio_url',
              audio_url: { url: dataUrlOf({ ...mp3, contentType: 'audio/mp3' }) },
              role: 'reference_audio',
            },
          ],
          resolution: '720p',
          ratio: '21:9',
          duration: 5,
          generate_audio: false,
          watermark: false,
          execution_expires_after: expiry,
        },
      },
    },
    {
      name: 'of a video, which is read at a link',
      route: { model: seedance25 },
      request: { prompt, references: [sampleReference('reference_video')] },
      path,
      sends: {
        json: {
          model: seedance25,
          content: [
            text,
            {
              type: 'video_url',
              video_url: { url: linkOf(sampleReference('reference_video')) },
              role: 'reference_video',
            },
          ],
          resolution: '720p',
          ratio: '16:9',
          duration: 5,
          generate_audio: false,
          watermark: false,
          execution_expires_after: expiry,
        },
      },
    },
    {
      name: 'of an endpoint of the operator’s own',
      route: { model: 'ep-20260101-abcde' },
      request: { prompt, durationSeconds: 60 },
      path,
      sends: {
        json: {
          model: 'ep-20260101-abcde',
          content: [text],
          resolution: '720p',
          ratio: '16:9',
          duration: 60,
          generate_audio: false,
          watermark: false,
          execution_expires_after: expiry,
        },
      },
    },
  ]);

  it.each([
    [seedance20, '720p', '1:1', 960, 960],
    [seedance20, '720p', '4:3', 1112, 834],
    [seedance20, '720p', '3:4', 834, 1112],
    [seedance20, '480p', '16:9', 864, 496],
    [seedance20, largest, '3:4', 2494, 3326],
    [seedance25, '1080p', '21:9', 2206, 946],
    ['seedance-1-0-pro-250528', '720p', '16:9', 1248, 704],
    ['seedance-1-0-pro-250528', '1080p', '9:16', 1088, 1920],
  ] as const)(
    '[providers.ark.pixels] %s at %s %s is %dx%d',
    (model, resolution, aspectRatio, width, height) => {
      const request = sampleRequest({ resolution, aspectRatio });
      expect(description.accepts(sampleRoute({ model }), request)).toEqual({
        kind: 'accepted',
        size: { width, height },
      });
    },
  );

  it('[providers.ark.pixels] every shape of every model has its pixels, and no other model has any', () => {
    const videos = description.models.filter(({ model }) => model.includes('seedance'));
    for (const { model } of videos) {
      for (const aspectRatio of seedanceShapes) {
        for (const resolution of ['480p', '720p'] as const) {
          const said = description.accepts(
            sampleRoute({ model }),
            sampleRequest({ resolution, aspectRatio }),
          );
          expect(said).toMatchObject({ kind: 'accepted', size: { width: expect.any(Number) } });
        }
      }
    }
    const unknown = description.accepts(sampleRoute({ model: 'ep-1' }), sampleRequest());
    expect(unknown).toEqual({ kind: 'accepted', size: 'as-made' });
  });

  it('[providers.ark.pixels] where a first frame decides the shape, any is right', () => {
    const framed = sampleRequest({ references: [sampleReference('first_frame')] });
    const sizeFor = (model: string) => description.accepts(sampleRoute({ model }), framed);
    expect(sizeFor(seedance25)).toEqual({ kind: 'accepted', size: 'as-made' });
    expect(sizeFor(seedance20)).toMatchObject({ size: { width: expect.any(Number) } });
  });

  it('[providers.ark.requests] has no options', () => {
    expect(() => ark.describe({ region: 'eu' })).toThrow('not have the option region');
  });
});
