import type { AuditEntry } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import { type ByteServer, createByteServer } from '../mechanics/byte-server.ts';
import {
  createFailedCredentials,
  type FailedCredentials,
} from '../mechanics/failed-credentials.ts';
import { createSessionCookie, type SessionCookie } from '../mechanics/session-cookie.ts';
import { createSessionGuard, type SessionGuard } from '../mechanics/session-guard.ts';
import { type AdminApiDeps, type AdminApiSettings, defaultAdminApiSettings } from './deps.ts';
import {
  type AuditedChange,
  createFailedLoginAudit,
  entryMaker,
  type FailedLogin,
} from './audit.ts';
import { type AdminFailure, sendAdminFailure } from './failure.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';

/** What the routes of one mounted API share. */
export interface AdminContext {
  readonly deps: AdminApiDeps;
  readonly settings: () => AdminApiSettings;
  readonly cookie: SessionCookie;
  readonly guard: SessionGuard;
  readonly loginThrottle: LoginThrottle;
  readonly failedCredentials: FailedCredentials;
  readonly bytes: ByteServer;
  /** Notes a failed login in the audit log. */
  readonly noteFailedLogin: (failed: FailedLogin) => Promise<void>;
  /** Ends a session, for what lives by it too. */
  readonly endSession: (idDigest: string, audit?: AuditEntry) => Promise<void>;
  /** The entry of a change by the administrator of a guarded request, for the store to write in the act that makes the change. */
  entry(request: FastifyRequest, change: AuditedChange): AuditEntry;
  /** The same for a named actor. */
  entryBy(actor: string, change: AuditedChange): AuditEntry;
  /** Writes an entry by itself: for requests to others, before they are sent, and for the consequences of an act. */
  audit(request: FastifyRequest, change: AuditedChange): Promise<void>;
}

type Refusal = 'no-session' | 'foreign-origin' | 'foreign-host';

const refusals: { readonly [R in Refusal]: AdminFailure } = {
  'no-session': { kind: 'no-session', detail: 'Log in first.' },
  'foreign-origin': { kind: 'foreign-origin', detail: 'The request comes from another site.' },
  'foreign-host': { kind: 'foreign-host', detail: 'The Host header is not one of this server.' },
};

export function createContext(deps: AdminApiDeps): AdminContext {
  const { access, digest, clock, ids } = deps;
  const settings = (): AdminApiSettings => ({ ...defaultAdminApiSettings, ...deps.settings?.() });
  const cookie = createSessionCookie(deps.publicUrl);
  const guard = createSessionGuard({
    access,
    digest,
    clock,
    cookie,
    idleMs: () => settings().sessionIdleMs,
    ownOrigins: deps.ownOrigins,
    refuse: (reply, reason) => void sendAdminFailure(reply, refusals[reason]),
  });
  const entryBy = entryMaker({ ids, clock });
  const entry: AdminContext['entry'] = (request, change) =>
    entryBy(guard.sessionOf(request).username, change);
  return {
    deps,
    settings,
    cookie,
    guard,
    loginThrottle: createLoginThrottle(deps, settings),
    failedCredentials: createFailedCredentials(deps),
    bytes: createByteServer(),
    endSession: async (idDigest, audit) => {
      await access.closeSession(idDigest, audit === undefined ? {} : { audit });
      deps.sessionEnds?.announce();
    },
    noteFailedLogin: createFailedLoginAudit({
      access,
      clock,
      entryBy,
      isAdministrator: (username) => deps.administrator.isNamed(username),
      windowMs: () => settings().loginWindowMs,
    }),
    entry,
    entryBy,
    audit: (request, change) => access.recordAudit(entry(request, change)),
  };
}
