import type { AssetIndex, Holding } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { defineNamedScript } from '../script/named-script.ts';

/** Holdings checked by one script while old ones are released: other calls wait meanwhile. */
const holdingsPerStep = 500;

const holdingKeys = ['holdings', 'order', 'sums'] as const;

/**
 * A holding is a field of `holdings` (owner and digest on a line each) with its size. `order` has the instant it was
 * last brought, and its size is part of its owner's sum. More arguments: digest and size in turn. Outcomes: `held` ·
 * `exhausted`, bytes.
 */
const holdScript = defineNamedScript({
  name: 'assets.hold',
  kind: 'change',
  keys: holdingKeys,
  arguments: ['owner', 'allowance', 'now'],
  lua: `
local held = redis.call('HGET', K.sums, A.owner) or '0'
local sum, fresh = tonumber(held), {}
for at = REST, argumentCount, 2 do
  local member = A.owner .. '\\n' .. ARGV[at]
  if not fresh[member] and redis.call('HEXISTS', K.holdings, member) == 0 then
    fresh[member] = ARGV[at + 1]
    sum = sum + ARGV[at + 1]
  end
end
if sum > tonumber(A.allowance) then return 'exhausted\\n' .. held, NOTHING_WRITTEN end
for member, size in pairs(fresh) do redis.call('HSET', K.holdings, member, size) end
for at = REST, argumentCount, 2 do redis.call('ZADD', K.order, A.now, A.owner .. '\\n' .. ARGV[at]) end
redis.call('HSET', K.sums, A.owner, string.format('%.0f', sum))
return 'held'
`,
});

/** Returns the bytes of an owner; nil for an owner without holdings. */
const heldBytesScript = defineNamedScript({
  name: 'assets.heldBytes',
  kind: 'read',
  keys: ['sums'],
  arguments: ['owner'],
  lua: `return redis.call('HGET', K.sums, A.owner)`,
});

/** Returns the size of a holding and when it was last brought; both nil for an unknown one. */
const holdingScript = defineNamedScript({
  name: 'assets.holding',
  kind: 'read',
  keys: ['holdings', 'order'],
  arguments: ['owner', 'digest'],
  lua: `
local member = A.owner .. '\\n' .. A.digest
return { redis.call('HGET', K.holdings, member), redis.call('ZSCORE', K.order, member) }
`,
});

/** Releases old holdings nothing needs. Outcome: released, skipped because something needs their bytes, and checked. */
const releaseScript = defineNamedScript({
  name: 'assets.releaseHoldings',
  kind: 'change',
  keys: [...holdingKeys, 'digests', 'references'],
  arguments: ['before', 'passed', 'step', 'limit'],
  lua: `
local old = redis.call('ZRANGEBYSCORE', K.order, '-inf', '(' .. A.before, 'LIMIT', A.passed, A.step)
local released, passed = 0, 0
for _, member in ipairs(old) do
  if released == tonumber(A.limit) then break end
  local owner, digest = string.match(member, '^(.*)\\n([^\\n]*)$')
  if redis.call('HEXISTS', K.digests, digest) == 1 or redis.call('HEXISTS', K.references, 'digest:' .. digest) == 1 then
    passed = passed + 1
  else
    local size = redis.call('HGET', K.holdings, member)
    if redis.call('HINCRBY', K.sums, owner, -size) == 0 then redis.call('HDEL', K.sums, owner) end
    redis.call('HDEL', K.holdings, member)
    redis.call('ZREM', K.order, member)
    released = released + 1
  end
end
return released .. ' ' .. passed .. ' ' .. #old, released == 0
`,
});

const text = z.string().nullable();
const found = z.tuple([text, text]);

type Holdings = Pick<AssetIndex, 'hold' | 'heldBytes' | 'holding' | 'releaseHoldings'>;

/** Bytes that owners hold. Uploads to a release that counted no bytes are counted when they are brought again. */
export function createHoldings({ scripts, keys: space }: OpenStore): Holdings {
  const keys = keysIn(space);
  return {
    hold: async ({ owner, bytes, allowance, now }) => {
      const brought = bytes.flatMap(({ sha256, size }) => [sha256, size]);
      const call = holdScript.call(keys, { owner, allowance, now }, { arguments: brought });
      const { outcome } = await scripts.change(holdScript.script, call);
      const [kind, heldBytes] = outcome.split('\n');
      return kind === 'held'
        ? { kind }
        : { kind: 'allowance-exhausted', heldBytes: Number(heldBytes) };
    },
    heldBytes: async (owner) => {
      const call = heldBytesScript.call(keys, { owner });
      return Number(text.parse(await scripts.read(heldBytesScript.script, call)) ?? 0);
    },
    holding: async ({ owner, sha256 }): Promise<Holding | undefined> => {
      const call = holdingScript.call(keys, { owner, digest: sha256 });
      const [size, heldAt] = found.parse(await scripts.read(holdingScript.script, call));
      if (size === null || heldAt === null) return undefined;
      return Object.freeze({ owner, sha256, size: Number(size), heldAt: Number(heldAt) });
    },
    releaseHoldings: (input) => releaseHoldings({ scripts, keys: space }, input),
  };
}

async function releaseHoldings(
  { scripts, keys: space }: Pick<OpenStore, 'scripts' | 'keys'>,
  { heldBefore: before, limit: wanted }: Parameters<AssetIndex['releaseHoldings']>[0],
): Promise<number> {
  const digests = space.of('asset-digests');
  const keys = { ...keysIn(space), digests, references: space.references };
  let [released, passed] = [0, 0];
  for (;;) {
    const args = { before, passed, step: holdingsPerStep, limit: wanted - released };
    const { outcome } = await scripts.change(releaseScript.script, releaseScript.call(keys, args));
    const [gone = 0, kept = 0, looked = 0] = outcome.split(' ').map(Number);
    released += gone;
    passed += kept;
    if (released >= wanted || looked < holdingsPerStep) return released;
  }
}

function keysIn(space: OpenStore['keys']) {
  return {
    holdings: space.of('holdings'),
    order: space.of('holding-order'),
    sums: space.of('held-bytes'),
  };
}
