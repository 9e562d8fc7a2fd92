import type { KeyValueStore } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { defineScript } from '../script/script.ts';

/** These scripts run while the store is halted: an operator must be able to read and to acknowledge. */
const whileHalted = 'allowed';

const getValue = defineScript({
  name: 'values.get',
  kind: 'read',
  whileHalted,
  lua: `return redis.call('HGET', KEYS[1], ARGV[1])`,
});

const putIfAbsent = defineScript({
  name: 'values.putIfAbsent',
  kind: 'change',
  whileHalted,
  lua: `
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then return known, NOTHING_WRITTEN end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return ARGV[2]`,
});

const putAll = defineScript({
  name: 'values.putAll',
  kind: 'change',
  whileHalted,
  lua: `
for index = 1, argumentCount, 2 do redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1]) end
return 'put'`,
});

/** ARGV: name, '1' and the expected value, or '0' and '' where none is expected; then names and values. */
const putAllIf = defineScript({
  name: 'values.putAllIf',
  kind: 'change',
  whileHalted,
  lua: `
local known = redis.call('HGET', KEYS[1], ARGV[1])
local isAsExpected = ARGV[2] == '0' and not known or ARGV[2] == '1' and known == ARGV[3]
if not isAsExpected then return 'kept', NOTHING_WRITTEN end
for index = 4, argumentCount, 2 do redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1]) end
return 'put'`,
});

const storedValue = z.string().nullable();

/** Small named texts: one hash. */
export function createKeyValueStore({ scripts, keys }: OpenStore): KeyValueStore {
  const hash = [keys.of('values')];
  const put = async (entries: readonly string[]) => {
    if (entries.length > 0) await scripts.change(putAll, { keys: hash, args: entries });
  };
  return {
    get: async (name) => {
      const value = await scripts.read(getValue, { keys: hash, args: [name] });
      return storedValue.parse(value) ?? undefined;
    },
    putIfAbsent: async (name, value) => {
      const { outcome } = await scripts.change(putIfAbsent, { keys: hash, args: [name, value] });
      return outcome;
    },
    put: (name, value) => put([name, value]),
    putAll: (values) => put([...values].flat()),
    putAllIf: async ({ values, expected: { name, value }, ...audited }) => {
      const expected = value === undefined ? ['0', ''] : ['1', value];
      const args = [name, ...expected, ...[...values].flat()];
      const { outcome } = await scripts.change(putAllIf, { keys: hash, args }, audited);
      return outcome === 'put';
    },
  };
}
