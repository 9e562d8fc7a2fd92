import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, type Logger, type ReadsAtOnce, StorageUnavailable } from '@filmgate/core';
import { ambiguityOf } from '../../http/ambiguous-request.ts';
import { recordPoll } from '../../http/request-record.ts';
import { createRequestIds, securityHeaders } from '../../http/open-responses.ts';
import type { RequestBounds } from '../../http/request-bounds.ts';
import { jsonContentType } from '../../http/route-compilers.ts';
import { createContext } from '../context.ts';
import { ownerOfUser } from '../credentials.ts';
import type { VideoTaskApiDeps } from '../deps.ts';
import { createKeyReader } from '../key-reader.ts';
import { respondToPoll, type PollResponse, revalidated } from './read-tasks.ts';
import { createTasksContext, type TasksContext } from './task-object.ts';

/** Metrics of a poll that got its response here. */
export interface ServedPoll {
  readonly request: { readonly method: string; readonly routeOptions: { readonly url: string } };
  readonly status: number;
  readonly durationMs: number;
}

/** The parts of the embedding program that the fast path needs; its framework never sees these requests. */
export interface PollFastPathParts {
  readonly reads: ReadsAtOnce;
  readonly bounds: Pick<RequestBounds, 'atOnce'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Called at each poll: false while a poll has another effect, such as a log line. */
  readonly isOpen: () => boolean;
  /** Returns the value of `Strict-Transport-Security`, undefined while it is not sent. */
  readonly strictTransport: () => string | undefined;
  readonly observe: (poll: ServedPoll) => void;
}

/** Responds to a request and returns true; otherwise leaves the request untouched. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

const form = /^\/v1\/videos\/(\w{1,64})$/;
const polled = { method: 'GET', routeOptions: { url: '/v1/videos/:id' } } as const;

/**
 * Responds to a successful poll before the framework runs: most requests of a gateway are polls, and much of their cost
 * was the framework's. It serves a known key that polls a job of its own, byte for byte as the route does
 * [tasks.read.fast-path]. Every other request (another method or path, a key that is wrong, spent or absent, a job that
 * is not the caller's, a store that fails) is passed to the route.
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
    // Data the connection has not accepted yet is held until its caller has read it.
    if ((response.socket?.writableLength ?? 0) === 0) end(false);
    else response.once('close', () => end(!response.writableFinished));
    return true;
  };
}

/** Looks up the response and takes the caller's share; undefined if the route is to respond. */
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
  // Requests passed to the route are neither counted nor noted here; the route does so itself.
  const caller = reads.wouldAuthenticate({ keyDigest, now });
  if (caller.kind !== 'known') return undefined;
  const owner = ownerOfUser(caller.id);
  const job = reads.find(id);
  if (job?.owner !== owner || job.surface !== 'tasks') return undefined;
  const url =
    job.state === 'completed' ? context.links.linkIn(job, reads.linkEpoch(owner)) : undefined;
  const ifNoneMatch = request.headers['if-none-match'];
  const received = respondToPoll(context, { job, url, ifNoneMatch });
  if (!atOnce.take(response, owner)) return undefined;
  atOnce.accepted(response);
  // Synchronous since the check above, so the result is the same.
  reads.authenticate({ keyDigest, now });
  return { owner, response: received };
}

/** A fault here recurs in the route, which words it. */
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
  // ASCII text is written without conversion.
  response.writeHead(status, headers).end(text, bytes === text.length ? 'latin1' : 'utf8');
}
