import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverErrorCodes } from '../../src/app/texts/server-errors.ts';
import { type GatewayProcess, startGateway } from '../support/gateway-process.ts';

let folder: string;
let gateway: GatewayProcess;
let cookie = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-errors-'));
  gateway = await startGateway({ folder });
  const login = await ask({ path: '/api/v1/auth/login', body: gateway.admin });
  cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function ask({ path, method, body, headers = {} }: Asked): Promise<Response> {
  return fetch(gateway.url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(cookie !== '' && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const account = { label: 'taken', endpoint: 'mock', families: ['*'], concurrency: 1, credits: 1 };
const video = {
  id: 'ui-00000000-0000-4000-8000-000000000001',
  model: 'vidA-fast-4s-16x9-720p',
  prompt: 'one',
};

describe('[console.server-errors] a refusal of', () => {
  it.each<readonly [code: string, asked: Asked]>([
    ['no_session', { path: '/api/v1/admin/jobs', headers: { cookie: '' } }],
    ['no_session', { path: '/local-video/jobs', headers: { cookie: '' } }],
    ['login_failed', { path: '/api/v1/auth/login', body: { username: 'a', password: 'b' } }],
    [
      'foreign_origin',
      { path: '/api/v1/admin/accounts', body: {}, headers: { origin: 'http://a.test' } },
    ],
    ['not_found', { path: '/api/v1/admin/jobs/none' }],
    ['not_found', { path: '/local-video/jobs/none/request' }],
    ['route_not_found', { path: '/local-video/none' }],
    ['method_not_allowed', { path: '/local-video/models', method: 'PUT' }],
    ['field_invalid', { path: '/api/v1/admin/api-users', body: { name: '' } }],
    ['field_invalid', { path: '/local-video/jobs', body: {} }],
    ['request_malformed', { path: '/api/v1/admin/api-users', body: '{' }],
    ['payload_invalid', { path: '/local-video/jobs', body: '{' }],
    ['upgrade_required', { path: '/local-video/events' }],
  ])('%s says so in a header, and the pages know it: %j', async (code, asked) => {
    const response = await ask(asked);
    expect(response.ok).toBe(false);
    expect(response.headers.get('x-error-code')).toBe(code);
    expect(serverErrorCodes).toContain(code);
    expect(await response.json()).toEqual({ detail: expect.any(String) });
  });

  it('a label or an id that is taken says so in a header', async () => {
    await ask({ path: '/api/v1/admin/accounts', body: account });
    const label = await ask({ path: '/api/v1/admin/accounts', body: account });
    await ask({ path: '/local-video/jobs', body: video });
    const id = await ask({ path: '/local-video/jobs', body: { ...video, prompt: 'other' } });
    const codes = [label, id].map(({ headers }) => headers.get('x-error-code'));
    expect(codes).toEqual(['label_taken', 'id_conflict']);
    for (const code of codes) expect(serverErrorCodes).toContain(code);
  });
});
