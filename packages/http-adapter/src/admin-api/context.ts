import type { AuditEntry } from '@filmgate/core';
import { type ByteServer, createByteServer } from '../http/byte-server.ts';
import { createFailedCredentials, type FailedCredentials } from '../http/failed-credentials.ts';
import { createSessionCookie, type SessionCookie } from '../http/session-cookie.ts';
import { createSessionGuard, type SessionGuard } from '../http/session-guard.ts';
import { type AdminApiDeps, type AdminApiSettings, defaultAdminApiSettings } from './deps.ts';
import { type AdminFailure, sendAdminFailure } from './failure.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { createRequestAudit, type RequestAudit } from './request-audit.ts';

/** Shared by the routes of one mounted API. */
export interface AdminContext extends RequestAudit {
  readonly deps: AdminApiDeps;
  readonly settings: () => AdminApiSettings;
  readonly cookie: SessionCookie;
  readonly guard: SessionGuard;
  readonly loginThrottle: LoginThrottle;
  readonly failedCredentials: FailedCredentials;
  readonly bytes: ByteServer;
  /** Ends a session, and everything in this process that depends on it. */
  readonly endSession: (idDigest: string, audit?: AuditEntry) => Promise<void>;
}

type Refusal = 'no-session' | 'foreign-origin' | 'foreign-host';

const refusals: { readonly [R in Refusal]: AdminFailure } = {
  'no-session': { kind: 'no-session', detail: 'Log in first.' },
  'foreign-origin': { kind: 'foreign-origin', detail: 'The request comes from another site.' },
  'foreign-host': { kind: 'foreign-host', detail: 'The Host header does not match this server.' },
};

export function createContext(deps: AdminApiDeps): AdminContext {
  const { access, digest, clock } = deps;
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
    ...createRequestAudit(deps, guard, settings),
  };
}
