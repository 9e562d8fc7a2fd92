import { isOwnName } from '../server/foreign-control.ts';

export const longestCallbackUrl = 2_048;

/**
 * Why callbacks cannot go to a URL, in words that follow the name of its field; undefined when they can. The mock calls no stranger
 * that a submission names [mock.callbacks.hosts].
 *
 * @param hosts - names besides those of this machine
 */
export function callbackUrlProblem(text: string, hosts: readonly string[]): string | undefined {
  if (text.length > longestCallbackUrl) return `at most ${longestCallbackUrl} characters`;
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'an http or https URL';
  if (url.username !== '' || url.password !== '') return 'a URL without credentials';
  return isOwnName(url.hostname, hosts)
    ? undefined
    : 'a loopback host, or one that serve --callback-host or callbackHosts allows';
}
