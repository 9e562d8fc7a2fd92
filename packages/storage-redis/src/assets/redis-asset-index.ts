import type { Asset, AssetIndex } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { defineScript } from '../script/script.ts';
import { createHoldings } from './redis-holdings.ts';

/** Assets checked by one script while old ones are removed: other calls wait meanwhile. */
const ASSETS_PER_STEP = 500;

const assetRecord = z.object({
  id: z.string(),
  owner: z.string(),
  kind: z.enum(['image', 'video', 'audio']),
  contentType: z.string(),
  fileName: z.string(),
  size: z.number(),
  sha256: z.string(),
  createdAt: z.number(),
});

const piece = z.tuple([z.string(), z.array(z.string())]);

const adjustDigest = `
local function adjustDigest(record, by)
  local digest = cjson.decode(record).sha256
  if redis.call('HINCRBY', KEYS[3], digest, by) == 0 then redis.call('HDEL', KEYS[3], digest) end
end
`;

/** KEYS: assets, asset-order, asset-digests. ARGV: id, asset as JSON, createdAt. */
const addAsset = defineScript({
  name: 'assets.add',
  kind: 'change',
  lua: `${adjustDigest}
local former = redis.call('HGET', KEYS[1], ARGV[1])
if former then adjustDigest(former, -1) end
adjustDigest(ARGV[2], 1)
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
return 'added'`,
});

/** KEYS: assets. ARGV: id. */
const findAsset = defineScript({
  name: 'assets.find',
  kind: 'read',
  lua: `return redis.call('HGET', KEYS[1], ARGV[1])`,
});

/** KEYS: asset-digests, references. ARGV: digests. Returns 1 or 0 for each. */
const neededDigests = defineScript({
  name: 'assets.neededDigests',
  kind: 'read',
  lua: `
local needed = {}
for index = 1, argumentCount do
  local isNeeded = redis.call('HEXISTS', KEYS[1], ARGV[index]) == 1
    or redis.call('HEXISTS', KEYS[2], 'digest:' .. ARGV[index]) == 1
  needed[index] = isNeeded and 1 or 0
end
return needed`,
});

/**
 * KEYS: assets, asset-order, asset-digests, references. ARGV: createdBefore, number of old assets to skip, number to
 * check, number to remove. Outcome: removed, skipped because a job refers to them, and checked.
 */
const removeAssets = defineScript({
  name: 'assets.removeOlderThan',
  kind: 'change',
  lua: `${adjustDigest}
local old = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[1], 'LIMIT', ARGV[2], ARGV[3])
local removed, passed = 0, 0
for _, id in ipairs(old) do
  if removed == tonumber(ARGV[4]) then break end
  if redis.call('HEXISTS', KEYS[4], 'asset:' .. id) == 1 then
    passed = passed + 1
  else
    adjustDigest(redis.call('HGET', KEYS[1], id), -1)
    redis.call('HDEL', KEYS[1], id)
    redis.call('ZREM', KEYS[2], id)
    removed = removed + 1
  end
end
return removed .. ' ' .. passed .. ' ' .. #old, removed == 0`,
});

/** KEYS: assets. ARGV: cursor. Returns the next cursor and fields and values in turn. */
const scanAssets = defineScript({
  name: 'assets.scan',
  kind: 'read',
  lua: `return redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ${ASSETS_PER_STEP})`,
});

/**
 * KEYS: assets, asset-order, asset-digests, references. ARGV: ids. Outcome: the removed ids, a line each; assets a job
 * refers to stay.
 */
const removeNamedAssets = defineScript({
  name: 'assets.removeNamed',
  kind: 'change',
  lua: `${adjustDigest}
local removed = {}
for index = 1, argumentCount do
  local id = ARGV[index]
  local record = redis.call('HGET', KEYS[1], id)
  if record and redis.call('HEXISTS', KEYS[4], 'asset:' .. id) == 0 then
    adjustDigest(record, -1)
    redis.call('HDEL', KEYS[1], id)
    redis.call('ZREM', KEYS[2], id)
    removed[#removed + 1] = id
  end
end
return table.concat(removed, '\\n'), #removed == 0`,
});

/** Index of the existing assets. Assets that open jobs refer to stay: the jobs count themselves in `references`. */
export function createAssetIndex(store: OpenStore): AssetIndex {
  const { scripts, keys } = store;
  const names = [keys.of('assets'), keys.of('asset-order'), keys.of('asset-digests')] as const;
  const [assets, , digests] = names;
  return {
    ...createHoldings(store),
    add: async (asset) => {
      const args = [asset.id, JSON.stringify(assetRecord.parse(asset)), asset.createdAt];
      await scripts.change(addAsset, { keys: names, args });
    },
    find: async (id) => readAsset(await scripts.read(findAsset, { keys: [assets], args: [id] })),
    neededDigests: async (asked) => {
      const call = { keys: [digests, keys.references], args: asked };
      const needed = z.array(z.number()).parse(await scripts.read(neededDigests, call));
      return new Set(asked.filter((_, index) => needed[index] === 1));
    },
    removeOwned: (input) => removeOwned({ scripts, keys }, names, input),
    removeOlderThan: async ({ createdBefore, limit }) => {
      let [removed, passed] = [0, 0];
      for (;;) {
        const args = [createdBefore, passed, ASSETS_PER_STEP, limit - removed];
        const call = { keys: [...names, keys.references], args };
        const { outcome } = await scripts.change(removeAssets, call);
        const [gone = 0, kept = 0, looked = 0] = outcome.split(' ').map(Number);
        removed += gone;
        passed += kept;
        if (removed >= limit || looked < ASSETS_PER_STEP) return removed;
      }
    },
  };
}

function readAsset(reply: unknown): Asset | undefined {
  const record = z.string().nullable().parse(reply);
  return record === null ? undefined : Object.freeze(assetRecord.parse(JSON.parse(record)));
}

async function removeOwned(
  store: Pick<OpenStore, 'scripts' | 'keys'>,
  names: readonly string[],
  { owner, limit }: { readonly owner: string; readonly limit: number },
): Promise<readonly Asset[]> {
  const removed: Asset[] = [];
  for await (const owned of assetsOf(store, owner)) {
    const some = owned.slice(0, limit - removed.length);
    if (some.length === 0) continue;
    const call = { keys: [...names, store.keys.references], args: some.map(({ id }) => id) };
    const { outcome } = await store.scripts.change(removeNamedAssets, call);
    const gone = new Set(outcome.split('\n'));
    removed.push(...some.filter(({ id }) => gone.has(id)));
    if (removed.length >= limit) break;
  }
  return removed;
}

/** An owner's assets, found by scanning all assets in pieces: only an erasure asks. One may be returned twice. */
async function* assetsOf(
  { scripts, keys }: Pick<OpenStore, 'scripts' | 'keys'>,
  owner: string,
): AsyncGenerator<readonly Asset[]> {
  let cursor = '0';
  do {
    const asked = { keys: [keys.of('assets')], args: [cursor] };
    const [next, cells] = piece.parse(await scripts.read(scanAssets, asked));
    const found = cells.filter((_, index) => index % 2 === 1).map((record) => readAsset(record));
    yield found.flatMap((asset) => (asset?.owner === owner ? [asset] : []));
    cursor = next;
  } while (cursor !== '0');
}
