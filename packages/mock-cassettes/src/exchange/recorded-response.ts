import { type VideoFacts, inlineText } from '../cassette/cassette-line.ts';
import { videoFacts } from '../cassette/video-facts.ts';
import { jsonIn } from '../json/json-leaves.ts';
import { keptPathOf, withKeptLinks } from './seen-request.ts';

/** Links of one upstream's responses; those to other hosts have a number, so that a cassette has no signature of them. */
export class RecordedLinks {
  readonly #numbers = new Map<string, number>();
  readonly #urls: URL[] = [];
  readonly #upstream: URL;

  constructor(upstream: URL) {
    this.#upstream = upstream;
  }

  /** Path of a link through the recorder, below its prefix; undefined if the text is no link. */
  pathOf(text: string): string | undefined {
    const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
    if (url === null) return undefined;
    const prefix = this.#upstream.pathname.replace(/\/$/, '');
    if (url.origin === this.#upstream.origin && url.pathname.startsWith(`${prefix}/`))
      return url.pathname.slice(prefix.length) + url.search;
    const key = url.origin + url.pathname;
    const at = this.#numbers.get(key) ?? this.#urls.length;
    this.#numbers.set(key, at);
    this.#urls[at] = url;
    return `/_link/${at + 1}`;
  }

  /** Target of the path of a link to another host. */
  target(path: string): URL | undefined {
    const [, number] = /^\/_link\/(\d{1,9})$/.exec(path) ?? [];
    return number === undefined ? undefined : this.#urls[Number(number) - 1];
  }

  /** JSON as sent to the caller: its links lead through the recorder, and the rest stays as it was written. */
  relayed(bytes: Buffer, base: string): Buffer {
    const text = bytes.toString();
    if (jsonIn(text) === undefined) return bytes;
    const led = text.replaceAll(/(?<!\\)"https?:(?:[^"\\]|\\.){2,8192}"/g, (quoted) => {
      const path = this.pathOf(String(JSON.parse(quoted)));
      return path === undefined ? quoted : JSON.stringify(base + path);
    });
    return led === text ? bytes : Buffer.from(led);
  }
}

/** A link as written in the cassette: relative to the replay, with the allowed query parameters. */
export function recordedLink(path: string): string {
  return `$base${keptPathOf(new URL(`http://mock.invalid${path}`))}`;
}

/** Allow-list: all other headers of a response are dropped. */
const keptHeaders = ['content-type', 'retry-after', 'x-fal-billable-units', 'x-fal-retryable'];

/** Headers of a response that are on the allow-list. */
export function keptHeadersOf(
  headers: Headers,
  hide: (text: string) => string,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = headers.get(name);
    if (value !== null) kept[name] = hide(value);
  }
  return kept;
}

/** A body as written: bytes, or the facts of a video. */
export function recordedBody(
  bytes: Buffer,
  contentType: string,
  { links, hide }: { readonly links: RecordedLinks; readonly hide: (text: string) => string },
): { readonly video: VideoFacts } | { readonly bytes: Buffer } {
  const video = videoFacts(bytes, contentType);
  if (video !== undefined) return { video };
  const parsed = jsonIn(bytes.toString());
  const text =
    parsed === undefined
      ? plainText(bytes, contentType)
      : JSON.stringify(parsed.value, (_name, value: unknown) =>
          typeof value === 'string' ? recordedText(value, links) : value,
        );
  return { bytes: Buffer.from(hide(text), parsed === undefined ? 'latin1' : 'utf8') };
}

function plainText(bytes: Buffer, contentType: string): string {
  const text = bytes.toString('latin1');
  return /json|text|xml/.test(contentType) ? withKeptLinks(text) : text;
}

function recordedText(text: string, links: RecordedLinks): string {
  const path = links.pathOf(text);
  if (path !== undefined) return recordedLink(path);
  const isLong = text.length > 1_000 && /^[\w+/=-]+$/.test(text);
  const video = isLong ? videoFacts(Buffer.from(text, 'base64'), '') : undefined;
  return video === undefined ? withKeptLinks(text) : inlineText(video);
}
