import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBytes } from '../server/read-body.ts';
import { relayedBody } from './recorded-answer.ts';
import { Recording, type RecorderOptions, type RecordingEnd } from './recording.ts';
import { bytesOf, ownHeaders, relayedHeaders, targetOf } from './relay.ts';

export interface Recorder {
  readonly url: string;
  /** Listens no more, and looks through all that was written. */
  finish(): Promise<RecordingEnd>;
}

const longestRequest = 64 * 1024 * 1024;

/** Passes requests through to upstreams, each once, and writes what they said. */
export async function openRecorder(options: RecorderOptions): Promise<Recorder> {
  const recording = new Recording(options);
  const server = createServer((request, response) => {
    pass(request, response, { recording, upstreams: options.upstreams }).catch((error: unknown) => {
      options.onFault(recording.hide(error instanceof Error ? error.message : String(error)));
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
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

/** Answers from an earlier recording, or asks the upstream once; the caller is answered before anything is written. */
async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  to: { readonly recording: Recording; readonly upstreams: ReadonlyMap<string, URL> },
): Promise<void> {
  const { recording } = to;
  const [, name = '', rest = '/'] = /^\/([\w-]+)(\/.*)?$/.exec(request.url ?? '') ?? [];
  const upstream = to.upstreams.get(name);
  const links = recording.links.get(name);
  const url = URL.parse(`http://mock.invalid${rest}`);
  const read = await readBytes(request, longestRequest);
  if (upstream === undefined || links === undefined || url === null) {
    response.writeHead(404).end(`no upstream is called ${name}\n`);
    return;
  }
  if (read.kind === 'too-long') {
    response.writeHead(413).end();
    return;
  }
  const { method = 'GET' } = request;
  const contentType = request.headers['content-type'] ?? '';
  const seen = { method, url, contentType, body: read.bytes };
  const headers = Object.entries(request.headers).map(
    ([header, value]) => [header, String(value)] as const,
  );
  recording.learn(url, headers);
  const base = `http://${request.headers.host ?? ''}/${name}`;
  const call = { ...seen, base, range: null, secrets: headers };
  const known = await recording.replays.get(name)?.answer(call);
  if (known?.kind === 'answer') {
    const type = { 'content-type': known.contentType };
    response.writeHead(known.status, { ...known.headers, ...type }).end(known.body);
    return;
  }
  const link = links.target(url.pathname);
  // Another host is asked as anybody would: no credential goes there.
  const isOwn = link === undefined;
  const answer = await fetch(link ?? targetOf(upstream, url), {
    method,
    headers: isOwn ? relayedHeaders(request, upstream) : {},
    redirect: 'manual',
    ...(isOwn && read.bytes.length > 0 && { body: new Uint8Array(read.bytes) }),
  });
  const bytes = await bytesOf(answer);
  if (bytes === undefined) {
    response.writeHead(502).end('the answer is longer than a recording takes\n');
    return;
  }
  const location = links.pathOf(answer.headers.get('location') ?? '');
  const passed = [...answer.headers].filter(
    ([header]) => !ownHeaders.has(header) && header !== 'location',
  );
  const moved = location === undefined ? [] : ['location', base + location];
  const relayed = relayedBody(bytes, links, base);
  const length = ['content-length', String(relayed.length)];
  response.writeHead(answer.status, [...passed.flat(), ...moved, ...length]).end(relayed);
  recording.write(name, seen, { answer, bytes, location });
}
