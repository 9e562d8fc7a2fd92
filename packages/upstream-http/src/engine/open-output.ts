import { Readable } from 'node:stream';
import type { OpenResultOutcome, ResumeResult } from '@filmgate/core';
import { ownHostEntry, type Endpoint } from './endpoint.ts';
import type { OutputLocation } from './poll-reading.ts';
import type { JsonResponse } from './provider-description.ts';
import { readJson } from './read-json.ts';
import type { TransportCall, TransportResponse } from './transport.ts';

/** Maximum redirects on the way to a video. */
const mostRedirects = 3;

/** Maximum characters of a link, and of its host (RFC 1035 §2.3.4), whose cost grows with the square of its length. */
export const longestLink = 8_192;
const longestHost = 253;

/** Options for opening a foreign URL. */
export interface OpenUrlCall {
  readonly signal: AbortSignal;
  /** Allowed hosts, redirects included, in host list form. */
  readonly hosts: readonly string[];
  /** Maximum redirects, each checked like the first URL. */
  readonly redirects: number;
  readonly resume?: ResumeResult;
}

/** Opens a URL that a provider named: checks host and addresses, sends no credentials, never throws for the URL. */
export type OpenUrl = (
  url: string,
  call: OpenUrlCall,
) => Promise<
  | Extract<OpenResultOutcome, { readonly kind: 'opened' }>
  /**
   * `message` is for the operator and contains no secret; `admittedBy`: the host list entry that would admit it, absent
   * if none would.
   */
  | { readonly kind: 'refused'; readonly message: string; readonly admittedBy?: string }
>;

export interface OutputCall {
  readonly endpoint: Endpoint;
  readonly openUrl: OpenUrl;
  /** Returns true if a response is the provider's own statement that the video is gone. */
  readonly isGone: (response: JsonResponse) => boolean;
  readonly signal: AbortSignal;
  readonly resume?: ResumeResult | undefined;
  /** One GET at the endpoint's own origin, with the account's credentials. */
  get(
    call: Pick<TransportCall, 'path' | 'origin' | 'isFromRoot' | 'range'>,
  ): Promise<TransportResponse>;
}

/**
 * Opens a finished video. The account's credentials go to the endpoint's own origin only; any other URL, and one a
 * redirect names, goes through the guarded opener, to a host the endpoint lists.
 */
export async function openOutput(
  { kind, at }: OutputLocation,
  call: OutputCall,
): Promise<OpenResultOutcome> {
  if (kind === 'inline') return openInline(at);
  const base = `${call.endpoint.baseUrl.replace(/\/$/, '')}/`;
  const url = linkIn(kind === 'own' ? `${base}${at.slice(1)}` : at, base);
  if (url === undefined)
    return { kind: 'unavailable', detail: 'the provider returned no valid URL of the result' };
  return await openUrlOf(url, call, mostRedirects);
}

/** Opens a video that is in the response itself, always from its beginning. */
function openInline(base64: string): OpenResultOutcome {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0) return { kind: 'unavailable', detail: 'the response has an empty video' };
  const body = Readable.from([bytes]);
  return { kind: 'opened', body, length: bytes.length, contentType: null, startsAt: 0 };
}

async function openUrlOf(
  url: URL,
  call: OutputCall,
  redirects: number,
): Promise<OpenResultOutcome> {
  return url.origin === new URL(call.endpoint.baseUrl).origin
    ? await openOwn(url, call, redirects)
    : await openForeign(url.href, call, redirects);
}

async function openForeign(
  url: string,
  { endpoint, openUrl, signal, resume }: OutputCall,
  redirects: number,
): Promise<OpenResultOutcome> {
  const hosts = [...endpoint.resultHosts, ownHostEntry(endpoint)];
  const resumed = resume === undefined ? {} : { resume };
  const opened = await openUrl(url, { signal, hosts, redirects, ...resumed });
  if (opened.kind === 'opened') return opened;
  const { message, admittedBy } = opened;
  if (admittedBy === undefined) return { kind: 'unavailable', detail: message };
  const remedy = `List "${admittedBy}" in result_hosts of ${endpoint.id} (FILMGATE_PROVIDERS_FILE) to allow it.`;
  return { kind: 'not-allowed', detail: `${message} ${remedy}` };
}

async function openOwn(url: URL, call: OutputCall, redirects: number): Promise<OpenResultOutcome> {
  const { resume, endpoint } = call;
  const range = resume === undefined ? null : { from: resume.offset, ifRange: resume.validator };
  const response = await call.get({ ...ownPath(url, endpoint), range });
  const target = redirectOf(response, url.href);
  if (target === undefined) return await openResponse(response, call);
  await discardBody(response);
  if (redirects === 0)
    return { kind: 'unavailable', detail: 'the result was redirected too often' };
  return await openUrlOf(target, call, redirects - 1);
}

/** Returns the target of a redirect; undefined for any other response, and if it names no URL. */
function redirectOf({ status, location }: TransportResponse, from: string): URL | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  return isRedirect ? linkIn(location ?? '', from) : undefined;
}

/** Returns the URL a provider names; undefined for other text, or if it is too long. */
function linkIn(text: string, base: string): URL | undefined {
  const url = text.length > longestLink ? null : URL.parse(text, base);
  return url !== null && url.hostname.length <= longestHost ? url : undefined;
}

/** Returns the transport's path of a URL of the endpoint's own origin. */
function ownPath({ pathname, search }: URL, { baseUrl }: Endpoint) {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  return pathname.startsWith(`${prefix}/`)
    ? { path: `${pathname.slice(prefix.length)}${search}` }
    : { path: `${pathname}${search}`, isFromRoot: true };
}

/** A body whose reading has begun is released by leaving it; an unread one would keep its connection. */
async function discardBody({ body }: TransportResponse): Promise<void> {
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
  const form = contentEncoding === null ? '' : ` with the encoding ${contentEncoding.slice(0, 20)}`;
  const detail = `the download responded ${status}${form}`;
  return { kind: isGone ? 'gone' : 'unavailable', detail };
}

/** Returns the start and the total of a part that reaches to the end; undefined for any other part (RFC 9110 §14.4). */
function partOf(contentRange: string | null) {
  const [, from, last, length] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(contentRange ?? '') ?? [];
  if (from === undefined || Number(last) !== Number(length) - 1) return undefined;
  return { startsAt: Number(from), length: Number(length) };
}

/** Only a strong entity tag proves that bytes are equal (RFC 9110 §8.8.3.2). */
function strongTag(etag: string | null): string | null {
  return etag?.startsWith('"') === true ? etag : null;
}
