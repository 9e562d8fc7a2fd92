import { allJobsQuery } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { noValidation, sendText } from '../../http/route-compilers.ts';
import { signalOnDisconnect } from '../../http/signal-on-disconnect.ts';
import {
  jobNotFound,
  mountPrefix,
  sessionSecurity,
  showJobs,
  type WorkbenchContext,
  workbenchJobPath,
  workbenchOwner,
  workbenchTags,
} from './context.ts';
import { sendWorkbenchFailure, workbenchErrorResponses } from './failure.ts';
import { workbenchJob, workbenchJobs } from './workbench-job.ts';

/** Response of a check: the source that was read, and the job after it. */
const workbenchCheck = z.object({
  job: workbenchJob,
  checked: z.enum(['upstream', 'record']).meta({
    description: '`upstream`: the provider was queried; `record`: it cannot be queried.',
  }),
});

const usualLimit = 50;
const largestLimit = 100;

const listQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= largestLimit)
    .default(usualLimit)
    .meta({ description: `1 to ${largestLimit}.` }),
  before: z
    .string()
    .optional()
    .meta({ description: 'ID of the last job of the previous page; older jobs follow.' }),
});

/** `GET /local-video/jobs` [workbench.list]: newest first. */
export function registerListJobs(app: FastifyInstance, context: WorkbenchContext): void {
  const schema = {
    tags: workbenchTags,
    summary: 'List jobs',
    description: 'Newest first. Poll about every 4 seconds, or use the live events.',
    security: sessionSecurity,
    querystring: listQuery,
    response: { 200: workbenchJobs, ...workbenchErrorResponses },
  };
  const prefix = mountPrefix(app.prefix);
  app.get('/jobs', { schema, validatorCompiler: noValidation }, async (request, reply) => {
    const query = listQuery.safeParse(request.query);
    if (!query.success) {
      const field = query.error.issues[0]?.path[0] ?? 'limit';
      const rule =
        field === 'before' ? 'must be one ID' : `must be an integer from 1 to ${largestLimit}`;
      return sendWorkbenchFailure(reply, {
        kind: 'field-invalid',
        detail: `${String(field)} ${rule}.`,
      });
    }
    const { limit, before } = query.data;
    const page = await context.deps.gateway.list({
      ...allJobsQuery,
      ...workbenchOwner,
      after: before ?? null,
      limit,
    });
    if (page.kind === 'cursor-unknown')
      return sendWorkbenchFailure(reply, {
        kind: 'field-invalid',
        detail: 'before must be the ID of a workbench job.',
      });
    if (page.kind === 'invalid-request')
      return sendWorkbenchFailure(reply, { kind: 'field-invalid', detail: page.message });
    return sendText(reply, JSON.stringify({ jobs: await showJobs(context, page.jobs, prefix) }));
  });
}

/** `POST /local-video/jobs/:id/check` [workbench.check]: reads the state, never submits. */
export function registerCheckJob(app: FastifyInstance, context: WorkbenchContext): void {
  const { gateway } = context.deps;
  const schema = {
    tags: workbenchTags,
    summary: 'Check a job',
    description: 'Queries the provider if possible; never submits anything.',
    security: sessionSecurity,
    params: workbenchJobPath,
    response: { 200: workbenchCheck, ...workbenchErrorResponses },
  };
  const prefix = mountPrefix(app.prefix);
  const options = { schema, validatorCompiler: noValidation };
  app.post<{ Params: { id: string } }>('/jobs/:id/check', options, async (request, reply) => {
    const { id } = request.params;
    const own = await gateway.get({ ...workbenchOwner, id });
    if (own === undefined) return sendWorkbenchFailure(reply, jobNotFound);
    const result = await gateway.check({ id, signal: signalOnDisconnect(reply) });
    if (result.kind === 'not-found') return sendWorkbenchFailure(reply, jobNotFound);
    const [job] = await showJobs(context, [result.job], prefix);
    return sendText(reply, JSON.stringify({ job, checked: result.against }));
  });
}
