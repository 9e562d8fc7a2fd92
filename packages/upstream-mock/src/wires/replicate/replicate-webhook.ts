import * as z from 'zod';
import type { CallbackEvent } from '../../job/callback-order.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';

const eventNames = ['start', 'output', 'logs', 'completed'] as const;

/** Webhook fields of a submission. */
export const replicateWebhookFields = {
  webhook: z.string().min(1).nullish(),
  webhook_events_filter: z.array(z.enum(eventNames)).max(16).nullish(),
};

/** A prediction of the mock writes no logs. */
const meanings: { readonly [Name in (typeof eventNames)[number]]: CallbackEvent | undefined } = {
  start: 'processing',
  output: 'output',
  logs: undefined,
  completed: 'ended',
};

/** Selected events; default output and end (replicate.com/docs/topics/webhooks/receive-webhook, read 2026-11-28). */
export function replicateEvents(
  filter: readonly (typeof eventNames)[number][] | null | undefined,
): readonly CallbackEvent[] {
  const wanted = filter ?? (['output', 'completed'] as const);
  return eventNames.flatMap((name) => (wanted.includes(name) ? (meanings[name] ?? []) : []));
}

/** Secret that signs an account's webhooks; constant, as in `GET /v1/webhooks/default/secret`. */
export function replicateSecret(seed: string, account: string): string {
  const key = keyedDigest(seed, 'replicate webhook secret', account);
  return `whsec_${key.toString('base64', 0, 24)}`;
}
