import {
  describeNamedWorkRefusal,
  describeNotUnknown,
  type LookUpWorkResult,
} from '@filmgate/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signalOnDisconnect } from '../../http/signal-on-disconnect.ts';
import { auditOfJobs } from '../audit-of-jobs.ts';
import type { AdminContext } from '../context.ts';
import { sendAdminFailure } from '../failure.ts';
import { encodeAdminJob } from '../schemas/encode-job.ts';
import { encodeLookedUp } from '../schemas/encode-work.ts';
import { lookedUpWork, lookUpBody, resolveBody, resolvedJob } from '../schemas/job.ts';
import { errorResponses, idPath, sessionSecurity as security } from '../schemas/page.ts';
import { resolveByHand } from './acts-on-job.ts';
import { accountNamed, namesIn, noSuchJob } from './job-names.ts';

const tags = ['Jobs'];

/** Sends the reason a job was not resolved, or no work looked up for it. */
function sendNotResolved(
  reply: FastifyReply,
  result: Exclude<LookUpWorkResult, { readonly kind: 'seen' }>,
): FastifyReply {
  switch (result.kind) {
    case 'not-found':
      return sendAdminFailure(reply, noSuchJob);
    case 'invalid-request':
      return sendAdminFailure(reply, { kind: 'field-invalid', detail: result.message });
    case 'not-adoptable':
      return sendAdminFailure(reply, {
        kind: 'not-adoptable',
        detail: describeNamedWorkRefusal(result.refusal),
      });
    case 'not-unknown':
      return sendAdminFailure(reply, {
        kind: 'not-unknown',
        detail: describeNotUnknown(result.job),
      });
  }
}

function registerLookUp(app: FastifyInstance, context: AdminContext): void {
  const response = { 200: lookedUpWork, ...errorResponses };
  const summary = 'Look up a task at the provider for resolving a job as found; changes nothing';
  const schema = { tags, summary, security, params: idPath, body: lookUpBody, response };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/jobs/:id/look-up', { schema }, async (request, reply) => {
      const { id } = request.params;
      const { upstream_id: upstreamId, account } = request.body;
      const found = await context.deps.jobs.find(id);
      if (found === undefined) return sendAdminFailure(reply, noSuchJob);
      await context.audit(request, auditOfJobs.lookUp(id, found.state, upstreamId));
      const accountId = await accountNamed(context, account);
      const signal = signalOnDisconnect(reply);
      const result = await context.deps.gateway.lookUpWork({ id, upstreamId, accountId, signal });
      if (result.kind !== 'seen') return sendNotResolved(reply, result);
      const job = encodeAdminJob(result.job, await namesIn(context, [result.job]));
      return reply.send(encodeLookedUp(result.seen, job));
    });
}

/** Lets an operator end an unknown outcome: look work up, then resolve the job. */
export function registerResolve(app: FastifyInstance, context: AdminContext): void {
  registerLookUp(app, context);
  const response = { 200: resolvedJob, ...errorResponses };
  const summary = 'Resolve an unknown outcome: charged, not charged, or found';
  const schema = { tags, summary, security, params: idPath, body: resolveBody, response };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/jobs/:id/resolve', { schema }, async (request, reply) => {
      const { id } = request.params;
      const { body } = request;
      const { note } = body;
      const named =
        body.outcome === 'found'
          ? {
              outcome: body.outcome,
              upstreamId: body.upstream_id,
              accountId: await accountNamed(context, body.account),
              signal: signalOnDisconnect(reply),
            }
          : { outcome: body.outcome };
      const resolution = await resolveByHand({ context, request, id }, { note, ...named });
      if (resolution.kind !== 'resolved') return sendNotResolved(reply, resolution);
      const { job } = resolution;
      return reply.send({ job: encodeAdminJob(job, await namesIn(context, [job])) });
    });
}
