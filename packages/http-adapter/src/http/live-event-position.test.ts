import fc from 'fast-check';
import { expect, it } from 'vitest';
import { liveEventIdAt, readLiveEventId } from './live-event-position.ts';

it('[live-events.resume] reads back the ids of instants', () => {
  fc.assert(
    fc.property(fc.nat({ max: 4_000_000_000_000 }), (instant) => {
      expect(readLiveEventId(liveEventIdAt(instant))).toEqual({ at: instant, job: null });
    }),
  );
});

it('[live-events.resume] reads any text as an id or as none', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((inside) => Buffer.from(inside).toString('base64url')),
    fc.string().map((inside) => Buffer.from(`1.5.${inside}`).toString('base64url')),
  );
  fc.assert(
    fc.property(text, (id) => {
      const position = readLiveEventId(id);
      expect(position === undefined || Number.isSafeInteger(position.at)).toBe(true);
    }),
  );
});

it.each([
  ['1.5', { at: 5, job: null }],
  ['1.5.2.vt_a', { at: 5, job: { id: 'vt_a', version: 2 } }],
  ['1.5.2.ui-a.b', { at: 5, job: { id: 'ui-a.b', version: 2 } }],
  ['1.5.0.vt_a', undefined],
  ['1.5.2.', undefined],
  ['2.5', undefined],
  ['1.-5', undefined],
  ['1.1234567890123456', undefined],
])('[live-events.resume] takes %s apart', (inside, position) => {
  expect(readLiveEventId(Buffer.from(inside).toString('base64url'))).toEqual(position);
});
