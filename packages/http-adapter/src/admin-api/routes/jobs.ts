import type { FileLost } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { lostResult } from '../../http/lost-result.ts';
import { noValidation } from '../../http/route-compilers.ts';
import { signalOnDisconnect } from '../../http/signal-on-disconnect.ts';
import { sendStoredFile } from '../../http/send-stored-file.ts';
import type { AdminContext } from '../context.ts';
import { encodeAdminJob, encodeAdminJobs, encodeWaitingFor } from '../schemas/encode-job.ts';
import { encodeReportedWork } from '../schemas/encode-work.ts';
import { sendAdminFailure } from '../failure.ts';
import { adminJob, adminJobDetail, cancelledJob, checkedJob, jobsQuery } from '../schemas/job.ts';
import {
  errorResponses,
  idPath,
  isoInstant,
  pageOf,
  pageQuery,
  sessionSecurity as security,
} from '../schemas/page.ts';
import { encodeTrailStep } from '../schemas/trail.ts';
import { cancelByHand, checkByHand } from './acts-on-job.ts';
import { readJobFilters } from './job-filters.ts';
import { namesIn, noSuchJob } from './job-names.ts';
import { registerResolve } from './resolve-job.ts';
import { readUnknownSlotEnds } from './unknown-slot-ends.ts';

const tags = ['Jobs'];

const jobsPage = pageOf(adminJob).extend({
  unreadable: z.array(z.string()).meta({
    description: 'IDs of jobs on this page that cannot be shown; the log has the reason.',
  }),
});

/** `jobs` of every owner [admin.jobs.all-owners]: attempts, costs, and an operator's resolution of unknown outcomes. */
export function registerJobs(app: FastifyInstance, context: AdminContext): void {
  registerList(app, context);
  registerDetail(app, context);
  registerCheck(app, context);
  registerCancel(app, context);
  registerResolve(app, context);
}

function registerList(app: FastifyInstance, context: AdminContext): void {
  const querystring = jobsQuery.extend(pageQuery);
  const response = { 200: jobsPage, ...errorResponses };
  const schema = { tags, summary: 'List jobs of all owners', security, querystring, response };
  app.withTypeProvider<ZodTypeProvider>().get('/jobs', { schema }, async ({ query }, reply) => {
    const read = await readJobFilters(context, query);
    if (read.kind === 'field-invalid') return sendAdminFailure(reply, read);
    const page = await context.deps.gateway.list({
      ...read.filters,
      surface: null,
      order: 'newest-first',
      after: query.cursor ?? null,
      limit: query.limit,
    });
    if (page.kind === 'cursor-unknown') {
      return sendAdminFailure(reply, {
        kind: 'field-invalid',
        detail: 'cursor does not belong to this list',
      });
    }
    if (page.kind === 'invalid-request')
      return sendAdminFailure(reply, { kind: 'field-invalid', detail: page.message });
    const names = await namesIn(context, page.jobs);
    const next_cursor = page.hasMore ? (page.jobs.at(-1)?.id ?? null) : null;
    return reply.send({ ...encodeAdminJobs(page.jobs, names, context.deps.log), next_cursor });
  });
}

function registerDetail(app: FastifyInstance, context: AdminContext): void {
  const { jobs, accounts, clock, book } = context.deps;
  const response = { 200: adminJobDetail, ...errorResponses };
  const schema = {
    tags,
    summary: 'Read a job with its trail',
    security,
    params: idPath,
    response,
  };
  app.withTypeProvider<ZodTypeProvider>().get('/jobs/:id', { schema }, async (request, reply) => {
    const { id } = request.params;
    const job = await jobs.find(id);
    if (job === undefined) return sendAdminFailure(reply, noSuchJob);
    const [trail, dispatches, loads, names] = await Promise.all([
      jobs.trail(id),
      jobs.dispatches(id),
      accounts.loads(),
      namesIn(context, [job]),
    ]);
    const ends = await readUnknownSlotEnds(context.deps, loads);
    return reply.send({
      job: encodeAdminJob(job, names),
      waiting_for: encodeWaitingFor(job, { loads, book, ends }, clock.now()),
      trail: trail.map(encodeTrailStep),
      accounts: loads.map(({ account }) => ({ id: account.id, label: account.label })),
      submissions: dispatches.map(({ correlationId, recordedAt, sendDeadlineAt, handle }) => ({
        correlation_id: correlationId,
        recorded_at: isoInstant(recordedAt),
        send_deadline_at: isoInstant(sendDeadlineAt),
        has_handle: handle !== null,
      })),
    });
  });
}

