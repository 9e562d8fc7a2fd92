import { sign } from 'node:crypto';
import { z } from 'zod';
import type { CredentialForm } from '../engine/provider-description.ts';

const keySchema = z.object({
  client_email: z.string().min(1),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  private_key_id: z.string().min(1),
});

type ServiceAccountKey = z.infer<typeof keySchema>;

/** Longest life that Google accepts, in seconds. */
const lifeSeconds = 3_600;

/**
 * An API key of express mode, or the JSON of a service account's key, which signs a token of its own
 * (https://developers.google.com/identity/protocols/oauth2/service-account#jwt-auth and google.aip.dev/auth/4111, read
 * 2026-12-01). The token is not exchanged for another one, so the login needs no call.
 */
export const vertexLogin: CredentialForm = {
  fields: [{ name: 'api_key', secret: true }],
  headers: (secret, nowMs): { readonly [name: string]: string } =>
    secret.trimStart().startsWith('{')
      ? { authorization: `Bearer ${tokenOf(secret, nowMs)}` }
      : { 'x-goog-api-key': secret },
};

/** @throws Error without the secret in its text when the JSON is no key that can sign */
function tokenOf(secret: string, nowMs: number): string {
  try {
    return signed(keySchema.parse(JSON.parse(secret)), Math.floor(nowMs / 1_000));
  } catch {
    throw new Error('The secret is not the JSON of a service account key.');
  }
}

function signed(key: ServiceAccountKey, now: number): string {
  const { client_email: email, private_key: privateKey, private_key_id: kid } = key;
  const header = { alg: 'RS256', typ: 'JWT', kid };
  const claims = {
    iss: email,
    sub: email,
    // The name of the service, whatever the location.
    aud: 'https://aiplatform.googleapis.com/',
    iat: now,
    exp: now + lifeSeconds,
  };
  const text = [header, claims].map((part) => encoded(JSON.stringify(part))).join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
