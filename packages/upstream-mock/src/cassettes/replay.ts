import { renderPng } from '../media/render-png.ts';
import { renderVideo } from '../media/render-video.ts';
import { drawingProblem } from '../media/drawing-limits.ts';
import { jsonReply, type ProviderReply, type WantedRange } from '../wire/provider-request.ts';
import { rangeReply } from '../wire/range-reply.ts';
import { createResultCache, type ResultCache } from '../wire/result-cache.ts';
import { keyedDigest } from '../world/keyed-digest.ts';
import { type Exchange, type FilmFacts, inlineFilm } from './cassette.ts';
import type { Cassette } from './cassette-folder.ts';
import { KnownSecrets } from './known-secrets.ts';
import { learnRequest, recordedRequest, type SeenRequest } from './recorded-request.ts';

/** How often a recorded submission may be made: as often as wanted, or once. */
export type ReplayMode = 'lockdown' | 'once';

export interface ReplayOptions {
  readonly cassette: Cassette;
  readonly upstream: string;
  readonly mode: ReplayMode;
  /** Ids follow from it. */
  readonly seed: string;
  /** ms. */
  readonly now: () => number;
  /** Real ms by the clock's speed. */
  readonly scaled: (ms: number) => number;
  /** Drawn already, by the digest of the recorded film. */
  readonly films: ReplayedFilms;
}

/** Which the replays of a cassette share. */
export type ReplayedFilms = ResultCache<string>;

/** Some ten videos are kept. */
export function createReplayedFilms(): ReplayedFilms {
  return createResultCache({ maximumBytes: 64 * 1024 * 1024 });
}

export interface ReplayCall extends SeenRequest {
  /** URL of the prefix, as the caller reached it. */
  readonly base: string;
  readonly range: WantedRange | null;
  /** Those of a credential are not looked for in a recording. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A submission that was made again, as a job of its own. */
interface ReplayedJob {
  readonly name: string;
  readonly id: string;
  readonly acceptedAt: number;
}

/** Most submissions of a space. */
const mostJobs = 100_000;

/** What an upstream said, said again: each answer by how long ago its job was accepted, and never by how often it was asked. */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #exchanges: ReadonlyMap<string, readonly Exchange[]>;
  readonly #forms: ReadonlyMap<string, string>;
  readonly #jobs = new Map<string, ReplayedJob>();
  /** By their names in the cassette. */
  readonly #latest = new Map<string, ReplayedJob>();
  readonly #made = new Map<string, number>();

