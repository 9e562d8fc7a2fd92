import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCatalog, defaultGatewayOptions } from '@filmgate/core';
import { type OpenGateway, openGateway } from '@filmgate/runtime-node';
import { createFileBlobs } from '@filmgate/storage-files';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import { createMockUpstream } from '@filmgate/upstream-mock/client';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createHost } from './host.ts';

/** The Video Task API for the visitors of a site, which has their identities and budgets. */

async function openVideos(folder: string): Promise<OpenGateway> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  return await openGateway({
    ports: {
      storage: await createSqliteStorage({ file: join(folder, 'films.db'), log }),
      assetBlobs: await createFileBlobs({ directory: join(folder, 'assets'), log }),
      resultBlobs: await createFileBlobs({ directory: join(folder, 'results'), log }),
      upstreams: new Map([['mock', createMockUpstream({ now: Date.now, speed: 50 }).client]]),
      log,
    },
    options: { ...defaultGatewayOptions, catalog: () => defaultCatalog },
    directory: folder,
    accounts: [
      {
        id: 'account_studio',
        endpoint: 'mock',
        settings: { label: 'studio', families: ['*'], concurrency: 4, credits: 10_000 },
      },
    ],
  });
}

const visitors = new Map([
  // A video costs 10 credits here: two are paid for, a third is not.
  ['session=anna', { name: 'anna', credits: 25 }],
  ['session=bert', { name: 'bert', credits: 10_000 }],
]);
const directory = await mkdtemp(join(tmpdir(), 'filmgate-example-'));
const opened = await openVideos(directory);
const host = await createHost(opened, visitors);
const url = await host.listen({ host: '127.0.0.1', port: 0 });

function create(cookie: string): Promise<Response> {
  const headers = { cookie, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'A lantern in the rain', resolution: '720p' });
  return fetch(`${url}/films/v1/videos`, { method: 'POST', headers, body });
}

try {
  // A visitor is known by the cookie alone.
  const stranger = await fetch(`${url}/films/v1/videos`, {
    headers: { authorization: 'Bearer x' },
  });
  equal(stranger.status, 401);
  match(await stranger.text(), /Please log in/);

  // A visitor's budget applies to concurrent requests, too.
  const statuses = (await Promise.all(Array.from({ length: 4 }, () => create('session=anna')))).map(
    ({ status }) => status,
  );
  deepEqual(
    statuses.toSorted((one, other) => one - other),
    [202, 202, 429, 429],
  );

  // The sixth request within a minute is the site's own refusal.
  for (let request = 1; request <= 5; request += 1) {
    const list = await fetch(`${url}/films/v1/videos`, { headers: { cookie: 'session=bert' } });
    equal(list.status, 200);
  }
  const sixth = await fetch(`${url}/films/v1/videos`, { headers: { cookie: 'session=bert' } });
  equal(sixth.status, 429);
  match(await sixth.text(), /^The site is sorry: Rate limit exceeded/);

  // The site's own description has the mounted paths.
  const document = structuredClone(host.swagger());
  const { valid, errors } = await new Validator().validate({ ...document });
  ok(valid, JSON.stringify(errors));
  ok('openapi' in document && document.openapi === '3.1.0');
  const paths = Object.keys(document.paths ?? {});
  ok(paths.includes('/films/v1/videos') && paths.includes('/films/v1/videos/{id}'), paths.join());
  ok(!paths.some((path) => path.startsWith('/films/api/')), 'the native routes are off');
  process.stdout.write('two videos paid for, two refused, and the sixth request turned away\n');
} finally {
  await host.close();
  await opened.close(5_000);
  await rm(directory, { recursive: true });
}
