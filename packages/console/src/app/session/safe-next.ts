/**
 * Where to go after login, below our base: only to pages of our own, whatever the address says (CWE-601).
 *
 * @param mount - URL the pages are mounted at, with a slash at its end
 * @returns a path that begins with a slash; null when `next` leads nowhere safe
 */
export function safeNext(next: string | undefined, mount: URL): string | null {
  if (next === undefined || !next.startsWith('/')) return null;
  const target = URL.parse(next, mount);
  if (target?.origin !== mount.origin || !target.pathname.startsWith(mount.pathname)) return null;
  const path = `/${target.pathname.slice(mount.pathname.length)}`;
  // Where the browser would read a host out of it, or come back here for ever.
  return path.startsWith('//') || path === '/login' ? null : path + target.search + target.hash;
}
