import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import {
  contentOf,
  decode,
  draftOf,
  invalid,
  pixel,
  refusalOf,
} from '../../../test/doubles/task-bodies.ts';

describe('values', () => {
  it('fills in the defaults', () => {
    expect(draftOf({})).toEqual({
      model: 'vm_std-2.0',
      family: 'vm_std-2.0',
      mediaType: 'video',
      prompt: 'a cat',
      negativePrompt: null,
      durationSeconds: 5,
      resolution: '1080p',
      generateAudio: true,
      aspectRatio: '16:9',
      aspectSource: 'default',
      references: [],
    });
  });

  it.each([
    [{ seconds: 8 }, { durationSeconds: 8 }],
    [{ seconds: '8' }, { durationSeconds: 8 }],
    [{ seconds: '08' }, { durationSeconds: 8 }],
    [{ seconds: null }, { durationSeconds: 5 }],
    [{ resolution: '720p' }, { resolution: '720p' }],
    [{ size: '720p' }, { resolution: '720p', aspectSource: 'default' }],
    [{ size: '720p', resolution: '1080p' }, { resolution: '1080p' }],
    [{ size: '720x1280' }, { aspectRatio: '9:16', aspectSource: 'size', resolution: '1080p' }],
    [{ size: '1000×1005' }, { aspectRatio: '1:1', aspectSource: 'size' }],
    [
      { size: '640x480', aspect_ratio: '1:1' },
      { aspectRatio: '1:1', aspectSource: 'explicit' },
    ],
    [{ aspectRatio: '9:16' }, { aspectRatio: '9:16', aspectSource: 'explicit' }],
    [{ aspect_ratio: '9:16', aspectRatio: '9:16' }, { aspectRatio: '9:16' }],
    [{ prompt: 'a 9:16 cat' }, { aspectRatio: '9:16', aspectSource: 'prompt' }],
    [
      { prompt: 'a 9:16 cat', size: '1280x720' },
      { aspectRatio: '16:9', aspectSource: 'size' },
    ],
    [{ generate_audio: false }, { generateAudio: false }],
    [{ generateAudio: 'false' }, { generateAudio: false }],
    [{ generate_audio: true, generateAudio: 'true' }, { generateAudio: true }],
    [{ model: 'std-2.0' }, { model: 'vm_std-2.0' }],
    [{ model: 'vm_std-2.0_faceok' }, { model: 'vm_std-2.0_faceok', family: 'vm_std-2.0_faceok' }],
    [{ prompt: '  a cat\n' }, { prompt: '  a cat\n' }],
    [{ prompt: '😀'.repeat(20_000) }, { prompt: '😀'.repeat(20_000) }],
  ])('%j', (body, expected) => {
    expect(draftOf(body)).toMatchObject(expected);
  });

  it('uses the text of content in the absence of a prompt', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    expect(draftOf({ prompt: null, content }).prompt).toBe('a\nb');
  });
});

