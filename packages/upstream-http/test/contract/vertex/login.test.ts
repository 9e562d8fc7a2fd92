import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { vertex } from '../../../src/vertex/index.ts';
import { openEngine, sampleNow, submitSample } from '../../support/open-engine.ts';
import { sampleAccount } from '../../support/sample-request.ts';

const description = vertex.describe({});
const { headers } = description.credential;
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** A key as the Google Cloud console hands it out. */
const key = {
  type: 'service_account',
  project_id: 'studio-1',
  private_key_id: 'kid-1',
  private_key: privateKey.trim(),
  client_email: 'films@studio-1.iam.gserviceaccount.com',
  universe_domain: 'googleapis.com',
};
const secret = JSON.stringify(key);

function partsOf(authorization = '') {
  const token = authorization.replace(/^Bearer /, '');
  const [header = '', claims = '', signature = ''] = token.split('.');
  const json = (part: string) =>
    z.json().parse(JSON.parse(Buffer.from(part, 'base64url').toString()));
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'));
  return { token, header: json(header), claims: json(claims), isSigned };
}

describe('the login at Vertex AI', () => {
  it('[providers.vertex.login] is an API key in a header of its own', () => {
    expect(headers('key-1', sampleNow)).toEqual({ 'x-goog-api-key': 'key-1' });
  });

  it('[providers.vertex.login] is a token that a service account signs for an hour, the same for the same time', () => {
    const sent = headers(secret, sampleNow);
    expect(headers(secret, sampleNow)).toEqual(sent);
    const { header, claims, isSigned } = partsOf(sent['authorization']);
    expect(Object.keys(sent)).toEqual(['authorization']);
    expect(isSigned).toBe(true);
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'kid-1' });
    expect(claims).toEqual({
      iss: key.client_email,
      sub: key.client_email,
      aud: 'https://aiplatform.googleapis.com/',
      iat: sampleNow / 1_000,
      exp: sampleNow / 1_000 + 3_600,
    });
  });

  it.each([
    ['{', 'no JSON'],
    ['{}', 'nothing'],
    [JSON.stringify({ ...key, private_key: 'private-text' }), 'another key'],
    [JSON.stringify({ ...key, private_key: '-----BEGIN PRIVATE KEY-----\nAAAA' }), 'half a key'],
    [JSON.stringify({ ...key, client_email: '' }), 'no account'],
  ])(
    '[providers.vertex.login] %s is no login, and the error repeats no text of it (%s)',
    (wrong) => {
      const message = 'The secret is not the JSON of a service account key.';
      expect(() => headers(wrong, sampleNow)).toThrow(new Error(message));
    },
  );

  it('[providers.vertex.login] no word of a response repeats the private key or the token', async () => {
    let token = '';
    const { client } = openEngine(description, (call) => {
      token = partsOf(call.headers['authorization']).token;
      const message = `${token} of ${key.private_key} and ${secret}`;
      return { status: 401, body: { error: { code: 401, message, status: 'UNAUTHENTICATED' } } };
    });
    const request = { durationSeconds: 8 };
    const outcome = await submitSample(client, { request, secret });
    const account = { ...sampleAccount, secret };
    const probed = await client.probe?.({ account, signal: new AbortController().signal });
    for (const said of [outcome, probed]) {
      expect(JSON.stringify(said)).toContain('(withheld)');
      expect(JSON.stringify(said)).not.toContain(token);
      expect(JSON.stringify(said)).not.toContain(key.private_key.slice(30, 90));
    }
    expect([outcome.kind, probed?.kind]).toEqual(['rejected', 'login-required']);
  });
});
