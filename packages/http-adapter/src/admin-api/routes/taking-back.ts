import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AdminContext } from '../context.ts';
import {
  apiUserResponse,
  encodeApiUser,
  erasureBody,
  revokedLinks,
  revokedOwnerBody,
} from '../schemas/api-user.ts';
import { type AdminFailure, sendAdminFailure } from '../failure.ts';
import { removedResult } from '../schemas/job.ts';
import { errorResponses, idPath, sessionSecurity as security } from '../schemas/page.ts';

const noUser: AdminFailure = { kind: 'not-found', detail: 'There is no such API user.' };
const noJob: AdminFailure = { kind: 'not-found', detail: 'There is no such job.' };

/** Routes that revoke: links, videos, and everything personal of an API user. */
export function registerTakingBack(app: FastifyInstance, context: AdminContext): void {
  registerRevokeUserLinks(app, context);
  registerRevokeLinks(app, context);
  registerErase(app, context);
  registerRemoveResult(app, context);
}

function registerRevokeUserLinks(app: FastifyInstance, context: AdminContext): void {
  const { apiUsers } = context.deps;
  const response = { 200: revokedLinks, ...errorResponses };
  const schema = {
    tags: ['API users'],
    summary: 'Revoke all existing video links of an API user',
    security,
    params: idPath,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/api-users/:id/revoke-links', { schema }, async (request, reply) => {
      const { id } = request.params;
      if ((await apiUsers.find(id)) === undefined) return sendAdminFailure(reply, noUser);
      const action = 'api-user.revoke-links';
      const audit = context.entry(request, { action, target: id, before: null, after: null });
      return reply.send({
        link_epoch: await apiUsers.revokeLinks({ owner: `user:${id}`, audit }),
      });
    });
}

function registerRevokeLinks(app: FastifyInstance, context: AdminContext): void {
  const response = { 200: revokedLinks, ...errorResponses };
  const schema = {
    tags: ['API users'],
    summary: 'Revoke all existing video links of the native API or the service',
    security,
    body: revokedOwnerBody,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/revoke-links', { schema }, async (request, reply) => {
      const { owner } = request.body;
      const change = { action: 'links.revoke', target: owner, before: null, after: null };
      const audit = context.entry(request, change);
      return reply.send({ link_epoch: await context.deps.apiUsers.revokeLinks({ owner, audit }) });
    });
}

function registerErase(app: FastifyInstance, context: AdminContext): void {
  const { apiUsers, newApiKey, clock, beginErasure } = context.deps;
  const response = { 200: apiUserResponse, ...errorResponses };
  const schema = {
    tags: ['API users'],
    summary: 'Permanently erase the personal data of an API user',
    description:
      'Disables the user and the key, revokes links, ends unsent jobs, and erases prompts, references and videos. Jobs in progress are erased when they end; `erasure` shows the progress.',
    security,
    params: idPath,
    body: erasureBody,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/api-users/:id/erase', { schema }, async (request, reply) => {
      const { id } = request.params;
      const before = await apiUsers.find(id);
      if (before === undefined) return sendAdminFailure(reply, noUser);
      if (request.body.confirm !== before.name && request.body.confirm !== id) {
        const detail = 'confirm must be the name or ID of this API user';
        return sendAdminFailure(reply, { kind: 'field-invalid', detail });
      }
      // A key that is never shown: no other key has its digest.
      const { digest: keyDigest } = newApiKey();
      const change = { action: 'api-user.erase', target: id, before: null, after: null };
      const audit = context.entry(request, change);
      const disabled = await apiUsers.erase({ id, keyDigest, now: clock.now(), audit });
      if (disabled === undefined) return sendAdminFailure(reply, noUser);
      await beginErasure(id);
      return reply.send({ api_user: encodeApiUser((await apiUsers.find(id)) ?? disabled) });
    });
}

function registerRemoveResult(app: FastifyInstance, context: AdminContext): void {
  const response = { 200: removedResult, ...errorResponses };
  const schema = {
    tags: ['Jobs'],
    summary:
      'Remove the video of a finished job, or the file that was not delivered; the job is kept',
    security,
    params: idPath,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .delete('/jobs/:id/result', { schema }, async (request, reply) => {
      const { id } = request.params;
      const actor = context.guard.sessionOf(request).username;
      const after = { result: null };
      const change = { action: 'job.remove-result', target: id, before: null, after };
      const audit = context.entry(request, change);
      const removal = await context.deps.gateway.removeResult({ id, actor, audit });
      if (removal.kind === 'not-found') return sendAdminFailure(reply, noJob);
      const { state } = removal.job;
      if (removal.kind === 'no-result') {
        const detail =
          state === 'completed'
            ? 'The video of this job was already removed.'
            : `There is no file to remove: this job is ${state}.`;
        return sendAdminFailure(reply, { kind: 'no-result', detail });
      }
      return reply.send({ id, state });
    });
}
