import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
  textReply,
} from './provider-request.ts';

/** Changes to a response before it is sent. */
export interface Alteration {
  readonly status?: number | undefined;
  /** They replace headers of the same names. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Text, or a value that is sent as JSON. */
  readonly body?: unknown;
  /** Time before the response, in ms before scaling. */
  readonly delay?: number | undefined;
  /** Number of bytes of the body after which the connection is reset. */
  readonly cut?: number | undefined;
}

/** Statuses without a body (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
export const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Applies everything but the delay. A connection without a response stays without one. */
export function alteredReply(reply: ProviderReply, given: Alteration): ProviderReply {
  if (reply.kind !== 'response') return reply;
  const content = contentOf(given);
  const { contentType: type, body } = { ...reply, ...content };
  const named = Object.entries(given.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const { 'content-type': contentType = type, ...headers } = Object.fromEntries(named);
  const isCut = given.cut !== undefined && given.cut < body.length;
  return {
    ...reply,
    ...content,
    status: given.status ?? reply.status,
    contentType,
    headers: { ...reply.headers, ...headers },
    ...(isCut && { cutAfter: given.cut }),
  };
}

/** A status without a body gets one that repeats it. */
function contentOf({ status, body }: Alteration): Partial<ProviderResponse> {
  if (body === undefined && status === undefined) return {};
  if (typeof body === 'string') return textReply(status ?? 200, 'text/plain; charset=utf-8', body);
  if (status !== undefined && bodiless.has(status)) return textReply(status, 'text/plain', '');
  return jsonReply(status ?? 200, body === undefined ? { message: `status ${status}` } : body);
}
