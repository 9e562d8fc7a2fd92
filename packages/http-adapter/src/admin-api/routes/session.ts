import type { AdminSession, AuditEntry } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { shortBodyBytes } from '../../http/caller-shares.ts';
import type { AuditedChange } from '../audit.ts';
import type { AdminContext } from '../context.ts';
import { errorResponses, isoInstant, sessionSecurity } from '../schemas/page.ts';
import { type AdminFailure, sendAdminFailure } from '../failure.ts';
import { originOf } from '../request-audit.ts';
import { unseenAttempt } from '../login-throttle.ts';
import { loginBody, type SessionResponse, sessionResponse } from '../schemas/session.ts';

const tags = ['Session'];

/** Login, logout, and the current session [login.session]. */
export function registerSession(app: FastifyInstance, context: AdminContext): void {
  const { guard } = context;
  const security: readonly [] = [];
  const response = { 200: sessionResponse, ...errorResponses };
  const goodbye = { 204: z.null().describe('Logged out.'), ...errorResponses };
  const login = { tags, summary: 'Log in', security, body: loginBody, response };
  const logout = { tags, summary: 'Log out', security, response: goodbye };
  const session = {
    tags,
    summary: 'Read the current session',
    security: sessionSecurity,
    response,
  };
  app.post<{ Body: z.infer<typeof loginBody> }>(
    '/login',
    { schema: login, bodyLimit: shortBodyBytes, onRequest: guard.requireOwnOrigin },
    (request, reply) => logIn(context, { request, reply, ...request.body }),
  );
  app.post(
    '/logout',
    { schema: logout, bodyLimit: shortBodyBytes, onRequest: guard.requireOwnOrigin },
    (request, reply) => logOut(context, request, reply),
  );
  app.get('/session', { schema: session }, async (request, reply) => {
    const found = await guard.find(request);
    const failure: AdminFailure = { kind: 'no-session', detail: 'You are not logged in.' };
    return found === undefined
      ? sendAdminFailure(reply, failure)
      : reply.send(encodeSession(found));
  });
}

interface Credentials {
  readonly request: FastifyRequest;
  /** The session that requests a confirmation; absent at a login. */
  readonly session?: AdminSession;
  readonly username: string;
  readonly password: string;
  readonly one_time_code?: string | undefined;
}

async function logIn(
  context: AdminContext,
  attempt: Credentials & { readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { request, reply, username } = attempt;
  // Read before the password is checked: if the password changes meanwhile, the session opened now ends.
  const loginSince = await context.deps.administrator.since();
  const refusal = await checkCredentials(context, attempt);
  if (refusal !== undefined) return sendAdminFailure(reply, refusal);
  const login = { action: 'session.login', target: username, before: null, after: null };
  const audit = (session: AdminSession) =>
    context.entryBy(username, login, originOf(request, session));
  const session = await openSession(context, { username, reply, loginSince, audit });
  // A copy of the former session must not get the fresh login.
  await closeSession(context, request);
  return reply.send(encodeSession(session));
}

/**
 * Checks name, password and, with a second factor, the code; undefined if all are correct. Every failure counts, also
 * that of a code, so that codes cannot be tried faster than passwords.
 */
export async function checkCredentials(
  context: AdminContext,
  { request, session, username, password, one_time_code: code }: Credentials,
): Promise<AdminFailure | undefined> {
  const { deps } = context;
  const origin = originOf(request, session);
  const failed = { origin, username };
  const refuse = async (
    reason: 'credentials' | 'one-time-code',
    failure: AdminFailure,
  ): Promise<AdminFailure> => {
    deps.log.warn('login_failed', { request_id: request.id, address: request.ip });
    await context.noteFailedLogin({ ...failed, reason });
    return failure;
  };
  const recovered = (left: number) =>
    context.entryBy(username, recoveryCodeUsed(username, left), origin);
  const attempt = { address: request.ip, username };
  const verdict = await context.loginThrottle.attempt(attempt, async () => {
    if (!(await deps.verifyPassword({ username, password }))) return refuse('credentials', wrong);
    if ((await deps.secondFactor.check(code, recovered)) !== 'refused') return undefined;
    return code === undefined ? codeNeeded : refuse('one-time-code', codeWrong);
  });
  switch (verdict.kind) {
    case 'let-in':
      return undefined;
    case 'wrong':
      return verdict.refusal;
    case 'throttled':
      await context.noteFailedLogin({ ...failed, reason: 'throttled' });
      return unseenAttempt(verdict);
    case 'busy':
      return unseenAttempt(verdict);
  }
}

function recoveryCodeUsed(target: string, left: number): AuditedChange {
  const after = { recovery_codes_left: left };
  return { action: 'second-factor.recovery-code', target, before: null, after };
}

const wrong: AdminFailure = {
  kind: 'login-failed',
  detail: 'The user name or password is wrong.',
};
const codeNeeded: AdminFailure = {
  kind: 'one-time-code-required',
  detail: 'A one-time code is required.',
};
const codeWrong: AdminFailure = {
  kind: 'one-time-code-wrong',
  detail: 'The one-time code is wrong or was already used.',
};

interface NewSession {
  readonly username: string;
  readonly reply: FastifyReply;
  /** Instant since which the password of the login is in force. */
  readonly loginSince: number;
  /** Absent if it replaces another session. */
  readonly audit?: (session: AdminSession) => AuditEntry;
}

export async function openSession(
  { deps, settings, cookie }: AdminContext,
  { username, reply, loginSince, audit }: NewSession,
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
    loginSince,
  };
  await deps.access.openSession(session, audit === undefined ? {} : { audit: audit(session) });
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
  const target = session?.username ?? '';
  const logout = { action: 'session.logout', target, before: null, after: null };
  const entry = context.entryBy(target, logout, originOf(request, session));
  await closeSession(context, request, session === undefined ? undefined : entry);
  return (
    reply
      .code(204)
      .header('set-cookie', context.cookie.clear())
      // Removes cached videos and pictures. Not "storage" nor "cookies": other programs may share the host with these
      // pages.
      .header('clear-site-data', '"cache"')
      .send()
  );
}

function encodeSession({ username, expiresAt }: AdminSession): SessionResponse {
  return { user: { username, role: 'admin' }, expires_at: isoInstant(expiresAt) };
}
