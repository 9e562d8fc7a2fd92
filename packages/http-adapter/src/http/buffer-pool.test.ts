import { describe, expect, it } from 'vitest';
import { createBufferPool, defaultBufferPool } from './buffer-pool.ts';

const options = { blockBytes: 64, blocks: 2, smallBytes: 8 };

describe('createBufferPool', () => {
  it('hands no buffer out twice at the same time', () => {
    const pool = createBufferPool(options);
    expect(pool.take()).not.toBe(pool.take());
  });

  it('uses a buffer again once it is back', () => {
    const pool = createBufferPool(options);
    const first = pool.take();
    pool.give(first);
    expect(pool.take()).toBe(first);
  });

  it('hands out small buffers while all usual ones are out, and does not keep those', () => {
    const pool = createBufferPool(options);
    const [one, two, small] = [pool.take(), pool.take(), pool.take()];
    expect([one.length, two.length, small.length]).toEqual([64, 64, 8]);
    pool.give(small);
    expect(pool.take().length).toBe(8);
    pool.give(one);
    expect(pool.take()).toBe(one);
  });

  it('pins at most 64 MiB by default', () => {
    expect(defaultBufferPool.blockBytes).toBe(524_288);
    expect(defaultBufferPool.blockBytes * defaultBufferPool.blocks).toBe(67_108_864);
  });
});
