import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { MockServer } from '../../../src/server/mock-server.ts';
import { verdictSchema } from '../../../src/verdict/verdict-schema.ts';
import type { Verdict } from '../../../src/verdict/verdict.ts';
import { credentialOf } from '../personalities/personality-server.ts';
import type { WireHabits } from '../personalities/wire-habits.ts';

/** A call in a space; `status` is null where the connection broke. */
interface Called {
  readonly status: number | null;
  readonly body: unknown;
  readonly bytes: Uint8Array;
}

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A client of one API in one space, without a connection. */
export class WireClient {
  readonly wire: WireHabits;
  readonly #server: MockServer;
  readonly #space: string;

  constructor(server: MockServer, space: string, wire: WireHabits) {
    this.#server = server;
    this.#space = space;
    this.wire = wire;
  }

  /** Submits, and returns the id in the response; undefined without one. */
  async submit(prompt: string, { key, headers }: Sent = {}): Promise<string | undefined> {
    const call = this.wire.submission(prompt);
    const { body } = await this.call(call.path, {
      ...call,
      ...(key !== undefined && { key }),
      headers: { ...call.headers, ...headers },
    });
    return this.wire.acceptedId(body);
  }

  async mustSubmit(prompt: string, sent: Sent = {}): Promise<string> {
    const id = await this.submit(prompt, sent);
    if (id === undefined) throw new Error(`${this.wire.name} did not accept ${prompt}`);
    return id;
  }

  /** Reads the status; returns the link to the video where the response has one. */
  async read(id: string, sent: Sent = {}): Promise<string | undefined> {
    const result = this.wire.result?.(id);
    const { body } = await this.poll(id, sent);
    const last =
      result === undefined ? body : (await this.call(result.path, { ...result, ...sent })).body;
    return this.wire.reported(last)?.url ?? this.wire.reported(body)?.url;
  }

  /** Reads the status once, and nothing else. */
  poll(id: string, sent: Sent = {}): Promise<Called> {
    const call = this.wire.status(id);
    return this.call(call.path, { ...call, ...sent });
  }

  /** Reads the job, and downloads its video. */
  async take(id: string, sent: Sent = {}): Promise<Called> {
    return this.download(id, await this.read(id, sent), sent);
  }

  download(id: string, link: string | undefined, sent: Sent = {}): Promise<Called> {
    const endpoint = this.wire.video(id, link);
    // A link to a path that needs the key.
    if ('path' in endpoint && link !== undefined) return this.#fetch(link, sent);
    return 'url' in endpoint
      ? this.#fetch(endpoint.url, { key: null })
      : this.call(endpoint.path, { ...endpoint, ...sent });
  }

  /** Reads the list of jobs; false if the API has none. */
  async look(sent: Sent = {}): Promise<boolean> {
    const list = this.wire.list?.('none') ?? null;
    if (list === null || this.wire.hasOwnIds) return false;
    await this.call(list.path, { ...list, ...sent });
    return true;
  }

  /** Submits, and hangs up when the job is accepted and the response is held. */
  async hangUp(prompt: string, { key, headers }: Sent = {}): Promise<void> {
    const call = this.wire.submission(prompt);
    const before = this.ledger().length;
    const gone = new AbortController();
    const sent = {
      ...call,
      ...(key !== undefined && { key }),
      headers: { ...call.headers, ...headers },
      signal: gone.signal,
    };
    const called = this.call(call.path, sent);
    while (this.ledger().length === before) await setImmediate();
    gone.abort();
    await called;
  }

  call(path: string, sent: Sent): Promise<Called> {
    return this.#fetch(`${this.#server.url}/s/${this.#space}/${this.wire.name}${path}`, sent);
  }

  async control(path: string, body?: object): Promise<unknown> {
    const url = `${this.#server.url}/_mock/s/${this.#space}/${path}`;
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await this.#server.fetch(url, init)).json();
  }

  async verdict(query = ''): Promise<Verdict> {
    return verdictSchema.parse(await this.control(`verdict${query}`));
  }

  ledger() {
    return this.#server.ledger(this.#space).jobs;
  }

  async #fetch(
    url: string,
    { method, body, key = 'key-1', headers, signal }: Sent,
  ): Promise<Called> {
    const init = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(key !== null && credentialOf(this.wire.name, key)), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    } as const;
    try {
      // The mock is not called for a video within a response.
      const send = url.startsWith('data:') ? fetch : this.#server.fetch;
      const response = await send(url, init);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, body: parsed(bytes), bytes };
    } catch {
      return { status: null, body: undefined, bytes: new Uint8Array() };
    }
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
