import { bodiless } from '../http/altered-reply.ts';
import type { CallTarget } from './serve-call.ts';
import { BrokenConnection } from './slow-body.ts';
import { callInProcess } from './in-process-call.ts';

const mostRedirects = 20;
const redirecting: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * A `fetch` that calls a mock of this process without a connection: with the same responses, and the same errors where
 * the connection would break. It needs no timer, so it works where those are faked, and reaches only the mock
 * [mock.test-api.fetch].
 *
 * @param origin - of the mock
 */
export function createInProcessFetch(origin: string, target: CallTarget): typeof fetch {
  return async (wanted, init) => {
    const given = wanted instanceof Request ? wanted.signal : undefined;
    const signal = init?.signal ?? given;
    let request = new Request(wanted, init);
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const { url } = request;
      if (new URL(url).origin !== origin)
        throw new BrokenConnection(
          'fetch failed',
          `this fetch only calls ${origin}, not ${new URL(url).origin}`,
        );
      if (target.closing())
        throw new BrokenConnection('fetch failed', 'the mock was stopped', 'ECONNREFUSED');
      const response = await fetchOnce(request, target, signal);
      const next = redirected(request, response);
      // The constructor of a response accepts neither.
      const facts = { url: { value: url }, redirected: { value: redirects > 0 } };
      if (next === undefined) return Object.defineProperties(response, facts);
      request = next;
    }
    throw new BrokenConnection('fetch failed', 'redirect count exceeded');
  };
}

async function fetchOnce(
  request: Request,
  target: CallTarget,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { method } = request;
  const { host, pathname, search } = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), host };
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
  signal?.throwIfAborted();
  const call = { method, url: pathname + search, headers, body, signal };
  const { body: pieces, ...head } = await callInProcess(call, target);
  const isEmpty = method === 'HEAD' || bodiless.has(head.status);
  return new Response(isEmpty ? null : ReadableStream.from(pieces), head);
}

/** The request of a redirect; undefined if the response is final. */
function redirected(request: Request, { status, headers }: Response): Request | undefined {
  const location = headers.get('location');
  if (!redirecting.has(status) || location === null || request.redirect === 'manual')
    return undefined;
  if (request.redirect === 'error')
    throw new BrokenConnection('fetch failed', 'unexpected redirect');
  const { method, signal } = request;
  const asked = method === 'HEAD' ? 'HEAD' : 'GET';
  return new Request(new URL(location, request.url), {
    method: asked,
    headers: request.headers,
    signal,
  });
}
