import { type VideoFacts, inlineText } from '../cassette/cassette-line.ts';
import { videoFacts } from '../cassette/video-facts.ts';
import { jsonIn } from '../json/json-leaves.ts';
import { type RecordedLinks, recordedLink } from './recorded-links.ts';
import { withKeptLinks } from './seen-request.ts';

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
