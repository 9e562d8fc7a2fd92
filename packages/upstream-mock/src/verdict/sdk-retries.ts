import type { Attempt, ClientSigns } from '../records/exchange.ts';

/** A sign of an SDK that sends submissions again automatically; undefined if the client does not show it. */
type FindSign = (client: ClientSigns) => string | undefined;

/** For SDKs whose retries of a submission no option stops. */
const onlyByFetch =
  'no option stops that, so give the client a fetch that returns a response with status 500 where a POST fails';

const signs: readonly FindSign[] = [
  ({ retryCount }) =>
    retryCount === null || retryCount === '0'
      ? undefined
      : `x-stainless-retry-count: ${retryCount}: this SDK retries automatically; set maxRetries: 0`,
  ({ idempotencyKey }) =>
    idempotencyKey?.startsWith('aisdk_') === true
      ? `idempotency-key: ${idempotencyKey}: the AI SDK retries automatically; set maxRetries: 0`
      : undefined,
  ({ userAgent }) =>
    userAgent?.endsWith('@openrouter/sdk') === true
      ? "user-agent: @openrouter/sdk: this SDK retries automatically for an hour; set retryConfig: { strategy: 'none' }"
      : undefined,
  // Both read in the sources of @fal-ai/client 1.10.1 and replicate 1.4.0 on 2026-11-29: a status 500 is not retried.
  ({ userAgent }) =>
    userAgent?.startsWith('@fal-ai/client/') === true
      ? `user-agent: ${userAgent}: this SDK retries automatically, 3 times; ${onlyByFetch}`
      : undefined,
  ({ userAgent }) =>
    userAgent?.startsWith('replicate-javascript/') === true
      ? `user-agent: ${userAgent}: this SDK retries automatically, 5 times; ${onlyByFetch}`
      : undefined,
];

/** Advice about the SDK that sent these submissions again, as their headers show it; undefined if they do not. */
export function repeaterOf(repeats: readonly Attempt[]): string | undefined {
  for (const { exchange } of repeats) {
    const client = exchange?.request.client;
    const sign = client === undefined ? undefined : firstOf(client);
    if (sign !== undefined) return sign;
  }
  return undefined;
}

function firstOf(client: ClientSigns): string | undefined {
  return signs.map((sign) => sign(client)).find((sign) => sign !== undefined);
}
