import type { AdminSession } from '@filmgate/core';
import type { OpenSessionRecord } from '../schemas/open-session.ts';
import { isoInstant } from './iso-instant.ts';

/** Hexadecimal digits of a public id: 96 bits, so that no two sessions share one. */
const idLength = 24;

/**
 * The name of a session for people. It is the beginning of a digest that itself opens nothing: sessions are found by the
 * digest of the cookie, and no cookie can be computed from it.
 */
export function publicSessionId({ idDigest }: Pick<AdminSession, 'idDigest'>): string {
  return idDigest.slice(0, idLength);
}

/** A session as the console shows it. */
export function encodeOpenSession(
  session: AdminSession,
  { idleMs, current }: { readonly idleMs: number; readonly current: AdminSession },
): OpenSessionRecord {
  const { username, createdAt, lastSeenAt, expiresAt } = session;
  return {
    id: publicSessionId(session),
    username,
    created_at: isoInstant(createdAt),
    last_seen_at: isoInstant(lastSeenAt),
    idle_until: isoInstant(Math.min(lastSeenAt + idleMs, expiresAt)),
    expires_at: isoInstant(expiresAt),
    current: session.idDigest === current.idDigest,
  };
}
