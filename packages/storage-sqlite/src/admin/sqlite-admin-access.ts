import type { AdminAccess } from '@filmgate/core';
import type { StoreAccess } from '../store/store-access.ts';

/** Sessions of administrators, failed logins and the audit log in SQLite. */
export function createAdminAccess(access: StoreAccess): AdminAccess {
  return {
    openSession: (session, audited = {}) =>
      access.writeAudited(
        audited,
        ({ sessions }, batch) => sessions.open(batch, session),
        () => true,
      ),
    visit: ({ idDigest, idleMs, now }) =>
      access.read(({ sessions }) => {
        const visit = sessions.visit(idDigest, { idleMs, now });
        if (visit?.isToBeWritten === true) access.saveSoon();
        return visit?.session;
      }),
    findSession: ({ idDigest, idleMs, now }) =>
      access.read(({ sessions }) => sessions.find(idDigest, { idleMs, now })),
    listSessions: ({ idleMs, now, limit }) =>
      access.read(({ sessions }) => sessions.list({ idleMs, now }, limit)),
    closeSession: async (idDigest, audited = {}) => {
      await access.writeAudited(
        audited,
        ({ sessions }, batch) => sessions.close(batch, idDigest),
        (isClosed) => isClosed,
      );
    },
    loginFailures: ({ subject, since }) =>
      access.read(({ adminRecords }) => adminRecords.failures(subject, since)),
    recordLoginFailure: ({ subject, now }) =>
      access.write(({ adminRecords }) => adminRecords.addFailure(subject, now)),
    clearLoginFailures: (subject) =>
      access.write(({ adminRecords }) => adminRecords.clearFailures(subject)),
    recordAudit: (entry) => access.write(({ adminRecords }) => adminRecords.addAudit(entry)),
    audit: (query) => access.read(({ adminRecords }) => adminRecords.audit(query)),
    tidy: ({ now, idleMs, failuresBefore }) =>
      access.write(({ sessions, adminRecords }, batch) => {
        sessions.tidy(batch, { idleMs, now });
        adminRecords.dropFailures(failuresBefore);
      }),
  };
}
