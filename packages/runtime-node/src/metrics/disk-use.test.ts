import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@filmgate/conformance';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskWatch } from './disk-use.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('[overview.disk] the content of folders and files is measured, again every half a minute; links count as themselves', async () => {
  const folder = makeFolder();
  const results = join(folder, 'results');
  mkdirSync(join(results, 'ab', 'deep'), { recursive: true });
  writeFileSync(join(results, 'ab', 'one'), 'x'.repeat(1_000));
  writeFileSync(join(results, 'ab', 'deep', 'two'), 'x'.repeat(500));
  writeFileSync(join(folder, 'db'), 'x'.repeat(70));
  const clock = createManualClock();
  const folders = {
    results: [results],
    assets: [],
    database: [join(folder, 'db'), join(folder, 'db-wal')],
  };
  const watch = createDiskWatch({ folders, clock, log });
  expect(watch.latest()).toBeNull();
  watch.start();
  await expect.poll(() => watch.latest()).not.toBeNull();
  expect(watch.latest()).toEqual({
    resultBytes: 1_500,
    assetBytes: null,
    databaseBytes: 70,
    totalBytes: 1_570,
    measuredAt: clock.now(),
  });
  writeFileSync(join(results, 'three'), 'x'.repeat(30));
  symlinkSync(folder, join(folder, 'results', 'round'));
  await expect.poll(() => clock.nextWakeAt()).not.toBeNull();
  await clock.advance(30_000);
  await expect.poll(() => watch.latest()?.measuredAt).toBe(clock.now());
  // A link is as long as its target path.
  expect(watch.latest()?.resultBytes).toBe(1_530 + folder.length);
  await watch.stop();
  expect(clock.nextWakeAt()).toBeNull();
});
