import { describe, expect, it } from 'vitest';
import { createResultCache } from './result-cache.ts';

/** Draws results of a size and notes which. */
function drawing() {
  const drawn: string[] = [];
  const draw = (name: string, size: number) => async () => {
    drawn.push(name);
    return new Uint8Array(size);
  };
  return { drawn, draw };
}

describe('the cache of results', () => {
  it('draws once for callers side by side and one after the other', async () => {
    const { drawn, draw } = drawing();
    const cache = createResultCache(10);
    const [one, two] = await Promise.all([
      cache.get('a', draw('a', 4)),
      cache.get('a', draw('a', 4)),
    ]);
    expect(await cache.get('a', draw('a', 4))).toBe(one);
    expect(two).toBe(one);
    expect(drawn).toEqual(['a']);
  });

  it('forgets what was used longest ago when the bytes are too many', async () => {
    const { drawn, draw } = drawing();
    const cache = createResultCache(10);
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(name, draw(name, 4));
    expect(drawn).toEqual(['a', 'b', 'c', 'b']);
  });

  it('keeps nothing larger than itself', async () => {
    const { drawn, draw } = drawing();
    const cache = createResultCache(3);
    for (const name of ['a', 'a']) await cache.get(name, draw(name, 4));
    expect(drawn).toEqual(['a', 'a']);
  });

  it('counts the memory that a part of a file keeps, and forgets empty ones', async () => {
    const cache = createResultCache(10);
    const drawn: string[] = [];
    const cut = (name: string, length: number) => () => {
      drawn.push(name);
      return Promise.resolve(new Uint8Array(8).subarray(0, length));
    };
    for (const name of ['a', 'b', 'a']) await cache.get(name, cut(name, 0));
    for (const name of ['c', 'd', 'c']) await cache.get(name, cut(name, 1));
    expect(drawn).toEqual(['a', 'b', 'a', 'c', 'd', 'c']);
  });

  it('draws again after a drawing that failed', async () => {
    const { drawn, draw } = drawing();
    const cache = createResultCache(10);
    await expect(cache.get('a', () => Promise.reject(new Error('no ink')))).rejects.toThrow(
      'no ink',
    );
    await cache.get('a', draw('a', 4));
    expect(drawn).toEqual(['a']);
  });
});
