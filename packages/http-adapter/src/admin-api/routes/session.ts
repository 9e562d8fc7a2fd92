import type { AdminSession, AuditEntry } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { isoInstant } from '../encode/iso-instant.ts';
import type { AdminFailure } from '../failure.ts';
import { sendAdminFailure } from '../failure-response.ts';
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
  const subject = deps.digest.sha256(`${username}\n${request.ip}`);
  const retryAfterMs = await countAttempt(context, subject);
  if (retryAfterMs !== null) {
    const detail = 'Too many failed logins from your address; wait before you try again.';
    return sendAdminFailure(reply, { kind: 'login-throttled', detail, retryAfterMs });
  }
  if (!(await deps.verifyPassword({ username, password }))) {
    deps.log.warn('login_failed', { request_id: request.id, address: request.ip });
    return sendAdminFailure(reply, {
      kind: 'login-failed',
      detail: 'The name or the password is wrong.',
    });
  }
  await deps.access.clearLoginFailures(subject);
  await closeSession(context, request);
  const session = await openSession(context, { username, reply });
  return reply.send(encodeSession(session));
}

/**
 * Counts an attempt as failed before its password is looked at, so that attempts made side by side cannot outrun the
 * count; a right password clears it. Gives the wait in ms where the attempt is one too many.
 */
async function countAttempt(
  { deps, settings }: AdminContext,
  subject: string,
): Promise<number | null> {
  const { loginFailures: most, loginWindowMs } = settings();
  const now = deps.clock.now();
  const window = { subject, since: now - loginWindowMs };
  const waitMs = (failures: readonly number[]): number =>
    (failures.at(-most) ?? now) + loginWindowMs - now;
  const before = await deps.access.loginFailures(window);
  if (before.length >= most) return waitMs(before);
  await deps.access.recordLoginFailure({ subject, now });
  const counted = await deps.access.loginFailures(window);
  return counted.length > most ? waitMs(counted) : null;
}

async function openSession(
  { deps, settings, cookie, entryBy }: AdminContext,
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
  const login = { action: 'session.login', target: username, before: null, after: null };
  await deps.access.openSession(session, { audit: entryBy(username, login) });
  reply.header('set-cookie', cookie.write(id, Math.floor(sessionMaxMs / 1000)));
  return session;
}

async function closeSession(
  { deps, cookie, endSession }: AdminContext,
  request: FastifyRequest,
  audit?: AuditEntry,
): Promise<void> {
  const id = cookie.read(request.headers.cookie);
  if (id !== undefined) await endSession(deps.digest.sha256(id), audit);
}

async function logOut(
  context: AdminContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await context.guard.find(request);
  const logout = (target: string) =>
    context.entryBy(target, { action: 'session.logout', target, before: null, after: null });
  await closeSession(
    context,
    request,
    session === undefined ? undefined : logout(session.username),
  );
  return reply.code(204).header('set-cookie', context.cookie.clear()).send();
}

function encodeSession({ username, expiresAt }: AdminSession): SessionAnswer {
  return { user: { username, role: 'admin' }, expires_at: isoInstant(expiresAt) };
}
