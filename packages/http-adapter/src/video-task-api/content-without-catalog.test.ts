import { createHash } from 'node:crypto';
import { defaultCatalog, type ModelCatalog } from '@filmgate/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { narrowedCatalog } from '../../test/doubles/narrowed-catalog.ts';
import { decodeNativeJobRequest } from './native/native-job-request.ts';
import { decodeTaskRequest } from './tasks/task-request.ts';

const pixel = 'data:image/png;base64,AAAA';
const rules = {
  digest: {
    sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex'),
  },
  dataUrlBytes: 100,
  mostImages: 9,
  defaultModel: null,
};
const absent = fc.constant(undefined);

const taskBody = fc.record({
  prompt: fc.constantFrom('a', 'a cat', 'a cat in 9:16'),
  model: fc.constantFrom(undefined, 'vm_std-2.0', 'std-2.0', 'vm_std-2.0_faceok'),
  seconds: fc.oneof(absent, fc.integer({ min: 5, max: 15 })),
  resolution: fc.constantFrom(undefined, '720p', '1080p'),
  size: fc.constantFrom(undefined, '720p', '1280x720', '1080x1080'),
  aspectRatio: fc.constantFrom(undefined, '16:9', '9:16', '1:1'),
  generate_audio: fc.constantFrom(undefined, true, false),
  frame_mode: fc.constantFrom(undefined, 'all'),
  images: fc.oneof(
    absent,
    fc.array(fc.constantFrom(pixel, { asset_id: 'as_1' }), { maxLength: 9 }),
  ),
});

const nativeBody = fc.record({
  plugin: fc.constant('std'),
  prompt: fc.constantFrom('a', 'a cat'),
  references: fc.oneof(
    absent,
    fc.array(fc.constant({ assetId: 'as_1', kind: 'image' }), { maxLength: 9 }),
  ),
  options: fc.record({
    seconds: fc.oneof(absent, fc.integer({ min: 5, max: 15 })),
    resolution: fc.constantFrom(undefined, '720p', '1080p'),
    aspectRatio: fc.constantFrom(undefined, '16:9', '9:16', '1:1'),
    generateAudio: fc.constantFrom(undefined, true, false),
  }),
});

it.each([
  [
    'a task',
    taskBody,
    (body: unknown, catalog: ModelCatalog) => decodeTaskRequest(body, { ...rules, catalog }),
  ],
  [
    'a native job',
    nativeBody,
    (body: unknown, catalog: ModelCatalog) =>
      decodeNativeJobRequest(body, { catalog, pluginModel: null }),
  ],
] as const)(
  '[idempotency.survives-catalog][native.jobs.survives-catalog] the content of %s that was accepted is the same under every catalog',
  (_, bodies, decode) => {
    fc.assert(
      fc.property(bodies, narrowedCatalog, (body, catalog) => {
        const accepted = decode(body, defaultCatalog);
        expect(accepted.kind).toBe('decoded');
        expect(decode(body, catalog).content).toEqual(accepted.content);
      }),
      { numRuns: 300 },
    );
  },
);

it.each([{ images: 5 }, { prompt: '' }, { seconds: 'x' }, { mode: 'fast' }, { generate_audio: 2 }])(
  '[tasks.create.check-order] an unreadable request has no content: %j',
  (wrong) => {
    const body = { prompt: 'a cat', model: 'nothing', seconds: 99, ...wrong };
    const decoded = decodeTaskRequest(body, { ...rules, catalog: defaultCatalog });
    expect(decoded).toMatchObject({ kind: 'refused', failure: { kind: 'model-invalid' } });
    expect(decoded.content).toBeUndefined();
  },
);
