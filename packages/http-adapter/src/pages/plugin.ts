import type { AdminAccess, Clock, Digest, IdSource } from '@filmgate/core';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { refuseOtherMethods } from '../http/surface-description.ts';
import { jsonContentType } from '../http/route-compilers.ts';
import { createRequestIds, securityHeaders } from '../http/open-responses.ts';
import { createSessionCookie } from '../http/session-cookie.ts';
import { createSessionGuard, type SessionGuard } from '../http/session-guard.ts';
import {
  chooseEncoding,
  type ContentEncoding,
  type PageFile,
  type PageFiles,
} from './page-files.ts';
import {
  askAgain,
  assetHeaders,
  documentHeaders,
  mountPath,
  renderDocument,
} from './render-document.ts';

/** The parts the pages need from the composition root. Functions are called at each use. */
export interface PagesDeps {
  readonly files: PageFiles;
  readonly access: Pick<AdminAccess, 'visit'>;
  readonly digest: Digest;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdSource;
  /** An unguessable value for one response: base64 or base64url. */
  readonly newNonce: () => string;
  /** Idle timeout of a session, in ms. */
  readonly sessionIdleMs: () => number;
  /** External URL of the listener, mount prefix included, without a slash at its end. */
  readonly publicUrl: () => string;
}

/** Pages for the administrator. Paths below belong to the pages: the server sends the same document. */
const guardedPaths = ['/video', '/video/*', '/console', '/console/*'] as const;

/** The landing page of a visitor who was given only the address. */
const startPath = 'console';

const assetPath = '/assets/:name';

const schema = { hide: true };

/**
 * Returns the pages as a Fastify plugin: `/login`, `/video`, `/console` and their assets. It serves no other path, so
 * it can be mounted beside the surfaces and hides none of their 404s.
 */
export function createPages(deps: PagesDeps): FastifyPluginAsync {
  return async (app) => {
    const guard = guardOf(deps);
    app.setGenReqId(createRequestIds(() => deps.ids.next()));
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id);
      done();
    });
    const baseOf = ({ headers }: FastifyRequest): string =>
      mountPath(app.prefix, { publicUrl: deps.publicUrl(), host: headers.host });
    const sendPage = (request: FastifyRequest, reply: FastifyReply, hasSession: boolean) => {
      const nonce = deps.newNonce();
      const html = renderDocument(deps.files, { nonce, base: baseOf(request), hasSession });
      return reply.headers(documentHeaders(nonce)).send(html);
    };
    app.get('/', { schema }, (request, reply) => reply.redirect(baseOf(request) + startPath, 302));
    app.get('/login', { schema }, async (request, reply) =>
      sendPage(request, reply, (await guard.find(request)) !== undefined),
    );
    for (const path of guardedPaths) {
      app.get(path, { schema }, async (request, reply) => {
        const session = await guard.find(request);
        if (session !== undefined) return sendPage(request, reply, true);
        if (request.headers['sec-fetch-site'] === 'cross-site')
          return reply.headers(documentHeaders(deps.newNonce())).send(askAgain);
        return reply.redirect(loginUrl(baseOf(request), request.url.slice(app.prefix.length)), 302);
      });
    }
    registerAssets(app, deps);
    for (const url of ['/', '/login', ...guardedPaths, assetPath])
      refuseOtherMethods(app, { url, allowed: ['GET'] }, refuseMethod);
  };
}

function refuseMethod(reply: FastifyReply, allow: string): void {
  const headers = { ...securityHeaders, allow, 'content-type': jsonContentType };
  reply.code(405).headers(headers).send('{"detail":"Pages support GET and HEAD only."}');
}

function guardOf(deps: PagesDeps): SessionGuard {
  const { access, digest, clock, publicUrl, sessionIdleMs } = deps;
  return createSessionGuard({
    access,
    digest,
    clock,
    cookie: createSessionCookie(publicUrl),
    idleMs: sessionIdleMs,
    ownOrigins: () => [],
    refuse: () => {
      throw new Error('A page never rejects a visitor, but redirects to login.');
    },
  });
}

/** @param path - below the base, with its query */
function loginUrl(base: string, path: string): string {
  const next = encodeURIComponent(base + path.slice(1)).replaceAll('%2F', '/');
  return `${base}login?next=${next}`;
}

function registerAssets(app: FastifyInstance, { files }: PagesDeps): void {
  app.get<{ Params: { name: string } }>(assetPath, { schema }, (request, reply) => {
    const file = files.assets.get(request.params.name);
    if (file === undefined) {
      const headers = { ...securityHeaders, 'content-type': jsonContentType };
      return reply.code(404).headers(headers).send('{"detail":"There is no such file."}');
    }
    const encoding = chooseEncoding(request.headers['accept-encoding'], encodingsOf(file));
    reply.headers(assetHeaders).header('content-type', file.contentType);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(bytesOf(file, encoding));
  });
}

function encodingsOf({ brotli, gzip }: PageFile): readonly ContentEncoding[] {
  return [
    ...(brotli === undefined ? [] : ['br' as const]),
    ...(gzip === undefined ? [] : ['gzip' as const]),
  ];
}

function bytesOf({ bytes, brotli, gzip }: PageFile, encoding: ContentEncoding): Uint8Array {
  switch (encoding) {
    case 'br':
      return brotli ?? bytes;
    case 'gzip':
      return gzip ?? bytes;
    case 'identity':
      return bytes;
  }
}
