import { createHash } from 'node:crypto';
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

/** A request whose fields are matched and searched. */
export async function seeRequest(request: Omit<SeenRequest, 'content'>): Promise<SeenRequest> {
  const [, type = ''] = request.headers.find(([name]) => name === 'content-type') ?? [];
  return { ...request, content: await contentOf(request.body, type) };
}

/** Also undefined for JSON that is nested too deeply to be written again. */
async function contentOf(body: Buffer, type: string): Promise<SeenRequest['content']> {
  const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
  try {
    const value: unknown = isForm ? await formOf(body, type) : JSON.parse(body.toString());
    return { value, text: sortedText(value) };
  } catch {
    return undefined;
  }
}

/** Fields of a form, files by their digests; a list where a name appears more than once. */
async function formOf(body: Buffer, type: string): Promise<unknown> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData();
  const fields = new Map<string, string[]>();
  for (const [name, value] of form) {
    const text =
      typeof value === 'string' ? value : digest(new Uint8Array(await value.arrayBuffer()));
    fields.set(name, [...(fields.get(name) ?? []), text]);
  }
  return Object.fromEntries(
    [...fields].map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]),
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
  nameOf: (id: string) => string | undefined,
): string {
  // Before the names: otherwise the rest of a secret that contains an id would stay.
  const hidden = secrets.hide(text, (part) => nameOf(part) !== undefined);
  return hidden.replaceAll(idShape, (word) => {
    const name = nameOf(word);
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
  const text = content?.text ?? digest(body);
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

function digest(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
