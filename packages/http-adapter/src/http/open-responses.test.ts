import { describe, expect, it } from 'vitest';
import { createRequestIds } from './open-responses.ts';

const idOf = (given: string | undefined): string =>
  createRequestIds(() => 'new')({ headers: given === undefined ? {} : { 'x-request-id': given } });

describe('createRequestIds', () => {
  it.each(['a', 'req_1', '4f1c:9-2.X', 'a'.repeat(128)])('repeats %s', (given) => {
    expect(idOf(given)).toBe(given);
  });

  it.each([undefined, '', ' a', 'a b', 'a, b', 'a\nb', 'ä', '-a', 'a'.repeat(129), '<script>'])(
    'makes a new one for %j',
    (given) => {
      expect(idOf(given)).toBe('req_new');
    },
  );
});
