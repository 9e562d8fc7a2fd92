import { readCassette } from './cassette-folder.ts';
import type { CassetteMode, RecordMode } from './cassette-mode.ts';
import { CassetteDrift } from './cassette-drift.ts';
import { KnownSecrets } from './known-secrets.ts';
import { type RecordedLinks, recordedLinks } from './recorded-response.ts';
import { keptPathOf, learnRequest, type SeenRequest } from './recorded-request.ts';
import { notRecorded, type Replay, type ReplayCall } from './replay.ts';
import type {
  PassedCall,
  RecorderOptions,
  ProxySession,
  SessionEnd,
  ReportedResponse,
} from './proxy-session.ts';
import { replaysOf } from './upstream-replays.ts';

/** Modes that write nothing: they replay, pass on, or compare. */
export class Passthrough implements ProxySession {
  readonly links: ReadonlyMap<string, RecordedLinks>;
  readonly #options: RecorderOptions;
  readonly #mode: Exclude<CassetteMode, RecordMode>;
  readonly #secrets = new KnownSecrets();
  readonly #replays: ReadonlyMap<string, Replay>;
  /** Undefined if nothing is compared. */
  readonly #drift: CassetteDrift | undefined;
  #passed = 0;
  #drifted = 0;

  /** @throws Error if there is no cassette, or it was recorded from other upstreams */
  constructor(options: RecorderOptions, mode: Exclude<CassetteMode, RecordMode>) {
    const { folder, upstreams } = options;
    const cassette = readCassette(folder);
    this.#options = options;
    this.#mode = mode;
    this.#replays = replaysOf(cassette, {
      ...options,
      mode: mode === 'once' ? 'once' : 'lockdown',
    });
    if (mode === 'check') this.#drift = new CassetteDrift(cassette, [...upstreams.keys()]);
    this.links = recordedLinks(upstreams, cassette.lines.length);
    for (const url of upstreams.values()) this.#secrets.addUrl(url);
  }

  hide(text: string): string {
    return this.#secrets.hide(text);
  }

  learn(seen: SeenRequest, headers: ReplayCall['headers']): void {
    learnRequest(this.#secrets, seen, headers);
  }

  async response(upstream: string, call: ReplayCall) {
    const replay = this.#replays.get(upstream);
    if (this.#mode === 'check' && this.#isAsked(replay, call)) return undefined;
    const known = (await replay?.response(call))?.reply;
    if (known !== undefined || this.#mode === 'spy') return known;
    const what = `${call.method} ${this.hide(keptPathOf(call.url))}`;
    const why = this.#mode === 'check' ? ', and it may cost money (--allow-paid)' : '';
    return notRecorded('not_recorded', `the cassette has no response for ${what}${why}`);
  }

  /** Requests that cost nothing and are about no replayed job, which the provider does not have. */
  #isAsked(replay: Replay | undefined, call: ReplayCall): boolean {
    const isRead = call.method === 'GET' || call.method === 'HEAD';
    return this.#options.isPaidAllowed || (isRead && replay?.names(call) !== true);
  }

  write({ upstream, seen }: PassedCall, { response, bytes }: ReportedResponse): void {
    this.#passed += 1;
    const hide = (text: string) => this.hide(text);
    if (this.#drift === undefined) {
      this.#options.onSeen(`${upstream}: passed on ${seen.method} ${hide(keptPathOf(seen.url))}`);
      return;
    }
    const { what, differences } = this.#drift.compare(
      { upstream, seen, secrets: this.#secrets },
      { response, bytes },
    );
    const lines =
      differences === null
        ? ['not in the cassette']
        : differences.map(({ kind, text }) => `${kind}: ${text}`);
    for (const line of lines.length === 0 ? ['no difference'] : lines)
      this.#options.onSeen(hide(`${upstream}: ${what}: ${line}`));
    if (differences?.some(({ kind }) => kind !== 'new') === true) this.#drifted += 1;
  }

  finish(): SessionEnd {
    const drifted = this.#drift === undefined ? null : this.#drifted;
    return { kind: 'watched', passed: this.#passed, drifted };
  }
}
