import { describe, expect, it } from 'vitest';
import { createGroupedCall } from './grouped-call.ts';

describe('a grouped call', () => {
  it('is run once for all who ask together', async () => {
    let runs = 0;
    const call = createGroupedCall(async () => {
      runs += 1;
    });
    await Promise.all([call(), call(), call()]);
    expect(runs).toBe(1);
  });

  it('is run again for those who ask while it runs, after it', async () => {
    const log: string[] = [];
    const gates: (() => void)[] = [];
    const call = createGroupedCall(async () => {
      log.push('begin');
      await new Promise<void>((resolve) => gates.push(resolve));
      log.push('end');
    });
    const first = call();
    await Promise.resolve();
    await Promise.resolve();
    const later = [call(), call()];
    expect(log).toEqual(['begin']);
    gates[0]?.();
    await first;
    await Promise.resolve();
    await Promise.resolve();
    gates[1]?.();
    await Promise.all(later);
    expect(log).toEqual(['begin', 'end', 'begin', 'end']);
  });

  it('fails for those who share the failed run and works for the next', async () => {
    let failing = true;
    const call = createGroupedCall(async () => {
      if (failing) throw new Error('the disk is full');
    });
    await expect(Promise.all([call(), call()])).rejects.toThrow('the disk is full');
    failing = false;
    await expect(call()).resolves.toBeUndefined();
  });
});
