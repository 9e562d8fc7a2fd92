import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentOf,
  decode,
  draftOf,
  invalid,
  pixel,
  refusalOf,
  warningsOf,
} from '../../../test/doubles/task-bodies.ts';
import { namesOf } from '../../field-names/names-by-meaning.ts';

const bytes = Buffer.from('a picture');
const rolesOf = (body: object) => draftOf(body).references.map(({ role }) => role);

describe('pictures under names of other services', () => {
  it.each([
    ['image', pixel],
    ['image', bytes],
    ['image', { url: pixel }],
    ['image', [pixel]],
    ['image', [bytes]],
    ['image_url', 'https://pictures.example/a.png'],
    ['image_url', { url: pixel }],
    ['img_url', pixel],
    ['input_image', pixel],
    ['promptImage', pixel],
    ['first_frame', pixel],
    ['first_frame', bytes],
    ['first_frame_image', pixel],
    ['start_image_url', pixel],
  ])('[tasks.images.other-names] %s is the first frame', (name, value) => {
    expect(rolesOf({ [name]: value })).toEqual(['first_frame']);
    expect(warningsOf({ [name]: value })).toEqual([]);
  });

  it.each([
    ['last_frame', 'first_frame'],
    ['image_tail', 'image'],
    ['end_image_url', 'image_url'],
    ['last_frame_image', 'first_frame_image'],
  ])('[tasks.images.other-names] %s is the last frame, beside %s', (last, first) => {
    expect(rolesOf({ [first]: pixel, [last]: pixel })).toEqual(['first_frame', 'last_frame']);
  });

  it('[tasks.images.other-names] make the same request as images with that role', () => {
    const own = contentOf({ images: [{ url: pixel, role: 'first_frame' }] });
    expect(contentOf({ first_frame: pixel })).toEqual(own);
    expect(contentOf({ image: pixel })).toEqual(contentOf({ images: [pixel] }));
  });

  it.each([
    [{ images: [pixel], image: pixel }, 'image'],
    [{ input_reference: bytes, first_frame: bytes }, 'first_frame'],
    [{ content: [{ type: 'image_url', image_url: pixel }], image_url: pixel }, 'image_url'],
    [{ image: pixel, image_url: 'https://pictures.example/a.png' }, 'image'],
    [{ image: 'fox.png' }, 'image'],
    [{ image: 5 }, 'image'],
    [{ first_frame: [pixel] }, 'first_frame'],
    [{ promptImage: [{ uri: pixel, position: 'first' }] }, 'promptImage[0]'],
    [{ reference_images: [pixel] }, 'reference_images'],
    [{ image_list: [{ image_url: pixel }] }, 'image_list'],
    [{ subject_reference: [{ image: [pixel] }] }, 'subject_reference'],
    [{ video_url: 'https://films.example/a.mp4' }, 'video_url'],
    [{ mask: bytes }, 'mask'],
  ])('[tasks.images.other-names] %j is refused', (body, param) => {
    expect(refusalOf(body)).toEqual(invalid(param));
  });
});

