import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { accessTable } from './access-table.ts';
import { type AccessWorld, startAccessWorld } from './access-world.ts';
import { sendRaw } from './raw-http.ts';
import { jsonOf, send } from './response.ts';

const minute = 60_000;

let folder = '';
let world: AccessWorld;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-fresh-login-'));
  world = await startAccessWorld(join(folder, 'data'));
}, 60_000);
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const isOfSession = ({ access }: (typeof accessTable)[number]) =>
  access === 'session' || access === 'session-change' || access === 'fresh-login';

it('[login.fresh] every route of a session responds to an older login as its class demands', async () => {
  const session = await world.newSession();
  world.ahead(11 * minute);
  const responses: Record<string, string> = {};
  // Routes that end sessions come last.
  const rows = accessTable.filter(isOfSession);
  const isEnding = ({ route }: (typeof rows)[number]) =>
    route.startsWith('DELETE /api/v1/admin/sessions');
  const inOrder = [...rows.filter((row) => !isEnding(row)), ...rows.filter(isEnding)];
  for (const { route } of inOrder) {
    const [method = '', path = ''] = route.split(' ');
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
    const response = await sendRaw({
      url: `${world.urls.local}${path.replace(':id', 'none')}`,
      method,
      headers: [
        ['Cookie', session],
        ...(hasBody ? [['Content-Type', 'application/json'] as const] : []),
      ],
      ...(hasBody && { body: '{}' }),
    });
    const code = response.headers.get('x-error-code');
    responses[route] = code === 'reauthentication_required' ? `${response.status}` : 'passes';
  }
  const expected = rows.map(({ route, access }) => [
    route,
    access === 'fresh-login' ? '403' : 'passes',
  ]);
  expect(responses).toEqual(Object.fromEntries(expected));
});

it('[login.fresh][health.openapi] the description states the requirement of each such route', async () => {
  const operation = z.object({ description: z.string().optional() });
  const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });
  const { paths } = document.parse(jsonOf(await send(`${world.urls.local}/openapi.json`)));
  const reported = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { description = '' }]) =>
      description.includes('login within the last 10 minutes')
        ? [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`]
        : [],
    ),
  );
  const needing = accessTable.filter(({ access }) => access === 'fresh-login');
  expect(reported.toSorted()).toEqual(
    [...needing.map(({ route }) => route), 'PATCH /api/v1/admin/accounts/:id'].toSorted(),
  );
});
