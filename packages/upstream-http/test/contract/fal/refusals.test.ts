import { fal as facts, falErrors } from '@filmgate/provider-facts';
import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { fal } from '../../../src/fal/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.fal.refusals]';
const description = fal.describe({});
const wish = { route: { model: 'fal-ai/veo3.1' }, request: { durationSeconds: 4 } };

function codesOf(shape: keyof typeof falErrors): readonly string[] {
  return falErrors[shape].map(([, code]) => code);
}

function bodyOf(code: string | null): JsonValue | undefined {
  if (code === null) return undefined;
  const edge = falErrors.edge.find(([, known]) => known === code);
  if (edge !== undefined) return { detail: edge[2] };
  if (codesOf('platform').includes(code)) return { detail: 'why', error_type: code };
  return { detail: [{ loc: ['body', 'prompt'], msg: 'why', type: code }] };
}

function read(body: JsonValue) {
  return description.readRefusal({ status: 400, body });
}

describe('[providers.fal.refusals] fal', () => {
  holdsRefusalTable(ids, {
    description,
    bodyOf,
    codes: [...facts.errors.map(({ code }) => code), facts.unlisted.code],
    wish,
  });

  it('[providers.fal.refusals] an error inside fal, and what only a runner can find, is in no row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(499);
      expect(['no_media_generated', 'image_load_error', 'not_found']).not.toContain(code);
    }
  });

  it.each([
    [{ detail: 'Authentication is required to access this application.' }, 'unauthorized'],
    [
      {
        detail:
          'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
      },
      'exhausted_balance',
    ],
    [
      { detail: 'User is locked. Reason: Admin lock. Please contact support@fal.ai' },
      'user_locked',
    ],
    [{ detail: 'the request is malformed', error_type: 'bad_request' }, 'bad_request'],
  ])('[providers.fal.refusals] %j means %s', (body, code) => {
    expect(read(body)).toMatchObject({ code, message: body.detail });
  });

  it('[providers.fal.refusals] of several errors in one input the first is the code, and all are its words', () => {
    const detail = [
      { loc: ['body', 'prompt'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'duration'], msg: 'Input should be 4s', type: 'one_of' },
    ];
    const message = 'Field required; Input should be 4s';
    expect(read({ detail })).toMatchObject({ code: 'missing', message });
  });

  it.each([
    { request_id: 'r-1', detail: [{ msg: 'm', type: 'missing' }] },
    { request_id: 'r-1', detail: 'Authentication is required.' },
    { detail: [] },
    { detail: ['missing'] },
    { detail: [{ msg: 'm' }] },
    { detail: { type: 'missing' } },
    { detail: 'something else' },
    { detail: 'Not Found' },
    { error: { type: 'missing', message: 'm' } },
    { message: 'Authentication is required.' },
  ])('[providers.fal.refusals] %j is no refusal', (body) => {
    expect(read(body)).toBeUndefined();
  });
});
