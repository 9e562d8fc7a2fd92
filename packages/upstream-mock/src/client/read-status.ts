import type { PollOutcome } from '@filmgate/core';
import { z } from 'zod';
import { jobIdSchema } from './mock-handle.ts';
import { outputSchema } from './result-output.ts';

const id = jobIdSchema;

const statusSchema = z.discriminatedUnion('status', [
  z.object({ id, status: z.enum(['queued', 'running']), progress: z.number() }),
  z.object({
    id,
    status: z.literal('completed'),
    output: outputSchema.extend({
      media_type: z.enum(['video', 'image']),
      kept_until: z.number().exactOptional(),
    }),
  }),
  z.object({
    id,
    status: z.literal('failed'),
    error: z.object({ kind: z.enum(['policy', 'internal', 'credits']), charged: z.boolean() }),
  }),
]);

/** Only so does the mock itself say that it does not know a job; anything between may answer 404 as well. */
const notFoundSchema = z.object({ error: z.object({ kind: z.literal('not_found') }) });

/** An answer to a status read. */
export interface StatusAnswer {
  readonly status: number;
  readonly body: unknown;
  /** How long it asks to be left alone, in ms. */
  readonly retryAfterMs: number | null;
}

/** What the answer to a status read says about the job of this id; most answers say nothing. */
export function readStatus(
  { status, body, retryAfterMs }: StatusAnswer,
  jobId: string,
): PollOutcome {
  const unreadable = (detail: string): PollOutcome => ({ kind: 'transient', detail, retryAfterMs });
  if (status === 404 && notFoundSchema.safeParse(body).success) return { kind: 'lost' };
  if (status !== 200) return unreadable(`the status read answered ${status}`);
  const parsed = statusSchema.safeParse(body);
  if (!parsed.success) return unreadable('the upstream named a state nobody knows');
  const job = parsed.data;
  if (job.id !== jobId) return unreadable('the upstream spoke of another job');
  switch (job.status) {
    case 'queued':
    case 'running':
      return { kind: 'pending', progress: job.progress, retryAfterMs };
    case 'completed': {
      const { url, media_type: mediaType, kept_until: keptUntil } = job.output;
      if (url !== `/v1/results/${jobId}`)
        return unreadable('the upstream named the result of another job');
      const kept = keptUntil === undefined ? {} : { keptUntil };
      return { kind: 'succeeded', output: { mediaType, value: { url }, ...kept } };
    }
    case 'failed': {
      const { kind, charged } = job.error;
      const charge = charged ? 'charged' : 'not-charged';
      const detail = `the upstream reported ${kind}`;
      return {
        kind: 'failed',
        error: { kind, scope: 'request', charge, retryAfterMs: null, detail },
      };
    }
  }
}
