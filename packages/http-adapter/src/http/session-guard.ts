import type { AdminAccess, AdminSession, Clock, Digest } from '@filmgate/core';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { nameCaller } from './request-account.ts';
import type { SessionCookie } from './session-cookie.ts';

/** The headers that name a request's origin; undefined if absent. */
export interface RequestOrigin {
  readonly origin: string | undefined;
  readonly secFetchSite: string | undefined;
  readonly host: string | undefined;
}

export type OriginVerdict = 'own' | 'foreign-origin' | 'foreign-host';

/**
 * Returns true if a request may change something on the strength of a cookie. A foreign `Origin`, or `Sec-Fetch-Site:
 * cross-site`, is another site's page; a `Host` that is not ours belongs to a page whose name was made to point at us
 * (DNS rebinding). Programs send neither `Origin` nor `Sec-Fetch-Site` and pass.
 *
 * @param ownOrigins - as browsers write them: scheme, host, and port unless it is the scheme's own
 */
export function checkOrigin(request: RequestOrigin, ownOrigins: readonly string[]): OriginVerdict {
  const own = ownOrigins.map((origin) => new URL(origin));
  if (request.secFetchSite?.toLowerCase() === 'cross-site') return 'foreign-origin';
  const { origin } = request;
  if (origin !== undefined && !own.some((url) => url.origin === origin.toLowerCase()))
    return 'foreign-origin';
  const hosts = own.flatMap((url) => [
    url.host,
    `${url.hostname}:${url.port === '' ? defaultPort(url) : url.port}`,
  ]);
  return request.host !== undefined && hosts.includes(request.host.toLowerCase())
    ? 'own'
    : 'foreign-host';
}

function defaultPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80';
}

export interface SessionGuardDeps {
  readonly access: Pick<AdminAccess, 'visit'>;
  readonly digest: Digest;
  readonly clock: Pick<Clock, 'now'>;
  readonly cookie: SessionCookie;
  /** Idle timeout of a session, in ms; read at each request. */
  readonly idleMs: () => number;
  /** Every origin of this server; read at each request. */
  readonly ownOrigins: () => readonly string[];
  /** Sends the surface's own response. */
  readonly refuse: (
    reply: FastifyReply,
    reason: 'no-session' | 'foreign-origin' | 'foreign-host',
  ) => void;
}

export interface SessionGuard {
  /** Returns the live session of a request and records its use; undefined without one. */
  find(request: FastifyRequest): Promise<AdminSession | undefined>;
  /** Hook: lets a request pass only with a live session, which `sessionOf` then returns. */
  readonly requireSession: onRequestHookHandler;
  /** Hook: refuses requests of other sites unless they only read. */
  readonly requireOwnOrigin: onRequestHookHandler;
  /** Returns true if a request comes from one of our own pages, given these origins. */
  isOwn(request: FastifyRequest, ownOrigins: readonly string[]): boolean;
  /** Returns the session `requireSession` found. @throws Error on a request it did not guard */
  sessionOf(request: FastifyRequest): AdminSession;
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Guards routes that require a session cookie. Lookup is by the id's digest, so the stored table gives no access. */
export function createSessionGuard(deps: SessionGuardDeps): SessionGuard {
  const found = new WeakMap<FastifyRequest, AdminSession>();
  const find: SessionGuard['find'] = async (request) => {
    const id = deps.cookie.read(request.headers.cookie);
    if (id === undefined) return undefined;
    return deps.access.visit({
      idDigest: deps.digest.sha256(id),
      idleMs: deps.idleMs(),
      now: deps.clock.now(),
    });
  };
  return {
    find,
    requireSession(request, reply, done) {
      find(request).then((session) => {
        if (session === undefined) deps.refuse(reply, 'no-session');
        else {
          found.set(request, session);
          nameCaller(request, `session:${session.username}`);
          done();
        }
      }, done);
    },
    requireOwnOrigin(request, reply, done) {
      if (readingMethods.has(request.method)) {
        done();
        return;
      }
      const verdict = checkOrigin(requestOrigin(request), deps.ownOrigins());
      if (verdict === 'own') done();
      else deps.refuse(reply, verdict);
    },
    isOwn: (request, ownOrigins) => checkOrigin(requestOrigin(request), ownOrigins) === 'own',
    sessionOf(request) {
      const session = found.get(request);
      if (session === undefined) throw new Error('The route is not guarded by a session.');
      return session;
    },
  };
}

/** Returns the headers that name a request's origin. */
export function requestOrigin({ headers }: FastifyRequest): Parameters<typeof checkOrigin>[0] {
  const site = headers['sec-fetch-site'];
  return {
    origin: headers.origin,
    secFetchSite: typeof site === 'string' ? site : undefined,
    host: headers.host,
  };
}

/** Announces within one process that sessions were ended, so that their users need not wait for the next check. */
export interface SessionEnds {
  /** Announces that some sessions have just been ended in the store. */
  announce(): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

export function createSessionEnds(): SessionEnds {
  const listeners = new Set<() => void>();
  return {
    announce() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
