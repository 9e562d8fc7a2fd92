import type { AdminSession, GatewayPorts } from '@filmgate/core';

/**
 * Returns the ports with sessions that are valid only if opened with the login in force, read at each use: those opened
 * with a former administrator's name or password end at once.
 *
 * @param since - instant from which the login is in force; it identifies the login
 */
export function endOlderSessions<P extends Pick<GatewayPorts, 'storage'>>(
  ports: P,
  since: () => Promise<number>,
): P {
  const { adminAccess } = ports.storage;
  return {
    ...ports,
    storage: {
      ...ports.storage,
      adminAccess: {
        ...adminAccess,
        async visit(input) {
          const session = await adminAccess.visit(input);
          if (session === undefined || isOf(session, await since())) return session;
          await adminAccess.closeSession(input.idDigest);
          return undefined;
        },
        async findSession(input) {
          const session = await adminAccess.findSession(input);
          return session === undefined || isOf(session, await since()) ? session : undefined;
        },
        async listSessions(input) {
          // The older ones are last in the list: none of them was opened since.
          const sessions = await adminAccess.listSessions(input);
          const begun = await since();
          return sessions.filter((session) => isOf(session, begun));
        },
      },
    },
  };
}

/** True if a session was opened with the login that began at `since`; earlier releases recorded only its own start. */
function isOf({ createdAt, loginSince }: AdminSession, since: number): boolean {
  return loginSince === undefined ? createdAt >= since : loginSince === since;
}
