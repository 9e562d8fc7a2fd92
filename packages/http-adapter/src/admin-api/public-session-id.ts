import type { AdminSession } from '@filmgate/core';

/** Hexadecimal digits of a public id: 96 bits, so that no two sessions share one. */
const idLength = 24;

/**
 * Returns the public name of a session. It is the beginning of a digest that gives no access: sessions are found by the
 * digest of the cookie, and no cookie can be computed from it.
 */
export function publicSessionId({ idDigest }: Pick<AdminSession, 'idDigest'>): string {
  return idDigest.slice(0, idLength);
}
