import type { AdminAccess } from '@filmgate/core';
import type { OpenStore } from '../connection/open-store.ts';
import { createAudit } from './redis-audit.ts';
import { createLoginFailures } from './redis-login-failures.ts';
import { createSessions } from './redis-sessions.ts';

/** Sessions of administrators, failed logins and the audit log in Redis. */
export function createAdminAccess(store: OpenStore): AdminAccess {
  const { tidySessions, ...sessions } = createSessions(store);
  const { dropFailures, ...failures } = createLoginFailures(store);
  return {
    ...sessions,
    ...failures,
    ...createAudit(store),
    tidy: async ({ now, idleMs, failuresBefore }) => {
      await tidySessions({ now, idleMs });
      await dropFailures(failuresBefore);
    },
  };
}
