import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import {
  apiUser,
  apiUserResponse,
  apiUserChangeBody,
  apiUserWithKey,
  encodeApiUser,
  newApiUserBody,
} from '../schemas/api-user.ts';
import { findApiUsers } from '../find-api-users.ts';
import { type AdminFailure, sendAdminFailure } from '../failure.ts';
import {
  errorResponses,
  idPath,
  oneText,
  pageOf,
  pageQuery,
  sessionSecurity as security,
} from '../schemas/page.ts';

const tags = ['API users'];
const cursorUnknown: AdminFailure = {
  kind: 'field-invalid',
  detail: 'cursor does not belong to this list',
};
const erased: AdminFailure = {
  kind: 'user-erased',
  detail: 'This API user was erased and cannot be changed.',
};
const notFound: AdminFailure = { kind: 'not-found', detail: 'There is no such API user.' };

/** `api-users` [admin.api-users.create]: keys are shown once, at creation. */
export function registerApiUsers(app: FastifyInstance, context: AdminContext): void {
  registerList(app, context);
  registerCreate(app, context);
  registerChange(app, context);
  registerRotate(app, context);
}

function registerList(app: FastifyInstance, { deps }: AdminContext): void {
  const response = { 200: pageOf(apiUser), ...errorResponses };
  const schema = {
    tags,
    summary: 'List API users, newest first',
    security,
    querystring: z.object({
      ...pageQuery,
      text: oneText.meta({ description: 'Part of the name, ID or key hint.' }),
    }),
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/api-users', { schema }, async ({ query }, reply) => {
      const { limit, cursor, text = '' } = query;
      const wanted = { text, after: cursor ?? null, limit: limit + 1 };
      const found = await findApiUsers(deps.apiUsers, wanted);
      if (found.kind === 'cursor-unknown') return sendAdminFailure(reply, cursorUnknown);
      const page = found.users.slice(0, limit);
      const next_cursor = found.users.length > limit ? (page.at(-1)?.id ?? null) : null;
      return reply.send({ data: page.map(encodeApiUser), next_cursor });
    });
}

function registerCreate(app: FastifyInstance, context: AdminContext): void {
  const { deps } = context;
  const response = { 201: apiUserWithKey, ...errorResponses };
  const schema = { tags, summary: 'Create an API user', security, body: newApiUserBody, response };
  app.withTypeProvider<ZodTypeProvider>().post('/api-users', { schema }, async (request, reply) => {
    const { name, total_limit: totalLimit = null } = request.body;
    const { max_open_jobs, max_requests_per_minute } = request.body;
    const { key, digest: keyDigest, hint: keyHint } = deps.newApiKey();
    const id = `us_${deps.ids.next()}`;
    const user = await deps.apiUsers.create({
      id,
      name,
      keyDigest,
      keyHint,
      totalLimit,
      maxOpenJobs: max_open_jobs ?? null,
      maxRequestsPerMinute: max_requests_per_minute ?? null,
      now: deps.clock.now(),
      audit: context.entry(request, {
        action: 'api-user.create',
        target: id,
        before: null,
        after: { id, enabled: true, key_hint: keyHint, total_limit: null, ...request.body },
      }),
    });
    return reply.code(201).send({ api_user: encodeApiUser(user), key });
  });
}

function registerChange(app: FastifyInstance, context: AdminContext): void {
  const { deps } = context;
  const response = { 200: apiUserResponse, ...errorResponses };
  const schema = {
    tags,
    summary: 'Change an API user',
    security,
    params: idPath,
    body: apiUserChangeBody,
    response,
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .patch('/api-users/:id', { schema }, async (request, reply) => {
      const { id } = request.params;
      const user = await deps.apiUsers.find(id);
      if (user === undefined) return sendAdminFailure(reply, notFound);
      if (user.erasure !== null) return sendAdminFailure(reply, erased);
      const before = encodeApiUser(user);
      const after = await deps.apiUsers.edit({
        id,
        ...changesOf(request.body),
        now: deps.clock.now(),
        audit: context.entry(request, {
          action: 'api-user.edit',
          target: id,
          before,
          after: { ...before, ...request.body },
        }),
      });
      if (after === undefined) return sendAdminFailure(reply, notFound);
      return reply.send({ api_user: encodeApiUser(after) });
    });
}

/** Absent fields stay unchanged. */
function changesOf({
  name,
  enabled,
  total_limit: totalLimit,
  max_open_jobs: maxOpenJobs,
  max_requests_per_minute: maxRequestsPerMinute,
}: z.infer<typeof apiUserChangeBody>) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(totalLimit === undefined ? {} : { totalLimit }),
    ...(maxOpenJobs === undefined ? {} : { maxOpenJobs }),
    ...(maxRequestsPerMinute === undefined ? {} : { maxRequestsPerMinute }),
  };
}

function registerRotate(app: FastifyInstance, context: AdminContext): void {
  const { deps } = context;
  const response = { 200: apiUserWithKey, ...errorResponses };
  const schema = { tags, summary: "Replace an API user's key", security, params: idPath, response };
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/api-users/:id/rotate', { schema }, async (request, reply) => {
      const { id } = request.params;
      const before = await deps.apiUsers.find(id);
      if (before === undefined) return sendAdminFailure(reply, notFound);
      if (before.erasure !== null) return sendAdminFailure(reply, erased);
      const { key, digest: keyDigest, hint: keyHint } = deps.newApiKey();
      const audit = context.entry(request, {
        action: 'api-user.rotate',
        target: id,
        before: { key_hint: before.keyHint },
        after: { key_hint: keyHint },
      });
      const now = deps.clock.now();
      const after = await deps.apiUsers.rotate({ id, keyDigest, keyHint, now, audit });
      if (after === undefined) return sendAdminFailure(reply, notFound);
      return reply.send({ api_user: encodeApiUser(after), key });
    });
}
