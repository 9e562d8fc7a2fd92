import { isOwnName, isToldName } from '../server/foreign-control.ts';

export const longestCallbackUrl = 2_048;

/** Why a text is no URL of a receiver, in words that follow the name of its field; undefined when it is one, or none is named. */
export function callbackUrlProblem(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (text.length > longestCallbackUrl) return `at most ${longestCallbackUrl} characters`;
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'an http or https URL';
  return url.username === '' && url.password === '' ? undefined : 'a URL without credentials';
}

/**
 * Whether the mock calls this receiver: hosts that it was told, and ports of its own machine for callers who reach these without it
 * [mock.callbacks.hosts].
 *
 * @param hosts - names that it was told
 * @param isLocal - whether the submission came from this machine
 */
export function mayBeCalled(url: string, hosts: readonly string[], isLocal: boolean): boolean {
  const hostname = URL.parse(url)?.hostname ?? '';
  return isLocal ? isOwnName(hostname, hosts) : isToldName(hostname, hosts);
}
