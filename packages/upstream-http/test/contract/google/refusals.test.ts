import { describe, expect, it } from 'vitest';
import { google } from '../../../src/google/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.google.refusals]';
const description = google.describe({});
const wish = { route: { model: 'gemini-omni-1.2-flash' }, request: { generateAudio: true } };

/** Codes that prove nothing, beside those of the table. */
const others = [
  'OUT_OF_RANGE',
  ...['INTERNAL', 'UNAVAILABLE', 'DEADLINE_EXCEEDED', 'ABORTED', 'CANCELLED', 'UNIMPLEMENTED'],
  ...['api_error', 'service_unavailable', 'deadline_exceeded', 'already_exists', 'aborted'],
  'PERMISSION_DENIED.key',
];

/** The error of a code: words in capitals are of google.rpc, and the text alone tells of a wrong key. */
function bodyOf(code: string | null) {
  if (code === null) return undefined;
  const word = code.replace(/\.(?:key|402)$/, '');
  const isKey = code.endsWith('.key');
  const message = isKey ? 'API key not valid. Please pass a valid API key.' : 'said so';
  return /^[A-Z]/.test(word)
    ? { error: { code: code.endsWith('.402') ? 402 : 400, message, status: word, details: [] } }
    : { error: { code: word, message } };
}

describe('[providers.google.refusals] Google', () => {
  holdsRefusalTable(ids, { description, bodyOf, codes: others, wish });

  it('[providers.google.refusals] an error of its own inside is in no row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(500);
      expect(others).not.toContain(code);
    }
  });

  it('[providers.google.refusals] each row of google.rpc has one of the Interactions API', () => {
    const rows = (of: RegExp) =>
      new Set(
        description.refusals.flatMap(({ kind, scope, code }) =>
          of.test(code ?? '') ? [`${kind} ${scope}`] : [],
        ),
      );
    expect([...rows(/^[A-Z]/)].filter((row) => !rows(/^[a-z]/).has(row))).toEqual([]);
  });

  it('[providers.google.refusals] a parameter out of range has a status that no other provider uses', () => {
    const body = { error: { code: 'out_of_range', message: 'said so' } };
    expect(description.readRefusal({ status: 416, body })).toMatchObject({ code: 'out_of_range' });
    expect(description.refusals).toContainEqual(
      expect.objectContaining({ status: 416, code: 'out_of_range', kind: 'invalid' }),
    );
  });

  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'API_KEY_INVALID',
    domain: 'googleapis.com',
  };
  const retry = (retryDelay: string) => ({
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay,
  });

  it.each([
    [{ code: 'invalid_request', message: 'm' }, { code: 'invalid_request' }],
    [
      { code: 400, status: 'INVALID_ARGUMENT', message: 'm', details: [info] },
      { code: 'INVALID_ARGUMENT.key' },
    ],
    [
      { code: 400, status: 'INVALID_ARGUMENT', message: 'API key expired. Please renew it.' },
      { code: 'INVALID_ARGUMENT.key' },
    ],
    [
      { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'm', details: [info, retry('34.07s')] },
      { code: 'RESOURCE_EXHAUSTED.key', retryAfterMs: 34_070 },
    ],
    [
      { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'm', details: [retry('7s')] },
      { code: 'RESOURCE_EXHAUSTED', retryAfterMs: 7_000 },
    ],
    [
      { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'm', details: [retry('soon'), 7] },
      { code: 'RESOURCE_EXHAUSTED' },
    ],
    [{ code: 429, status: 'X', message: '', details: 'none' }, { code: 'X' }],
  ])('[providers.google.refusals] %j is %j, also in a list of one', (error, expected) => {
    const read = { message: error.message, ...expected };
    for (const body of [{ error }, [{ error }]])
      expect(description.readRefusal({ status: 400, body })).toEqual(read);
  });

  const error = { code: 400, status: 'INVALID_ARGUMENT', message: 'm' };
  it.each([
    { error, id: 'v1_1' },
    { error, status: 'failed' },
    { error, steps: [] },
    [{ error }, { error }],
    [],
    { error: { code: 400, message: 'm' } },
    { error: { status: 'INVALID_ARGUMENT' } },
    { error: 'INVALID_ARGUMENT' },
    { errors: [error] },
  ])('[providers.google.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});
