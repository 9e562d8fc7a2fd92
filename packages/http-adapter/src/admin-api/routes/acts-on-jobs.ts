import type { Job } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signalOnDisconnect } from '../../http/signal-on-disconnect.ts';
import type { AdminContext } from '../context.ts';
import {
  type ActedJobRecord,
  actedJobs,
  type ActOnJobs,
  actOnJobsBody,
  checkActBody,
} from '../schemas/act-on-jobs.ts';
import { encodeAdminJob } from '../schemas/encode-job.ts';
import { errorResponses, sessionSecurity as security } from '../schemas/page.ts';
import { cancelByHand, checkByHand, type JobInHand, resolveByHand } from './acts-on-job.ts';
import { namesIn } from './job-names.ts';

const tags = ['Jobs'];
const response = { 200: actedJobs, ...errorResponses };

/** Result for one of many: the job after the act, and the reason it was skipped; null if the act was done. */
interface Acted {
  readonly id: string;
  readonly job: Job | null;
  readonly reason: ActedJobRecord['reason'];
}

/** One act on many jobs: its preview [admin.jobs.acts-preview], and the act itself [admin.jobs.acts]. */
export function registerActsOnJobs(app: FastifyInstance, context: AdminContext): void {
  registerPreview(app, context);
  const summary = 'Check, cancel or resolve up to 100 jobs, each independently';
  const schema = { tags, summary, security, body: actOnJobsBody, response };
  app.withTypeProvider<ZodTypeProvider>().post('/jobs/acts', { schema }, async (request, reply) => {
    const { body } = request;
    const signal = signalOnDisconnect(reply);
    const acted: Acted[] = [];
    // One after the other: a provider that receives a hundred queries at once would limit its other callers.
    for (const id of body.ids) {
      if (signal.aborted) break;
      const checked = await check(context, body.act, id);
      acted.push(
        checked.reason === null ? await actOn({ context, request, id }, body, signal) : checked,
      );
    }
    return reply.send(await encodeActed(context, acted));
  });
}

function registerPreview(app: FastifyInstance, context: AdminContext): void {
  const summary = 'Preview an action on up to 100 jobs; changes nothing';
  const schema = { tags, summary, security, body: checkActBody, response };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/jobs/acts/preview', { schema }, async ({ body }, reply) => {
      const checked: Acted[] = [];
      for (const id of body.ids) checked.push(await check(context, body.act, id));
      return reply.send(await encodeActed(context, checked));
    });
}

async function check({ deps }: AdminContext, act: ActOnJobs['act'], id: string): Promise<Acted> {
  const checked = await deps.gateway.checkAct({ id, act });
  if (checked.kind === 'not-found') return { id, job: null, reason: 'not-found' };
  return { id, job: checked.job, reason: checked.obstacle };
}

/** A job that changed after the check is skipped by the act itself. */
async function actOn(inHand: JobInHand, said: ActOnJobs, signal: AbortSignal): Promise<Acted> {
  const { id } = inHand;
  const result = await done(inHand, said, signal);
  switch (result.kind) {
    case 'checked':
    case 'cancelled':
    case 'resolved':
      return { id, job: result.job, reason: null };
    case 'maybe-sent':
    case 'not-unknown':
      return { id, job: result.job, reason: result.kind };
    case 'not-found':
      return { id, job: null, reason: 'not-found' };
    case 'invalid-request':
    case 'not-adoptable':
      throw new Error(`A resolution of many jobs was refused: ${result.kind}.`);
  }
}

function done(inHand: JobInHand, said: ActOnJobs, signal: AbortSignal) {
  switch (said.act) {
    case 'check':
      return checkByHand(inHand, signal);
    case 'cancel':
      return cancelByHand(inHand);
    case 'resolve':
      return resolveByHand(inHand, { outcome: said.outcome, note: said.note });
  }
}

async function encodeActed(
  context: AdminContext,
  acted: readonly Acted[],
): Promise<{ readonly data: ActedJobRecord[] }> {
  const names = await namesIn(
    context,
    acted.flatMap(({ job }) => (job === null ? [] : [job])),
  );
  const data = acted.map(({ id, job, reason }) => ({
    id,
    reason,
    job: job === null ? null : encodeAdminJob(job, names),
  }));
  return { data };
}
