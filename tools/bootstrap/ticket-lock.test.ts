import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identifyProcess } from './process-identity.mjs';
import { withTicketLock } from './ticket-lock.mjs';

const lockModule = new URL('./ticket-lock.mjs', import.meta.url).href;

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-lock-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Takes the lock in a process of its own, writes its number in, and out again unless it is killed inside. */
function takeLockInChild(number: number, end: 'leave' | 'die') {
  const program = `
    import { appendFileSync } from 'node:fs';
    import { setImmediate } from 'node:timers/promises';
    import { withTicketLock } from ${JSON.stringify(lockModule)};
    const log = ${JSON.stringify(join(folder, 'log'))};
    await withTicketLock({ directory: ${JSON.stringify(join(folder, 'lock'))}, onWait() {} }, async () => {
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

describe('the ticket lock', () => {
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
    const options = { directory: join(folder, 'lock'), onWait: () => expect.unreachable() };
    await expect(withTicketLock(options, async () => 'made')).resolves.toBe('made');
    const failing = withTicketLock(options, () => Promise.reject(new Error('no network')));
    await expect(failing).rejects.toThrow('no network');
    await expect(withTicketLock(options, async () => 'made again')).resolves.toBe('made again');
  });

  it('leaves one ticket behind, whose number grows', async () => {
    const options = { directory: folder, onWait: () => expect.unreachable() };
    await withTicketLock(options, async () => undefined);
    const [first] = readdirSync(folder);
    await withTicketLock(options, async () => undefined);
    const tickets = readdirSync(folder);
    expect(tickets).toHaveLength(1);
    expect(Number(tickets[0])).toBe(Number(first) + 1);
  });

  it('tells once whom it waits for', async () => {
    const holder = spawn('sleep', ['60']);
    writeFileSync(join(folder, '1'), JSON.stringify(identifyProcess(holder.pid ?? 0)));
    const waitedFor: number[] = [];
    const onWait = (pid: number) => {
      waitedFor.push(pid);
      holder.kill('SIGKILL');
    };
    await withTicketLock({ directory: folder, onWait }, async () =>
      appendFileSync(join(folder, 'log'), ''),
    );
    expect(waitedFor).toEqual([holder.pid]);
  });

  it('takes over a ticket that was cut short', async () => {
    writeFileSync(join(folder, '7'), '{"pid":');
    const options = { directory: folder, onWait: () => expect.unreachable() };
    await expect(withTicketLock(options, async () => 'made')).resolves.toBe('made');
    expect(readdirSync(folder)).toEqual(['8']);
  });
});
