import { type CassetteDraft, draftCassette, hasCassette, readCassette } from './cassette-folder.ts';
import type { RecordMode } from './cassette-mode.ts';
import { fingerprintIn, hasRandomText, KnownSecrets } from './known-secrets.ts';
import {
  acceptedId,
  formOf,
  type RecordedLinks,
  recordedLinks,
  recordedBody,
  recordedLink,
} from './recorded-response.ts';
import {
  jsonIn,
  keptHeadersOf,
  learnRequest,
  namedBy,
  recordedRequest,
  type SeenRequest,
  withoutSecrets,
} from './recorded-request.ts';
import type { Replay, ReplayCall } from './replay.ts';
import type {
  PassedCall,
  RecorderOptions,
  ProxySession,
  SessionEnd,
  ReportedResponse,
} from './proxy-session.ts';
import { replaysOf } from './upstream-replays.ts';

/** Calls that passed, and the cassette made of them. */
export class Recording implements ProxySession {
  readonly #options: RecorderOptions;
  readonly #draft: CassetteDraft;
  readonly #secrets = new KnownSecrets();
  readonly links: ReadonlyMap<string, RecordedLinks>;
  readonly #jobs = new Map<string, { readonly name: string; readonly acceptedAt: number }>();
  readonly #beganAt: number;
  readonly #jobsBefore: number;
  #exchanges: number;
  #unwritten = 0;
  /** Earlier recordings, by upstream. */
  readonly #replays: ReadonlyMap<string, Replay>;

  constructor(options: RecorderOptions, mode: RecordMode) {
    const { folder, upstreams, now } = options;
    this.#options = options;
    this.#beganAt = now();
    const earlier = mode === 'new' && hasCassette(folder) ? readCassette(folder) : undefined;
    const lines = earlier?.lines ?? [];
    this.#jobsBefore = lines.filter(({ kind }) => kind === 'job').length;
    this.#exchanges = lines.filter(({ kind }) => kind === 'exchange').length;
    this.links = recordedLinks(upstreams, lines.length);
    this.#replays =
      earlier === undefined ? new Map() : replaysOf(earlier, { ...options, mode: 'lockdown' });
    for (const url of upstreams.values()) this.#secrets.addUrl(url);
    this.#draft = draftCassette(folder, earlier !== undefined);
    const head = { kind: 'cassette', version: 1, upstreams: [...upstreams.keys()] } as const;
    if (earlier === undefined) this.#draft.line(head);
  }

  hide(text: string): string {
    return withoutSecrets(text, this.#secrets, (id) => this.#jobs.get(id)?.name);
  }

  /** Registers the credentials of a request. */
  learn(seen: SeenRequest, headers: readonly (readonly [name: string, value: string])[]): void {
    learnRequest(this.#secrets, seen, headers);
  }

  async response(upstream: string, call: ReplayCall) {
    return (await this.#replays.get(upstream)?.response(call))?.reply;
  }

  /** @throws Error if it cannot be written; the recording cannot be finished then */
  write(call: PassedCall, reported: ReportedResponse): void {
    try {
      this.#write(call, reported);
      this.#exchanges += 1;
    } catch (error) {
      this.#unwritten += 1;
      throw error;
    }
  }

  #write(
    { upstream, links, seen }: PassedCall,
    { response, bytes, location }: ReportedResponse,
  ): void {
    for (const [header, value] of response.headers) this.#secrets.addHeader(header, value);
    const now = this.#options.now();
    const read = jsonIn(bytes.toString())?.value;
    this.#secrets.addJson(read ?? bytes.toString());
    const id = acceptedId(seen, response, read);
    if (id !== undefined && !this.#jobs.has(id)) {
      const name = `$job${this.#jobsBefore + this.#jobs.size + 1}`;
      this.#jobs.set(id, { name, acceptedAt: now });
      this.#draft.line({ kind: 'job', name, form: formOf(id) });
    }
    const named = this.#jobIn(seen);
    const job = this.#jobs.get(id ?? '') ?? named;
    // A response to a request about a job contains its id, too, but accepts nothing.
    const isAccepted = id !== undefined && job !== named;
    const hide = (text: string) => this.hide(text);
    const { body, ...request } = recordedRequest(seen, hide);
    const kept = keptHeadersOf(response.headers, hide);
    const type = response.headers.get('content-type') ?? '';
    const reported = recordedBody(bytes, type, { links, hide });
    this.#draft.line({
      kind: 'exchange',
      upstream,
      job: job?.name ?? null,
      since: isAccepted ? 0 : Math.max(0, now - (job?.acceptedAt ?? this.#beganAt)),
      request: { ...request, body: body === null ? null : this.#draft.body(Buffer.from(body)) },
      response: {
        status: response.status,
        headers: { ...kept, ...(location !== null && { location: hide(recordedLink(location)) }) },
        body:
          reported.kind === 'video'
            ? { video: reported.video }
            : { file: this.#draft.body(reported.bytes) },
      },
    });
  }

  /** The job that a request names. */
  #jobIn(seen: SeenRequest) {
    return namedBy(seen, (id) => this.#jobs.get(id));
  }

  /** Final check: the files must not contain any secret the recorder has seen. */
  finish(): SessionEnd {
    const files = this.#draft.files();
    const positions = files.flatMap(([file, bytes]) => {
      if (this.#secrets.isIn(bytes) || this.#secrets.isIn(Buffer.from(file)))
        return [`${file}: a credential that passed the recorder`];
      const shape = fingerprintIn(bytes.toString('latin1'));
      return shape === undefined ? [] : [`${file}: ${shape}`];
    });
    if (positions.length > 0) {
      this.#draft.discard();
      return { kind: 'refused', positions };
    }
    if (this.#unwritten > 0)
      return { kind: 'unwritten', count: this.#unwritten, left: this.#draft.folder };
    if (this.#exchanges === 0) {
      this.#draft.discard();
      return { kind: 'empty' };
    }
    const random = files.filter(([, bytes]) => hasRandomText(bytes.toString('latin1')));
    this.#draft.finish();
    return {
      kind: 'finished',
      warnings: random.map(([file]) => `${file}: text that looks random`),
    };
  }
}
