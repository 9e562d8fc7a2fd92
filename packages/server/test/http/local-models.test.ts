import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectApiError, jsonOf } from './response.ts';
import { saying } from './local-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const listSchema = z.strictObject({
  object: z.literal('list'),
  data: z.array(
    z.strictObject({
      id: z.string(),
      description: z.string().min(1),
      object: z.literal('model'),
      owned_by: z.string().min(1),
      type: z.enum(['video', 'image']),
      lost_response: z.literal('found_by_name'),
    }),
  ),
});

async function list() {
  const response = await shared.local.request('/v1/models');
  expect(response.status).toBe(200);
  return listSchema.parse(jsonOf(response)).data;
}

const six = ['21x9', '16x9', '4x3', '1x1', '3x4', '9x16'];
const wideAndTall = ['16x9', '9x16'];
const wideTallSquare = ['16x9', '9x16', '1x1'];
const seconds = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Families, durations, aspects and resolutions of the built-in catalog [local.models.families]. */
const families: readonly (readonly [
  id: string,
  durations: readonly number[],
  aspects: readonly string[],
  resolutions: readonly string[],
])[] = [
  ['vidA-fast', [4, 6, 8], wideAndTall, ['720p', '1080p']],
  ['vidA', [4, 6, 8], wideAndTall, ['720p', '1080p']],
  ['vidA-ref', [8], wideAndTall, ['720p', '1080p']],
  ['vidB', [4, 8, 12], wideAndTall, ['720p']],
  ['vidB-pro', [4, 8, 12], wideAndTall, ['720p', '1080p']],
  ['vidC-20', seconds(4, 15), six, ['480p', '720p']],
  ['vidC-20-fast', seconds(4, 15), six, ['480p', '720p']],
  ['vidC-25', seconds(4, 30), six, ['480p', '720p']],
  ['vidD', [6, 10], wideTallSquare, ['720p', '1080p']],
  ['vidE-3', seconds(3, 15), wideTallSquare, ['720p', '1080p']],
  ['vidE-o3', seconds(3, 15), wideTallSquare, ['720p', '1080p']],
];

describe('GET /v1/models', () => {
  it('[local.models.list] lists every full id once, with what it is', async () => {
    const models = await list();
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
    expect(models.find(({ id }) => id === 'vidA-fast-4s-16x9-720p')).toMatchObject({
      type: 'video',
      description: 'Fast variant of family A. 4 s, 16:9, 720p.',
    });
    expect(models.every(({ id, type }) => id.startsWith('img') === (type === 'image'))).toBe(true);
  });

  it.each(families)(
    '[local.models.families][local.models.vidc-25] has all of %s and nothing else',
    async (family, durations, aspects, resolutions) => {
      const ids = (await list()).map(({ id }) => id);
      const own = ids.filter((id) => id.replace(/-\d+s-\d+x\d+-\d+p$/, '') === family);
      const expected = durations.flatMap((duration) =>
        aspects.flatMap((aspect) =>
          resolutions.map((resolution) => `${family}-${duration}s-${aspect}-${resolution}`),
        ),
      );
      expect(own.toSorted()).toEqual(expected.toSorted());
    },
  );

  it('[local.models.families] has the image family, and no family besides', async () => {
    const ids = (await list()).map(({ id }) => id);
    const images = ['1x1', '16x9', '9x16', '4x3', '3x4'].flatMap((aspect) => [
      `imgA-${aspect}-1k`,
      `imgA-${aspect}-2k`,
    ]);
    expect(ids.filter((id) => id.startsWith('imgA')).toSorted()).toEqual(images.toSorted());
    const known = new Set(families.map(([family]) => family));
    const others = ids.filter(
      (id) => !id.startsWith('imgA') && !known.has(id.replace(/-\d+s-\d+x\d+-\d+p$/, '')),
    );
    expect(others).toEqual([]);
  });
});

describe('an id that is not on offer', () => {
  it.each([
    ['vidA-fast-5s-16x9-720p', /"5s" is not a valid duration/, 'vidA-fast-4s-16x9-720p'],
    ['vidA-fast-4s-1x1-720p', /"1x1" is not a valid aspect/, 'vidA-fast-4s-16x9-720p'],
    ['vidC-25-4s-16x9-1080p', /"1080p" is not a valid resolution/, 'vidC-25-4s-16x9-720p'],
    ['vidZ-4s-16x9-720p', /no family "vidZ"/, 'vid'],
    ['vidA-fast-4s-16x9', /resolution is missing/, 'vidA-fast-4s-16x9-720p'],
    ['vidA-fast-*', /[Ww]ildcards/, 'vidA-fast-'],
    ['vidA-%', /[Ww]ildcards/, 'vidA-'],
    ['vm_std-2.0', /no family/, 'vid'],
  ])(
    '[local.models.refusal][local.models.whole-id] %s is refused with the wrong part and the nearest ids',
    async (model, part, nearest) => {
      const response = await shared.local.chat({ model, ...saying('a fox') });
      const message = expectApiError(response, {
        status: 400,
        code: 'model_invalid',
        param: 'model',
      });
      expect(message).toMatch(part);
      expect(message).toContain(`Nearest: ${nearest}`);
    },
  );

  it('[local.models.required] a missing one is refused, and nothing is made', async () => {
    const response = await shared.local.chat({ model: undefined, ...saying('no model named') });
    expectApiError(response, { status: 400, code: 'model_required', param: 'model' });
    expect((await shared.gateway.mock.ledger('no model named')).accepted).toBe(0);
  });
});
