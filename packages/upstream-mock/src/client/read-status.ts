import type { PollOutcome } from '@filmgate/core';
import { z } from 'zod';
import { outputSchema } from './result-output.ts';

const statusSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['queued', 'running']), progress: z.number() }),
  z.object({
    status: z.literal('completed'),
    output: outputSchema.extend({
      media_type: z.enum(['video', 'image']),
      kept_until: z.number().exactOptional(),
    }),
  }),
  z.object({
    status: z.literal('failed'),
    error: z.object({ kind: z.enum(['policy', 'internal', 'credits']), charged: z.boolean() }),
  }),
]);

/** What the answer to a status read says about the job; most answers say nothing. */
export function readStatus(status: number, body: unknown): PollOutcome {
  if (status === 404) return { kind: 'lost' };
  if (status !== 200) return unreadable(`the status read answered ${status}`);
  const parsed = statusSchema.safeParse(body);
  if (!parsed.success) return unreadable('the upstream named a state nobody knows');
  const job = parsed.data;
  switch (job.status) {
    case 'queued':
    case 'running':
      return { kind: 'pending', progress: job.progress, retryAfterMs: null };
    case 'completed': {
      const { url, media_type: mediaType, kept_until: keptUntil } = job.output;
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

function unreadable(detail: string): PollOutcome {
  return { kind: 'transient', detail, retryAfterMs: null };
}
