import type { AuditEntry, AuditOrigin } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import type { SessionGuard } from '../http/session-guard.ts';
import {
  type AuditedChange,
  createFailedLoginAudit,
  entryMaker,
  type FailedLogin,
} from './audit.ts';
import type { AdminApiDeps, AdminApiSettings } from './deps.ts';
import { createDownloadAudit } from './download-audit.ts';
import { publicSessionId } from './public-session-id.ts';

/** Records requests in the audit log. */
export interface RequestAudit {
  /** Makes the audit entry of a guarded request's administrator; the store writes it together with the change. */
  readonly entry: (request: FastifyRequest, change: AuditedChange) => AuditEntry;
  /** Makes an entry for a named actor. */
  readonly entryBy: (actor: string, change: AuditedChange, origin: AuditOrigin) => AuditEntry;
  /** Writes an entry on its own: for requests to others, before they are sent, and for the consequences of an act. */
  readonly audit: (request: FastifyRequest, change: AuditedChange) => Promise<void>;
  /** Records that the administrator of a guarded request reads the file of a job. */
  readonly noteDownload: (request: FastifyRequest, jobId: string) => Promise<void>;
  readonly noteFailedLogin: (failed: FailedLogin) => Promise<void>;
}

export function createRequestAudit(
  { access, clock, ids, administrator }: AdminApiDeps,
  guard: SessionGuard,
  settings: () => AdminApiSettings,
): RequestAudit {
  const entryBy = entryMaker({ ids, clock });
  const entry: RequestAudit['entry'] = (request, change) => {
    const session = guard.sessionOf(request);
    return entryBy(session.username, change, originOf(request, session));
  };
  const note: RequestAudit['audit'] = (request, change) =>
    access.recordAudit(entry(request, change));
  return {
    entry,
    entryBy,
    audit: note,
    noteDownload: createDownloadAudit({
      clock,
      sessionOf: (request) => guard.sessionOf(request),
      audit: note,
    }),
    noteFailedLogin: createFailedLoginAudit({
      access,
      clock,
      entryBy,
      isAdministrator: (username) => administrator.isNamed(username),
      windowMs: () => settings().loginWindowMs,
    }),
  };
}

/** @param session - the session the request has or opens; absent if it has none */
export function originOf(
  { ip }: FastifyRequest,
  session: Parameters<typeof publicSessionId>[0] | undefined,
): AuditOrigin {
  return { address: ip, session: session === undefined ? null : publicSessionId(session) };
}
