import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { replicate } from '../../../src/replicate/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.replicate.refusals]';
const description = replicate.describe({});
const wish = { route: { model: 'google/veo-3.1' }, request: { durationSeconds: 4 } };

/** Codes that prove nothing, beside those of the table. */
const others = [
  ...['bad_request', 'forbidden', 'payment_required', 'conflict', 'reticulation_failed'],
  ...['internal_server_error', 'service_unavailable', 'unauthorized', 'unprocessable_entity'],
];

/** Errors without a title, as the documents and callers show them. */
const untitled: { readonly [code: string]: string } = {
  throttled: 'Request was throttled. Your rate limit resets in ~30s.',
  not_found: 'The requested resource could not be found.',
};

function bodyOf(code: string | null): JsonValue | undefined {
  if (code === null) return undefined;
  const detail = untitled[code];
  if (detail !== undefined) return { detail };
  const title = code.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
  return { title, detail: 'why', status: 400 };
}

function read(body: JsonValue) {
  return description.readRefusal({ status: 400, body });
}

describe('[providers.replicate.refusals] Replicate', () => {
  holdsRefusalTable(ids, { description, bodyOf, codes: others, wish });

  it('[providers.replicate.refusals] an error of its own inside is in no row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(500);
      expect(others).not.toContain(code);
    }
  });

  it.each([
    [{ title: 'Unauthenticated', detail: 'm' }, 'unauthenticated'],
    [{ detail: 'Invalid or expired API token.' }, 'unauthenticated'],
    [{ title: 'Insufficient credit', detail: 'm', status: 402 }, 'insufficient_credit'],
    [
      {
        detail: '- input: prompt is required\n',
        status: 422,
        title: 'Input validation failed',
        invalid_fields: [{ type: 'required', field: 'input', description: 'prompt is required' }],
      },
      'input_validation_failed',
    ],
    [
      { title: 'Invalid version or not permitted', detail: 'm', status: 422 },
      'invalid_version_or_not_permitted',
    ],
    [{ detail: untitled['not_found'] ?? '', status: 404 }, 'not_found'],
  ])('[providers.replicate.refusals] %j means %s', (body, code) => {
    expect(read(body)).toEqual({ code, message: body.detail });
  });

  it.each([
    [{ detail: 'Request was throttled. Your rate limit resets in ~30s.' }, 30_000],
    [
      {
        detail:
          'Request was throttled. Your rate limit for creating predictions is reduced to 6 requests per minute with a burst of 1 requests while you have less than $5.0 in credit. Your rate limit resets in ~1s.',
        status: 429,
        retry_after: 1,
      },
      1_000,
    ],
    [{ detail: 'Request was throttled.' }, undefined],
  ])('[providers.replicate.refusals] %j asks for a pause of %s ms', (body, retryAfterMs) => {
    expect(read(body)).toEqual({
      code: 'throttled',
      message: body.detail,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  });

  it.each([
    { id: 'p-1', title: 'Insufficient credit', detail: 'm' },
    { urls: { get: 'https://x.example' }, detail: untitled['not_found'] ?? '' },
    { title: 'Insufficient credit' },
    { title: 'Insufficient credit', detail: ['m'] },
    { detail: 'Not found.' },
    { detail: 'You do not have permission to perform this action.' },
    { error: 'Insufficient credit' },
  ])('[providers.replicate.refusals] %j is no refusal', (body) => {
    expect(read(body)).toBeUndefined();
  });
});
