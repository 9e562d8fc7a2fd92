import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { localInput, readLocalInput } from './local-input.ts';

test.prop([fc.integer({ min: 1, max: 4_000_000_000 })])(
  'a field of date and time gives the instant back, but for an hour that comes twice',
  (seconds) => {
    const read = readLocalInput(localInput(seconds * 1_000)) ?? 0;
    expect([0, 3_600_000]).toContain(Math.abs(read - seconds * 1_000));
  },
);

it('what is not whole yet is no instant', () => {
  for (const text of ['', 'x']) expect(readLocalInput(text)).toBeNull();
});
