import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { renderVideo } from '@filmgate/upstream-mock';
import * as z from 'zod';

/** Reelhouse, a fictional provider that behaves like real ones. */
export interface Reelhouse {
  readonly url: string;
  /** Number of accepted clips, each of which would be charged. */
  accepted(): number;
  close(): Promise<void>;
}

interface Clip {
  readonly id: string;
  readonly ref: string;
  readonly text: string;
  readonly acceptedAt: number;
}

interface HttpResponse {
  readonly status: number;
  readonly body: string | Uint8Array;
}

export const reelhouseKey = 'reelhouse-key-1';

const renderMs = 4_000;
const video = await renderVideo({
  width: 854,
  height: 480,
  durationSeconds: 2,
  audio: false,
  prompt: 'whatever was asked for',
  model: 'reel-1',
  aspectRatio: '16:9',
  resolution: '480p',
  seed: 'reelhouse',
  jobId: 'clip',
  accountLabel: 'Reelhouse',
});
const orderSchema = z.object({
  ref: z.string(),
  model: z.literal('reel-1'),
  text: z.string(),
  seconds: z.number(),
});

function reply(status: number, value: unknown): HttpResponse {
  return { status, body: JSON.stringify(value) };
}

/** The provider's side: accepted clips and responses. */
class Counter {
  readonly clips: Clip[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async handle(request: IncomingMessage): Promise<HttpResponse | 'hang-up'> {
    if (request.headers['x-api-key'] !== reelhouseKey) return reply(401, { error: 'bad-key' });
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://reelhouse.invalid');
    const [, resource, id, part] = pathname.split('/');
    if (resource === 'account') return reply(200, { credits: 500 });
    if (resource !== 'clips') return reply(404, { error: 'no-such-path' });
    if (request.method === 'POST') return this.#order(await json(request));
    if (id === undefined) {
      const found = this.clips.filter(({ ref }) => ref === searchParams.get('ref'));
      return reply(200, { clips: found.map((clip) => clip.id) });
    }
    const clip = this.clips.find((one) => one.id === id);
    if (clip === undefined) return reply(404, { error: 'no-such-clip' });
    return part === 'file' ? { status: 200, body: video } : this.#describe(clip);
  }

  #order(body: unknown): HttpResponse | 'hang-up' {
    const parsed = orderSchema.safeParse(body);
    if (!parsed.success || parsed.data.text.includes('forbidden')) {
      return reply(422, { error: 'not-allowed' });
    }
    const { ref, text } = parsed.data;
    const clip = { id: `clip-${this.clips.length + 1}`, ref, text, acceptedAt: this.#now() };
    this.clips.push(clip);
    // From here on the clip is charged, whatever response the caller receives.
    if (text.includes('hang up')) return 'hang-up';
    if (text.includes('crash')) return reply(500, { error: 'internal' });
    if (text.includes('garble')) return { status: 201, body: '<html>' };
    return reply(201, { clip: clip.id });
  }

  #describe({ text, acceptedAt }: Clip): HttpResponse {
    const percent = Math.min(100, Math.floor(((this.#now() - acceptedAt) / renderMs) * 100));
    if (percent < 100) return reply(200, { phase: 'rendering', percent });
    return reply(200, { phase: text.includes('break') ? 'broken' : 'ready', percent });
  }
}

/** @param now the provider's clock, in ms since 1970 */
export async function startReelhouse(now: () => number): Promise<Reelhouse> {
  const counter = new Counter(now);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const said = await counter.handle(request);
    if (said === 'hang-up') request.socket.resetAndDestroy();
    else response.writeHead(said.status).end(said.body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    accepted: () => counter.clips.length,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
