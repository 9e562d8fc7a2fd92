import type { ProviderResponse } from '../wire/provider-request.ts';
import type { CassetteMode } from './cassette-mode.ts';
import type { RecordedLinks } from './recorded-response.ts';
import type { SeenRequest } from './recorded-request.ts';
import type { ReplayCall } from './replay.ts';

export interface RecorderOptions {
  /** URLs by the name they are recorded under, which is the first part of the path, too. */
  readonly upstreams: ReadonlyMap<string, URL>;
  /** Where the cassette lies, or will lie. */
  readonly folder: string;
  readonly mode: CassetteMode;
  /** Of `check`: whether what may cost is passed on, too. */
  readonly isPaidAllowed: boolean;
  /** 0 = any free one. */
  readonly port: number;
  /** ms. */
  readonly now: () => number;
  readonly onFault: (message: string) => void;
  /** Told what `spy` passed on and what `check` found, a line each, without a value of an answer. */
  readonly onSeen: (line: string) => void;
}

/** How it ended. */
export type SessionEnd =
  | { readonly kind: 'finished'; readonly warnings: readonly string[] }
  /** Nothing is left of it. `places`: where a credential was found. */
  | { readonly kind: 'refused'; readonly positions: readonly string[] }
  /** Nothing passed, and what lay there before still does. */
  | { readonly kind: 'empty' }
  /** So many exchanges could not be written; the others are in the folder `left`, and what lay there before still does. */
  | { readonly kind: 'unwritten'; readonly count: number; readonly left: string }
  /** Nothing was to be written. `drifted`: null where nothing was to be compared. */
  | { readonly kind: 'watched'; readonly passed: number; readonly drifted: number | null };

/** A call that was passed on. */
export interface PassedCall {
  readonly upstream: string;
  readonly links: RecordedLinks;
  readonly seen: SeenRequest;
}

/** What came back; `location` below the recorder's prefix. */
export interface ReportedResponse {
  readonly response: Response;
  readonly bytes: Buffer;
  readonly location: string | null;
}

/** What is done with the calls that pass a recorder. */
export interface ProxySession {
  /** Links to other hosts, by upstream. */
  readonly links: ReadonlyMap<string, RecordedLinks>;
  /** A text without ids and secrets. */
  hide(text: string): string;
  /** Remembers the credentials of a request. */
  learn(seen: SeenRequest, headers: readonly (readonly [name: string, value: string])[]): void;
  /** What a call is answered without its upstream; undefined: it is passed on. */
  response(upstream: string, call: ReplayCall): Promise<ProviderResponse | undefined>;
  /** Takes what an upstream said, which its caller has by then. */
  write(call: PassedCall, reported: ReportedResponse): void;
  finish(): SessionEnd;
}
