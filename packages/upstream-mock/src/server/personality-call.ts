import { fileReply } from '../engine/file-reply.ts';
import type { Personality, PersonalityCall } from '../engine/personality.ts';
import { ownWire } from '../job/mock-job.ts';
import type { FoundSpace } from '../space/find-space.ts';
import type { MockSpace } from '../space/mock-space.ts';
import { spacePath } from '../space/space-name.ts';
import type { ProviderReply, WantedRange } from '../http/provider-request.ts';
import { readBytes } from '../http/read-body.ts';
import type { ReceivedRequest } from '../http/received-request.ts';
import { serveWaiting } from './waiting-caller.ts';

/** A personality with the path of a request. */
export interface SpokenWire extends Pick<PersonalityCall, 'host'> {
  /** Also its prefix. */
  readonly name: string;
  readonly personality: Personality;
  /** Path with query, below the prefix if it has one. */
  readonly path: string;
}

/** The API that a request names by its host, or else by the start of its path; without one, the mock's own. */
export function spokenWire(
  { headers }: ReceivedRequest,
  { personalities, own }: Pick<MockSpace, 'personalities' | 'own'>,
  { path }: Pick<FoundSpace, 'path'>,
): SpokenWire {
  const host = (headers.host ?? '').replace(/:\d*$/, '').toLowerCase();
  for (const [name, personality] of personalities)
    if (personality.hosts?.has(host) === true) return { name, personality, path, host };
  const [, name = '', below = ''] = /^\/([\w-]+)(\/[^#]*)$/.exec(path) ?? [];
  const personality = personalities.get(name);
  return personality === undefined
    ? { name: ownWire, personality: own, path, host: '' }
    : { name, personality, path: below, host: null };
}

/**
 * Serves a result by its link, and passes everything else to the named personality, which checks the credential first,
 * and reads the body itself; undefined if the path cannot be read. Rejects if the connection breaks.
 */
export function handlePersonality(
  request: ReceivedRequest,
  { name, personality, path, host }: SpokenWire,
  {
    space,
    found,
    range,
  }: {
    readonly space: MockSpace;
    readonly found: Pick<FoundSpace, 'header'>;
    readonly range: WantedRange | null;
  },
): Promise<ProviderReply> | undefined {
  const url = URL.parse(`http://mock.invalid${path}`);
  if (url === null) return undefined;
  const call = {
    method: request.method ?? 'GET',
    url,
    base: `${originOf(request)}${spacePath(space.name)}${host === null ? `/${name}` : ''}`,
    host,
    header: found.header,
    headers: request.headers,
    readBody: async (longest: number) => {
      const body = await readBytes(request, longest);
      if (body.kind === 'read') space.world.requestHistory.exchanges.receives(body.bytes);
      return body;
    },
    range,
  };
  return serveWaiting(request, space, (wait) => {
    const { links } = personality;
    return links !== undefined && url.pathname.startsWith('/files/')
      ? fileReply(call, { links, results: space.results })
      : personality.handle({ ...call, wait });
  });
}

/** Origin at which the caller reached the mock, for links back to it. */
function originOf({ headers, socket }: ReceivedRequest): string {
  const reached = URL.parse(`http://${headers.host ?? ''}`);
  return reached?.origin ?? `http://127.0.0.1:${socket.localPort ?? 80}`;
}
