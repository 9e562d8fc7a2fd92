import type { FoundSpace } from '../space/find-space.ts';
import type { MockSpace } from '../space/mock-space.ts';
import { spacePath } from '../space/space-name.ts';
import type { ProviderReply, WantedRange } from '../wire/provider-request.ts';
import { readBytes } from './read-body.ts';
import type { ReceivedRequest } from './received-request.ts';

/**
 * Hands a request to the personality its path names; undefined when it names none. A personality sees the path below its
 * prefix, looks at the credential first, and reads the body itself. Rejects when the connection breaks.
 */
export function handlePersonality(
  request: ReceivedRequest,
  {
    space,
    found,
    range,
  }: {
    readonly space: MockSpace;
    readonly found: Pick<FoundSpace, 'path' | 'header'>;
    readonly range: WantedRange | null;
  },
): Promise<ProviderReply> | undefined {
  const [, prefix = '', path = ''] = /^\/([\w-]+)(\/[^#]*)$/.exec(found.path) ?? [];
  const personality = space.personalities.get(prefix);
  const url = URL.parse(`http://mock.invalid${path}`);
  if (personality === undefined || url === null) return undefined;
  return personality.handle({
    method: request.method ?? 'GET',
    url,
    base: `${originOf(request)}${spacePath(space.name)}/${prefix}`,
    header: found.header,
    headers: request.headers,
    readBody: (longest) => readBytes(request, longest),
    range,
  });
}

/** How the caller reached the mock, for links back to it. */
export function originOf({ headers, socket }: ReceivedRequest): string {
  const reached = URL.parse(`http://${headers.host ?? ''}`);
  return reached?.origin ?? `http://127.0.0.1:${socket.localPort ?? 80}`;
}
