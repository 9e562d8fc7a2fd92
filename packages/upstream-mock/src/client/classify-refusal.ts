import type { UpstreamError } from '@filmgate/core';
import { z } from 'zod';

/** The mock's own error shape. Anything else is no proof of anything. */
const refusalSchema = z.object({
  error: z.object({
    kind: z.enum([
      'invalid',
      'login',
      'credits',
      'forbidden',
      'rate_limited',
      'concurrency',
      'unavailable',
    ]),
    message: z.string(),
    retry_after_ms: z.number().int().nonnegative().nullable(),
  }),
});

type Kind = z.infer<typeof refusalSchema>['error']['kind'];

/**
 * Which statuses, in the mock's own shape, prove that nothing was accepted (decisions §7): a 500 never does.
 * Data, so that adding a row is a decision and not an accident.
 */
const provenRefusals: { readonly [status: number]: readonly Kind[] } = {
  400: ['invalid'],
  401: ['login'],
  402: ['credits'],
  403: ['forbidden'],
  429: ['rate_limited', 'concurrency'],
  503: ['unavailable'],
};

const scopeOf: { readonly [K in Kind]: UpstreamError['scope'] } = {
  invalid: 'request',
  login: 'account',
  credits: 'account',
  forbidden: 'account',
  rate_limited: 'account',
  concurrency: 'account',
  unavailable: 'provider',
};

/** The refusal an answer proves, or undefined when it proves nothing. `askedMs`: from its header, where its body names no time. */
export function classifyRefusal(
  status: number,
  body: unknown,
  askedMs: number | null,
): UpstreamError | undefined {
  const parsed = refusalSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { kind, message, retry_after_ms: namedMs } = parsed.data.error;
  if (provenRefusals[status]?.includes(kind) !== true) return undefined;
  const retryAfterMs = namedMs ?? askedMs;
  return { kind, scope: scopeOf[kind], charge: 'not-charged', retryAfterMs, detail: message };
}
