import type { Attempt, ClientSigns } from '../records/exchange.ts';

/** For SDKs whose retries of a submission no option stops. */
const onlyByFetch =
  'no option stops that, so give the client a fetch that returns a response with status 500 where a POST fails';

/** User agents of SDKs that send submissions again automatically: how long, and how to stop it. */
const retryingAgents: readonly (readonly [agent: RegExp, advice: string])[] = [
  [/@openrouter\/sdk$/, " for an hour; set retryConfig: { strategy: 'none' }"],
  // Both read in the sources of @fal-ai/client 1.10.1 and replicate 1.4.0 on 2026-11-29: a status 500 is not retried.
  [/^@fal-ai\/client\/.*/, `, 3 times; ${onlyByFetch}`],
  [/^replicate-javascript\/.*/, `, 5 times; ${onlyByFetch}`],
];

/** Advice about an SDK that retries automatically; undefined if the client does not show one. */
function signOf({ retryCount, idempotencyKey, userAgent }: ClientSigns): string | undefined {
  if (retryCount !== null && retryCount !== '0')
    return `x-stainless-retry-count: ${retryCount}: this SDK retries automatically; set maxRetries: 0`;
  if (idempotencyKey?.startsWith('aisdk_') === true)
    return `idempotency-key: ${idempotencyKey}: the AI SDK retries automatically; set maxRetries: 0`;
  for (const [agent, advice] of retryingAgents) {
    const [shown] = agent.exec(userAgent ?? '') ?? [];
    if (shown !== undefined) return `user-agent: ${shown}: this SDK retries automatically${advice}`;
  }
  return undefined;
}

/** Advice about the SDK that sent these submissions again, as their headers show it; undefined if they do not. */
export function repeaterOf(repeats: readonly Attempt[]): string | undefined {
  for (const { exchange } of repeats) {
    const sign = exchange === null ? undefined : signOf(exchange.request.client);
    if (sign !== undefined) return sign;
  }
  return undefined;
}
