import { createHash } from 'node:crypto';
import { defaultCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { encodeModelList } from './list-models.ts';

describe('the models of the built-in catalog', () => {
  it('[providers.catalog.same-list] are listed in the bytes they had before families had routes', () => {
    const families = defaultCatalog.families.filter(({ mediaType }) => mediaType === 'video');
    const videos = { ...defaultCatalog, families };
    const text = JSON.stringify(encodeModelList(videos, { lostResponse: () => undefined }));
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      'a8b329bd2c3fec9059a60d9e2474e6928b1115c3ae2b44da490d33cca6c2348a',
    );
  });
});
