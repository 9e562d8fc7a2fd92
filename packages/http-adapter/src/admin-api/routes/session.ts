import type { AdminSession } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { isoInstant } from '../encode/iso-instant.ts';
import type { AdminFailure } from '../failure.ts';
import { sendAdminFailure } from '../failure-response.ts';
import { unseenAttempt } from '../login-throttle.ts';
import { errorAnswers, sessionSecurity } from '../schemas/page.ts';
import { loginBody, type SessionAnswer, sessionAnswer } from '../schemas/session.ts';

const tags = ['Session'];

/** Login, logout, and who is logged in (decisions §5 Login). */
export function registerSession(app: FastifyInstance, context: AdminContext): void {
  const { guard } = context;
  const security: readonly [] = [];
  const answer = { 200: sessionAnswer, ...errorAnswers };
  const goodbye = { 204: z.null().describe('Logged out.'), ...errorAnswers };
  const login = { tags, summary: 'Log in', security, body: loginBody, response: answer };
  const logout = { tags, summary: 'Log out', security, response: goodbye };
  const session = {
    tags,
    summary: 'Who is logged in',
    security: sessionSecurity,
    response: answer,
  };
  app.post<{ Body: z.infer<typeof loginBody> }>(
    '/login',
    { schema: login, onRequest: guard.requireOwnOrigin },
    (request, reply) => logIn(context, { request, reply, ...request.body }),
  );
  app.post('/logout', { schema: logout, onRequest: guard.requireOwnOrigin }, (request, reply) =>
    logOut(context, request, reply),
  );
  app.get('/session', { schema: session }, async (request, reply) => {
    const found = await guard.find(request);
    const failure: AdminFailure = { kind: 'no-session', detail: 'Nobody is logged in.' };
    return found === undefined
      ? sendAdminFailure(reply, failure)
      : reply.send(encodeSession(found));
  });
}

interface LoginAttempt {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly username: string;
  readonly password: string;
}

async function logIn(context: AdminContext, attempt: LoginAttempt): Promise<FastifyReply> {
  const { deps } = context;
  const { request, reply, username, password } = attempt;
  const findFault = async (): Promise<AdminFailure | undefined> => {
    if (await deps.verifyPassword({ username, password })) return undefined;
    deps.log.warn('login_failed', { request_id: request.id, address: request.ip });
    return { kind: 'login-failed', detail: 'The name or the password is wrong.' };
  };
  const address = request.ip;
  const verdict = await context.loginThrottle.attempt({ username, address }, findFault);
  if (verdict.kind === 'wrong') return sendAdminFailure(reply, verdict.refusal);
  if (verdict.kind !== 'let-in') return sendAdminFailure(reply, unseenAttempt(verdict));
  await closeSession(context, request);
  const session = await openSession(context, { username, reply });
  await context.auditAs(username, {
    action: 'session.login',
    target: username,
    before: null,
    after: null,
  });
  return reply.send(encodeSession(session));
}

async function openSession(
  { deps, settings, cookie }: AdminContext,
  { username, reply }: { readonly username: string; readonly reply: FastifyReply },
): Promise<AdminSession> {
  const { sessionMaxMs } = settings();
  const id = deps.newSessionId();
  const now = deps.clock.now();
  const session: AdminSession = {
    idDigest: deps.digest.sha256(id),
    username,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + sessionMaxMs,
  };
  await deps.access.openSession(session);
  reply.header('set-cookie', cookie.write(id, Math.floor(sessionMaxMs / 1000)));
  return session;
}

async function closeSession(
  { deps, cookie, endSession }: AdminContext,
  request: FastifyRequest,
): Promise<void> {
  const id = cookie.read(request.headers.cookie);
  if (id !== undefined) await endSession(deps.digest.sha256(id));
}

async function logOut(
  context: AdminContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await context.guard.find(request);
  await closeSession(context, request);
  if (session !== undefined) {
    const { username } = session;
    await context.auditAs(username, {
      action: 'session.logout',
      target: username,
      before: null,
      after: null,
    });
  }
  return reply.code(204).header('set-cookie', context.cookie.clear()).send();
}

function encodeSession({ username, expiresAt }: AdminSession): SessionAnswer {
  return { user: { username, role: 'admin' }, expires_at: isoInstant(expiresAt) };
}
