import { ok } from 'node:assert/strict';
import * as z from 'zod';

const createdSchema = z.object({ key: z.string() });

/** Logs in as the administrator, adds an account at the mock and an API user; returns the user's key. */
export async function createVideoUser(localUrl: string, password: string): Promise<string> {
  const login = await fetch(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${localUrl}/api/v1/admin/${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    ok(response.ok, `${path}: ${await response.clone().text()}`);
    return response.json();
  };
  await post('accounts', {
    label: 'studio',
    endpoint: 'mock',
    families: ['*'],
    concurrency: 4,
    credits: 10_000,
    secret: 'the key of the studio',
  });
  return createdSchema.parse(await post('api-users', { name: 'video-user' })).key;
}
