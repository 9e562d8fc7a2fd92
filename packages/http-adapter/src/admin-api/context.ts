import type { AuditEntry, AuditOrigin } from '@filmgate/core';
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
import { createDownloadAudit } from './download-audit.ts';
import { type AdminFailure, sendAdminFailure } from './failure.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { publicSessionId } from './public-session-id.ts';

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
  entryBy(actor: string, change: AuditedChange, origin: AuditOrigin): AuditEntry;
  /** Writes an entry by itself: for requests to others, before they are sent, and for the consequences of an act. */
  audit(request: FastifyRequest, change: AuditedChange): Promise<void>;
  /** Notes that the administrator of a guarded request reads the file of a job. */
  readonly noteDownload: (request: FastifyRequest, jobId: string) => Promise<void>;
  /** Where a guarded request came from. */
  originOf(request: FastifyRequest): AuditOrigin;
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
  const originOf: AdminContext['originOf'] = (request) => ({
    address: request.ip,
    session: publicSessionId(guard.sessionOf(request)),
  });
  const entry: AdminContext['entry'] = (request, change) =>
    entryBy(guard.sessionOf(request).username, change, originOf(request));
  const audit: AdminContext['audit'] = (request, change) =>
    access.recordAudit(entry(request, change));
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
    audit,
    noteDownload: createDownloadAudit({ clock, sessionOf: guard.sessionOf, audit }),
    originOf,
  };
}
