import type { ReconcileOutcome } from '@filmgate/core';
import { z } from 'zod';
import { handleOf, jobIdSchema } from './mock-handle.ts';

const foundSchema = z.object({
  data: z.array(z.object({ id: jobIdSchema, correlation_id: z.string() })),
});

/** Only so does the mock itself say that it cannot be asked; anything between may answer 501 as well. */
const notSearchableSchema = z.object({ error: z.object({ kind: z.literal('not_searchable') }) });

/** What the answer to a search says about the submission of this correlation id. Two jobs for one submission say nothing. */
export function readSearch(
  { status, body }: { readonly status: number; readonly body: unknown },
  correlationId: string,
): ReconcileOutcome {
  if (status === 501 && notSearchableSchema.safeParse(body).success) return { kind: 'cannot-ask' };
  const parsed = foundSchema.safeParse(body);
  if (status !== 200 || !parsed.success)
    return { kind: 'transient', detail: `the search answered ${status}` };
  const own = parsed.data.data.filter((one) => one.correlation_id === correlationId);
  const [id, ...others] = new Set(own.map((one) => one.id));
  if (id === undefined) return { kind: 'transient', detail: 'the search shows nothing yet' };
  if (others.length > 0)
    return { kind: 'transient', detail: 'the search shows several jobs for one submission' };
  return { kind: 'found', handle: handleOf(id) };
}
