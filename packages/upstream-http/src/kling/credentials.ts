import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { CredentialForm } from '../engine/provider-description.ts';

/** Lifetime of a signed token, in seconds, as in Kling's own examples. */
const goodForSeconds = 1_800;
/** Seconds before now at which a token becomes valid: clocks differ. */
const backSeconds = 5;

const pairSchema = z.object({ access_key: z.string().min(1), secret_key: z.string().min(1) });

/** An access key and a secret key, from which a token is signed for each call (RFC 7519, HS256). */
export const accessKeyPair: CredentialForm = {
  fields: [
    { name: 'access_key', secret: false },
    { name: 'secret_key', secret: true },
  ],
  headers: (secret, nowMs) => {
    const pair = readPair(secret);
    // Without a pair nothing can be signed: the endpoint then reports that the call has no login.
    return pair === undefined ? {} : { authorization: `Bearer ${signToken(pair, nowMs)}` };
  },
};

function readPair(secret: string): z.infer<typeof pairSchema> | undefined {
  try {
    return pairSchema.safeParse(JSON.parse(secret)).data;
  } catch {
    return undefined;
  }
}

/** The token of Kling's former interface: issuer, start and expiry. */
function signToken(
  pair: { readonly access_key: string; readonly secret_key: string },
  nowMs: number,
): string {
  const now = Math.floor(nowMs / 1_000);
  const content = [
    { alg: 'HS256', typ: 'JWT' },
    { iss: pair.access_key, exp: now + goodForSeconds, nbf: now - backSeconds },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${createHmac('sha256', pair.secret_key).update(content).digest('base64url')}`;
}
