import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileBlobs } from '../../src/create-file-blobs.ts';
import { sha256 } from '../byte-sources.ts';
import { filesIn, inTemporaryFolder } from '../temporary-folder.ts';
import { programArguments } from './run-typescript.ts';

/** Digests the child reported as kept, once there are `count` and a write is known to be running. */
async function keptAfter(child: ChildProcess, count: number): Promise<() => readonly string[]> {
  let said = '';
  const lines = (): readonly string[] => said.split('\n').slice(0, -1);
  const kept = (): readonly string[] => lines().filter((line) => line !== 'stalled');
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString();
      if (kept().length >= count && lines().includes('stalled')) resolve();
    });
    child.once('exit', () => {
      reject(new Error('the writer ended by itself'));
    });
  });
  return kept;
}

describe('a process killed while it writes', () => {
  it.each([1, 3, 6, 10])(
    '[invariants.i7-completed-on-disk] leaves whole blobs and swept leftovers after %i blobs',
    (count) =>
      inTemporaryFolder(async (directory) => {
        const words = programArguments('write-forever.ts', directory);
        const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
        const exited = once(child, 'exit');
        const kept = await keptAfter(child, count);
        child.kill('SIGKILL');
        await exited;

        const left = await filesIn(directory);
        expect(left.temporary.length).toBeGreaterThan(0);
        expect(left.blobs).toEqual(expect.arrayContaining([...kept()]));
        for (const name of left.blobs) {
          expect(sha256(await readFile(join(directory, name.slice(0, 2), name)))).toBe(name);
        }

        await createFileBlobs({ directory });
        const afterwards = await filesIn(directory);
        expect(afterwards.temporary).toEqual([]);
        expect(afterwards.blobs.toSorted()).toEqual(left.blobs.toSorted());
      }),
    30_000,
  );

  it(
    '[invariants.i7-completed-on-disk] does not sweep what a living process writes',
    () =>
      inTemporaryFolder(async (directory) => {
        const words = programArguments('write-forever.ts', directory);
        const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
        const exited = once(child, 'exit');
        const kept = await keptAfter(child, 2);
        await createFileBlobs({ directory });
        const before = kept().length;
        while (kept().length < before + 6) await once(child.stdout ?? child, 'data');
        child.kill('SIGKILL');
        await exited;
        expect((await filesIn(directory)).blobs).toEqual(expect.arrayContaining([...kept()]));
      }),
    30_000,
  );
});
