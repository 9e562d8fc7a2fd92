import { createHash } from 'node:crypto';
import { type KnownSecrets, linkShape } from './known-secrets.ts';
import { parseBoundedJson } from '../input/bounded-json.ts';
import { boundaryOf, readFormParts } from '../http/multipart-form.ts';

/** A request before anything of it is written. */
export interface SeenRequest {
  readonly method: string;
  /** Below the upstream's prefix. */
  readonly url: URL;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Allow-list: all other parameters are dropped. */
const keptQuery = new Set(
  'after alt cursor external_task_ids filter.model filter.status filter.task_ids filter.task_type index limit logs order page_num page_size pageNum pageSize status task_ids task_id variant'.split(
    ' ',
  ),
);
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

/** Path with the allowed query parameters. */
export function keptPathOf({ pathname, searchParams }: URL): string {
  const query = [...searchParams].filter(([name]) => keptQuery.has(name));
  const text = new URLSearchParams(query.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return query.length === 0 ? pathname : `${pathname}?${text.toString()}`;
}

/** A text whose links have no user, no password and only allowed query parameters. */
export function withKeptLinks(text: string): string {
  return text.replaceAll(linkShape, (link) => {
    const url = URL.parse(link);
    const isKept = url === null || url.search + url.username + url.password + url.hash === '';
    return isKept ? link : url.origin + keptPathOf(url);
  });
}

/** Possible ids. */
const idShape = /[\w-]{6,}/g;

/** Replaces ids by the names of their jobs. */
function withNames(text: string, nameOf: (id: string) => string | undefined): string {
  return text.replaceAll(idShape, (word) => {
    const name = nameOf(word);
    return name === undefined ? word : `${name}$`;
  });
}

/** A text without ids and secrets; an id that is also a secret becomes its name. */
export function withoutSecrets(
  text: string,
  secrets: KnownSecrets,
  nameOf: (id: string) => string | undefined,
): string {
  // Before the names: otherwise the rest of a secret that contains an id would stay.
  return withNames(
    secrets.hide(text, (part) => nameOf(part) !== undefined),
    nameOf,
  );
}

/** The job of the first id in a request: in its URL, or at the start of its body. */
export function namedBy<Job>(
  { url, body }: SeenRequest,
  find: (id: string) => Job | undefined,
): Job | undefined {
  const text = `${url.pathname}${url.search} ${body.toString('latin1', 0, 10_000)}`;
  for (const [word] of text.matchAll(idShape)) {
    const job = find(word);
    if (job !== undefined) return job;
  }
  return undefined;
}

/** Registers the credentials of a request. */
export function learnRequest(
  secrets: KnownSecrets,
  seen: SeenRequest,
  headers: readonly (readonly [name: string, value: string])[],
): void {
  secrets.addUrl(seen.url);
  for (const [name, value] of headers) secrets.addHeader(name, value);
  secrets.addJson(bodyOf(seen)?.value);
}

/** A request as written and matched: without what differs in each run. `hide`: replaces ids of jobs and secrets. */
export function recordedRequest(
  seen: SeenRequest,
  hide: (text: string) => string,
): { readonly method: string; readonly path: string; readonly body: string | null } {
  const text = bodyText(seen);
  return {
    method: seen.method,
    path: hide(keptPathOf(seen.url)),
    body: text === undefined ? null : hide(text),
  };
}

function bodyText(seen: SeenRequest): string | undefined {
  if (seen.body.length === 0) return undefined;
  const read = bodyOf(seen);
  return read === undefined ? digest(seen.body) : sortedText(read.value);
}

/** Longest form that is parsed, in bytes; files are excluded. */
const longestForm = 1_000_000;

/** Fields of a form or of JSON; undefined for another body, and for more than any request needs. */
function bodyOf({ body, contentType }: SeenRequest): { readonly value: unknown } | undefined {
  const boundary = boundaryOf(contentType);
  const parts = boundary === undefined ? undefined : readFormParts(body, boundary);
  if (parts !== undefined) {
    const fields = parts.map(({ name, fileName, bytes }): [string, string] => [
      name,
      fileName === null ? bytes.toString() : digest(bytes),
    ]);
    return { value: byName(fields) };
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType))
    return body.length > longestForm
      ? undefined
      : { value: byName(new URLSearchParams(body.toString())) };
  const json = parseBoundedJson(body);
  return json.kind === 'read' ? json : undefined;
}

/** All values of a name that appears more than once. */
function byName(
  fields: Iterable<[string, string]>,
): Readonly<Record<string, string | readonly string[]>> {
  const all = new Map<string, string[]>();
  for (const [name, text] of fields) {
    const own = all.get(name);
    if (own === undefined) all.set(name, [text]);
    else own.push(text);
  }
  return Object.fromEntries(
    [...all].map(([name, texts]) => [name, texts.length === 1 ? (texts[0] ?? '') : texts]),
  );
}

/** Undefined if the text is not JSON. */
export function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'string') return withKeptLinks(inner);
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  });
}

function digest(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Fields of an object, items of a list; empty for anything else. */
export function fieldsOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
