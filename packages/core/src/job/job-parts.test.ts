import { describe, expect, it } from 'vitest';
import { aspectRatios } from '../media/aspect-ratio.ts';
import { referenceRoles } from '../media/reference.ts';
import { resolutions } from '../media/resolution.ts';
import { chargeTimes, costUnits } from '../model/route.ts';
import { jobFailureCodes } from './job-failure.ts';
import { counterWords } from './doubt.ts';
import { newResultFetch, resultWaits } from './result-fetch.ts';
import { jobParts } from './job-parts.ts';

const reference = {
  kind: 'image',
  role: 'first_frame',
  assetId: null,
  sha256: 'a'.repeat(64),
  contentType: 'image/png',
  size: 3,
};
const request = {
  model: 'vm_std-2.0',
  family: 'vm_std-2.0',
  mediaType: 'video',
  prompt: 'a lighthouse',
  negativePrompt: null,
  durationSeconds: 5,
  aspectRatio: '16:9',
  aspectSource: 'default',
  resolution: '1080p',
  generateAudio: true,
  references: [reference],
};
const result = {
  sha256: 'a'.repeat(64),
  size: 10,
  contentType: 'video/mp4',
  width: 1920,
  height: 1080,
  durationSeconds: null,
  hasAudio: true,
};

const resultFetch = newResultFetch(1);
const doubt = { word: 'denied', source: 'account-one@', since: 1, latest: 2, looks: 2 };
const spend = { unit: 'usd', estimate: 0, actual: null, usage: null, charges: 'success' };

/** Every value a part may have in one of its fields, and whole parts that differ only in that. */
const parts: { readonly [P in keyof typeof jobParts]: readonly unknown[] } = {
  json: [null, 0, '', false, [1, { a: [] }]],
  request: [
    request,
    { ...request, pinnedAccountId: 'a' },
    { ...request, negativePrompt: 'no', durationSeconds: null, mediaType: 'image' },
    ...['explicit', 'size', 'prompt', 'model', 'default'].map((aspectSource) => ({
      ...request,
      aspectSource,
    })),
    ...aspectRatios.map((aspectRatio) => ({ ...request, aspectRatio })),
    ...resolutions.map((resolution) => ({ ...request, resolution })),
    ...['image', 'video', 'audio'].map((kind) => ({
      ...request,
      references: [{ ...reference, kind, assetId: 'asset_1' }],
    })),
    ...referenceRoles.map((role) => ({ ...request, references: [{ ...reference, role }] })),
  ],
  warnings: [[], [{ param: 'seconds', message: 'rounded' }]],
  names: [[], ['account-one']],
  route: [{ endpoint: 'mock', model: 'vidA' }],
  size: [{ width: 960, height: 544 }, 'as-made'],
  usage: costUnits.map((unit) => ({ unit, amount: 7, figures: { total_tokens: 7 } })),
  spend: [
    ...costUnits.map((unit) => ({ ...spend, unit })),
    ...chargeTimes.map((charges) => ({ ...spend, charges })),
    { ...spend, actual: 7, usage: { unit: 'usd', amount: 7, figures: {} } },
  ],
  versioned: [{ version: 1, value: { id: 'gen_1' } }],
  output: [
    { mediaType: 'video', value: { url: '/r/1' } },
    { mediaType: 'image', value: null, keptUntil: 5 },
  ],
  resultFetch: [
    resultFetch,
    ...resultWaits.map((awaits) => ({ ...resultFetch, awaits, awaitsSince: 2, until: 3 })),
    { ...resultFetch, detail: 'reset' },
    { ...resultFetch, unusable: [{ sha256: 'aa', size: 1, contentType: 'video/mp4' }] },
  ],
  doubt: counterWords.map((word) => ({ ...doubt, word })),
  result: [result, { ...result, durationSeconds: 5 }],
  failure: jobFailureCodes.map((code) => ({ code, message: 'Why.' })),
};

/** Values that no release has written. */
const wrong: { readonly [P in keyof typeof jobParts]: readonly unknown[] } = {
  json: [undefined],
  request: [
    { ...request, aspectSource: 'guess' },
    { ...request, mediaType: 'sound' },
    { ...request, prompt: null },
    { ...request, pinnedAccountId: undefined },
    { ...request, references: [{ ...reference, kind: 'text' }] },
    { ...request, references: [{ ...reference, size: '3' }] },
  ],
  warnings: [[{ param: 'seconds' }], {}],
  names: [[1], {}],
  route: [{ endpoint: 'mock' }, { endpoint: null, model: 'vidA' }],
  size: [{ width: 960 }, { width: '960', height: 544 }, 'as-asked'],
  usage: [
    { unit: 'usd', amount: 0.5, figures: {} },
    { unit: 'eur', amount: 1, figures: {} },
  ],
  spend: [
    { ...spend, estimate: -1 },
    { ...spend, actual: 0.5 },
    { ...spend, charges: 'never' },
  ],
  versioned: [{ version: 1 }, { value: {} }],
  output: [
    { mediaType: 'sound', value: {} },
    { mediaType: 'video' },
    { mediaType: 'video', value: {}, keptUntil: null },
  ],
  resultFetch: [
    { ...resultFetch, awaits: 'luck' },
    { ...resultFetch, since: null },
    { ...resultFetch, unusable: [{ sha256: 'aa' }] },
  ],
  doubt: [
    { ...doubt, word: 'odd' },
    { ...doubt, looks: null },
  ],
  result: [
    { ...result, size: null },
    { ...result, hasAudio: 1 },
  ],
  failure: [{ code: 'bad_luck', message: 'Why.' }, { code: 'rate_limited' }],
};

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

const readers: readonly (readonly [string, { readonly parse: (value: unknown) => unknown }])[] =
  Object.entries(jobParts);

const names = [
  'json',
  'request',
  'warnings',
  'names',
  'usage',
  'spend',
  'versioned',
  'output',
  'resultFetch',
  'doubt',
  'result',
  'failure',
  'route',
  'size',
];

describe('the parts of a stored job', () => {
  it('are these', () => {
    expect(Object.keys(jobParts).toSorted()).toEqual(names.toSorted());
  });

  it.each(readers)('are read back as they were written: %s', (name, part) => {
    for (const written of Object.entries(parts).find(([other]) => other === name)?.[1] ?? []) {
      const read = part.parse(JSON.parse(JSON.stringify(written)));
      expect(read).toEqual(written);
      expect(name === 'request' || isDeeplyFrozen(read)).toBe(true);
    }
  });

  it.each(readers)('are refused when they are something else: %s', (name, part) => {
    for (const other of Object.entries(wrong).find(([one]) => one === name)?.[1] ?? [])
      expect(() => part.parse(other)).toThrow();
  });
});
