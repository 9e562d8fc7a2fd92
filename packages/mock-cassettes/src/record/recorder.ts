import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RecordedLinks } from '../exchange/recorded-response.ts';
import { type SeenRequest, seeRequest } from '../exchange/seen-request.ts';
import { Recording, type RecordingEnd, type RecordingOptions } from './recording.ts';
import { bytesOf, ownHeaders, relayedHeaders, targetOf, unanswered } from './relay.ts';

export interface RecorderOptions extends RecordingOptions {
  /** 0 = any free port. */
  readonly port: number;
  readonly onFault: (message: string) => void;
}

export interface Recorder {
  readonly url: string;
  /** Closes the port and checks everything that was written. */
  finish(): Promise<RecordingEnd>;
}

/** Proxies providers below their names, and records their responses. */
export async function openRecorder(options: RecorderOptions): Promise<Recorder> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  if (port === undefined) throw new Error('The recorder has no port.');
  let recording: Recording;
  try {
    // Only after the port is bound, because it creates a folder.
    recording = new Recording(options);
  } catch (error) {
    server.close();
    throw error;
  }
  server.on('request', (request, response) => {
    pass(request, response, { recording, ...options }).catch((error: unknown) => {
      const fault = recording.hide(error instanceof Error ? error.message : String(error));
      options.onFault(fault);
      if (!response.headersSent) response.writeHead(502).end(`${fault}\n`);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    finish: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      return recording.finish();
    },
  };
}

/** Calls the upstream once. The caller gets the response, with links to the recorder, before anything is written. */
async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { recording, upstreams, readForm }: RecorderOptions & { readonly recording: Recording },
): Promise<void> {
  const [, name = '', rest = '/'] = /^\/([\w-]+)(\/.*)?$/.exec(request.url ?? '') ?? [];
  const url = URL.parse(`http://mock.invalid${rest}`);
  const body = await bytesOf(request);
  const [upstream, links] = [upstreams.get(name), recording.links.get(name)];
  if (upstream === undefined || links === undefined || url === null) {
    response.writeHead(404).end(`there is no upstream named ${name}\n`);
    return;
  }
  if (body === undefined) {
    response.writeHead(413).end();
    return;
  }
  const { method = 'GET' } = request;
  const headers = Object.entries(request.headers).map(
    ([header, value]) => [header, String(value)] as const,
  );
  const seen = seeRequest({ method, url, headers, body }, readForm);
  recording.learn(seen);
  const link = links.target(url.pathname);
  const reply = await askUpstream(request, { name, upstream, link, seen });
  const bytes = reply.body === null ? Buffer.alloc(0) : await bytesOf(reply.body);
  if (bytes === undefined) {
    response.writeHead(502).end('the response exceeds the size limit of a recording\n');
    return;
  }
  const base = `http://${request.headers.host ?? ''}/${name}`;
  const location = locationOf(reply, links);
  const relayed = links.relayed(bytes, base);
  const located = location === null ? [] : ['location', base + location];
  response.writeHead(reply.status, [...headersFor(method, reply, relayed), ...located]);
  response.end(relayed);
  recording.write({ upstream: name, seen, response: reply, bytes, location });
}

/** Path of a redirect below the recorder's prefix; null without one. */
function locationOf({ headers, url }: Response, links: RecordedLinks): string | null {
  const moved = headers.has('location') ? URL.parse(headers.get('location') ?? '', url) : null;
  return (moved === null ? undefined : links.pathOf(moved.href)) ?? null;
}

async function askUpstream(
  request: IncomingMessage,
  to: { name: string; upstream: URL; link: URL | undefined; seen: SeenRequest },
): Promise<Response> {
  const { method, url, body } = to.seen;
  const target = to.link ?? targetOf(to.upstream, url);
  const type = request.headers['content-type'];
  // No credential is sent to another host.
  const linkHeaders: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  return await fetch(target, {
    method,
    headers: to.link === undefined ? relayedHeaders(request, to.upstream) : linkHeaders,
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  }).catch((error: unknown) => {
    throw unanswered(to.name, target, error);
  });
}

/** Headers for the caller besides `location`; no length for a `HEAD` whose content coding hides it. */
function headersFor(method: string, { headers }: Response, relayed: Uint8Array) {
  const passed = [...headers].filter(([name]) => !ownHeaders.has(name) && name !== 'location');
  const declared = headers.has('content-encoding') ? null : headers.get('content-length');
  const length = method === 'HEAD' ? declared : String(relayed.length);
  return [...passed.flat(), ...(length === null ? [] : ['content-length', length])];
}
