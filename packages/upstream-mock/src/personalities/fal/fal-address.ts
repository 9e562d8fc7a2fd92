import { stripMagicTokens } from '../../tokens/strip-magic-tokens.ts';
import { decodedSegment } from '../decoded-segment.ts';
import type { PersonalityCall } from '../personality.ts';

/** Where fal's clients believe they are: they know no base URL but fal's own. */
export interface FalAddress {
  readonly method: string;
  readonly url: URL;
  /** What links to requests begin with. */
  readonly queue: string;
  /** fal's host that is meant; null = whichever has the path. */
  readonly host: string | null;
}

/** Hosts of fal that a call can be sent to with their name alone. */
export const falHosts: ReadonlySet<string> = new Set(['queue.fal.run', 'fal.run']);

/**
 * Reads where a call goes. fal's own way to send calls elsewhere, its proxy, names the wanted URL in `x-fal-target-url`: links
 * then lead back to it, since its sender goes on to send them here.
 */
export function falAddress(call: PersonalityCall): FalAddress {
  const { method, host } = call;
  const target = URL.parse(call.header('x-fal-target-url') ?? '');
  if (target === null || !/(?:^|\.)fal\.(?:run|ai)$/.test(target.hostname))
    return { method, url: call.url, queue: call.base, host };
  return { method, url: target, queue: target.origin, host: target.hostname };
}

/** Applications have an owner and a name; what follows is a path below them. Some owners have a namespace before them. */
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

/** What a path is a path to. */
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

/** The application an endpoint belongs to: requests are told of below it, without the path that made them. */
export function appOf(endpoint: string): string {
  const [first = '', ...rest] = stripMagicTokens(endpoint).split('/');
  return [first, ...rest.slice(0, namespaces.has(first) ? 2 : 1)].join('/');
}