describe('other fields under names of other services', () => {
  it.each([
    [{ duration: 15 }, { durationSeconds: 15 }],
    [{ duration: '15' }, { durationSeconds: 15 }],
    [{ duration_seconds: 8, seconds: 8 }, { durationSeconds: 8 }],
    [{ ratio: '9:16' }, { aspectRatio: '9:16' }],
    [{ model_name: 'std-2.0' }, { model: 'vm_std-2.0' }],
    [{ enable_audio: false }, { generateAudio: false }],
    [{ n: 1, stream: false, response_format: 'url' }, { durationSeconds: 5 }],
  ])('[tasks.fields.other-names] %j is taken', (body, draft) => {
    expect(draftOf(body)).toMatchObject(draft);
    expect(warningsOf(body)).toEqual([]);
  });

  it.each([
    [{ duration: 16 }, 'duration'],
    [{ duration: '15s' }, 'duration'],
    [{ seconds: 5, duration: 15 }, 'seconds'],
    [{ ratio: '1280:720' }, 'ratio'],
    [{ ratio: 'adaptive' }, 'ratio'],
    [{ num_frames: 121 }, 'num_frames'],
    [{ fps: 60 }, 'fps'],
    [{ width: 1280, height: 720 }, 'width'],
    [{ mode: 'pro' }, 'mode'],
    [{ sound: 'on' }, 'sound'],
    [{ n: 2 }, 'n'],
    [{ num_videos: 4 }, 'num_videos'],
    [{ stream: true }, 'stream'],
    [{ response_format: 'b64_json' }, 'response_format'],
    [{ output_format: 'gif' }, 'output_format'],
  ])('[tasks.fields.other-names] %j is refused', (body, param) => {
    expect(refusalOf(body)).toEqual(invalid(param));
  });

  it('[tasks.fields.other-names] a model under two names is refused', () => {
    expect(refusalOf({ model: 'vm_std-2.0', model_name: 'kling-v3' })).toEqual({
      kind: 'model-invalid',
      param: 'model',
    });
  });

  it('[fields.never-ignored] a file or data URL under any name is used or refused', () => {
    const name = fc.oneof(
      fc.stringMatching(/^[a-z_]{1,20}$/),
      fc.constantFrom(...namesOf('picture')),
    );
    const file = fc.constantFrom<unknown>(bytes, pixel);
    const wrapped = fc.oneof(
      file,
      file.map((one) => [one]),
      file.map((one) => ({ inner: { deep: one } })),
    );
    fc.assert(
      fc.property(name, wrapped, (field, value) => {
        fc.pre(field !== 'prompt');
        const decoded = decode({ prompt: 'a cat', [field]: value });
        const used = decoded.kind === 'decoded' && decoded.draft.references.length === 1;
        expect(used || decoded.kind === 'refused').toBe(true);
      }),
    );
  });

  it('[fields.never-ignored] a file within an image is refused where nothing uses it', () => {
    expect(refusalOf({ images: [{ url: pixel, mask: bytes }] })).toEqual(invalid('images[0].mask'));
  });

  it('[tasks.warnings.unknown-field] a field that changes nothing about the order causes a warning', () => {
    const harmless = { seed: 4, style: 'noir', quality: 'high', user: 'u', watermark: true };
    expect(warningsOf(harmless)).toHaveLength(5);
  });
});

describe('a size in pixels', () => {
  it.each([
    [{ size: '1280x720' }, '1920x1080', '720p'],
    [{ size: '720x1280' }, '1080x1920', '720p'],
    [{ size: '640x360' }, '1920x1080', null],
  ])('[tasks.warnings.size] %j gets a warning with the actual size', (body, made, resolution) => {
    const advice =
      resolution === null ? '' : ` Send "resolution": "${resolution}" for ${body.size}.`;
    expect(warningsOf(body)).toEqual([
      {
        param: 'size',
        message: `size defines the aspect ratio only: without resolution the video has ${made} pixels, at the price of 1080p.${advice}`,
      },
    ]);
  });

  it.each([{ size: '1920x1080' }, { size: '1280x720', resolution: '720p' }, { size: '720p' }])(
    '[tasks.warnings.size] nothing is said of %j',
    (body) => {
      expect(warningsOf(body)).toEqual([]);
    },
  );
});

describe('a text that could not be sent whole', () => {
  it.each([
    [{ prompt: 'a\0b' }, 'prompt'],
    [{ prompt: 'half \ud800' }, 'prompt'],
    [{ prompt: null, content: [{ type: 'text', text: 'a\0' }] }, 'content'],
  ])('[tasks.prompt.sendable] %j is refused', (body, param) => {
    expect(refusalOf(body)).toEqual(invalid(param));
  });
});
