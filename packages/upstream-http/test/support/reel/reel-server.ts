import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';

/** A provider that serves the small protocol on a socket, and misbehaves as a video's text requests. */
export interface ReelServer {
  readonly url: string;
  /** Returns the number of accepted videos. */
  accepted(): number;
  close(): Promise<void>;
}

interface Video {
  readonly video: string;
  readonly name: string;
  readonly text: string;
  readonly made: number;
}

type HttpResponse =
  | {
      readonly status: number;
      readonly body: string | Uint8Array;
      readonly headers?: { readonly [name: string]: string };
    }
  | 'hang-up'
  | 'cut-short';

export const reelKey = 'reel-key-1';
const turningMs = 3_000;
const bytes = Buffer.from('one frame after the other '.repeat(800));
const orderSchema = z.object({ name: z.string(), text: z.string(), seconds: z.number() });

function says(status: number, value: JsonValue): HttpResponse {
  return { status, body: JSON.stringify(value) };
}

class Reels {
  readonly videos: Video[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async handle(request: IncomingMessage): Promise<HttpResponse> {
    const key = String(request.headers['x-reel-key']);
    if (key !== reelKey) return says(401, { fault: 'bad-key', words: `${key} is not the key` });
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://reel.invalid');
    const [, resource, id, part] = pathname.split('/');
    if (resource === 'me') return says(200, { units: 7 });
    if (request.method === 'POST') {
      const named = request.headers['idempotency-key'];
      const known = this.videos.find(({ name }) => name === named);
      return known === undefined
        ? this.#order(await json(request))
        : says(201, { video: known.video });
    }
    if (id === undefined) return this.#list(searchParams);
    const video = this.videos.find((one) => one.video === id);
    if (video === undefined) return says(404, { fault: 'no-film', words: 'no such film' });
    return part === 'file' ? fileOf(request) : this.#report(video);
  }

  #order(body: unknown): HttpResponse {
    const { name, text } = orderSchema.parse(body);
    if (text.includes('forbidden'))
      return says(422, { fault: 'text-forbidden', words: 'not this' });
    const video = `f-${this.videos.length + 1}`;
    this.videos.push({ video, name, text, made: this.#now() });
    // From here on it is charged, whatever the caller receives.
    if (text.includes('hang up')) return 'hang-up';
    if (text.includes('cut short')) return 'cut-short';
    if (text.includes('crash')) return says(500, { fault: 'text-forbidden', words: 'crashed' });
    if (text.includes('edge page')) return { status: 422, body: '<html>422</html>' };
    if (text.includes('garble')) return { status: 201, body: '<html>' };
    if (text.includes('nameless')) return says(201, { ok: true });
    if (text.includes('elsewhere'))
      return { status: 307, body: '', headers: { location: '/films/x' } };
    return says(201, { video });
  }

  #list(query: URLSearchParams): HttpResponse {
    const name = query.get('name');
    if (name !== null)
      return says(200, {
        videos: this.videos.filter((one) => one.name === name).map(({ video }) => ({ video })),
      });
    const videos = this.videos.map(({ video, text, made }) => ({ video, text, made }));
    return says(200, { videos, next: null });
  }

  #report({ video, text, made }: Video): HttpResponse {
    const percent = Math.min(100, Math.floor(((this.#now() - made) / turningMs) * 100));
    if (percent < 100) return says(200, { video, state: 'turning', percent });
    if (text.includes('tear')) return says(200, { video, state: 'torn', why: 'it tore' });
    return says(200, { video, state: 'done', at: `/films/${video}/file`, where: 'own' });
  }
}

function fileOf({ headers: { range, 'if-range': ifRange } }: IncomingMessage): HttpResponse {
  const headers = { etag: '"of-the-film"', 'content-type': 'video/mp4' };
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (from === 0 || ifRange !== headers.etag) return { status: 200, body: bytes, headers };
  const extent = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
  return {
    status: 206,
    body: bytes.subarray(from),
    headers: { ...headers, 'content-range': extent },
  };
}

function send(received: HttpResponse, response: ServerResponse): void {
  if (received === 'hang-up') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (received === 'cut-short') {
    response.writeHead(201, { 'content-length': 40 }).write('{"film":"f-');
    setImmediate(() => response.destroy());
    return;
  }
  const { status, body, headers = {} } = received;
  const length = { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...length, ...headers }).end(body);
}

/** @param now - the provider's clock, in ms since 1970 */
export async function startReelServer(now: () => number): Promise<ReelServer> {
  const reels = new Reels(now);
  const server = createServer((request, response) => {
    reels.handle(request).then(
      (received) => send(received, response),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    accepted: () => reels.videos.length,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
