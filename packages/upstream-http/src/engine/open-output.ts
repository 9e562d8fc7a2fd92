import type { OpenResultOutcome, ResumeResult } from '@filmgate/core';
import { ownHostEntry, type Place } from './place.ts';
import type { OutputLocation } from './poll-reading.ts';
import type { JsonResponse } from './provider-description.ts';
import { readJson } from './read-json.ts';
import type { TransportCall, TransportResponse } from './transport.ts';

/** Redirects followed on the way to a video, all in all. */
const mostRedirects = 3;

/** Longest link that is read, in characters, and longest name of its host (RFC 1035 §2.3.4): what a host of many letters costs grows with their square. */
const longestLink = 8_192;
const longestHost = 253;

/** How a foreign URL may be opened. */
export interface OpenUrlCall {
  readonly signal: AbortSignal;
  /** Hosts that may be asked, redirects included, as a host list has them. */
  readonly hosts: readonly string[];
  /** Redirects that may be followed, each judged as the first URL was. */
  readonly redirects: number;
  readonly resume?: ResumeResult;
}

/** Opens a URL that a provider named: judges its host and addresses, sends no credentials. Never throws for what the URL says. */
export type OpenUrl = (
  url: string,
  call: OpenUrlCall,
) => Promise<
  | Extract<OpenResultOutcome, { readonly kind: 'opened' }>
  /** `message` names the host at most; `admittedBy`: the entry of a host list that would admit it, absent where none would. */
  | { readonly kind: 'refused'; readonly message: string; readonly admittedBy?: string }
>;

/** A video to fetch. */
export interface OutputCall {
  readonly place: Place;
  readonly openUrl: OpenUrl;
  /** Whether a response is the provider's own word that the video is no more. */
  readonly isGone: (response: JsonResponse) => boolean;
  readonly signal: AbortSignal;
  readonly resume?: ResumeResult | undefined;
  /** One GET at the place's own origin, with the account's credentials. */
  get(call: Pick<TransportCall, 'path' | 'isFromRoot' | 'range'>): Promise<TransportResponse>;
}

/**
 * Opens a finished video. The account's credentials go to the place's own origin only; any other URL, and one a redirect names,
 * goes through the guarded opener, to a host the place lists.
 */
export async function openOutput(
  { kind, at }: OutputLocation,
  call: OutputCall,
): Promise<OpenResultOutcome> {
  const base = `${call.place.baseUrl.replace(/\/$/, '')}/`;
  const url = linkIn(kind === 'own' ? `${base}${at.slice(1)}` : at, base);
  if (url === undefined)
    return { kind: 'unavailable', detail: 'the provider names no URL as the place of the result' };
  return await openUrlOf(url, call, mostRedirects);
}

async function openUrlOf(
  url: URL,
  call: OutputCall,
  redirects: number,
): Promise<OpenResultOutcome> {
  return url.origin === new URL(call.place.baseUrl).origin
    ? await openOwn(url, call, redirects)
    : await openForeign(url.href, call, redirects);
}

async function openForeign(
  url: string,
  { place, openUrl, signal, resume }: OutputCall,
  redirects: number,
): Promise<OpenResultOutcome> {
  const hosts = [...place.resultHosts, ownHostEntry(place)];
  const resumed = resume === undefined ? {} : { resume };
  const opened = await openUrl(url, { signal, hosts, redirects, ...resumed });
  if (opened.kind === 'opened') return opened;
  const { message, admittedBy } = opened;
  if (admittedBy === undefined) return { kind: 'unavailable', detail: message };
  const remedy = `List "${admittedBy}" in result_hosts of ${place.id} (FILMGATE_PROVIDERS_FILE) to allow it.`;
  return { kind: 'not-allowed', detail: `${message} ${remedy}` };
}

async function openOwn(url: URL, call: OutputCall, redirects: number): Promise<OpenResultOutcome> {
  const { resume, place } = call;
  const range = resume === undefined ? null : { from: resume.offset, ifRange: resume.validator };
  const response = await call.get({ ...ownPath(url, place), range });
  const target = redirectOf(response, url.href);
  if (target === undefined) return await openResponse(response, call);
  await letGo(response);
  if (redirects === 0)
    return { kind: 'unavailable', detail: 'the result was redirected too often' };
  return await openUrlOf(target, call, redirects - 1);
}

/** Where a response redirects to; undefined for any other response, and where it names no URL. */
function redirectOf({ status, location }: TransportResponse, from: string): URL | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  return isRedirect ? linkIn(location ?? '', from) : undefined;
}

/** The URL a provider names; undefined where it is none, or longer than one is. */
function linkIn(text: string, base: string): URL | undefined {
  const url = text.length > longestLink ? null : URL.parse(text, base);
  return url !== null && url.hostname.length <= longestHost ? url : undefined;
}

/** How the transport of a place names a URL of its origin. */
function ownPath({ pathname, search }: URL, { baseUrl }: Place) {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  return pathname.startsWith(`${prefix}/`)
    ? { path: `${pathname.slice(prefix.length)}${search}` }
    : { path: `${pathname}${search}`, isFromRoot: true };
}

/** A body whose reading has begun is let go by leaving it; one that never began would keep its connection. */
async function letGo({ body }: TransportResponse): Promise<void> {
  for await (const piece of body) if (piece.length > 0) return;
}

async function openResponse(
  response: TransportResponse,
  call: OutputCall,
): Promise<OpenResultOutcome> {
  const { status, body, contentLength, contentType, contentEncoding, etag } = response;
  const validator = strongTag(etag);
  const isPlain = (contentEncoding ?? 'identity') === 'identity';
  if (status === 200 && isPlain)
    return { kind: 'opened', body, length: contentLength, contentType, startsAt: 0, validator };
  const part = status === 206 && isPlain ? partOf(response.contentRange) : undefined;
  if (part !== undefined) return { kind: 'opened', body, contentType, validator, ...part };
  const json = await readJson(response);
  const isGone = json !== undefined && call.isGone({ status, body: json });
  const form = contentEncoding === null ? '' : ` in the encoding ${contentEncoding.slice(0, 20)}`;
  const detail = `the result answered ${status}${form}`;
  return { kind: isGone ? 'gone' : 'unavailable', detail };
}

/** Where a part lies that reaches to the end; undefined for any other part (RFC 9110 §14.4). */
function partOf(contentRange: string | null) {
  const [, from, last, length] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(contentRange ?? '') ?? [];
  if (from === undefined || Number(last) !== Number(length) - 1) return undefined;
  return { startsAt: Number(from), length: Number(length) };
}

/** Only a strong entity tag says that bytes are the same (RFC 9110 §8.8.3.2). */
function strongTag(etag: string | null): string | null {
  return etag?.startsWith('"') === true ? etag : null;
}
