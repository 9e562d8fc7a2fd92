import { isOwnName, isNamedHost } from '../input/foreign-control.ts';

export const longestCallbackUrl = 2_048;

/** Problem of a receiver's URL, worded to follow the name of its field; undefined if it is valid or absent. */
export function callbackUrlProblem(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (text.length > longestCallbackUrl) return `at most ${longestCallbackUrl} characters`;
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'an http or https URL';
  return url.username === '' && url.password === '' ? undefined : 'a URL without credentials';
}

/**
 * Returns true if the mock may call this receiver: an allowed host, or a port of its own machine for callers on that
 * machine, who reach it without the mock [mock.callbacks.hosts].
 *
 * @param hosts - allowed hosts
 * @param isLocal - true if the submission came from this machine
 */
export function mayBeCalled(url: string, hosts: readonly string[], isLocal: boolean): boolean {
  const hostname = URL.parse(url)?.hostname ?? '';
  return isLocal ? isOwnName(hostname, hosts) : isNamedHost(hostname, hosts);
}
