import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPages } from '../../src/index.ts';
import { createCountingIds } from '../doubles/counting-ids.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { MemoryAdminAccess } from '../doubles/memory-admin-access.ts';

const document = [
  '<html data-session="__FILMGATE_SESSION__"><base href="__FILMGATE_BASE__">',
  '<script src="./assets/main-1.js" nonce="__FILMGATE_NONCE__"></script></html>',
].join('');
const script = { contentType: 'text/javascript', bytes: Buffer.from('1') };
const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

/** Mounts the pages below a prefix of another server, and logs an administrator in. */
async function mountPages(prefix: string): Promise<{ app: FastifyInstance; cookie: string }> {
  const app = Fastify();
  onTestFinished(() => app.close());
  const access = new MemoryAdminAccess();
  const clock = createManualClock();
  const now = clock.now();
  const expiresAt = now + 60_000;
  await access.openSession({
    idDigest: sha256('a-session'),
    username: 'admin',
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  const pages = createPages({
    files: { document, assets: new Map([['main-1.js', script]]) },
    access,
    digest: { sha256 },
    clock,
    ids: createCountingIds(),
    newNonce: () => 'nonce-of-this-answer',
    sessionIdleMs: () => 60_000,
    publicUrl: () => 'http://elsewhere.example',
  });
  await app.register(pages, { prefix });
  return { app, cookie: 'filmgate_session=a-session' };
}

describe('the pages below a prefix', () => {
  it('[pages.mounted] know it in their base, in redirects and in the way back from login', async () => {
    const { app, cookie } = await mountPages('/films');
    const stranger = await app.inject({ url: '/films/video?state=failed' });
    expect([stranger.statusCode, stranger.headers.location]).toEqual([
      302,
      '/films/login?next=/films/video%3Fstate%3Dfailed',
    ]);
    const login = await app.inject({ url: '/films/login' });
    expect(login.body).toContain('data-session="none"');
    const page = await app.inject({ url: '/films/console/any', headers: { cookie } });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<base href="/films/">');
    expect(page.body).toContain('data-session="live"');
    expect((await app.inject({ url: '/films/' })).headers.location).toBe('/films/console');
    expect((await app.inject({ url: '/films/assets/main-1.js' })).body).toBe('1');
  });

  it('[pages.mounted] leave every path of their host alone', async () => {
    const { app, cookie } = await mountPages('/films');
    app.get('/video', () => 'mine');
    expect((await app.inject({ url: '/video' })).body).toBe('mine');
    for (const url of ['/login', '/console', '/assets/main-1.js', '/films/else'])
      expect((await app.inject({ url, headers: { cookie } })).statusCode).toBe(404);
  });
});

describe('a page', () => {
  it.each(['/', '/login', '/video', '/video/x', '/console', '/console/x', '/assets/main-1.js'])(
    '[pages.methods] at %s can only be read',
    async (url) => {
      const { app, cookie } = await mountPages('');
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const response = await app.inject({ method, url, headers: { cookie } });
        expect([response.statusCode, response.headers['allow']]).toEqual([405, 'GET, HEAD']);
        expect(response.json()).toEqual({ detail: 'Pages support GET and HEAD only.' });
        expect(response.headers['x-request-id']).toBeDefined();
      }
      const head = await app.inject({ method: 'HEAD', url, headers: { cookie } });
      expect([head.statusCode < 400, head.body]).toEqual([true, '']);
    },
  );
});
