import type { ProviderResponse } from '../http/provider-request.ts';
import type { CassetteMode } from './cassette-mode.ts';
import type { RecordedLinks } from './recorded-response.ts';
import type { SeenRequest } from './recorded-request.ts';
import type { ReplayCall } from './replay.ts';

export interface RecorderOptions {
  /** URLs by the name they are recorded under, which is also the first segment of the path. */
  readonly upstreams: ReadonlyMap<string, URL>;
  /** Folder of the cassette, existing or new. */
  readonly folder: string;
  readonly mode: CassetteMode;
  /** In the mode `check`: allows requests that may cost money. */
  readonly isPaidAllowed: boolean;
  /** 0 = any free port. */
  readonly port: number;
  /** ms since 1970. */
  readonly now: () => number;
  readonly onFault: (message: string) => void;
  /** Called with one line for each request passed on by `spy` and each result of `check`, without response values. */
  readonly onSeen: (line: string) => void;
}

/** Outcome of a tape. */
export type SessionEnd =
  | { readonly kind: 'finished'; readonly warnings: readonly string[] }
  /** Refused: everything was removed. `places`: positions of a credential. */
  | { readonly kind: 'refused'; readonly positions: readonly string[] }
  /** Nothing passed, and an earlier cassette is unchanged. */
  | { readonly kind: 'empty' }
  /** `count` exchanges could not be written; the others are in `left`, and an earlier cassette is unchanged. */
  | { readonly kind: 'unwritten'; readonly count: number; readonly left: string }
  /** A mode that writes nothing. `drifted`: null if nothing was compared. */
  | { readonly kind: 'watched'; readonly passed: number; readonly drifted: number | null };

/** A call that was passed on. */
export interface PassedCall {
  readonly upstream: string;
  readonly links: RecordedLinks;
  readonly seen: SeenRequest;
}

/** The response; `location` is below the recorder's prefix. */
export interface ReportedResponse {
  readonly response: Response;
  readonly bytes: Buffer;
  readonly location: string | null;
}

/** Handles the calls of a recorder in one mode. */
export interface ProxySession {
  /** Links to other hosts, by upstream. */
  readonly links: ReadonlyMap<string, RecordedLinks>;
  /** Replaces ids and secrets in a text. */
  hide(text: string): string;
  /** Registers the credentials of a request. */
  learn(seen: SeenRequest, headers: readonly (readonly [name: string, value: string])[]): void;
  /** Replays a response; undefined: the call is passed on. */
  response(upstream: string, call: ReplayCall): Promise<ProviderResponse | undefined>;
  /** Records the response of an upstream, after the caller got it. */
  write(call: PassedCall, reported: ReportedResponse): void;
  finish(): SessionEnd;
}
