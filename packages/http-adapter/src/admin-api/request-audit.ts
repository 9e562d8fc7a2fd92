import type { AuditEntry, AuditOrigin } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import type { SessionGuard } from '../mechanics/session-guard.ts';
import {
  type AuditedChange,
  createFailedLoginAudit,
  entryMaker,
  type FailedLogin,
} from './audit.ts';
import type { AdminApiDeps, AdminApiSettings } from './deps.ts';
import { createDownloadAudit } from './download-audit.ts';
import { publicSessionId } from './public-session-id.ts';

/** What the audit log is told of requests. */
export interface RequestAudit {
  /** The entry of a change by the administrator of a guarded request, for the store to write in the act that makes the change. */
  readonly entry: (request: FastifyRequest, change: AuditedChange) => AuditEntry;
  /** The same for a named actor. */
  readonly entryBy: (actor: string, change: AuditedChange, origin: AuditOrigin) => AuditEntry;
  /** Writes an entry by itself: for requests to others, before they are sent, and for the consequences of an act. */
  readonly audit: (request: FastifyRequest, change: AuditedChange) => Promise<void>;
  /** Notes that the administrator of a guarded request reads the file of a job. */
  readonly noteDownload: (request: FastifyRequest, jobId: string) => Promise<void>;
  /** Notes a failed login. */
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

/** @param session - that the request has, or opens; absent where it has none */
export function originOf(
  { ip }: FastifyRequest,
  session: Parameters<typeof publicSessionId>[0] | undefined,
): AuditOrigin {
  return { address: ip, session: session === undefined ? null : publicSessionId(session) };
}
