import type { AdminAccess, AdminSession } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import {
  allSessions,
  closeSession,
  findSession,
  openSession,
  tidySessions,
  visitSession,
} from './admin-scripts.ts';

const sessionRecord = z.object({
  idDigest: z.string(),
  username: z.string(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  expiresAt: z.number(),
  loginSince: z.number().exactOptional(),
});

const row = z.tuple([z.string(), z.string().nullable()]);

interface Limits {
  readonly idleMs: number;
  readonly now: number;
}

type Sessions = Pick<
  AdminAccess,
  'openSession' | 'visit' | 'findSession' | 'listSessions' | 'closeSession'
> & { readonly tidySessions: (limits: Limits) => Promise<void> };

/** Sessions of administrators. Every visit asks Redis: a logout on one node holds on all from the next call on. */
export function createSessions({ scripts, keys: space }: OpenStore): Sessions {
  const keys = [space.of('sessions'), space.of('session-visits')];
  return {
    openSession: async (session, audited) => {
      const args = [session.idDigest, JSON.stringify(sessionRecord.parse(session))];
      await scripts.change(openSession, { keys, args }, audited);
    },
    visit: async ({ idDigest, idleMs, now }) => {
      const { shown } = await scripts.change(visitSession, { keys, args: [idDigest, idleMs, now] });
      return readSession(shown);
    },
    findSession: async ({ idDigest, idleMs, now }) => {
      const session = readSession(await scripts.read(findSession, { keys, args: [idDigest] }));
      return session === undefined || hasEnded(session, { idleMs, now }) ? undefined : session;
    },
    listSessions: async ({ idleMs, now, limit }) => {
      const rows = z.array(z.unknown()).parse(await scripts.read(allSessions, { keys, args: [] }));
      return rows
        .flatMap((one) => readSession(one) ?? [])
        .filter((session) => !hasEnded(session, { idleMs, now }))
        .toSorted(lastSeenFirst)
        .slice(0, limit);
    },
    closeSession: async (idDigest, audited) => {
      await scripts.change(closeSession, { keys, args: [idDigest] }, audited);
    },
    tidySessions: async ({ idleMs, now }) => {
      await scripts.change(tidySessions, { keys, args: [idleMs, now] });
    },
  };
}

function readSession(shown: unknown): AdminSession | undefined {
  const found = row.nullable().parse(shown);
  if (found === null) return undefined;
  const [record, visitedAt] = found;
  const session = sessionRecord.parse(JSON.parse(record));
  const lastSeenAt = visitedAt === null ? session.lastSeenAt : Number(visitedAt);
  return Object.freeze({ ...session, lastSeenAt });
}

function hasEnded(session: AdminSession, { idleMs, now }: Limits): boolean {
  return now >= session.expiresAt || now - session.lastSeenAt >= idleMs;
}

function lastSeenFirst(one: AdminSession, other: AdminSession): number {
  if (one.lastSeenAt !== other.lastSeenAt) return other.lastSeenAt - one.lastSeenAt;
  return one.idDigest < other.idDigest ? -1 : 1;
}
