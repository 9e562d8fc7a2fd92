import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { identifyProcess, isAlive, isProcessIdentity } from './process-identity.mjs';

/** State letter of a process: field 3 of proc_pid_stat(5). */
function readState(pid: number) {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.charAt(0);
}

describe('the identity of a process', () => {
  it('is alive while the process runs', () => {
    expect(isAlive(identifyProcess(process.pid))).toBe(true);
  });

  it('is not alive after the process ended', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    expect(isAlive({ pid: child.pid ?? 0, startedAt: '' })).toBe(false);
  });

  it('is not that of another process under the same number', () => {
    expect(isAlive({ ...identifyProcess(process.pid), startedAt: '1' })).toBe(false);
  });

  it('is not alive when the process ended and its parent never asked how', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60']);
    try {
      parent.stdout.setEncoding('utf8');
      const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
      await expect.poll(() => readState(pid)).toBe('Z');
      expect(isAlive(identifyProcess(pid))).toBe(false);
    } finally {
      parent.kill();
    }
  });

  it.each([
    [{ pid: 1, startedAt: '' }, true],
    [{ pid: '1', startedAt: '' }, false],
    [{ pid: 1 }, false],
    [null, false],
    ['', false],
  ])('is read from %j: %s', (value, expected) => {
    expect(isProcessIdentity(value)).toBe(expected);
  });
});
