import { defaultCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { offered } from '../../../test/doubles/offered.ts';
import { decodeImageRequest } from './image-request.ts';

const decode = (fields: object) =>
  offered(
    decodeImageRequest(
      { model: 'imgA-16x9-1k', prompt: 'a fox', ...fields },
      { catalog: defaultCatalog, mostImagesAtOnce: 4 },
    ),
  );

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

  it('refuses anything but an object', () => {
    const rules = { catalog: defaultCatalog, mostImagesAtOnce: 4 };
    expect(decodeImageRequest([], rules)).toMatchObject({ failure: { kind: 'payload-invalid' } });
  });
});
