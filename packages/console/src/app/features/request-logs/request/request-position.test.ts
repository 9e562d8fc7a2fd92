import { expect, it } from 'vitest';
import { positionText, readPosition } from './request-position.ts';

it('a request is found again by its place in the address', () => {
  const text = positionText({ time: '2026-01-02T03:04:05.678Z', id: 'a.b' });
  expect(readPosition(text)).toEqual({ at: Date.UTC(2026, 0, 2, 3, 4, 5, 678), id: 'a.b' });
  for (const nothing of [undefined, '', 'a.b', '1', '1.']) expect(readPosition(nothing)).toBeNull();
});
