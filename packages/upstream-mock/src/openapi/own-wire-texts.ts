import * as z from 'zod';
import type { OwnRoute } from '../wires/mock/own-wire.ts';
import { submissionFields } from '../wires/mock/submission-schema.ts';
import { mockJobStates } from '../job/mock-job.ts';
import { type RouteText, text, whole } from './route-text.ts';

const status = z.strictObject({
  id: text,
  status: z.enum([...mockJobStates, 'reticulating']),
  progress: whole.optional(),
  output: z
    .strictObject({
      url: text.optional(),
      media_type: z.enum(['video', 'image']),
      kept_until: z.number().optional(),
    })
    .optional(),
  error: z
    .strictObject({ kind: z.enum(['policy', 'internal', 'credits']), charged: z.boolean() })
    .optional(),
});

/** Responses of the mock's own API without tokens. */
export const ownWireTexts: { readonly [route in OwnRoute]: RouteText } = {
  create: {
    summary: 'Submit: accepted and charged',
    body: submissionFields,
    status: 202,
    response: z.strictObject({ id: text, status: z.literal('queued') }),
  },
  search: {
    summary: 'Search by the id of the caller; 501 if the job is not findable',
    query: { correlation_id: text.min(1) },
    response: z.strictObject({
      data: z.array(z.strictObject({ id: text, correlation_id: text })),
    }),
  },
  status: { summary: 'State of a job', response: status },
  result: {
    summary: 'The file, or a range of it by Range and If-Range',
    forms: ['video/mp4', 'image/png'],
  },
  account: {
    summary: 'Credits and slots of the account',
    response: z.strictObject({ credits: z.number(), concurrency: whole, in_flight: whole }),
  },
};
