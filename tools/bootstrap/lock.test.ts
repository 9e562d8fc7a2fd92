import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

const lockModule = new URL('./lock.mjs', import.meta.url).href;

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-lock-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Acquires the lock in a separate process, and records its process id on entry, and on exit unless it is killed inside.
 */
function takeLockInChild(number: number, end: 'leave' | 'die') {
  const program = `
    import { appendFileSync } from 'node:fs';
    import { setImmediate } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(lockModule)};
    const log = ${JSON.stringify(join(folder, 'log'))};
    await withLock({ name: ${JSON.stringify(folder)}, onWait() {} }, async () => {
      appendFileSync(log, 'in ${number}\\n');
      for (let turn = 0; turn < 200; turn += 1) await setImmediate();
      if (${end === 'die'}) process.kill(process.pid, 'SIGKILL');
      appendFileSync(log, 'out ${number}\\n');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return once(child, 'exit');
}

describe('the lock', () => {
  it('lets one process in at a time, and the next one after each that was killed inside', async () => {
    const ends = ['leave', 'die', 'leave', 'die', 'leave', 'leave'] as const;
    await Promise.all(ends.map((end, number) => takeLockInChild(number, end)));
    const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
    const entered = lines.filter((line) => line.startsWith('in')).toSorted();
    expect(entered).toEqual(ends.map((_end, number) => `in ${number}`));
    const partners = lines.flatMap((line, index) =>
      line.startsWith('out') ? [[lines[index - 1], line.replace('out', 'in')]] : [],
    );
    expect(partners).toHaveLength(ends.filter((end) => end === 'leave').length);
    expect(partners.filter(([before, own]) => before !== own)).toEqual([]);
  });

  it('gives the action’s result, and is free again after it, also when the action throws', async () => {
    const options = { name: folder, onWait: () => expect.unreachable() };
    await expect(withLock(options, async () => 'made')).resolves.toBe('made');
    const failing = withLock(options, () => Promise.reject(new Error('no network')));
    await expect(failing).rejects.toThrow('no network');
    await expect(withLock(options, async () => 'made again')).resolves.toBe('made again');
  });

  it('tells once that it waits', async () => {
    const name = randomUUID();
    const { promise: waits, resolve: noteWait } = Promise.withResolvers<undefined>();
    let reported = 0;
    const onWait = () => {
      reported += 1;
      noteWait(undefined);
    };
    const order: string[] = [];
    const second = await withLock({ name, onWait: () => expect.unreachable() }, async () => {
      const waiting = withLock({ name, onWait }, async () => order.push('second'));
      await waits;
      order.push('first');
      return { waiting };
    });
    await second.waiting;
    expect(order).toEqual(['first', 'second']);
    expect(reported).toBe(1);
  });
});
