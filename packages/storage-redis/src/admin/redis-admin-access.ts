import { randomUUID } from 'node:crypto';
import type { AdminAccess, AdminSession, AuditEntry, AuditQuery } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import {
  allSessions,
  closeSession,
  dropFailures,
  findSession,
  listFailures,
  openSession,
  readAudit,
  readAuditText,
  recordAudit,
  recordFailure,
  scanSubjects,
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

/** Sessions of administrators. Every visit queries Redis: a logout on one node applies on all from the next call on. */
function createSessions({ scripts, keys: space }: OpenStore): Sessions {
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

type LoginFailures = Pick<
  AdminAccess,
  'loginFailures' | 'recordLoginFailure' | 'clearLoginFailures'
> & { readonly dropFailures: (before: number) => Promise<void> };

const instants = z.array(z.string());
const scanned = z.tuple([z.string(), z.array(z.string())]);

/** Failed logins: one sorted set for each subject, so that many failures of one do not slow the others. */
function createLoginFailures({ scripts, keys }: OpenStore): LoginFailures {
  const subjects = keys.of('login-failures');
  const failuresOf = (subject: string) => keys.of('login-failures', subject);
  const drop = async (dropped: readonly string[], before: number | '') => {
    const asked = { keys: [subjects, ...dropped.map(failuresOf)], args: [before, ...dropped] };
    await scripts.change(dropFailures, asked);
  };
  return {
    loginFailures: async ({ subject, since }) => {
      const asked = { keys: [failuresOf(subject)], args: [since] };
      return instants.parse(await scripts.read(listFailures, asked)).map(Number);
    },
    recordLoginFailure: async ({ subject, now }) => {
      const asked = { keys: [failuresOf(subject), subjects], args: [subject, now, randomUUID()] };
      await scripts.change(recordFailure, asked);
    },
    clearLoginFailures: (subject) => drop([subject], ''),
    dropFailures: async (before) => {
      let cursor = '0';
      do {
        const asked = { keys: [subjects], args: [cursor] };
        const [next, found] = scanned.parse(await scripts.read(scanSubjects, asked));
        if (found.length > 0) await drop(found, before);
        cursor = next;
      } while (cursor !== '0');
    },
  };
}

/** Entries read at a time while searching for those that pass the filters. */
const ENTRIES_PER_READ = 200;

const piece = z.tuple([z.number(), z.array(z.string())]);

/** The audit log: a list that only grows, in the order it was written. */
function createAudit({
  scripts,
  keys: space,
}: OpenStore): Pick<AdminAccess, 'recordAudit' | 'audit'> {
  const keys = [space.audit, space.auditPositions];
  return {
    recordAudit: async (entry) => {
      await scripts.change(recordAudit, { keys: [], args: [] }, { audit: entry });
    },
    audit: async (query) => {
      const found: AuditEntry[] = [];
      let position: number | '' = '';
      while (position !== 0 && found.length < query.limit) {
        const args = [query.before ?? '', position, ENTRIES_PER_READ];
        const [start, rows] = piece.parse(await scripts.read(readAudit, { keys, args }));
        const entries = rows.map(readAuditText);
        found.push(...entries.filter((entry) => passes(entry, query)));
        position = start;
      }
      return found.slice(0, query.limit);
    },
  };
}

function passes(entry: AuditEntry, { actor, actions, target }: AuditQuery): boolean {
  return (
    (actor === undefined || entry.actor === actor) &&
    actions?.includes(entry.action) !== false &&
    (target === undefined || entry.target === target)
  );
}

/** Sessions of administrators, failed logins and the audit log in Redis. */
export function createAdminAccess(store: OpenStore): AdminAccess {
  const { tidySessions: tidy, ...sessions } = createSessions(store);
  const { dropFailures: drop, ...failures } = createLoginFailures(store);
  return {
    ...sessions,
    ...failures,
    ...createAudit(store),
    tidy: async ({ now, idleMs, failuresBefore }) => {
      await tidy({ now, idleMs });
      await drop(failuresBefore);
    },
  };
}
