import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensurePagesBuilt } from '../support/built-pages.ts';
import { type GatewayProcess, startGateway } from '../support/gateway-process.ts';

let folder: string;
let gateway: GatewayProcess;

beforeAll(async () => {
  await ensurePagesBuilt();
  folder = await mkdtemp(join(tmpdir(), 'filmgate-served-'));
  gateway = await startGateway({ folder });
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(gateway.url + path, { headers, redirect: 'manual' });

async function sessionCookie(): Promise<string> {
  const response = await fetch(`${gateway.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(gateway.admin),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

describe('the pages as they are served', () => {
  it('[pages.policy] carry a nonce of their own, and nothing inline', async () => {
    const [one, other] = await Promise.all([get('/login'), get('/login')]);
    const policy = one.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    const html = await one.text();
    expect(nonce).toMatch(/^[\w-]{20,}$/);
    expect(other.headers.get('content-security-policy')).not.toContain(nonce);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/<script(?![^>]*src=)|__FILMGATE_/);
    expect(one.headers.get('cache-control')).toBe('no-cache');
  });

  it('[pages.assets] come compressed and are kept for ever', async () => {
    const html = await (await get('/login')).text();
    const path = /src="\.(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const small = await get(path, { 'accept-encoding': 'br' });
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(small.headers.get('cache-control')).toContain('immutable');
    expect(small.headers.get('content-type')).toContain('text/javascript');
    const plain = await get(path, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await small.text());
    for (const unknown of ['/assets/nothing.js', '/assets/..%2findex.html'])
      expect((await get(unknown)).status).toBe(404);
  });

  it('[pages.paths] answer below their paths after login, and hide no 404 of an API', async () => {
    const cookie = await sessionCookie();
    for (const path of ['/video', '/video/anything', '/console', '/console/some/where?x=1']) {
      const stranger = await get(path);
      const next = path.replace('?', '%3F').replace('=', '%3D');
      expect([stranger.status, stranger.headers.get('location')]).toEqual([
        302,
        `/login?next=${next}`,
      ]);
      const known = await get(path, { cookie });
      expect([known.status, known.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    }
    expect((await get('/')).headers.get('location')).toBe('/console');
    for (const path of [
      '/v1/nothing',
      '/api/v1/admin/nothing',
      '/local-video/nothing',
      '/nothing',
      '/v1/videos',
    ]) {
      const response = await get(path, { cookie });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        expect.stringContaining('json'),
      ]);
    }
  });

  it('[pages.paths] asks once more when a link of another site left the cookie behind', async () => {
    const response = await get('/video', { 'sec-fetch-site': 'cross-site' });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('http-equiv="refresh"');
  });
});