  constructor(options: ReplayOptions) {
    const { cassette, upstream } = options;
    this.#options = options;
    const exchanges = new Map<string, Exchange[]>();
    for (const line of cassette.lines) {
      if (line.kind !== 'exchange' || line.upstream !== upstream) continue;
      const key = keyOf(line.request);
      exchanges.set(key, [...(exchanges.get(key) ?? []), line]);
    }
    this.#exchanges = exchanges;
    this.#forms = new Map(
      cassette.lines.flatMap((line) => (line.kind === 'job' ? [[line.name, line.form]] : [])),
    );
  }

  /** Undefined for what was not recorded. Rejects when a film cannot be drawn. */
  async answer(call: ReplayCall): Promise<ProviderReply | undefined> {
    const secrets = new KnownSecrets();
    learnRequest(secrets, call, call.headers);
    const asked = new Set<ReplayedJob>();
    const request = recordedRequest(call, (text) =>
      secrets.hide(
        text.replaceAll(/[\w-]{6,}/g, (word) => {
          const job = this.#jobs.get(word);
          if (job !== undefined) asked.add(job);
          return job === undefined ? word : `${job.name}$`;
        }),
      ),
    );
    const body = request.body === null ? null : this.#options.cassette.fileOf(request.body);
    const found = this.#exchanges.get(keyOf({ ...request, body }));
    if (found === undefined) return undefined;
    const [job] = asked;
    if (job !== undefined) return await this.#told(found, job, call);
    if (found.some(isAcceptance)) return await this.#submit(found, call);
    const [latest] = found.slice(-1);
    return latest === undefined ? undefined : await this.#reply(latest, undefined, call);
  }

  /** What was said of the job when it was as old as it is now; before the first answer, the first. */
  async #told(found: readonly Exchange[], job: ReplayedJob, call: ReplayCall) {
    const { now, scaled } = this.#options;
    const age = now() - job.acceptedAt;
    const own = found.filter((exchange) => exchange.job === job.name).toSorted(bySince);
    const told = own.findLast(({ since }) => scaled(since) <= age) ?? own[0];
    return told === undefined ? undefined : await this.#reply(told, job, call);
  }

  /** The next recording of an equal submission; after the last that one again, as a job of its own. */
  async #submit(found: readonly Exchange[], call: ReplayCall) {
    const { mode, now, seed, upstream } = this.#options;
    const [first] = found;
    if (first === undefined) return undefined;
    const key = keyOf(first.request);
    const made = this.#made.get(key) ?? 0;
    if (mode === 'once' && made >= found.length)
      return notRecorded('replayed', 'this submission was replayed once, as often as recorded');
    if (this.#jobs.size >= mostJobs)
      return notRecorded('full', `a space replays at most ${mostJobs} submissions`);
    this.#made.set(key, made + 1);
    const exchange = found[Math.min(made, found.length - 1)] ?? first;
    if (!isAcceptance(exchange)) return await this.#reply(exchange, undefined, call);
    const name = exchange.job ?? '';
    const digest = keyedDigest(seed, 'replay', `${upstream} ${name} ${made}`).toString('hex');
    const id = idOfForm(this.#forms.get(name) ?? '9'.repeat(16), digest);
    const job = { name, id, acceptedAt: now() };
    this.#jobs.set(id, job);
    this.#latest.set(name, job);
    return await this.#reply(exchange, job, call);
  }

  async #reply(
    { answer }: Exchange,
    job: ReplayedJob | undefined,
    { base, range }: ReplayCall,
  ): Promise<ProviderReply> {
    const { 'content-type': contentType = 'application/octet-stream', ...headers } = answer.headers;
    if ('film' in answer.body) {
      const { film } = answer.body;
      const served = rangeReply({ contentType: film.type, body: await this.#drawn(film), range });
      return { ...served, headers: { ...headers, ...served.headers } };
    }
    const shown = (text: string) =>
      text
        .replaceAll(/(\$job\d+)\$/g, (word, name: string) => {
          const told = job?.name === name ? job : this.#latest.get(name);
          return told?.id ?? word;
        })
        .replaceAll('$base', base);
    const located: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) located[name] = shown(value);
    const bytes = this.#options.cassette.body(answer.body.file);
    const isText = /json|text|xml/.test(contentType);
    const body = isText ? Buffer.from(shown(await this.#withFilms(bytes.toString()))) : bytes;
    return {
      kind: 'answer',
      status: answer.status,
      contentType,
      body,
      headers: located,
    };
  }

  async #withFilms(text: string): Promise<string> {
    let whole = text;
    for (const [quoted] of text.matchAll(/"\$film:(?:[^"\\]|\\.)*"/g)) {
      const body = Buffer.from(await this.#drawn(inlineFilm(quoted)));
      whole = whole.replace(quoted, `"${body.toString('base64')}"`);
    }
    return whole;
  }

  async #drawn(film: FilmFacts): Promise<Uint8Array> {
    return await this.#options.films.get(film.sha256, () => drawn(film));
  }
}

/** What a request is told that no recording answers. */
export function notRecorded(kind: 'not_recorded' | 'replayed' | 'full', message: string) {
  return jsonReply(kind === 'replayed' ? 409 : 501, { error: { kind, message } });
}

function keyOf({ method, path, body }: Exchange['request']): string {
  return `${method} ${path} ${body ?? ''}`;
}

function bySince(one: Exchange, other: Exchange): number {
  return one.since - other.since;
}

function isAcceptance({ request, job, since, answer }: Exchange): boolean {
  return job !== null && since === 0 && request.method === 'POST' && answer.status < 300;
}

/** An id of the form that ids of this job have, from hexadecimal digits. */
function idOfForm(form: string, digest: string): string {
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

/** A film like the one that was recorded, of its size and duration where they can be drawn. */
async function drawn(film: FilmFacts): Promise<Uint8Array> {
  const { width, height, seconds, sha256 } = film;
  const isImage = film.type.startsWith('image/');
  const wanted = {
    width: width ?? 640,
    height: height ?? 360,
    durationSeconds: isImage ? null : Math.min(seconds ?? 4, 60),
  };
  const size = drawingProblem(wanted) === undefined ? wanted : { width: 640, height: 360 };
  const scene = {
    ...size,
    prompt: 'a recorded film',
    model: film.codec ?? film.type,
    aspectRatio: `${size.width}:${size.height}`,
    resolution: `${size.height}p`,
    seed: sha256,
    jobId: sha256.slice(0, 16),
    accountLabel: 'cassette',
  };
  if (isImage) return await renderPng(scene);
  return await renderVideo({
    ...scene,
    durationSeconds: wanted.durationSeconds ?? 4,
    audio: false,
  });
}
