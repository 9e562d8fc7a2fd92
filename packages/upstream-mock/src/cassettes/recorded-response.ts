import { type VideoFacts, inlineText } from './cassette.ts';
import { videoFacts } from './video-facts.ts';
import { jsonIn, keptPathOf, withKeptLinks } from './recorded-request.ts';

/** Paths to a job's id in an acceptance, by provider; those that may be the id of the response itself come last. */
const idPaths = [
  ['task_id'],
  ['data', 'task_id'],
  ['data', 'id'],
  ['output', 'task_id'],
  ['request_id'],
  ['id'],
  ['name'],
];

/** Id of the job that this response accepted; undefined if it accepted none, or names none. */
export function acceptedId(
  { method }: { readonly method: string },
  { ok }: Response,
  body: unknown,
): string | undefined {
  return method === 'POST' && ok ? idIn(body) : undefined;
}

/** The last path segment of an id with slashes. */
function idIn(value: unknown): string | undefined {
  for (const position of idPaths) {
    const found = position.reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null
          ? new Map(Object.entries(inner)).get(name)
          : null,
      value,
    );
    const id = typeof found === 'string' ? found.split('/').at(-1) : undefined;
    // Kling's `request_id` names the response, not the task, whose id is deeper.
    if (position[0] === 'request_id' && hasOwnCode(value)) continue;
    if (id !== undefined && /^[\w-]{6,}$/.test(id) && /\d/.test(id)) return id;
  }
  return undefined;
}

function hasOwnCode(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** Pattern of an id: its word prefix literally, then `9`, `a` and `A` for the rest. */
export function formOf(id: string): string {
  const [word = ''] = /^[a-z]+[_-](?=.)/i.exec(id) ?? [];
  const rest = id.slice(word.length);
  const form = rest.replaceAll(/[a-z]/g, 'a').replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '9');
  return word + form;
}

/** An id of this pattern, from hexadecimal digits. */
export function idOfForm(form: string, digest: string): string {
  let at = 0;
  const [word = ''] = /^[a-z]+[_-](?=.)/i.exec(form) ?? [];
  const next = () => Number.parseInt(digest[at++ % digest.length] ?? '0', 16);
  const rest = form
    .slice(word.length)
    .replaceAll('9', () => String(next() % 10))
    .replaceAll('a', () => 'abcdef'[next() % 6] ?? 'a')
    .replaceAll('A', () => 'ABCDEF'[next() % 6] ?? 'A');
  return word + rest;
}

/** Links to other hosts, by number, so that a cassette contains none of their signatures. */
export class RecordedLinks {
  readonly #numbers = new Map<string, number>();
  readonly #urls: URL[] = [];
  readonly #upstream: URL;
  readonly #before: number;

  /** @param before - number of links already in the cassette */
  constructor(upstream: URL, before: number) {
    this.#upstream = upstream;
    this.#before = before;
  }

  /** Path of a link through the recorder, below its prefix; undefined if the text is no link. */
  pathOf(text: string): string | undefined {
    const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
    if (url === null) return undefined;
    const prefix = this.#upstream.pathname.replace(/\/$/, '');
    if (url.origin === this.#upstream.origin && url.pathname.startsWith(`${prefix}/`))
      return url.pathname.slice(prefix.length) + url.search;
    const position = url.origin + url.pathname;
    const at = this.#numbers.get(position) ?? this.#urls.length;
    this.#numbers.set(position, at);
    this.#urls[at] = url;
    return `/_link/${this.#before + at + 1}`;
  }

  target(path: string): URL | undefined {
    const [, number] = /^\/_link\/(\d{1,9})$/.exec(path) ?? [];
    return number === undefined ? undefined : this.#urls[Number(number) - this.#before - 1];
  }
}

/** Links of each upstream, numbered after those in the cassette. */
export function recordedLinks(
  upstreams: ReadonlyMap<string, URL>,
  before: number,
): ReadonlyMap<string, RecordedLinks> {
  return new Map([...upstreams].map(([name, url]) => [name, new RecordedLinks(url, before)]));
}

/** A body as written: text, or the facts of a video. */
export type RecordedBody =
  | { readonly kind: 'video'; readonly video: VideoFacts }
  | { readonly kind: 'bytes'; readonly bytes: Buffer };

export function recordedBody(
  bytes: Buffer,
  contentType: string,
  { links, hide }: { readonly links: RecordedLinks; readonly hide: (text: string) => string },
): RecordedBody {
  const video = videoFacts(bytes, contentType);
  if (video !== undefined) return { kind: 'video', video };
  const parsed = jsonIn(bytes.toString());
  const text =
    parsed === undefined
      ? plainText(bytes, contentType)
      : JSON.stringify(parsed.value, (_name, value: unknown) =>
          typeof value === 'string' ? recordedText(value, links) : value,
        );
  return {
    kind: 'bytes',
    bytes: Buffer.from(hide(text), parsed === undefined ? 'latin1' : 'utf8'),
  };
}

function plainText(bytes: Buffer, contentType: string): string {
  const text = bytes.toString('latin1');
  return /json|text|xml/.test(contentType) ? withKeptLinks(text) : text;
}

function recordedText(text: string, links: RecordedLinks): string {
  const path = links.pathOf(text);
  if (path !== undefined) return recordedLink(path);
  const video =
    text.length > 1_000 && /^[\w+/=-]+$/.test(text)
      ? videoFacts(Buffer.from(text, 'base64'), '')
      : undefined;
  return video === undefined ? withKeptLinks(text) : inlineText(video);
}

/** A link as written in the cassette: relative to the replay, with the allowed query parameters. */
export function recordedLink(path: string): string {
  return `$base${keptPathOf(new URL(`http://mock.invalid${path}`))}`;
}

/** The body sent to the caller, with links through the recorder; serialised again only for unusual escapes. */
export function relayedBody(bytes: Buffer, links: RecordedLinks, base: string): Buffer {
  const parsed = jsonIn(bytes.toString());
  if (parsed === undefined) return bytes;
  const led = new Map<string, string>();
  const anew = JSON.stringify(parsed.value, (_name, value: unknown) => {
    const path = typeof value === 'string' ? links.pathOf(value) : undefined;
    if (path === undefined) return value;
    led.set(JSON.stringify(value), base + path);
    return base + path;
  });
  let text = bytes.toString();
  for (const [link, through] of led) {
    if (!text.includes(link)) return Buffer.from(anew);
    text = text.replaceAll(link, () => JSON.stringify(through));
  }
  return Buffer.from(text);
}
