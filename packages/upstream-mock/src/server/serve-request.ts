import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFoundReply, refusalReply } from '../wire/error-reply.ts';
import type { Personality } from '../personalities/personality.ts';
import type { MockProvider } from '../wire/provider.ts';
import {
  jsonReply,
  type ProviderResponse,
  type ProviderReply,
  type WantedRange,
} from '../wire/provider-request.ts';
import type { ServedReply } from '../evidence/exchanges.ts';
import { ownWire } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { handleControl } from './control-routes.ts';
import { foreignControl } from './foreign-control.ts';
import { faultOf, faultReply, type MockFault } from './mock-fault.ts';
import { handlePersonality } from './personality-call.ts';
import { readBody } from './read-body.ts';
import { requestFacts } from './request-facts.ts';

/** What answers requests. */
export interface RequestTarget {
  readonly world: MockWorld;
  readonly provider: MockProvider;
  /** The providers' wires that are spoken beside the mock's own, by the first segment of their paths. */
  readonly personalities: ReadonlyMap<string, Personality>;
  /** Whether the `/_mock/…` routes exist. */
  readonly control: boolean;
  /** Names the `/_mock/…` routes are reached under besides those of this machine. */
  readonly controlHosts: readonly string[];
  /** The last responses before the end: connections are not kept. */
  readonly closing: () => boolean;
  /** Called with a connection that is kept open without a response. */
  readonly hang: (response: ServerResponse) => void;
  /** Called with every exception that was no fault a test asked for [mock.internal-faults]. */
  readonly onFault: (fault: MockFault) => void;
}

/**
 * Reads a request, lets the provider decide, and does what it says. An exception is a 500 in the mock's own shape, or, where the
 * response has begun, the end of the connection.
 */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
): Promise<void> {
  try {
    await respond(request, response, target);
  } catch (error) {
    // The caller left; there is no one to respond to.
    if (error === request.errored) {
      response.destroy();
      return;
    }
    if (response.headersSent) response.destroy();
    else deliver(response, faultReply);
    target.onFault(faultOf(request, error));
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
): Promise<void> {
  const { reply, ended } = await decide(request, target);
  response.once('close', () => ended('left'));
  switch (reply.kind) {
    case 'answer':
      response.once('finish', () => {
        try {
          reply.sent?.();
          ended('sent');
        } catch (error) {
          target.onFault(faultOf(request, error));
        }
      });
      deliver(response, target.closing() ? lastOf(reply) : reply);
      if (reply.cutAfter !== undefined) ended('cut');
      return;
    case 'hang':
      target.hang(response);
      return;
    case 'reset':
      request.socket.resetAndDestroy();
      ended('reset');
  }
}

/** What the provider's wires answer is on record; what is asked about the mock itself is not. */
async function decide(request: IncomingMessage, target: RequestTarget): Promise<ServedReply> {
  const { url: path = '/' } = request;
  if (!isPath(path)) {
    const message = 'the path of the request cannot be read';
    return unrecorded(refusalReply({ kind: 'invalid', message, retryAfterMs: null }));
  }
  if (path.startsWith('/_mock/')) return unrecorded(await control(request, target));
  const [, prefix = ''] = path.split('/', 2);
  const wire = target.personalities.has(prefix) ? prefix : ownWire;
  const { exchanges } = target.world.evidence;
  return exchanges.serve(requestFacts(request, wire), () => provide(request, target));
}

function unrecorded(reply: ProviderReply): ServedReply {
  return { reply, ended: () => undefined };
}

async function provide(
  request: IncomingMessage,
  { provider, personalities }: RequestTarget,
): Promise<ProviderReply> {
  const { method = 'GET', url: path = '/' } = request;
  const range = rangeOf(request.headers);
  const spoken = handlePersonality(request, { personalities, range });
  if (spoken !== undefined) return spoken;
  const body = await readBody(request);
  if (body.kind === 'too-long') return tooLong();
  const key = /^Bearer (\S.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
  return provider.handle({ method, path, key, body: body.value, range });
}

async function control(request: IncomingMessage, target: RequestTarget): Promise<ProviderReply> {
  const { method = 'GET', url: path = '/' } = request;
  const body = await readBody(request);
  if (body.kind === 'too-long') return tooLong();
  if (!target.control) return notFoundReply();
  const message = foreignControl(request.headers, target.controlHosts);
  return message === undefined
    ? handleControl(target.world, { method, path, body: body.value })
    : jsonReply(403, { error: { kind: 'foreign', message } });
}

function tooLong(): ProviderReply {
  const message = 'the request is too long';
  return refusalReply({ kind: 'invalid', message, retryAfterMs: null });
}

function lastOf(reply: ProviderResponse): ProviderResponse {
  return { ...reply, headers: { ...reply.headers, connection: 'close' } };
}

function deliver(response: ServerResponse, reply: ProviderResponse): void {
  response.writeHead(reply.status, {
    ...reply.headers,
    'content-type': reply.contentType,
    'content-length': reply.body.length,
  });
  if (reply.cutAfter === undefined) {
    response.end(reply.body);
    return;
  }
  // The reset would overtake bytes that have not left yet.
  response.write(reply.body.subarray(0, reply.cutAfter), () => response.destroy());
}

/** Whether a request names a place on this server: `//` begins the name of another one. */
function isPath(path: string): boolean {
  const here = 'mock.invalid';
  const url = URL.parse(path, `http://${here}`);
  return url !== null && (url.host === here || !path.startsWith('/'));
}

/** Ranges of another form are answered with the whole (RFC 9110 §14.2). */
function rangeOf({
  range = '',
  'if-range': ifRange,
}: IncomingMessage['headers']): WantedRange | null {
  const [, from] = /^bytes=(\d{1,15})-$/.exec(range) ?? [];
  if (from === undefined) return null;
  return { from: Number(from), ifRange: typeof ifRange === 'string' ? ifRange : null };
}
