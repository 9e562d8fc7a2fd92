import type { Attempt } from '../evidence/exchange.ts';

/** What repeats these submissions by itself, as its headers gave away; undefined where they did not. */
export function repeaterOf(repeats: readonly Attempt[]): string | undefined {
  return repeats.map((repeat) => signOf(repeat)).find((sign) => sign !== undefined);
}

function signOf({ exchange }: Attempt): string | undefined {
  if (exchange === null) return undefined;
  const { retryCount, idempotencyKey } = exchange.request.client;
  if (retryCount !== null && retryCount !== '0')
    return `x-stainless-retry-count: ${retryCount}: this SDK repeats by itself; give it maxRetries: 0`;
  if (idempotencyKey?.startsWith('aisdk_') === true)
    return `idempotency-key: ${idempotencyKey}: the AI SDK repeats by itself; give it maxRetries: 0`;
  return undefined;
}
