import type { AdminSession } from '@filmgate/core';

/** Hexadecimal digits of a public id: 96 bits, so that no two sessions share one. */
const idLength = 24;

/**
 * The name of a session for people. It is the beginning of a digest that itself opens nothing: sessions are found by the
 * digest of the cookie, and no cookie can be computed from it.
 */
export function publicSessionId({ idDigest }: Pick<AdminSession, 'idDigest'>): string {
  return idDigest.slice(0, idLength);
}
