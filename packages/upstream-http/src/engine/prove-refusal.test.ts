import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { RefusalRule } from './provider-description.ts';
import { checkRules } from './check-rules.ts';
import { proveRefusal, ruleFor } from './prove-refusal.ts';

function row(
  status: number,
  code: string | null,
  kind: RefusalRule['kind'] = 'invalid',
): RefusalRule {
  return { status, code, kind, scope: 'request', source: 'a page', read: '2026-11-22' };
}

const rules = [
  row(400, null),
  row(400, 'Input*', 'policy'),
  row(400, 'InputImage*', 'forbidden'),
  row(400, 'InputImageTooSmall', 'protocol'),
  row(429, 'slow', 'rate_limited'),
];

describe('the row a response matches', () => {
  it.each([
    [400, null, 'invalid'],
    [400, 'Other', 'invalid'],
    [400, 'InputText', 'policy'],
    [400, 'InputImageX', 'forbidden'],
    [400, 'InputImageTooSmall', 'protocol'],
    [429, 'slow', 'rate_limited'],
    [429, 'slower', undefined],
    [429, null, undefined],
    [401, 'Other', undefined],
  ])('[providers.engine.proof] %d %s is %s', (status, code, kind) => {
    expect(ruleFor(rules, { status, code })?.kind).toBe(kind);
  });

  law.prop([
    fc.shuffledSubarray(rules, { minLength: rules.length }),
    fc.constantFrom(400, 401, 429, 500),
    fc.option(fc.oneof(fc.constantFrom('InputImageTooSmall', 'InputImage', 'slow'), fc.string())),
  ])('[providers.engine.proof] does not depend on the order of rows', (shuffled, status, code) => {
    expect(ruleFor(shuffled, { status, code })).toEqual(ruleFor(rules, { status, code }));
  });
});

describe('a refusal', () => {
  const readRefusal = () => ({ code: 'slow', message: 'not now' });
  const read = { declared: [], askedMs: 700, fit: (words: string) => words };

  it('waits as its body says, and else as its header does', () => {
    const table = { refusals: rules, readRefusal };
    const response = { status: 429, body: {} };
    expect(proveRefusal(table, response, read)?.error).toEqual({
      kind: 'rate_limited',
      scope: 'request',
      charge: 'not-charged',
      retryAfterMs: 700,
      detail: 'slow: not now',
    });
    const named = { ...table, readRefusal: () => ({ ...readRefusal(), retryAfterMs: 90 }) };
    expect(proveRefusal(named, response, read)?.error.retryAfterMs).toBe(90);
  });

  it('[providers.engine.proof] does not follow from an undocumented shape', () => {
    const table = { refusals: rules, readRefusal: () => undefined };
    expect(proveRefusal(table, { status: 400, body: {} }, read)).toBeUndefined();
  });
});

describe('a table of refusals', () => {
  const successes = true;

  it.each([302, 307, 408, 600, 100])('[providers.engine.proof] has no row of %d', (status) => {
    expect(() => checkRules([row(status, 'x')], { successes })).toThrow(/is no proof/);
  });

  it.each([null, '', 'x*'])(
    '[providers.engine.proof-in-success] has no row of a success without an exact code: %j',
    (code) => {
      expect(() => checkRules([row(200, '1004')], { successes })).not.toThrow();
      expect(() => checkRules([row(200, code)], { successes })).toThrow(/is no proof/);
      expect(() => checkRules([row(200, '1004')], { successes: false })).toThrow(/is no proof/);
    },
  );

  it('says nothing twice', () => {
    expect(() => checkRules(rules, { successes })).not.toThrow();
    expect(() => checkRules([...rules, row(400, null)], { successes })).toThrow('400 (any code)');
  });
});
