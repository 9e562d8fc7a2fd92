import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import type { PersonalityCall } from '../../engine/personality.ts';

/** Host whose callers wait for the end of their request. */
export const waitingHost = 'fal.run';

/** Hosts of fal that are recognised by their name alone. */
export const falHosts: ReadonlySet<string> = new Set(['queue.fal.run', waitingHost]);

/** The original URL, which fal's own way to redirect calls, its proxy, names in a header; null without one. */
function targetOf(call: Pick<PersonalityCall, 'header'>): URL | null {
  const target = URL.parse(call.header('x-fal-target-url') ?? '');
  return target !== null && /(?:^|\.)fal\.(?:run|ai)$/.test(target.hostname) ? target : null;
}

/** The call that a client of fal meant: they know no base URL but fal's own. */
export function meantCall(call: PersonalityCall): PersonalityCall {
  const url = targetOf(call);
  return url === null ? call : { ...call, url, host: url.hostname };
}

/** Prefix of links to requests: fal's own if the caller redirects calls there, because it redirects those, too. */
export function queueOf(call: Pick<PersonalityCall, 'header' | 'base'>): string {
  return targetOf(call)?.origin ?? call.base;
}

/** Applications have an owner and a name; the rest is a path below them. Some owners have a namespace before them. */
const namespaces = new Set(['workflows', 'comfy']);

/** The application of an endpoint: requests are found below it, without the rest of the path that made them. */
export function appOf(endpoint: string): string {
  const [first = '', ...rest] = stripMagicTokens(endpoint).split('/');
  return [first, ...rest.slice(0, namespaces.has(first) ? 2 : 1)].join('/');
}

/** True for the path of a model, and not of one of its requests. */
export function isEndpoint(path: string): boolean {
  const segments = stripMagicTokens(path).split('/');
  const isModel = segments.length >= 2 && !segments.includes('requests');
  return isModel && segments.every((segment) => /^[\w.-]{1,100}$/.test(segment));
}
