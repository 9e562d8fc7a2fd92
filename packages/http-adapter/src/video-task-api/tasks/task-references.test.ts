import { describe, expect, it } from 'vitest';
import { decode, draftOf, pixel, warningsOf } from '../../../test/doubles/task-bodies.ts';

describe('images', () => {
  const roles = (body: object): unknown => draftOf(body).references.map(({ role }) => role);

  it.each([
    [{ images: [pixel] }, ['first_frame']],
    [{ images: [pixel, pixel] }, ['first_frame']],
    [{ images: [pixel, pixel], frame_mode: 'all' }, ['first_frame', 'last_frame']],
    [
      { images: [pixel, pixel, pixel], frame_mode: 'all' },
      ['reference_image', 'reference_image', 'reference_image'],
    ],
    [{ images: [{ url: pixel, role: 'last_frame' }, pixel] }, ['last_frame', 'first_frame']],
  ])('%j', (body, expected) => {
    expect(roles(body)).toEqual(expected);
  });

  it('keeps the order images, content, input_reference and says where each came from', () => {
    const { references } = draftOf({
      frame_mode: 'all',
      input_reference: { file_id: 'as_3' },
      content: [
        { type: 'text', text: 'x' },
        { type: 'image_url', image_url: { url: 'https://a.example/2' } },
      ],
      images: [{ assetId: 'as_1' }],
    });
    expect(references.map(({ param, source }) => [param, source])).toEqual([
      ['images[0]', { kind: 'asset', assetId: 'as_1' }],
      ['content[1]', { kind: 'url', url: 'https://a.example/2' }],
      ['input_reference', { kind: 'asset', assetId: 'as_3' }],
    ]);
  });

  it('accepts a file', () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const [reference] = draftOf({ input_reference: bytes }).references;
    expect(reference).toMatchObject({
      kind: 'image',
      role: 'first_frame',
      source: { kind: 'bytes', bytes },
    });
  });
});

describe('warnings', () => {
  it.each([
    [{}, []],
    [{ user: 'me', n: null }, [expect.objectContaining({ param: 'user' })]],
    [
      {
        images: [{ url: pixel, detail: 'high' }],
        content: [{ type: 'image_url', image_url: { url: pixel, detail: 'x' } }],
        frame_mode: 'all',
      },
      [
        expect.objectContaining({ param: 'images[0].detail' }),
        expect.objectContaining({ param: 'content[0].image_url.detail' }),
      ],
    ],
    [{ images: [pixel, pixel] }, [expect.objectContaining({ param: 'images[1]' })]],
    [{ content: [{ type: 'text', text: 'x' }] }, [expect.objectContaining({ param: 'content' })]],
  ])('%j', (body, expected) => {
    expect(warningsOf(body)).toEqual(expected);
  });

  it('are bounded in number and length', () => {
    const body = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`${'x'.repeat(500)}${at}`, 1]),
    );
    const decoded = decode({ prompt: 'a cat', ...body });
    const warnings = decoded.kind === 'decoded' ? decoded.warnings : [];
    expect(warnings).toHaveLength(33);
    expect(warnings.at(-1)?.message).toContain('968 more');
    expect(Math.max(...warnings.map(({ param }) => param.length))).toBe(128);
  });
});
