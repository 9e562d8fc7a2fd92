import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAccountSecret } from './account-secret.ts';

/** A private key as JSON spells it. */
const pem = String.raw`-----BEGIN PRIVATE KEY-----\nMIIE+/0=\nAAAA\n-----END PRIVATE KEY-----`;

describe('[pool.secret-form] the secret of an account', () => {
  it.each([
    ['sk-1234', 'sk-1234'],
    ['sk-1234\n', 'sk-1234'],
    ['\t sk-1234\r\n', 'sk-1234'],
    ['two words', 'two words'],
    ['clé', 'clé'],
    ['12345', '12345'],
    ['["a\\n"]', '["a\\n"]'],
    ['{"access_key": "a",\n "secret_key": " b\\n"}\n', '{"access_key":"a","secret_key":"b"}'],
    [`{"private_key": "${pem}\\n"}`, `{"private_key":"${pem}"}`],
  ])('is kept of %j as %j', (given, secret) => {
    expect(readAccountSecret(given)).toEqual({ kind: 'secret', secret });
  });

  it.each([
    ['one\ntwo', /line break/],
    ['nul\u0000', /not allowed in a header/],
    ['密钥', /not allowed in a header/],
    ['{"access_key":"a","secret_key":"b\\nc"}', /line break/],
    [pem.replaceAll('\\n', '\n'), /line break/],
    [`{"private_key":"${pem}\\nx"}`, /line break/],
    ['', /empty/],
    [' \n', /empty/],
    ['{"access_key":"a","secret_key":" "}', /empty/],
  ])('is refused for %j', (given, rule) => {
    expect(readAccountSecret(given)).toEqual({
      kind: 'refused',
      rule: expect.stringMatching(rule),
    });
  });

  it('law: is kept in a form that is kept as it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (given) => {
        const reading = readAccountSecret(given);
        fc.pre(reading.kind === 'secret');
        expect(readAccountSecret(reading.secret)).toEqual(reading);
      }),
    );
  });
});
