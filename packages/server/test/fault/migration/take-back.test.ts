import { expect, it } from 'vitest';
import { takeBackStore } from '../../../src/commands/take-back-store.ts';
import { runFilmgate } from '../../end-to-end/command.ts';
import { useFleet } from '../../http/fleet/fleet-world.ts';
import { taskOf, tasksClient } from '../../http/tasks-client.ts';
import { migrateHere, settingsFrom } from './migrate-here.ts';

const fleet = useFleet();
const onSqlite = { FILMGATE_STORAGE: 'sqlite', FILMGATE_REDIS_URL: undefined } as const;

function settings(): Readonly<Record<string, string>> {
  return { ...fleet.env, FILMGATE_DATA_DIR: fleet.dataDir };
}

it('[migration.one-truth] taken back, the old store works again; what was unsent waits for a resolution and is never sent', async () => {
  // One slot, and a video that takes hours of the mock's time: all later jobs wait.
  const accounts = [{ label: 'narrow', concurrency: 1, credits: 1000 }];
  const old = await fleet.node({ env: onSqlite, accounts });
  const client = tasksClient(old.tasksUrl, old.apiUserKey);
  const slow = taskOf(await client.create({ prompt: 'slow [[mock:run=10h]]', seconds: 5 }));
  await expect.poll(() => fleet.accepted('slow')).toBe(1);
  const created = await client.create({ prompt: 'unsent when it moved', seconds: 5 });
  const { id } = taskOf(created);
  await old.stop();
  const takeBack = () => takeBackStore(settingsFrom(settings()));
  expect(await takeBack()).toContain('nothing to take back');
  expect(await migrateHere(settings())).toMatchObject({ kind: 'moved' });
  await expect(fleet.bareNode(onSqlite)).rejects.toThrow(/filmgate store take-back/u);

  const taken = await runFilmgate(['store', 'take-back'], {
    cwd: fleet.dataDir,
    env: settings(),
  });
  expect(taken).toMatchObject({ code: 0, stderr: '' });
  expect(taken.stdout).toContain('Taken back. 1 jobs may have been sent');
  expect(await takeBack()).toContain('nothing to take back');
  const again = await fleet.node({ env: onSqlite, accounts: [{ label: 'on', credits: 1000 }] });
  expect((await again.adminFetch(`jobs/${slow.id}`)).text).not.toContain('outcome_unknown');
  const job = await again.adminFetch(`jobs/${id}`);
  expect(job.status, job.text).toBe(200);
  expect(job.text).toContain('outcome_unknown');
  expect(await fleet.accepted('unsent when it moved')).toBe(0);
}, 120_000);
