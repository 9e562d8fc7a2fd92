import { fc, test as law } from '@fast-check/vitest';
import { TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { newOneTimeSecret, oneTimeCodeUri, stepOfOneTimeCode } from './one-time-codes.ts';

/** RFC 6238 Appendix B, SHA-1: the secret `12345678901234567890`, the last six of the eight digits given there. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('one-time codes', () => {
  it.each(vectors)(
    '[administrator.second-factor.codes] are those of RFC 6238 at %d s',
    (at, code) => {
      expect(stepOfOneTimeCode({ secret, code, now: at * 1000 })).toBe(Math.floor(at / 30));
    },
  );

  it('[administrator.second-factor.codes] may be one step early or late, and no more', () => {
    const [at, code] = [1_234_567_890, '005924'];
    const step = Math.floor(at / 30);
    const stepAt = (off: number) => stepOfOneTimeCode({ secret, code, now: (step + off) * 30_000 });
    expect([-2, -1, 0, 1, 2].map(stepAt)).toEqual([undefined, step, step, step, undefined]);
  });

  law.prop([fc.string({ maxLength: 40 })])('are six digits and nothing else', (code) => {
    fc.pre(!/^\d{6}$/.test(code));
    expect(stepOfOneTimeCode({ secret, code, now: 0 })).toBeUndefined();
  });

  it('[administrator.second-factor.set-up] are made by any app that reads the address', () => {
    const made = newOneTimeSecret();
    const uri = oneTimeCodeUri(made, 'an admin: ü');
    const parameters = new URL(uri).searchParams;
    expect(uri).toMatch(/^otpauth:\/\/totp\/Filmgate/);
    expect([parameters.get('secret'), parameters.get('period'), parameters.get('digits')]).toEqual([
      made,
      '30',
      '6',
    ]);
    const now = 1_700_000_000_000;
    const app = URI.parse(uri);
    if (!(app instanceof TOTP)) throw new TypeError('The address is of another kind of code.');
    const code = app.generate({ timestamp: now });
    expect(stepOfOneTimeCode({ secret: made, code, now })).toBe(Math.floor(now / 30_000));
    expect(newOneTimeSecret()).not.toBe(made);
  });
});
