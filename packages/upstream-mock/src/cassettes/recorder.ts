import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { longestBody } from '../engine/json-body.ts';
import { deliver } from '../server/deliver.ts';
import { readBytes } from '../http/read-body.ts';
import { wantedRange } from '../http/received-request.ts';
import { relayedBody } from './recorded-response.ts';
import { isRecordMode } from './cassette-mode.ts';
import { Recording } from './recording.ts';
import type { RecorderOptions, ProxySession, SessionEnd } from './proxy-session.ts';
import { Passthrough } from './passthrough.ts';
import type { SeenRequest } from './recorded-request.ts';
import { bytesOf, headersOf, ownHeaders, relayedHeaders, targetOf, unanswered } from './relay.ts';

export interface Recorder {
  readonly url: string;
  /** Closes the port and checks everything that was written. */
  finish(): Promise<SessionEnd>;
}

/** Proxies providers: passes each request on once, or replays it from a cassette, depending on the mode. */
export async function openRecorder(options: RecorderOptions): Promise<Recorder> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  const tape = begin(options, server);
  server.on('request', (request, response) => {
    pass(request, response, { tape, upstreams: options.upstreams }).catch((error: unknown) => {
      const fault = tape.hide(error instanceof Error ? error.message : String(error));
      options.onFault(fault);
      if (!response.headersSent) response.writeHead(502).end(`${fault}\n`);
    });
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  if (port === undefined) throw new Error('The recorder has no port.');
  return {
    url: `http://127.0.0.1:${port}`,
    finish: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      return tape.finish();
    },
  };
}

/** The tape is started only after the port is bound. */
function begin(options: RecorderOptions, server: Server): ProxySession {
  try {
    const { mode } = options;
    return isRecordMode(mode) ? new Recording(options, mode) : new Passthrough(options, mode);
  } catch (error) {
    server.close();
    throw error;
  }
}

interface Passing {
  readonly tape: ProxySession;
  readonly upstreams: ReadonlyMap<string, URL>;
}

/** Replays an earlier recording, or calls the upstream. */
async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  to: Passing,
): Promise<void> {
  const { tape } = to;
  const [, name = '', rest = '/'] = /^\/([\w-]+)(\/.*)?$/.exec(request.url ?? '') ?? [];
  const url = URL.parse(`http://mock.invalid${rest}`);
  const read = await readBytes(request, longestBody);
  if (!to.upstreams.has(name) || url === null) {
    response.writeHead(404).end(`there is no upstream named ${name}\n`);
    return;
  }
  if (read.kind === 'too-long') {
    response.writeHead(413).end();
    return;
  }
  const contentType = request.headers['content-type'] ?? '';
  const seen = { method: request.method ?? 'GET', url, contentType, body: read.bytes };
  const headers = headersOf(request);
  tape.learn(seen, headers);
  const base = `http://${request.headers.host ?? ''}/${name}`;
  const known = await tape.response(name, { ...seen, base, range: wantedRange(request), headers });
  if (known !== undefined) {
    deliver(response, known);
    return;
  }
  await ask({ request, seen, name, base }, response, to);
}

interface Asked {
  readonly request: IncomingMessage;
  readonly seen: SeenRequest;
  /** Name of the upstream. */
  readonly name: string;
  readonly base: string;
}

/** Calls the upstream once. The caller gets the response before anything is written. */
async function ask(
  { request, seen, name, base }: Asked,
  response: ServerResponse,
  { tape, upstreams }: Passing,
): Promise<void> {
  const upstream = upstreams.get(name);
  const links = tape.links.get(name);
  if (upstream === undefined || links === undefined) throw new Error(`no upstream is ${name}`);
  const { method, url, body } = seen;
  const link = links.target(url.pathname);
  // No credential is sent to another host.
  const isOwn = link === undefined;
  const target = link ?? targetOf(upstream, url);
  const reply = await fetch(target, {
    method,
    headers: isOwn ? relayedHeaders(request, upstream) : typeOf(seen),
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  }).catch((error: unknown) => {
    throw unanswered(name, target, error);
  });
  const bytes = await bytesOf(reply);
  if (bytes === undefined) {
    response.writeHead(502).end('the response exceeds the size limit of a recording\n');
    return;
  }
  const moved = URL.parse(reply.headers.get('location') ?? '', target.href);
  const isMoved = reply.headers.has('location') && moved !== null;
  const location = (isMoved ? links.pathOf(moved.href) : undefined) ?? null;
  const passed = [...reply.headers].filter(
    ([header]) => !ownHeaders.has(header) && header !== 'location',
  );
  const located = location === null ? [] : ['location', base + location];
  const relayed = relayedBody(bytes, links, base);
  const length = lengthOf(method, reply, relayed);
  response.writeHead(reply.status, [...passed.flat(), ...located, ...length]).end(relayed);
  tape.write({ upstream: name, links, seen }, { response: reply, bytes, location });
}

function typeOf({ contentType }: SeenRequest): Record<string, string> {
  return contentType === '' ? {} : { 'content-type': contentType };
}

/** The `content-length` header; absent for a `HEAD` whose content coding hides the length. */
function lengthOf(method: string, { headers }: Response, relayed: Uint8Array): readonly string[] {
  if (method !== 'HEAD') return ['content-length', String(relayed.length)];
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return length === null ? [] : ['content-length', length];
}
