import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, type Logger, type ReadsAtOnce, StorageUnavailable } from '@filmgate/core';
import { ambiguityOf } from '../../mechanics/ambiguous-request.ts';
import { recordPoll } from '../../mechanics/request-record.ts';
import { createRequestIds, securityHeaders } from '../../mechanics/open-responses.ts';
import type { RequestBounds } from '../../mechanics/request-bounds.ts';
import { jsonContentType } from '../../mechanics/route-compilers.ts';
import { createContext } from '../context.ts';
import { ownerOfUser } from '../credentials.ts';
import type { VideoTaskApiDeps } from '../deps.ts';
import { createKeyReader } from '../key-reader.ts';
import { answerPoll, type PollResponse, revalidated } from './read-tasks.ts';
import { createTasksContext, type TasksContext } from './task-object.ts';

/** A poll that was answered, as far as metrics are concerned. */
export interface AnsweredPoll {
  readonly request: { readonly method: string; readonly routeOptions: { readonly url: string } };
  readonly status: number;
  readonly durationMs: number;
}

/** What the fast path needs of the program around it, whose framework never sees these requests. */
export interface PollFastPathParts {
  readonly reads: ReadsAtOnce;
  readonly bounds: Pick<RequestBounds, 'atOnce'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Asked at each poll: false while something else is to happen at it, as a line in a log. */
  readonly isOpen: () => boolean;
  /** The value of `Strict-Transport-Security`, undefined while it is not sent. */
  readonly strictTransport: () => string | undefined;
  readonly observe: (poll: AnsweredPoll) => void;
}

/** Answers a request and says so; what it does not answer it has not touched. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

const form = /^\/v1\/videos\/(\w{1,64})$/;
const polled = { method: 'GET', routeOptions: { url: '/v1/videos/:id' } } as const;

/**
 * The poll that goes well, before the framework is asked: most of what a gateway is asked, and much of its price was the
 * framework's. It answers a known key that asks for a job of its own, byte for byte as the route does
 * [tasks.read.fast-path]. Whatever else comes (another method or path, a key that is wrong, spent or absent, a job that is not the
 * caller's, a store that fails) goes on to the route.
 */
export function createPollFastPath(deps: VideoTaskApiDeps, parts: PollFastPathParts): FastPath {
  const context = createTasksContext(createContext(deps));
  const readKey = createKeyReader(deps.keys);
  const { isOpen, clock, strictTransport, observe } = parts;
  const requestIdOf = createRequestIds(() => deps.ids.next());
  const isRouted = deps.authenticate === undefined && context.settings.routes.videos;
  return (request, response) => {
    const { method, url = '' } = request;
    const id = method === 'GET' && isRouted ? form.exec(url)?.[1] : undefined;
    if (id === undefined || hasBody(request) || !isOpen()) return false;
    if (ambiguityOf(request) !== undefined) return false;
    const startedMs = clock.monotonicMs();
    const at = deps.clock.now();
    const found = orRoute(deps.log, () =>
      lookUp(context, parts, { request, response, readKey, id, now: at }),
    );
    if (found === undefined) return false;
    const requestId = requestIdOf(request);
    const { response: received, owner: caller } = found;
    send(response, received, { requestId, strictTransport: strictTransport() });
    const end = (disconnected: boolean): void => {
      parts.bounds.atOnce.give(caller);
      const { status } = received;
      const durationMs = clock.monotonicMs() - startedMs;
      observe({ request: polled, status, durationMs });
      const ended = { at, requestId, caller, path: url, jobId: id, status, durationMs };
      if (deps.requestLog !== undefined) recordPoll(deps.requestLog, { ...ended, disconnected });
    };
    // What the connection has not taken yet is held until its caller has read it.
    if ((response.socket?.writableLength ?? 0) === 0) end(false);
    else response.once('close', () => end(!response.writableFinished));
    return true;
  };
}

/** What the caller gets, and its share is taken; undefined where the route is to answer. */
function lookUp(
  context: TasksContext,
  { reads, bounds: { atOnce } }: Pick<PollFastPathParts, 'reads' | 'bounds'>,
  {
    request,
    response,
    readKey,
    id,
    now,
  }: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly readKey: ReturnType<typeof createKeyReader>;
    readonly id: string;
    readonly now: number;
  },
): { readonly owner: string; readonly response: PollResponse } | undefined {
  const key = readKey(request);
  if (key.kind !== 'key') return undefined;
  const keyDigest = key.digest;
  // Nothing is counted or noted of what goes on to the route, which does so itself.
  const caller = reads.wouldAuthenticate({ keyDigest, now });
  if (caller.kind !== 'known') return undefined;
  const owner = ownerOfUser(caller.id);
  const job = reads.find(id);
  if (job?.owner !== owner || job.surface !== 'tasks') return undefined;
  const url =
    job.state === 'completed' ? context.links.linkIn(job, reads.linkEpoch(owner)) : undefined;
  const ifNoneMatch = request.headers['if-none-match'];
  const received = answerPoll(context, { job, url, ifNoneMatch });
  if (!atOnce.take(response, owner)) return undefined;
  atOnce.accepted(response);
  // Nothing came between, so it is the same.
  reads.authenticate({ keyDigest, now });
  return { owner, response: received };
}

/** A fault met here is met again by the route, which has the words for it. */
function orRoute<Found>(log: Logger, look: () => Found): Found | undefined {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) log.error('poll_fast_path_failed', error);
    return undefined;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

const { 'cache-control': notStored, ...others } = securityHeaders;
const otherHeaders: readonly string[] = Object.entries(others).flat();

/** Headers in the order the route sends them in. */
function send(
  response: ServerResponse,
  { status, etag, text }: PollResponse,
  {
    requestId,
    strictTransport,
  }: { readonly requestId: string; readonly strictTransport: string | undefined },
): void {
  const headers = ['cache-control', etag === null ? notStored : revalidated];
  headers.push(...otherHeaders, 'x-request-id', requestId);
  if (strictTransport !== undefined) headers.unshift('strict-transport-security', strictTransport);
  if (etag !== null) headers.push('etag', etag);
  if (text === null) {
    response.writeHead(status, headers).end();
    return;
  }
  const bytes = Buffer.byteLength(text);
  headers.push('content-type', jsonContentType, 'content-length', String(bytes));
  // Text of ASCII alone is written without being converted.
  response.writeHead(status, headers).end(text, bytes === text.length ? 'latin1' : 'utf8');
}