describe('refusals', () => {
  it.each([
    [{ prompt: '' }, 'prompt'],
    [{ prompt: ' \n　' }, 'prompt'],
    [{ prompt: null }, 'prompt'],
    [{ prompt: 7 }, 'prompt'],
    [{ prompt: 'a'.repeat(20_001) }, 'prompt'],
    [{ prompt: '😀'.repeat(20_001) }, 'prompt'],
    [{ prompt: 'half \ud83d' }, 'prompt'],
    [{ prompt: null, images: [pixel] }, 'prompt'],
    [{ prompt: null, content: [{ type: 'text', text: ' ' }] }, 'content'],
    [{ seconds: 4 }, 'seconds'],
    [{ seconds: 16 }, 'seconds'],
    [{ seconds: 7.5 }, 'seconds'],
    [{ seconds: '8.0' }, 'seconds'],
    [{ seconds: '0008' }, 'seconds'],
    [{ seconds: ' 8' }, 'seconds'],
    [{ seconds: '８' }, 'seconds'],
    [{ seconds: '' }, 'seconds'],
    [{ seconds: [8] }, 'seconds'],
    [{ seconds: true }, 'seconds'],
    [{ resolution: '480p' }, 'resolution'],
    [{ resolution: '1080P' }, 'resolution'],
    [{ resolution: '' }, 'resolution'],
    [{ size: '640x480' }, 'size'],
    [{ size: '1280*720', aspect_ratio: '16:9' }, 'size'],
    [{ size: 'large' }, 'size'],
    [{ size: 720 }, 'size'],
    [{ aspect_ratio: '4:3' }, 'aspect_ratio'],
    [{ aspect_ratio: '16x9' }, 'aspect_ratio'],
    [{ aspectRatio: '2:1' }, 'aspectRatio'],
    [{ aspect_ratio: '16:9', aspectRatio: '9:16' }, 'aspect_ratio'],
    [{ frame_mode: 'last_only' }, 'frame_mode'],
    [{ generate_audio: 1 }, 'generate_audio'],
    [{ generateAudio: 'yes' }, 'generateAudio'],
    [{ generate_audio: true, generateAudio: false }, 'generate_audio'],
    [{ images: pixel }, 'images'],
    [{ images: [null] }, 'images[0]'],
    [{ images: [pixel, 7] }, 'images[1]'],
    [{ images: ['ftp://example.com/a.png'] }, 'images[0]'],
    [{ images: ['cat.png'] }, 'images[0]'],
    [{ images: ['data:image/png,abc'] }, 'images[0]'],
    [{ images: [{}] }, 'images[0]'],
    [{ images: [{ url: pixel, asset_id: 'as_1' }] }, 'images[0]'],
    [{ images: [{ asset_id: 7 }] }, 'images[0]'],
    [{ images: [{ url: pixel, role: 'middle' }] }, 'images[0].role'],
    [{ images: Array.from({ length: 10 }, () => pixel) }, 'images'],
    [
      { images: Array.from({ length: 9 }, () => pixel), input_reference: { image_url: pixel } },
      'images',
    ],
    [{ content: 'text' }, 'content'],
    [{ content: [{ type: 'video' }] }, 'content[0]'],
    [{ content: [{ type: 'text' }] }, 'content[0]'],
    [{ content: [{ type: 'image_url', image_url: {} }] }, 'content[0]'],
    [{ content: [{ type: 'image_url', image_url: pixel, role: 'x' }] }, 'content[0].role'],
    [{ input_reference: 'https://example.com/a.png' }, 'input_reference'],
    [{ input_reference: { image_url: pixel, file_id: 'as_1' } }, 'input_reference'],
  ])('%j names the field', (body, param) => {
    expect(refusalOf(body)).toEqual(invalid(param));
  });

  it('distinguishes a model it does not offer from other fields', () => {
    for (const model of ['vidA-fast-4s-16x9-720p', 'nothing', '', 7, '*']) {
      expect(refusalOf({ model })).toEqual({ kind: 'model-invalid', param: 'model' });
    }
  });

  it('reports a data URL that is too large', () => {
    const url = `data:image/png;base64,${Buffer.alloc(101).toString('base64')}`;
    expect(refusalOf({ images: [url] })).toEqual({ kind: 'payload-too-large', param: 'images[0]' });
  });

  it.each([undefined, null, [], 'text', 7])('does not accept %j as a body', (body) => {
    expect(decode(body)).toMatchObject({ kind: 'refused', failure: { kind: 'payload-invalid' } });
  });

  const bad: readonly (readonly [field: string, value: unknown])[] = [
    ['model', 'nothing'],
    ['prompt', ''],
    ['seconds', 99],
    ['resolution', '4k'],
    ['size', 'huge'],
    ['aspect_ratio', '7:5'],
    ['frame_mode', 'x'],
    ['generate_audio', 'x'],
    ['images', 'x'],
  ];
  test.prop([fc.shuffledSubarray([...bad], { minLength: 1 })])(
    'the first of several, in the order of the table, is named',
    (wrong) => {
      const first = bad.find((row) => wrong.includes(row));
      expect(refusalOf(Object.fromEntries(wrong))).toMatchObject({ param: first?.[0] });
    },
  );
});

describe('content, by which a repeated request is known', () => {
  it.each([
    ['field aliases', { aspectRatio: '9:16' }, { aspect_ratio: '9:16' }],
    ['numbers as text', { seconds: '08' }, { seconds: 8 }],
    ['booleans as text', { generateAudio: 'true' }, { generate_audio: true }],
    ['signs of a size', { size: '1280×720' }, { size: '1280x720' }],
    ['unknown fields', { user: 'me' }, {}],
    ['null', { seconds: null, images: null }, {}],
    [
      'a data URL and its file',
      { images: [pixel] },
      { input_reference: new Uint8Array([0, 0, 0]) },
    ],
    [
      'spellings of an asset',
      { images: [{ asset_id: 'as_1' }] },
      { images: [{ assetId: 'as_1' }] },
    ],
    ['prompt and content', { prompt: null, content: [{ type: 'text', text: 'a cat' }] }, {}],
  ])('does not change with %s', (_name, one, other) => {
    expect(contentOf(one)).toEqual(contentOf(other));
  });

  it.each([
    ['a default that is stated', { seconds: 5 }, {}],
    ['a default model that is stated', { model: 'vm_std-2.0' }, {}],
    ['a prompt', { prompt: 'a cat ' }, {}],
    ['a role', { images: [{ url: pixel, role: 'first_frame' }] }, { images: [pixel] }],
    [
      'the order of images',
      { images: [{ asset_id: 'a' }, { asset_id: 'b' }] },
      { images: [{ asset_id: 'b' }, { asset_id: 'a' }] },
    ],
    ['a URL', { images: ['https://a.example/1'] }, { images: ['https://a.example/2'] }],
    ['a frame mode', { frame_mode: 'first_only' }, {}],
  ])('changes with %s', (_name, one, other) => {
    expect(contentOf(one)).not.toEqual(contentOf(other));
  });
});

test.prop([fc.anything()])('decoding never throws', (body) => {
  expect(['decoded', 'refused']).toContain(decode(body).kind);
});
