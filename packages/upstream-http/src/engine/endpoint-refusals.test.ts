import { describe, expect, it } from 'vitest';
import {
  checkEndpointRefusals,
  type EndpointRefusal,
  endpointRefusalSchema,
} from './endpoint-refusals.ts';

const because = { kind: 'rate_limited', scope: 'account' } as const;

describe('[providers.places.refusals] refusals that an operator declares', () => {
  it.each<[string, readonly EndpointRefusal[], string]>([
    ['a success', [{ status: 200, page: true, ...because }], 'is no proof'],
    ['408', [{ status: 408, code: 'x', ...because }], '408 code x is no proof'],
    ['a page of 502', [{ status: 502, page: true, ...because }], 'A 502 without a code or type'],
    ['a form of 504', [{ status: 504, fields: ['a'], ...because }], 'A 504 without a code or type'],
    [
      'one thing twice',
      [
        { status: 429, fields: ['a', 'b'], ...because },
        { status: 429, fields: ['b', 'a'], ...because },
      ],
      'There are two refusals for 429 fields a, b',
    ],
  ])('cannot be %s', (_name, refusals, sentence) => {
    expect(() => checkEndpointRefusals(refusals)).toThrow(sentence);
  });

  it('may be a page of 503, and a code with any other error', () => {
    const refusals: readonly EndpointRefusal[] = [
      { status: 503, page: true, ...because },
      { status: 502, code: 'x', ...because },
      { status: 502, type: 'x', ...because },
    ];
    expect(() => checkEndpointRefusals(refusals)).not.toThrow();
  });

  it.each([
    [{ status: 429, page: true }, true],
    [{ status: 429, code: 'x' }, true],
    [{ status: 429 }, false],
    [{ status: 429, code: 'x', page: true }, false],
    [{ status: 429, page: false }, false],
    [{ status: 429, fields: [] }, false],
    [{ status: 302, page: true }, false],
    [{ status: 429, page: true, message: 'x' }, false],
  ])('%j are read: %s', (refusal, isRead) => {
    expect(endpointRefusalSchema.safeParse({ ...refusal, ...because }).success).toBe(isRead);
  });
});
