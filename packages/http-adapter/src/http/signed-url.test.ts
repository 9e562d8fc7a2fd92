import { createHmac } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { isSignedPathValid, signUrl } from './signed-url.ts';

const sign = (data: string): string => createHmac('sha256', 'k').update(data).digest('base64url');
const signer = { sign, verify: (data: string, signature: string) => sign(data) === signature };
const path = '/media/vt_1.mp4';
const expires = 1_000_000;

function queryOf(url: string): { expires?: string; signature?: string } {
  return Object.fromEntries(new URL(url).searchParams);
}

describe('signed URLs', () => {
  const url = signUrl({ signer, publicUrl: 'https://x.example/base', path, expires, epoch: 0 });
  const query = queryOf(url);
  const beforeExpiry = expires * 1000 - 1;

  it('has the promised form', () => {
    expect(url).toBe(
      `https://x.example/base/media/vt_1.mp4?expires=1000000&signature=${query.signature}`,
    );
  });

  it('is valid until the second it expires', () => {
    expect(isSignedPathValid({ signer, path, query, nowMs: beforeExpiry, epoch: 0 })).toBe(true);
    expect(isSignedPathValid({ signer, path, query, nowMs: expires * 1000, epoch: 0 })).toBe(false);
  });

  it.each([
    ['another path', '/media/vt_2.mp4', query],
    ['a later expiry', path, { ...query, expires: '1000001' }],
    ['no signature', path, { expires: query.expires }],
    ['no expiry', path, { signature: query.signature }],
    ['the same expiry written otherwise', path, { ...query, expires: '01000000' }],
    ['a repeated expiry', path, { ...query, expires: ['1000000', '1000000'] }],
    ['an exponent', path, { ...query, expires: '1e6' }],
  ])('refuses %s', (_name, askedPath, asked) => {
    expect(isSignedPathValid({ signer, path: askedPath, query: asked, nowMs: 0, epoch: 0 })).toBe(
      false,
    );
  });

  it('[taking-back.former-links] is signed at epoch 0 as it was before there were epochs', () => {
    expect(query.signature).toBe(sign(`signed-url:1:${expires}:${path}`));
  });

  test.prop([fc.nat(1_000), fc.nat(1_000)])(
    '[taking-back.links-revoked] is valid at the epoch it was signed at and no other',
    (epoch, asked) => {
      const signed = signUrl({ signer, publicUrl: 'https://x.example', path, expires, epoch });
      const holds = { signer, path, query: queryOf(signed), nowMs: 0, epoch: asked };
      expect(isSignedPathValid(holds)).toBe(epoch === asked);
    },
  );

  test.prop([fc.nat(42), fc.integer({ min: 33, max: 126 })])(
    'refuses a signature with one character changed',
    (at, code) => {
      const signature = query.signature ?? '';
      const changed = signature.slice(0, at) + String.fromCharCode(code) + signature.slice(at + 1);
      fc.pre(changed !== signature);
      expect(
        isSignedPathValid({
          signer,
          path,
          query: { ...query, signature: changed },
          nowMs: 0,
          epoch: 0,
        }),
      ).toBe(false);
    },
  );
});
