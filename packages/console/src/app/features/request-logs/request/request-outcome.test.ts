import { describe, expect, it } from 'vitest';
import { outcomeOf, specialEndingOf } from './request-outcome.ts';

describe('what became of a call', () => {
  it.each([
    [200, false, 'ok', null],
    [302, false, 'ok', null],
    [404, false, 'refused', null],
    [499, true, 'client_gone', 'client-gone'],
    [500, false, 'failed', null],
    [null, false, 'open', 'open'],
    [null, true, 'failed', 'server-stopped'],
  ] as const)('%s, disconnected %s: %s', (status, disconnected, outcome, ending) => {
    const request = { status, disconnected, error_code: null };
    expect([outcomeOf(request), specialEndingOf(request)]).toEqual([outcome, ending]);
  });
});
