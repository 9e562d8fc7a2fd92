import { luma as facts } from '@filmgate/provider-facts';
import { describe, expect, it } from 'vitest';
import { luma } from '../../../src/luma/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.luma.refusals]';
const description = luma.describe({});

/** The text of a code of ours; other codes are texts that no page has. */
function bodyOf(code: string | null) {
  const known = facts.errors.find((error) => error.code === code);
  return { detail: known?.message ?? code ?? 'said so' };
}

describe('[providers.luma.refusals] Luma', () => {
  holdsRefusalTable(ids, {
    description,
    bodyOf,
    codes: [...facts.errors.map(({ code }) => code), 'Not authenticated', 'Slow down', null],
  });

  it.each([
    [400, 'Unknown model: ray-9', 'invalid'],
    [400, "source is required for type 'video_edit'", 'invalid'],
    [402, 'Insufficient balance', 'credits'],
    [413, 'source: image exceeds 50 MB limit', 'invalid'],
    [422, 'image_ref[3]: invalid base64 data', 'invalid'],
  ])(
    '[providers.luma.refusals] %d proves by its form, whatever the text: %j',
    (status, detail, kind) => {
      expect(description.readRefusal({ status, body: { detail } })).toEqual({
        code: null,
        message: detail,
      });
      expect(description.refusals).toContainEqual(
        expect.objectContaining({ status, code: null, kind }),
      );
    },
  );

  it.each([
    [401, 'Invalid API key (request 7)', 'invalid_key'],
    [429, 'Rate limit exceeded: 30 per minute', 'rate_limited'],
    [429, 'The rate limit is exceeded', null],
  ])('[providers.luma.refusals] %d, %j means %j', (status, detail, code) => {
    expect(description.readRefusal({ status, body: { detail } })).toEqual({
      code,
      message: detail,
    });
  });

  it.each([404, 409, 500, 502, 503])(
    '[providers.luma.refusals] %d is in no row: a read has it, or it may follow an acceptance',
    (status) => {
      expect(description.refusals.filter((row) => row.status === status)).toEqual([]);
    },
  );

  it.each([
    { detail: 'Rate limit exceeded', id: 'g-1' },
    { detail: [{ loc: ['body', 'prompt'], msg: 'Field required', type: 'missing' }] },
    { detail: null },
    { error: 'Rate limit exceeded' },
    { message: 'Invalid API key' },
  ])('[providers.luma.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});
