import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isProcessOver, ownProcessTag, parseProcessTag, printProcessTag } from './process-tag.ts';

describe('process tags', () => {
  it('are read back from what they print', async () => {
    const own = await ownProcessTag();
    expect(parseProcessTag(printProcessTag(own))).toEqual(own);
    expect(own.pid).toBe(process.pid);
  });

  it.each(['', 'x', '0123abcd-12', 'zzzzzzzz-1-2', '0123abcd-1-2-3', '0123abcd--1-2'])(
    'are not read out of %j',
    (text) => {
      expect(parseProcessTag(text)).toBeUndefined();
    },
  );

  it('say that this process is not over', async () => {
    const own = await ownProcessTag();
    expect(await isProcessOver(own, own)).toBe(false);
    expect(await isProcessOver({ ...own, started: '0' }, own)).toBe(false);
  });

  it('say that a killed process is over', async () => {
    const own = await ownProcessTag();
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await isProcessOver({ ...own, pid }, own)).toBe(true);
    expect(await isProcessOver({ ...own, pid, started: '0' }, own)).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'tell a later process of the same number apart',
    async () => {
      const own = await ownProcessTag();
      expect(await isProcessOver({ ...own, started: '1' }, own)).toBe(true);
    },
  );

  it('leave processes of other hosts alone', async () => {
    const own = await ownProcessTag();
    expect(await isProcessOver({ ...own, host: '00000000', started: '1' }, own)).toBe(false);
  });
});
