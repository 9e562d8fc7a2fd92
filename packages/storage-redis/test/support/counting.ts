import type { OpenStore } from '../../src/connection/open-store.ts';
import { defineScript } from '../../src/script/script.ts';

/** Counts up: running it twice shows. */
export const countUp = defineScript({
  name: 'test.countUp',
  kind: 'change',
  lua: `return tostring(redis.call('INCR', KEYS[1]))`,
});

/** Refuses, and writes nothing. */
export const refuse = defineScript({
  name: 'test.refuse',
  kind: 'change',
  lua: `
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('INCR', KEYS[1])
  return 'counted'
end
return 'refused', NOTHING_WRITTEN`,
});

/** A decision that contradicts what is stored. */
export const contradict = defineScript({
  name: 'test.contradict',
  kind: 'change',
  lua: `return fault('never')`,
});

/** A mistake in the middle of a script, after its first write. */
export const stumble = defineScript({
  name: 'test.stumble',
  kind: 'change',
  lua: `
redis.call('SET', KEYS[1], 'half')
return nothing.at.all`,
});

export const readCount = defineScript({
  name: 'test.readCount',
  kind: 'read',
  lua: `return redis.call('GET', KEYS[1])`,
});

const keyOf = (store: OpenStore) => ({ keys: [store.keys.of('count')], args: [] });

/** Counts up once; returns the count. */
export async function count(store: OpenStore): Promise<number> {
  const { outcome } = await store.scripts.change(countUp, keyOf(store));
  return Number(outcome);
}

/** Returns the current count. */
export async function counted(store: OpenStore): Promise<number> {
  return Number((await store.scripts.read(readCount, keyOf(store))) ?? 0);
}
