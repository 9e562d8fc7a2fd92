import type { GatewayPorts } from '@filmgate/core';

/**
 * The ports with sessions that count only when they were opened at or after `since`, read at each use: those opened with a
 * former administrator's name or password end at once.
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
          if (session === undefined || session.createdAt >= (await since())) return session;
          await adminAccess.closeSession(input.idDigest);
          return undefined;
        },
        async findSession(input) {
          const session = await adminAccess.findSession(input);
          return session === undefined || session.createdAt < (await since()) ? undefined : session;
        },
        async listSessions(input) {
          // The older ones are the last of the list: nobody was let in with one since.
          const sessions = await adminAccess.listSessions(input);
          const begun = await since();
          return sessions.filter(({ createdAt }) => createdAt >= begun);
        },
      },
    },
  };
}
