/**
 * Validates the destination after a login, below the base: only pages of this console are allowed (CWE-601).
 *
 * @param mount - URL the pages are mounted at, with a trailing slash
 * @returns a path with a leading slash; null for an unsafe `next`
 */
export function safeNext(next: string | undefined, mount: URL): string | null {
  if (next === undefined || !next.startsWith('/')) return null;
  const target = URL.parse(next, mount);
  if (target?.origin !== mount.origin || !target.pathname.startsWith(mount.pathname)) return null;
  const path = `/${target.pathname.slice(mount.pathname.length)}`;
  // `//` would be parsed as a host, and `/login` would redirect to itself forever.
  return path.startsWith('//') || path === '/login' ? null : path + target.search + target.hash;
}
