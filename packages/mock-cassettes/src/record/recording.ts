import { rmSync } from 'node:fs';
import { beginRecording, type CassetteDraft, rewriteCassette } from '../cassette/cassette-draft.ts';
import { placeCassette } from '../cassette/cassette-folder.ts';
import { acceptedId, formOf } from '../exchange/job-id.ts';
import { jsonIn } from '../json/json-leaves.ts';
import {
  keptHeadersOf,
  recordedBody,
  recordedLink,
  RecordedLinks,
} from '../exchange/recorded-response.ts';
import {
  learnRequest,
  namedBy,
  type ReadForm,
  recordedRequest,
  type SeenRequest,
  withoutSecrets,
} from '../exchange/seen-request.ts';
import { findTexts } from '../secrets/found-keys.ts';
import { keyShapeIn, randomTextIn, withoutKeys } from '../secrets/key-shapes.ts';
import { KnownSecrets } from '../secrets/known-secrets.ts';

export interface RecordingOptions {
  /** URLs by the name they are recorded under. */
  readonly upstreams: ReadonlyMap<string, URL>;
  /** Folder of the cassette, existing or new. */
  readonly folder: string;
  readonly readForm: ReadForm;
  /** Replaces keys that are found at the end. */
  readonly isRedacted: boolean;
  /** ms since 1970. */
  readonly now: () => number;
}

/** End of a recording. Positions name an exchange, a place and what was found there. */
export type RecordingEnd =
  | {
      readonly kind: 'finished';
      readonly replaced: readonly string[];
      readonly random: readonly string[];
    }
  /** Keys were found: the recording is in `left`, and an earlier cassette is unchanged. */
  | { readonly kind: 'found'; readonly positions: readonly string[]; readonly left: string }
  /** Nothing passed, and an earlier cassette is unchanged. */
  | { readonly kind: 'empty' }
  /** `count` exchanges could not be written; the others are in `left`, and an earlier cassette is unchanged. */
  | { readonly kind: 'unwritten'; readonly count: number; readonly left: string };

/** A call that was passed on, and its response; `location` is below the recorder's prefix. */
export interface PassedCall {
  readonly upstream: string;
  readonly seen: SeenRequest;
  readonly response: Response;
  readonly bytes: Buffer;
  readonly location: string | null;
}

/** Calls that passed, and the cassette made of them. */
export class Recording {
  readonly links: ReadonlyMap<string, RecordedLinks>;
  readonly #options: RecordingOptions;
  readonly #draft: CassetteDraft;
  readonly #secrets = new KnownSecrets();
  readonly #jobs = new Map<string, { readonly name: string; readonly acceptedAt: number }>();
  readonly #beganAt: number;
  #exchanges = 0;
  #unwritten = 0;

  constructor(options: RecordingOptions) {
    const { folder, upstreams, now } = options;
    this.#options = options;
    this.#beganAt = now();
    this.links = new Map([...upstreams].map(([name, url]) => [name, new RecordedLinks(url)]));
    for (const url of upstreams.values()) this.#secrets.addUrl(url);
    this.#draft = beginRecording(folder);
    this.#draft.line({ kind: 'cassette', version: 1, upstreams: [...upstreams.keys()] });
  }

  /** Replaces ids and secrets in a text. */
  readonly hide = (text: string): string =>
    withoutSecrets(text, this.#secrets, (id) => this.#jobs.get(id)?.name);

  /** Registers the credentials of a request. */
  learn(seen: SeenRequest): void {
    learnRequest(this.#secrets, seen);
  }

  /** @throws Error if it cannot be written; the recording cannot be finished then */
  write(call: PassedCall): void {
    try {
      this.#write(call);
      this.#exchanges += 1;
    } catch (error) {
      this.#unwritten += 1;
      throw error;
    }
  }

  #write({ upstream, seen, response, bytes, location }: PassedCall): void {
    for (const [header, value] of response.headers) this.#secrets.addHeader(header, value);
    const read = jsonIn(bytes.toString())?.value;
    this.#secrets.addJson(read ?? bytes.toString());
    const named = namedBy(seen, (id) => this.#jobs.get(id));
    const id = acceptedId(seen, response, read);
    const job = id === undefined ? named : this.#accept(id);
    const links = this.links.get(upstream);
    if (links === undefined) throw new Error(`no upstream is ${upstream}`);
    const { hide } = this;
    const type = response.headers.get('content-type') ?? '';
    const body = recordedBody(bytes, type, { links, hide });
    const request = recordedRequest(seen, hide);
    const text = request.body === null ? null : this.#draft.body(Buffer.from(request.body));
    const now = this.#options.now();
    // A response to a request about a job contains its id, too, but accepts nothing.
    const isAccepted = id !== undefined && job !== named;
    this.#draft.line({
      kind: 'exchange',
      upstream,
      job: job?.name ?? null,
      since: isAccepted ? 0 : Math.max(0, now - (job?.acceptedAt ?? this.#beganAt)),
      request: { ...request, body: text },
      response: {
        status: response.status,
        headers: {
          ...keptHeadersOf(response.headers, hide),
          ...(location !== null && { location: hide(recordedLink(location)) }),
        },
        body: 'video' in body ? body : { file: this.#draft.body(body.bytes) },
      },
    });
  }

  /** The job of an id, which is a new one at its first response. */
  #accept(id: string) {
    const known = this.#jobs.get(id);
    if (known !== undefined) return known;
    const job = { name: `$job${this.#jobs.size + 1}`, acceptedAt: this.#options.now() };
    this.#jobs.set(id, job);
    this.#draft.line({ kind: 'job', name: job.name, form: formOf(id) });
    return job;
  }

  /** Searches all that was written for keys, and puts the cassette in its place. */
  finish(): RecordingEnd {
    const { folder, isRedacted } = this.#options;
    const left = this.#draft.folder;
    // A credential can pass before the header that makes it known.
    const credential = (text: string) =>
      this.#secrets.isIn(text) ? 'a credential that passed the recorder' : undefined;
    const replaced = findTexts(left, credential);
    if (replaced.length > 0)
      placeCassette(
        rewriteCassette(left, folder, (text) => this.#secrets.hide(text)),
        left,
      );
    if (this.#unwritten > 0) return { kind: 'unwritten', count: this.#unwritten, left };
    if (this.#exchanges === 0) {
      rmSync(left, { recursive: true, force: true });
      return { kind: 'empty' };
    }
    const known = replaced.length === 0 ? [] : findTexts(left, credential);
    const positions = [...known, ...findTexts(left, keyShapeIn)];
    if (known.length > 0 || (positions.length > 0 && !isRedacted))
      return { kind: 'found', positions, left };
    if (positions.length > 0) redactRecording(left, folder);
    else placeCassette(left, folder);
    const random = findTexts(folder, randomTextIn);
    return { kind: 'finished', replaced: [...replaced, ...positions], random };
  }
}

/** Replaces the keys in a recording, writes each body under its digest, and puts it in the place of a cassette. */
export function redactRecording(from: string, folder: string): void {
  placeCassette(rewriteCassette(from, folder, withoutKeys), folder);
  if (from !== folder) rmSync(from, { recursive: true, force: true });
}
