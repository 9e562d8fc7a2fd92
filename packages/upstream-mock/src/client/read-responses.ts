import type { JsonValue } from '@filmgate/core';
import type { JsonResponse, PollReading, ProbeReading } from '@filmgate/upstream-http';
import * as z from 'zod';

/** Maximum length of an id, in characters. */
const longestId = 500;
const id = z.string().min(1).max(longestId);

/** The provider's id of a job. */
export const taskSchema = z.object({ id });

/**
 * Only this path of the provider's own base URL is ever fetched, so a response cannot send the account's key, or the
 * gateway, anywhere else. A space of the mock prefixes its own path, which the base URL or the key already contains.
 */
const resultPath = z
  .string()
  .regex(/^(?:\/s\/[\w.-]{1,64})?\/v1\/results\/[\w-]+(?:\?[\w=&]{1,300})?$/)
  .transform((url) => url.slice(url.indexOf('/v1/results/')));

const statusSchema = z.discriminatedUnion('status', [
  z.object({
    id,
    status: z.enum(['queued', 'running']),
    progress: z.number().nullable().catch(null),
  }),
  z.object({
    id,
    status: z.literal('completed'),
    output: z.object({
      url: resultPath,
      media_type: z.enum(['video', 'image']),
      kept_until: z.number().optional().catch(undefined),
    }),
  }),
  z.object({
    id,
    status: z.literal('failed'),
    error: z.object({ kind: z.enum(['policy', 'internal', 'credits']), charged: z.boolean() }),
  }),
]);

/** Only this form proves that the mock does not know a job; anything in between may return 404 as well. */
const notFoundSchema = z.object({ error: z.object({ kind: z.literal('not_found') }) });
/** Only this form proves that a result is gone. */
const goneSchema = z.object({ error: z.object({ kind: z.enum(['not_found', 'gone']) }) });
/** Only this form proves that the mock cannot be searched. */
const notSearchableSchema = z.object({ error: z.object({ kind: z.literal('not_searchable') }) });
const foundSchema = z.object({ data: z.array(z.object({ id, correlation_id: z.string() })) });
const balanceSchema = z.object({
  credits: z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
});

/** The job that an acceptance names. */
export function readAcceptance({ body }: Pick<JsonResponse, 'body'>): JsonValue | undefined {
  return taskSchema.safeParse(body).data;
}

/** Reading of a status response for the job of this id; most responses say nothing. */
export function readStatus({ status, body }: JsonResponse, jobId: string): PollReading {
  const unclear = (detail: string): PollReading => ({ kind: 'unclear', detail });
  if (status === 404 && notFoundSchema.safeParse(body).success) return { kind: 'lost' };
  if (status !== 200) return unclear(`the status read returned ${status}`);
  const parsed = statusSchema.safeParse(body);
  if (!parsed.success) return unclear('the provider returned an unknown state');
  const job = parsed.data;
  if (job.id !== jobId) return unclear('the provider returned another job');
  switch (job.status) {
    case 'queued':
    case 'running':
      return { kind: 'pending', progress: job.progress };
    case 'completed': {
      const { url: at, media_type: mediaType, kept_until: keptUntil } = job.output;
      if (at.split('?', 1)[0] !== `/v1/results/${jobId}`)
        return unclear('the provider returned the result of another job');
      const kept = keptUntil === undefined ? {} : { keptUntil };
      return { kind: 'succeeded', output: { kind: 'own', at, mediaType, ...kept } };
    }
    case 'failed': {
      const { kind, charged } = job.error;
      const charge = charged ? 'charged' : 'not-charged';
      return { kind: 'failed', error: { kind, charge, detail: `the provider reported ${kind}` } };
    }
  }
}

/** Returns true if the mock itself reports that a result is gone. */
export function isGone({ status, body }: JsonResponse): boolean {
  return (status === 404 || status === 410) && goneSchema.safeParse(body).success;
}

/** Jobs of this correlation id. A list of only other jobs does not answer the question: it is not an absence. */
export function readSearch(
  { status, body }: JsonResponse,
  correlationId: string,
): readonly JsonValue[] | 'cannot-ask' | undefined {
  if (status === 501 && notSearchableSchema.safeParse(body).success) return 'cannot-ask';
  const { data: found } = foundSchema.safeParse(body);
  if (status !== 200 || found === undefined) return undefined;
  const own = found.data.filter((one) => one.correlation_id === correlationId);
  if (own.length === 0 && found.data.length > 0) return undefined;
  return own.map((one) => ({ id: one.id }));
}

/** Balance of an account. */
export function readBalance({ status, body }: JsonResponse): ProbeReading {
  if (status === 401) return { kind: 'login-required' };
  const { data: account } = balanceSchema.safeParse(body);
  if (status !== 200 || account === undefined)
    return { kind: 'unreadable', detail: `answered ${status}` };
  return { kind: 'ready', balance: Math.floor(account.credits) };
}
