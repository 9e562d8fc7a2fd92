import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { KnownSecrets } from './known-secrets.ts';

const isIn = (secrets: KnownSecrets, text: string) =>
  secrets.isIn(Buffer.from(text).toString('latin1'));

describe('a known secret', () => {
  it('[mock.cassettes.secrets] is hidden whole where one begins with another', () => {
    const secrets = new KnownSecrets();
    secrets.addHeader('x-api-key', 'account-1');
    secrets.addHeader('x-api-key', 'account-1-live-7');
    expect(secrets.hide('account-1-live-7 of account-1')).toBe('$secret of $secret');
  });

  it('[mock.cassettes.secrets] of a cookie is its value, and none of its attributes', () => {
    const secrets = new KnownSecrets();
    secrets.addHeader('set-cookie', 'sid=abcdefgh1; Domain=example.com; SameSite=Strict; HttpOnly');
    secrets.addHeader('set-cookie', 'HttpOnly; Path=/v1/videos');
    secrets.addHeader('cookie', 'a=abcdefgh2; b=abcdefgh3');
    const text = 'example.com HttpOnly /v1/videos';
    expect(secrets.hide(`${text} abcdefgh1 abcdefgh2 abcdefgh3`)).toBe(
      `${text} $secret $secret $secret`,
    );
  });

  it('[mock.cassettes.secrets] is known in the other letter case, and as forms and strict encoders write it', () => {
    const secret = "Ab~1!c'd(2)e*F/g";
    const secrets = new KnownSecrets();
    secrets.addHeader('x-api-key', secret);
    const strict = encodeURIComponent(secret).replaceAll(
      /[!'()*~]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16)}`,
    );
    const form = new URLSearchParams({ a: secret }).toString().slice(2);
    const half = secret.replace('/', '%2F');
    const nested = JSON.stringify(JSON.stringify({ a: secret.replace('/', '\\/') }));
    for (const text of [secret.toUpperCase(), secret.toLowerCase(), strict, form, half, nested]) {
      expect(isIn(secrets, `x${text}y`)).toBe(true);
      expect(isIn(secrets, secrets.hide(`x${text}y`))).toBe(false);
    }
  });

  it('[mock.cassettes.secrets] costs no more for each of many, nor for many marks in a cookie', () => {
    const secrets = new KnownSecrets();
    const began = process.cpuUsage();
    for (let at = 0; at < 20_000; at += 1) secrets.addHeader('set-cookie', `a=cookie-${at}-value`);
    const text = 'a red kite over the dunes, and cookie-19999-value '.repeat(20_000);
    expect(secrets.hide(text)).not.toContain('cookie-19999-value');
    expect(isIn(secrets, text)).toBe(true);
    expect(isIn(secrets, text.replaceAll('cookie', ''))).toBe(false);
    for (let at = 0; at < 100; at += 1) secrets.addHeader('cookie', ','.repeat(16_000));
    // CPU time, so that other processes do not count.
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
  });

  test.prop([fc.string({ minLength: 8, unit: 'grapheme-ascii' }), fc.string(), fc.string()])(
    '[mock.cassettes.secrets] is found beside any text, plain, in Base64 and percent-encoded, and not once it is hidden',
    (drawn, before, after) => {
      const secret = drawn.trim();
      fc.pre(secret.length >= 8 && !secret.includes(':') && !secret.includes(' '));
      const secrets = new KnownSecrets();
      secrets.addHeader('x-api-key', secret);
      const whole = before + secret + after;
      const coded = Buffer.from(whole).toString('base64');
      for (const text of [whole, coded, encodeURIComponent(secret)]) {
        expect(isIn(secrets, text)).toBe(true);
        expect(isIn(secrets, secrets.hide(text))).toBe(false);
      }
    },
  );

  it('[mock.cassettes.secrets] that is Base64 itself is found as its plain form, and in the other alphabet', () => {
    const plain = 'user-7:s3cret?part>of~the~key';
    const coded = Buffer.from(plain).toString('base64');
    expect(coded).toMatch(/[+/].*=$|=$/);
    const secrets = new KnownSecrets();
    secrets.addHeader('x-api-key', coded);
    const other = coded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    for (const text of [coded, other, plain, 's3cret?part>of~the~key']) {
      expect(isIn(secrets, `at ${text}.`)).toBe(true);
      expect(isIn(secrets, secrets.hide(`at ${text}.`))).toBe(false);
    }
  });
});
