import { createHmac } from 'node:crypto';
import { defineProvider } from '@filmgate/upstream-http';
import { kling } from '@filmgate/upstream-http/kling';
import { z } from 'zod';
import type { OperatorEndpoint } from '../http/personality-endpoints.ts';

const pairSchema = z.object({ access_key: z.string(), secret_key: z.string() });

/** A provider of a host program: Kling with a login of two fields, which sign a token for each call (RFC 7519). */
export const signedKling = defineProvider({
  protocol: 'signed-kling',
  describe: (options) => ({
    ...kling.describe(options),
    protocol: 'signed-kling',
    endpoints: {},
    credential: {
      fields: [
        { name: 'access_key', secret: false },
        { name: 'secret_key', secret: true },
      ],
      headers: (secret, nowMs) => ({ authorization: `Bearer ${tokenOf(secret, nowMs)}` }),
    },
  }),
});

function tokenOf(secret: string, nowMs: number): string {
  const { access_key: iss, secret_key: key } = pairSchema.parse(JSON.parse(secret));
  const now = Math.floor(nowMs / 1_000);
  const signed = [
    { alg: 'HS256', typ: 'JWT' },
    { iss, exp: now + 1_800, nbf: now - 5 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/** An endpoint of it at the mock. */
export const signedEndpoint: OperatorEndpoint = {
  name: 'signed',
  protocol: 'signed-kling',
  path: '/kling',
  model: 'kling-3.0',
  resolutions: ['720p'],
  aspectRatios: ['16:9'],
  durationsSeconds: [3, 5],
  // The mock knows the secret key of each access key by its ending.
  secrets: { access_key: 'canary-of-signed', secret_key: 'canary-of-signed-secret' },
};
