import type { JsonResponse, ReadRefusal, RefusalRule } from '@filmgate/upstream-http';
import * as z from 'zod';

/** The mock's own error shape. Any other shape proves nothing. */
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

/** The refusal in a response of the mock. */
export function readRefusal({ body }: Pick<JsonResponse, 'body'>): ReadRefusal | undefined {
  const { data } = refusalSchema.safeParse(body);
  if (data === undefined) return undefined;
  const { kind, message, retry_after_ms: retryAfterMs } = data.error;
  return { code: kind, message, retryAfterMs };
}

type Kind = z.infer<typeof refusalSchema>['error']['kind'];

/**
 * Statuses that, in the mock's own shape, prove that nothing was accepted [mock.refusal-evidence]; a 500 never does. A
 * table, so that each row is added deliberately.
 */
export const refusals: readonly RefusalRule[] = [
  row(400, 'invalid', 'request'),
  row(401, 'login', 'account'),
  row(402, 'credits', 'account'),
  row(403, 'forbidden', 'account'),
  row(429, 'rate_limited', 'account'),
  row(429, 'concurrency', 'account'),
  row(503, 'unavailable', 'endpoint'),
];

function row(status: number, kind: Kind, scope: RefusalRule['scope']): RefusalRule {
  return { status, code: kind, kind, scope, source: 'mock.refusal-evidence', read: '2026-11-22' };
}
