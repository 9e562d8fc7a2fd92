import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { adminView } from './admin-view.ts';
import { startChild } from './child-process.ts';
import { type MockProcess, startGatewayProcess, startMock } from './crash-harness.ts';
import { settledJobs } from './crash-scene.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function startOn(disk: SmallDisk, mock: MockProcess) {
  const gateway = await startGatewayProcess({
    dataDirectory: disk.path,
    mockUrl: mock.url,
    under: disk.under,
  });
  closers.push(() => gateway.child.stop('SIGKILL'));
  let said = '';
  gateway.child.process.stderr?.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  return { gateway, admin: await adminView(gateway.localUrl), said: () => said };
}

it('[submission-facts.spool.full-disk][disk-full.login][disk-full.told] the administrator can log in while the disk is full; a receipt that comes while the disk is full is in the log and in the spool; killed and started with room, the gateway delivers the video of its one submission', async () => {
  const mock = await startMock();
  closers.push(() => mock.child.stop('SIGKILL'));
  // More than the space that is kept free for videos.
  const disk = await smallDisk(160);
  closers.push(() => disk.dispose());
  const first = await startOn(disk, mock);
  await first.admin.addAccount(1);
  const { key } = await first.admin.createUser();

  mock.child.process.kill('SIGSTOP');
  const response = await fetch(`${first.gateway.tasksUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a full disk [[mock:run=1s,queue=0s]]', seconds: 5 }),
  });
  expect(response.status).toBe(202);
  const state = async () => (await first.admin.jobs())[0]?.state;
  await expect.poll(state, { interval: 20 }).toBe('dispatching');
  await pause(100);
  const reading = await startChild('./read-on.ts', {
    arguments: [join(disk.path, 'filmgate.db')],
    environment: {},
    under: disk.under,
  });
  closers.push(() => reading.stop('SIGKILL'));
  disk.fill();
  mock.child.process.kill('SIGCONT');
  await expect.poll(first.said, { interval: 20 }).toMatch(/receipt-not-saved-yet/);
  const spooled = () => readFileSync(join(disk.seen, 'answers.spool')).includes('receipt');
  await expect.poll(spooled, { interval: 20 }).toBe(true);
  const [job] = (await mock.ledger('a full disk')).jobs;
  expect(job).toBeDefined();
  expect(first.said()).toMatch(/"handle":"\{/);

  const again = await adminView(first.gateway.localUrl);
  expect((await again.jobs()).map(({ state: made }) => made)).toEqual(['dispatching']);
  const ready = await fetch(`${first.gateway.localUrl}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not_ready', reasons: ['disk full'] },
  ]);
  const refused = await fetch(`${first.gateway.tasksUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'another', seconds: 5 }),
  });
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('its storage is full');
  expect(first.said()).toContain('disk-full');

  await first.gateway.child.stop('SIGKILL');
  await reading.stop('SIGKILL');
  disk.empty();
  const second = await startOn(disk, mock);
  const [done] = await settledJobs(second.admin, 1);
  expect(done?.state).toBe('completed');
  const trail = (await second.admin.trail(done?.id ?? '')).map(({ what }) => what);
  expect(trail).toContain('receipt');
  expect(trail).not.toContain('outcome-lost');
  expect((await mock.ledger('a full disk')).accepted).toBe(1);
}, 120_000);
