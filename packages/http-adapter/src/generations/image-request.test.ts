import { createHash } from 'node:crypto';
import { defaultCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { offered } from '../../test/doubles/offered.ts';
import { decodeImageEdit, decodeImageRequest } from './image-request.ts';

const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');
const rules = {
  surface: 'local' as const,
  catalog: defaultCatalog,
  mostImagesAtOnce: 4,
  digest: { sha256 },
  dataUrlBytes: 1_000,
};
const call = { model: 'imgA-16x9-1k', prompt: 'a fox' };
const decode = (fields: object) => offered(decodeImageRequest({ ...call, ...fields }, rules));

describe('a call of the image endpoint', () => {
  it('[local.images.fields] asks for one image by URL unless it says otherwise', () => {
    expect(decode({})).toMatchObject({ kind: 'decoded', count: 1, form: 'url' });
    expect(decode({ n: 4, response_format: 'b64_json' })).toMatchObject({
      count: 4,
      form: 'b64_json',
      draft: { model: 'imgA-16x9-1k', mediaType: 'image', aspectRatio: '16:9', resolution: '1k' },
    });
  });

  it.each([
    [{ n: 0 }, 'payload-invalid', 'n'],
    [{ n: 5 }, 'payload-invalid', 'n'],
    [{ n: 1.5 }, 'payload-invalid', 'n'],
    [{ n: '2' }, 'payload-invalid', 'n'],
    [{ response_format: 'png' }, 'payload-invalid', 'response_format'],
    [{ prompt: undefined }, 'prompt-required', 'prompt'],
    [{ prompt: '  ' }, 'prompt-required', 'prompt'],
    [{ prompt: 5 }, 'payload-invalid', 'prompt'],
    [{ model: undefined }, 'model-required', 'model'],
    [{ model: 'imgA-*' }, 'model-invalid', 'model'],
  ])('[local.images.fields] refuses %j', (fields, kind, param) => {
    expect(decode(fields)).toMatchObject({ kind: 'refused', failure: { kind, param } });
  });

  it('[local.images.video-model] refuses a video model', () => {
    expect(decode({ model: 'vidA-fast-4s-16x9-720p' })).toMatchObject({
      kind: 'refused',
      failure: { kind: 'model-invalid', param: 'model' },
    });
  });

  it('[local.images.none][tasks.image-calls.other-media] does not exist where no image is offered', () => {
    const families = defaultCatalog.families.filter(({ mediaType }) => mediaType === 'video');
    const catalog = { ...defaultCatalog, families };
    for (const surface of ['local', 'tasks'] as const)
      expect(offered(decodeImageRequest(call, { ...rules, surface, catalog }))).toMatchObject({
        failure: { kind: 'route-not-found' },
      });
  });

  it('refuses anything but an object', () => {
    expect(decodeImageRequest([], rules)).toMatchObject({ failure: { kind: 'payload-invalid' } });
  });
});

describe('a call of the edit endpoint', () => {
  const imageFamily = defaultCatalog.families.find(({ id }) => id === 'imgA');
  if (imageFamily === undefined) throw new Error('The built-in catalog has an image family.');
  const references = {
    kinds: ['image'],
    roles: ['reference_image'],
    minimum: 0,
    maximum: 2,
  } as const;
  const catalog = { ...defaultCatalog, families: [{ ...imageFamily, references }] };
  const edit = (fields: object) =>
    offered(decodeImageEdit({ ...call, ...fields }, { ...rules, catalog }));
  const png = new Uint8Array([1, 2, 3]);
  const dataUrl = 'data:image/png;base64,AQID';

  it('[local.images.edits] accepts files, URLs and data URLs, and tells equal bytes by their digest', () => {
    const forms = [{ image: png }, { image: dataUrl }, { image: [dataUrl] }].map(edit);
    for (const one of forms) {
      expect(one).toMatchObject({ kind: 'decoded', draft: { references: [{ kind: 'image' }] } });
      expect(one).toHaveProperty('content.images', [{ sha256: sha256(png), role: null }]);
    }
    const linked = edit({ image: [png, 'https://a.example/b.png'], n: 2 });
    expect(linked).toMatchObject({
      count: 2,
      draft: {
        references: [
          { param: 'image[0]', role: 'reference_image' },
          { param: 'image[1]', source: { kind: 'url', url: 'https://a.example/b.png' } },
        ],
      },
    });
  });

  it.each([
    [{}, 'reference-invalid', 'image'],
    [{ image: [] }, 'reference-invalid', 'image'],
    [{ image: 5 }, 'payload-invalid', 'image'],
    [{ image: [png, png, png] }, 'reference-invalid', 'image[2]'],
    [{ image: 'data:image/png;base64,*' }, 'reference-invalid', 'image'],
    [{ image: png, mask: png }, 'payload-invalid', 'mask'],
    [{ image: png, images: [png] }, 'payload-invalid', 'images'],
  ])('[local.images.edits] refuses %j', (fields, kind, param) => {
    expect(edit(fields)).toMatchObject({ kind: 'refused', failure: { kind, param } });
  });

  it('[local.images.edits] is refused by a model that accepts no images, and images by the other endpoint', () => {
    expect(offered(decodeImageEdit({ ...call, image: png }, rules))).toMatchObject({
      failure: { kind: 'reference-invalid', param: 'image', message: 'imgA accepts no images.' },
    });
    expect(decode({ image: dataUrl })).toMatchObject({
      failure: { kind: 'payload-invalid', param: 'image' },
    });
  });
});