function registerCheck(app: FastifyInstance, context: AdminContext): void {
  const response = { 200: checkedJob, ...errorResponses };
  const schema = {
    tags,
    summary: 'Check a job at its provider; never submits',
    security,
    params: idPath,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/jobs/:id/check', { schema }, async (request, reply) => {
      const { id } = request.params;
      const checked = await checkByHand({ context, request, id }, signalOnDisconnect(reply));
      if (checked.kind === 'not-found') return sendAdminFailure(reply, noSuchJob);
      const { job, against, candidates } = checked;
      return reply.send({
        job: encodeAdminJob(job, await namesIn(context, [job])),
        checked: against,
        candidates: candidates.map(({ source, ...work }) => ({
          ...encodeReportedWork(work),
          source,
        })),
      });
    });
}

function registerCancel(app: FastifyInstance, context: AdminContext): void {
  const response = { 200: cancelledJob, ...errorResponses };
  const summary = 'Cancel a job that was not sent; all credits are released';
  const schema = { tags, summary, security, params: idPath, response };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/jobs/:id/cancel', { schema }, async (request, reply) => {
      const { id } = request.params;
      const result = await cancelByHand({ context, request, id });
      if (result.kind === 'not-found') return sendAdminFailure(reply, noSuchJob);
      const { job } = result;
      if (result.kind === 'maybe-sent') {
        const detail = `Only a job that was not sent can be cancelled; this job is ${job.state}, or may have been sent.`;
        return sendAdminFailure(reply, { kind: 'maybe-sent', detail });
      }
      return reply.send({ job: encodeAdminJob(job, await namesIn(context, [job])) });
    });
}

const media = {
  description: 'Video or image, or a part with Range.',
  content: {
    'video/*': { schema: z.string().meta({ format: 'binary' }) },
    'image/*': { schema: z.string().meta({ format: 'binary' }) },
    'audio/*': { schema: z.string().meta({ format: 'binary' }) },
  },
};

function sendLost(reply: FastifyReply, lost: FileLost): FastifyReply {
  const { kind, message: detail } = lostResult(lost, 'file');
  const wait = lost.kind === 'restoring' ? { retryAfterMs: lost.retryAfterMs } : {};
  return sendAdminFailure(reply, { kind, detail, ...wait });
}

/** `GET` and `HEAD` on `jobs/:id/content`: the file of any owner's job, delivered or not [results.kept]. */
export function registerJobContent(app: FastifyInstance, context: AdminContext): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/jobs/:id/content',
    schema: {
      tags: ['Jobs'],
      summary: 'Download the stored result of a job, or the downloaded file that was not delivered',
      security,
      params: idPath,
      response: { 200: media, 206: media, ...errorResponses },
    },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: (request, reply) => sendContent(context, request, reply),
  });
}

async function sendContent(
  { deps, bytes, noteDownload }: AdminContext,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params;
  const opened = await deps.gateway.openFile({ id });
  if (opened.kind === 'not-found') {
    const detail = 'There is no such job or result.';
    return sendAdminFailure(reply, { kind: 'not-found', detail });
  }
  if (opened.kind !== 'opened') return sendLost(reply, opened);
  try {
    if (request.method === 'GET') await noteDownload(request, id);
  } catch (error) {
    await opened.blob.close();
    throw error;
  }
  const body = { detail: `The file has ${opened.file.size} bytes.` };
  const unsatisfiable = { body, errorCode: 'range_not_satisfiable' };
  return sendStoredFile(
    { bytes, log: deps.log },
    { request, reply, jobId: id, opened, isAttachment: false, unsatisfiable },
  );
}
