import { describe, expect, it } from 'vitest';
import { xai } from '../../../src/xai/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.xai.refusals]';
const description = xai.describe({});

/** Codes that prove nothing, beside those of the table. */
const others = [
  'internal',
  'unavailable',
  'permission-denied.content',
  'imagine:other',
  'invalid_argument',
  'failed-precondition',
];

/** The code on the wire, and the text that alone distinguishes its meaning, of codes with a point. */
const inTexts: { readonly [code: string]: readonly [code: string, words: string] } = {
  'invalid-argument.key': ['invalid-argument', 'Incorrect API key provided: xa***.'],
  'permission-denied.credits': ['permission-denied', 'Your team has used all available credits.'],
  'permission-denied.content': ['permission-denied', 'Content violates usage guidelines.'],
};

function bodyOf(code: string | null) {
  if (code === null) return undefined;
  const [written, words] = inTexts[code] ?? [code, 'said so'];
  return { code: written, error: words };
}

/** Responses in words of the earlier form, as callers report them. */
const former = {
  invalid: 'Client specified an invalid argument',
  denied: 'The caller does not have permission to execute the specified operation',
};

describe('[providers.xai.refusals] xAI', () => {
  holdsRefusalTable(ids, { description, bodyOf, codes: others });

  it('[providers.xai.refusals] an error of its own inside is in no row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(500);
      expect(others).not.toContain(code);
    }
  });

  it.each([
    [former.invalid, 'Incorrect API key provided: xa***.', 'invalid-argument.key'],
    [
      former.invalid,
      'Generated video rejected by content moderation.',
      'imagine:content-moderated',
    ],
    [former.invalid, 'Prompt cannot be empty.', former.invalid],
    [
      former.denied,
      'Your team has either used all available credits or reached its monthly spending limit.',
      'permission-denied.credits',
    ],
    [
      former.denied,
      'Content violates usage guidelines. Failed check: …',
      'permission-denied.content',
    ],
    [former.denied, 'Your team is not authorized.', former.denied],
    ['resource-exhausted', 'Too many requests for team.', 'resource-exhausted'],
  ])('[providers.xai.refusals] %j, %j means %s', (code, error, meaning) => {
    const said = description.readRefusal({ status: 400, body: { code, error } });
    expect(said).toEqual({ code: meaning, message: error });
  });

  it.each([
    { code: 'invalid-argument', error: 'm', request_id: 'r-1' },
    {
      code: 'imagine:content-moderated',
      error: 'm',
      usage: { cost_in_usd_ticks: 2_500_000_000 },
    },
    { code: 'invalid-argument' },
    { code: 400, error: 'm' },
    { error: { code: 'invalid-argument', message: 'm' } },
  ])('[providers.xai.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});
