import { nameOf } from '../cassette/cassette-folder.ts';
import { type KnownSecrets, linkShape } from '../secrets/known-secrets.ts';

/** A request before anything of it is written. */
export interface SeenRequest {
  readonly method: string;
  /** Below the upstream's prefix. */
  readonly url: URL;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Fields of JSON or of a form, and their text in the order of names; undefined for any other body. */
  readonly content: { readonly value: unknown; readonly text: string } | undefined;
}

/** Parts of a multipart form; undefined for any other body. */
export type ReadForm = (
  body: Buffer,
  contentType: string,
) =>
  | readonly { readonly name: string; readonly fileName: string | null; readonly bytes: Buffer }[]
  | undefined;

/** A request whose fields are matched and searched. */
export function seeRequest(request: Omit<SeenRequest, 'content'>, readForm: ReadForm): SeenRequest {
  const { body, headers } = request;
  const [, type = ''] = headers.find(([name]) => name === 'content-type') ?? [];
  const parts = readForm(body, type)?.map(({ name, fileName, bytes }): [string, string] => [
    name,
    fileName === null ? bytes.toString() : `sha256:${nameOf(bytes)}`,
  ]);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  const fields = parts ?? (isForm ? new URLSearchParams(body.toString()) : undefined);
  try {
    const value: unknown = fields === undefined ? JSON.parse(body.toString()) : byName(fields);
    return { ...request, content: { value, text: sortedText(value) } };
  } catch {
    // No JSON, or nested too deeply to be written again.
    return { ...request, content: undefined };
  }
}

/** A list where a name appears more than once. */
function byName(fields: Iterable<[string, string]>): Readonly<Record<string, unknown>> {
  const all = new Map<string, string[]>();
  for (const [name, text] of fields) all.set(name, [...(all.get(name) ?? []), text]);
  return Object.fromEntries(
    [...all].map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]),
  );
}

/** Allow-list: all other parameters are dropped. */
const keptQuery = new Set(
  'after alt cursor external_task_ids filter.model filter.status filter.task_ids filter.task_type index limit logs order page_num page_size pageNum pageSize status task_ids task_id variant'.split(
    ' ',
  ),
);

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

/** A text without secrets, and with names in place of the ids of jobs; an id that is also a secret becomes its name. */
export function withoutSecrets(
  text: string,
  secrets: KnownSecrets,
  jobOf: (id: string) => string | undefined,
): string {
  // Before the names: otherwise the rest of a secret that contains an id would stay.
  const hidden = secrets.hide(text, (part) => jobOf(part) !== undefined);
  return hidden.replaceAll(idShape, (word) => {
    const name = jobOf(word);
    return name === undefined ? word : `${name}$`;
  });
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
export function learnRequest(secrets: KnownSecrets, { url, headers, content }: SeenRequest): void {
  secrets.addUrl(url);
  for (const [name, value] of headers) secrets.addHeader(name, value);
  secrets.addJson(content?.value);
}

/** A request as written and matched: without what differs in each run. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

/** `hide`: replaces ids of jobs and secrets. */
export function recordedRequest(
  { method, url, body, content }: SeenRequest,
  hide: (text: string) => string,
): RecordedRequest {
  const text = content?.text ?? `sha256:${nameOf(body)}`;
  return { method, path: hide(keptPathOf(url)), body: body.length === 0 ? null : hide(text) };
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'string') return withKeptLinks(inner);
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  });
}
