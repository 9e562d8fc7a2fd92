import type { AdminSession } from '@filmgate/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { publicSessionId } from '../public-session-id.ts';
import {
  errorResponses,
  idPath,
  isoInstant,
  pageOf,
  sessionSecurity as security,
} from '../schemas/page.ts';
import { type AdminFailure, sendAdminFailure } from '../failure.ts';
import { endedSessions, openSession, type OpenSessionRecord } from '../schemas/session.ts';

/** Encodes a session for the console. */
function encodeOpenSession(
  session: AdminSession,
  { idleMs, current }: { readonly idleMs: number; readonly current: AdminSession },
): OpenSessionRecord {
  const { username, createdAt, lastSeenAt, expiresAt } = session;
  return {
    id: publicSessionId(session),
    username,
    created_at: isoInstant(createdAt),
    last_seen_at: isoInstant(lastSeenAt),
    idle_until: isoInstant(Math.min(lastSeenAt + idleMs, expiresAt)),
    expires_at: isoInstant(expiresAt),
    current: session.idDigest === current.idDigest,
  };
}

const tags = ['Sessions'];
const notFound: AdminFailure = { kind: 'not-found', detail: 'There is no such open session.' };

/** Maximum sessions listed; a gateway with more of them open has other worries. */
const mostListed = 1000;

/** Open sessions of administrators: lists them, and ends one immediately. */
export function registerSessions(app: FastifyInstance, context: AdminContext): void {
  registerList(app, context);
  registerEnd(app, context);
  registerEndOthers(app, context);
}

function registerList(app: FastifyInstance, context: AdminContext): void {
  const response = { 200: pageOf(openSession), ...errorResponses };
  const schema = { tags, summary: 'List open sessions', security, response };
  app.get('/sessions', { schema }, async (request, reply) => {
    const current = context.guard.sessionOf(request);
    const idleMs = context.settings().sessionIdleMs;
    const open = await listOpen(context);
    const data = open.map((session) => encodeOpenSession(session, { idleMs, current }));
    return reply.send({ data, next_cursor: null });
  });
}

function registerEnd(app: FastifyInstance, context: AdminContext): void {
  const response = { 204: z.null().describe('The session has ended.'), ...errorResponses };
  const schema = { tags, summary: 'End a session', security, params: idPath, response };
  app
    .withTypeProvider<ZodTypeProvider>()
    .delete('/sessions/:id', { schema }, async (request, reply) => {
      const { id } = request.params;
      const open = await listOpen(context);
      const session = open.find((one) => publicSessionId(one) === id);
      if (session === undefined) return sendAdminFailure(reply, notFound);
      await end(context, request, session);
      if (session.idDigest === context.guard.sessionOf(request).idDigest)
        reply.header('set-cookie', context.cookie.clear());
      return reply.code(204).send(null);
    });
}

function registerEndOthers(app: FastifyInstance, context: AdminContext): void {
  const response = { 200: endedSessions.describe('Number of ended sessions.'), ...errorResponses };
  const schema = { tags, summary: 'End all other sessions', security, response };
  app.delete('/sessions', { schema }, async (request, reply) => {
    const own = context.guard.sessionOf(request).idDigest;
    return reply.send({ ended: await endOthers(context, request, own) });
  });
}

/** Ends every session but one; returns their number. */
export async function endOthers(
  context: AdminContext,
  request: FastifyRequest,
  kept: string,
): Promise<number> {
  let ended = 0;
  for (;;) {
    const others = (await listOpen(context)).filter(({ idDigest }) => idDigest !== kept);
    if (others.length === 0) return ended;
    for (const session of others) await end(context, request, session);
    ended += others.length;
  }
}

async function listOpen({ deps, settings }: AdminContext): Promise<readonly AdminSession[]> {
  const { sessionIdleMs: idleMs } = settings();
  return await deps.access.listSessions({ idleMs, now: deps.clock.now(), limit: mostListed });
}

async function end(
  context: AdminContext,
  request: FastifyRequest,
  session: AdminSession,
): Promise<void> {
  const idleMs = context.settings().sessionIdleMs;
  const current = context.guard.sessionOf(request);
  const audit = context.entry(request, {
    action: 'session.end',
    target: publicSessionId(session),
    before: encodeOpenSession(session, { idleMs, current }),
    after: null,
  });
  await context.endSession(session.idDigest, audit);
}
