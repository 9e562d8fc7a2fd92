import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { openrouter } from '../../../src/openrouter/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.openrouter.refusals]';
const description = openrouter.describe({});
const wish = { route: { model: 'google/veo-3.1' }, request: { durationSeconds: 4 } };

/** Codes that prove nothing, beside those of the table. */
const others = ['408', '409', '410', '418', '422', '500', '502', '503', '504', '524', '529'];

/** Metadata as the documents show them. */
const documented: { readonly [code: string]: JsonValue } = {
  '400.content': { error_type: 'content_policy_violation', provider_code: 'SAFETY' },
  '402.in_flight': {
    reason: 'in_flight_budget_exhausted',
    limit_source: 'openrouter_in_flight_budget',
    remedy_hint: 'Retry after your in-flight requests settle.',
  },
  '403.content': { reasons: ['violence'], flagged_input: 'a fight', model_slug: 'google/veo-3.1' },
};

function bodyOf(code: string | null): JsonValue | undefined {
  const status = Number.parseInt(code ?? '', 10);
  if (code === null || Number.isNaN(status)) return undefined;
  const metadata = documented[code];
  if (code.includes('.') && metadata === undefined) return undefined;
  return { error: { code: status, message: 'm', ...(metadata !== undefined && { metadata }) } };
}

const errorOf = (code: number, metadata?: JsonValue): JsonValue => ({
  error: { code, message: 'm', ...(metadata !== undefined && { metadata }) },
});

describe('[providers.openrouter.refusals] OpenRouter', () => {
  const randomCode = (random: () => number) => String(200 + Math.floor(random() * 400));
  holdsRefusalTable(ids, { description, bodyOf, codes: others, randomCode, wish });

  it('[providers.openrouter.refusals] an error of its own inside is in no row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(500);
      expect(others).not.toContain(code);
    }
  });

  it.each([
    [errorOf(400, { error_type: 'refusal' }), '400.content'],
    [errorOf(400, { error_type: 'invalid_request' }), '400'],
    [errorOf(400, null), '400'],
    [errorOf(402, { limit_source: 'openrouter_credits', reason: 'weight_exceeds_budget' }), '402'],
    [errorOf(402, { limit_source: 'openrouter_key_limit' }), '402'],
    [errorOf(403, { patterns: ['ignore all previous instructions'] }), '403.content'],
    [errorOf(403, { error_type: 'permission_denied' }), '403'],
    [errorOf(429, { error_type: 'rate_limit_exceeded', provider_code: 'rate_limited' }), '429'],
    [{ user_id: 'user_1', openrouter_metadata: {}, ...Object(errorOf(401)) }, '401'],
  ])('[providers.openrouter.refusals] %j means %s', (body, code) => {
    expect(description.readRefusal({ status: 400, body })).toEqual({ code, message: 'm' });
  });

  it.each([
    { id: 'gen-vid-1', error: { code: 400, message: 'm' } },
    { generation_id: 'gen-1', error: { code: 429, message: 'm' } },
    { usage: { cost: 0.4 }, error: { code: 403, message: 'm' } },
    { error: { code: '400', message: 'm' } },
    { error: { code: 400 } },
    { error: 'Content policy violation' },
    { code: 400, message: 'm' },
  ])('[providers.openrouter.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});
