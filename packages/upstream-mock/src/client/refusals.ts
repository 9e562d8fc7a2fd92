import type { JsonResponse, ReadRefusal, RefusalRule } from '@filmgate/upstream-http';
import * as z from 'zod';
import { ownFacts } from '../wires/mock/own-facts.ts';

/** The mock's own error shape. Any other shape proves nothing. */
const refusalSchema = z.object({
  error: z.object({
    kind: z.enum(Object.values(ownFacts.refusals)),
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

/**
 * Statuses that, in the mock's own shape, prove that nothing was accepted [mock.refusal-evidence]; a 500 never does.
 */
export const refusals: readonly RefusalRule[] = ownFacts.errors.flatMap(
  ({ status, code, proves, source = ownFacts.source }) =>
    proves === undefined
      ? []
      : [{ status, code, ...proves, source: source.page, read: source.read }],
);
