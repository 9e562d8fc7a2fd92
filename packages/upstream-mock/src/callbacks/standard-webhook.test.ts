import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { callbackSecret, standardWebhookHeaders } from './standard-webhook.ts';

/** The steps of standardwebhooks.com. */
function isGenuine(secret: string, headers: Record<string, string>, body: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const right = createHmac('sha256', key).update(signed).digest('base64');
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${right}`);
}

it('[mock.callbacks.signed] the secret of a seed verifies its own messages, and no forged or changed one', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.uuid(),
      fc.nat(),
      fc.boolean(),
      (seed, body, id, sentAt, isForged) => {
        const secret = callbackSecret(seed);
        expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
        const headers = standardWebhookHeaders(secret, { id, sentAt, isForged }, body);
        expect(isGenuine(secret, headers, body)).toBe(!isForged);
        expect(isGenuine(secret, headers, `${body} `)).toBe(false);
        expect(isGenuine(callbackSecret(`${seed}x`), headers, body)).toBe(false);
      },
    ),
  );
});
