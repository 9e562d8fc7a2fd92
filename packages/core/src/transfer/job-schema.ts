import { z } from 'zod';
import type { Job } from '../job/job.ts';
import { surfaceNameForm } from '../job/job.ts';
import { jobParts } from '../job/job-parts.ts';
import { jobStates } from '../job/job-state.ts';

const instant = z.number().nullable();

const job = z.object({
  id: z.string(),
  owner: z.string(),
  surface: z.string().regex(surfaceNameForm),
  request: jobParts.request,
  warnings: jobParts.warnings,
  price: z.number(),
  state: z.enum(jobStates),
  version: z.number(),
  progress: z.number(),
  refusals: z.number(),
  refusedBy: jobParts.names,
  accountId: z.string().nullable(),
  route: jobParts.route.nullable().default(null),
  expectedSize: jobParts.size.nullable().default(null),
  holdsSlot: z.boolean(),
  quota: z.enum(['reserved', 'held', 'settled', 'released']),
  credit: z.enum(['none', 'reserved', 'held', 'settled', 'released', 'returned']),
  spend: jobParts.spend.nullable().default(null),
  submission: jobParts.versioned.nullable(),
  correlationId: z.string().nullable(),
  sendDeadlineAt: instant,
  handle: jobParts.versioned.nullable(),
  output: jobParts.output.nullable(),
  readFailures: z.number(),
  resultFetch: jobParts.resultFetch.nullable().default(null),
  doubt: jobParts.doubt.nullable(),
  result: jobParts.result.nullable(),
  failure: jobParts.failure.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  submittedAt: instant,
  completedAt: instant,
  unknownSince: instant,
  deadlineAt: instant,
  dueAt: instant,
  resultExpiresAt: instant,
});

/** Files of former releases call the price of a job its cost, and its surface its origin. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ['cost', 'price'],
  ['origin', 'surface'],
]);

const namedAnew = (record: unknown): unknown =>
  typeof record === 'object' && record !== null
    ? Object.fromEntries(
        Object.entries(record).map(([name, value]) => [formerNames.get(name) ?? name, value]),
      )
    : record;

/** A job as it is transferred from store to store. */
export const jobSchema: z.ZodType<Job> = z.preprocess(namedAnew, job);
