import { json } from '../../engine/json-body.ts';
import type { ReadSubmissionBody } from '../../engine/routes.ts';
import { modelInputSchema } from '../../engine/model-input.ts';
import { isEndpoint, waitingHost } from './fal-address.ts';

/**
 * Shortest time to start, in s, exclusive (docs.fal.ai/documentation/model-apis/common-parameters,
 * "X-Fal-Request-Timeout", read 2026-11-29).
 */
const shortestStart = 0.1;

/** Reads a submission: its model is the path, and a webhook a parameter of the URL. */
export const readFalSubmission: ReadSubmissionBody = (call) => {
  const { host, space, url, wait } = call;
  const model = call.values['endpoint'] ?? '';
  if (!isEndpoint(model)) return undefined;
  const waits = host === waitingHost;
  if (!waits && host !== null && !host.startsWith('queue.'))
    return space.refuse('bad_request', 'the mock only speaks as queue.fal.run and fal.run');
  if (waits && wait.isFull) return space.refuse('too_many_concurrent');
  const timeout = call.header('x-fal-request-timeout');
  const startWithinMs = timeout === undefined ? undefined : Number(timeout) * 1_000;
  if (startWithinMs !== undefined && !(startWithinMs > shortestStart * 1_000))
    return space.refuse('bad_request', `X-Fal-Request-Timeout: more than ${shortestStart} seconds`);
  const webhook = url.searchParams.get('fal_webhook');
  const schema = modelInputSchema.transform(({ submission, echo, seed }) => ({
    content: {
      ...submission,
      model,
      echo: { input: JSON.stringify(echo), ...(seed !== null && { seed: String(seed) }) },
    },
    startWithinMs,
    ...(webhook !== null && {
      callback: { url: webhook, field: 'fal_webhook', events: ['ended'] as const },
    }),
  }));
  return json(schema)(call);
};
