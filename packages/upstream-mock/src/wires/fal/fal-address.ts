import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { decodedSegment } from '../../engine/decoded-segment.ts';
import type { PersonalityCall } from '../../engine/personality.ts';

/** The URL that a client of fal meant to call: they know no base URL but fal's own. */
export interface FalAddress {
  readonly method: string;
  readonly url: URL;
  /** Prefix of links to requests. */
  readonly queue: string;
  /** The host of fal that is meant; null = any host with this path. */
  readonly host: string | null;
}

/** Hosts of fal that are recognised by their name alone. */
export const falHosts: ReadonlySet<string> = new Set(['queue.fal.run', 'fal.run']);

/**
 * Address of a call. fal's own way to redirect calls, its proxy, names the original URL in `x-fal-target-url`: links
 * then lead back to that URL, because its sender redirects those calls, too.
 */
export function falAddress(call: PersonalityCall): FalAddress {
  const { method, host } = call;
  const target = URL.parse(call.header('x-fal-target-url') ?? '');
  if (target === null || !/(?:^|\.)fal\.(?:run|ai)$/.test(target.hostname))
    return { method, url: call.url, queue: call.base, host };
  return { method, url: target, queue: target.origin, host: target.hostname };
}

/** Applications have an owner and a name; the rest is a path below them. Some owners have a namespace before them. */
const namespaces = new Set(['workflows', 'comfy']);

const segmentForm = /^[\w.-]{1,100}$/;

export type FalRoute =
  | { readonly kind: 'submission'; readonly endpoint: string }
  | {
      readonly kind: 'request';
      readonly app: string;
      readonly id: string;
      readonly part: 'status' | 'result' | 'cancel';
    }
  | { readonly kind: 'history' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'unknown' };

const parts: ReadonlyMap<string, 'status' | 'result' | 'cancel'> = new Map([
  ['', 'result'],
  ['/response', 'result'],
  ['/status', 'status'],
  ['/cancel', 'cancel'],
]);

/** Route of a path. */
export function falRoute({ pathname }: URL): FalRoute {
  if (pathname === '/v1/models/requests/by-endpoint') return { kind: 'history' };
  if (pathname === '/.well-known/jwks.json') return { kind: 'keys' };
  const [, app, id, rest = ''] = /^\/(.+)\/requests\/([\w-]{1,80})(\/\w+)?$/.exec(pathname) ?? [];
  const part = parts.get(rest);
  if (app !== undefined && id !== undefined && part !== undefined) {
    return { kind: 'request', app: appOf(decodedSegment(app)), id, part };
  }
  const endpoint = decodedSegment(pathname.slice(1));
  return isEndpoint(stripMagicTokens(endpoint))
    ? { kind: 'submission', endpoint }
    : { kind: 'unknown' };
}

function isEndpoint(endpoint: string): boolean {
  const segments = endpoint.split('/');
  return segments.length >= 2 && segments.every((segment) => segmentForm.test(segment));
}

/** The application of an endpoint: requests are found below it, without the rest of the path that made them. */
export function appOf(endpoint: string): string {
  const [first = '', ...rest] = stripMagicTokens(endpoint).split('/');
  return [first, ...rest.slice(0, namespaces.has(first) ? 2 : 1)].join('/');
}
