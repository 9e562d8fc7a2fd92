import { type AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readBytes } from '../server/read-body.ts';
import { type CassetteDraft, draftCassette } from './cassette-folder.ts';
import { fingerprintIn, hasRandomText, KnownSecrets } from './known-secrets.ts';
import {
  acceptedId,
  formOf,
  RecordedLinks,
  recordedBody,
  recordedLink,
  relayedBody,
} from './recorded-answer.ts';
import { bytesOf, ownHeaders, relayedHeaders, targetOf } from './relay.ts';
import { jsonIn, keptHeadersOf, recordedRequest, type SeenRequest } from './recorded-request.ts';

export interface RecorderOptions {
  /** URLs by the name they are recorded under, which is the first part of the path, too. */
  readonly upstreams: ReadonlyMap<string, URL>;
  /** Where the cassette will lie. What lies there is replaced. */
  readonly folder: string;
  /** 0 = any free one. */
  readonly port: number;
  /** ms. */
  readonly now: () => number;
  readonly onFault: (message: string) => void;
}

/** How a recording ended. */
export type RecordingEnd =
  | { readonly kind: 'finished'; readonly warnings: readonly string[] }
  /** Nothing is left of it. `places`: where a credential was found. */
  | { readonly kind: 'refused'; readonly places: readonly string[] };

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
    recording.pass(request, response).catch((error: unknown) => {
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

class Recording {
  readonly #options: RecorderOptions;
  readonly #draft: CassetteDraft;
  readonly #secrets = new KnownSecrets();
  readonly #links: ReadonlyMap<string, RecordedLinks>;
  readonly #jobs = new Map<string, { readonly name: string; readonly acceptedAt: number }>();
  readonly #beganAt: number;

  constructor(options: RecorderOptions) {
    const { folder, upstreams, now } = options;
    this.#options = options;
    this.#beganAt = now();
    this.#links = new Map([...upstreams].map(([name, url]) => [name, new RecordedLinks(url)]));
    for (const url of upstreams.values()) this.#secrets.addUrl(url);
    this.#draft = draftCassette(folder);
    this.#draft.line({ kind: 'cassette', version: 1, upstreams: [...upstreams.keys()] });
  }

  hide(text: string): string {
    const named = text.replaceAll(/[\w-]{6,}/g, (word) => {
      const name = this.#jobs.get(word)?.name;
      return name === undefined ? word : `${name}$`;
    });
    return this.#secrets.hide(named);
  }

  async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', rest = '/'] = /^\/([\w-]+)(\/.*)?$/.exec(request.url ?? '') ?? [];
    const upstream = this.#options.upstreams.get(name);
    const links = this.#links.get(name);
    if (upstream === undefined || links === undefined) {
      request.resume();
      response.writeHead(404).end(`no upstream is called ${name}\n`);
      return;
    }
    const url = new URL(`http://mock.invalid${rest}`);
    const read = await readBytes(request, longestRequest);
    if (read.kind === 'too-long') {
      response.writeHead(413).end();
      return;
    }
    const { method = 'GET', headers } = request;
    const contentType = headers['content-type'] ?? '';
    const seen = { method, url, contentType, body: read.bytes };
    this.#secrets.addUrl(url);
    for (const [header, value] of Object.entries(headers))
      this.#secrets.addHeader(header, String(value));
    const link = links.target(url.pathname);
    // What is sent to another host is asked for as anybody would: no credential goes there.
    const target = link ?? targetOf(upstream, url);
    const given = link === undefined ? relayedHeaders(request, upstream) : {};
    const answer = await fetch(target, {
      method,
      headers: given,
      redirect: 'manual',
      ...(read.bytes.length > 0 && link === undefined && { body: new Uint8Array(read.bytes) }),
    });
    const bytes = await bytesOf(answer);
    const base = `http://${headers.host ?? ''}/${name}`;
    const relayed = bytes === undefined ? undefined : relayedBody(bytes, links, base);
    if (bytes === undefined || relayed === undefined) {
      response.writeHead(502).end('the answer is longer than a recording takes\n');
      return;
    }
    const location = links.pathOf(answer.headers.get('location') ?? '');
    this.#write(name, seen, { answer, bytes, location });
    const passed = [...answer.headers].filter(([header]) => !ownHeaders.has(header));
    response.writeHead(answer.status, [
      ...passed.filter(([header]) => header !== 'location').flat(),
      ...(location === undefined ? [] : ['location', base + location]),
      ...['content-length', String(relayed.length)],
    ]);
    response.end(relayed);
  }

  #write(
    upstream: string,
    seen: SeenRequest,
    told: {
      readonly answer: Response;
      readonly bytes: Buffer;
      readonly location?: string | undefined;
    },
  ): void {
    const { answer, bytes, location } = told;
    for (const [header, value] of answer.headers) this.#secrets.addHeader(header, value);
    const now = this.#options.now();
    const id = isAccepting(seen, answer) ? acceptedId(jsonIn(bytes.toString())?.value) : undefined;
    if (id !== undefined && !this.#jobs.has(id)) {
      const name = `$job${this.#jobs.size + 1}`;
      this.#jobs.set(id, { name, acceptedAt: now });
      this.#draft.line({ kind: 'job', name, form: formOf(id) });
    }
    const hide = (text: string) => this.hide(text);
    const links = this.#links.get(upstream) ?? new RecordedLinks(new URL('http://mock.invalid'));
    const request = recordedRequest(seen, hide);
    const type = answer.headers.get('content-type') ?? '';
    const body = recordedBody(bytes, type, { links, hide });
    const mentioned = `${seen.url.pathname}${seen.url.search} ${seen.body.toString('latin1', 0, 10_000)}`;
    const job =
      this.#jobs.get(id ?? '') ??
      [...mentioned.matchAll(/[\w-]{6,}/g)]
        .map(([word]) => this.#jobs.get(word))
        .find((known) => known !== undefined);
    const headers = Object.entries(keptHeadersOf(answer.headers)).map(([name, value]) => [
      name,
      hide(value),
    ]);
    this.#draft.line({
      kind: 'exchange',
      upstream,
      job: job?.name ?? null,
      since: Math.max(0, id === undefined ? now - (job?.acceptedAt ?? this.#beganAt) : 0),
      request: {
        ...request,
        body: request.body === null ? null : this.#draft.body(Buffer.from(request.body)),
      },
      answer: {
        status: answer.status,
        headers: {
          ...Object.fromEntries(headers),
          ...(location !== undefined && { location: hide(recordedLink(location)) }),
        },
        body: body.kind === 'film' ? { film: body.film } : { file: this.#draft.body(body.bytes) },
      },
    });
  }

  /** The last look: what is written must have nothing of what the recorder was shown in confidence. */
  finish(): RecordingEnd {
    const files = this.#draft.files();
    const places = files.flatMap(([file, bytes]) => {
      if (this.#secrets.isIn(bytes) || this.#secrets.isIn(Buffer.from(file)))
        return [`${file}: a credential that passed the recorder`];
      const shape = fingerprintIn(bytes.toString('latin1'));
      return shape === undefined ? [] : [`${file}: ${shape}`];
    });
    if (places.length > 0) {
      this.#draft.discard();
      return { kind: 'refused', places };
    }
    const random = files.filter(([, bytes]) => hasRandomText(bytes.toString('latin1')));
    this.#draft.finish();
    return {
      kind: 'finished',
      warnings: random.map(([file]) => `${file}: text that looks random`),
    };
  }
}

function isAccepting({ method }: SeenRequest, { ok }: Response): boolean {
  return method === 'POST' && ok;
}
