import { hash } from 'node:crypto';
import { handleClaim } from '@filmgate/core';
import { defineNamedScript } from '../script/named-script.ts';
import { readList } from '../script/read-list.ts';
import type { JobAccess } from './stored-jobs.ts';
import { recordLua } from './lua/record-lua.ts';

/** Dispatch records looked at in one call: some milliseconds of the server's time. */
const dispatchesPerCall = 500;

/** Correlation ids with job and try, a piece at a time; nothing once all handles are claimed, which the field `complete` says. */
const scanDispatchesScript = defineNamedScript({
  name: 'scan-dispatches',
  kind: 'read',
  keys: ['handles', 'correlations'],
  arguments: ['cursor', 'count'],
  lua: `
if redis.call('HEXISTS', K.handles, 'complete') == 1 then return { '0', {} } end
return redis.call('HSCAN', K.correlations, A.cursor, 'COUNT', A.count)
`,
});

/** The receipts without a claim among these tries, each with its account and provider. More keys: one for each job; more arguments: the tries. */
const readReceiptsScript = defineNamedScript({
  name: 'read-unclaimed-receipts',
  kind: 'read',
  keys: ['accounts'],
  arguments: [],
  lua: `
${recordLua}
local receipts = {}
for at = MORE_KEYS, keyCount do
  local try = ARGV[REST + at - MORE_KEYS]
  local fields = redis.call('HMGET', KEYS[at], 'h', 'm', 'r' .. try, 'd' .. try)
  local receipt = {}
  if fields[1] and fields[2] and fields[3] and not fields[4] then
    local account = jobOf(fields[1], fields[2]).account
    local provider = redis.call('HGET', K.accounts, 'provider\\n' .. account)
    if provider then receipt = { fields[3], account, provider } end
  end
  receipts[#receipts + 1] = receipt
end
return receipts
`,
});

/** Claims the handle of a try that has none, where no other dispatch record has it. Outcomes: `claimed` · `left`. */
const claimHandleScript = defineNamedScript({
  name: 'claim-handle',
  kind: 'change',
  keys: ['job', 'handles'],
  arguments: ['id', 'try', 'account', 'claim'],
  lua: `
if redis.call('HEXISTS', K.job, 'r' .. A.try) == 0 or redis.call('HEXISTS', K.job, 'd' .. A.try) == 1
  or redis.call('HEXISTS', K.handles, A.claim) == 1
then
  return 'left', NOTHING_WRITTEN
end
redis.call('HSET', K.job, 'd' .. A.try, A.claim, 'a' .. A.try, A.account)
redis.call('HSET', K.handles, A.claim, A.id .. '\\n' .. A.try)
return 'claimed'
`,
});

/** Notes that every handle of a former release was looked at. */
const handlesClaimedScript = defineNamedScript({
  name: 'handles-claimed',
  kind: 'change',
  keys: ['handles'],
  arguments: [],
  lua: `
if redis.call('HSETNX', K.handles, 'complete', '1') == 0 then return 'known', NOTHING_WRITTEN end
return 'noted'
`,
});

/**
 * Claims the handles a former release received without a claim, once for a store. Of equal ones one has the claim; the jobs of the
 * others go on as they were. Stopped half-way it is done again from the beginning by whichever node looks next.
 */
export function createHandleClaiming(access: Store): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    const { scripts, keys } = access;
    const { handles, correlations } = keys;
    let cursor = '0';
    do {
      const call = scanDispatchesScript.call(
        { handles, correlations },
        { cursor, count: dispatchesPerCall },
      );
      const [next, pairs] = readList(
        await scripts.read(scanDispatchesScript.script, call),
        'scan-dispatches',
      );
      await claimThese(access, readList(pairs, 'scan-dispatches').map(String));
      cursor = String(next);
    } while (cursor !== '0');
    await scripts.change(handlesClaimedScript.script, handlesClaimedScript.call({ handles }, {}));
    isDone = true;
  };
}

type Store = Pick<JobAccess, 'scripts' | 'keys'>;

interface Try {
  readonly id: string;
  readonly number: string;
}

/** Correlation ids and, behind each, its job and try on a line each. */
async function claimThese(access: Store, pairs: readonly string[]): Promise<void> {
  const { scripts, keys } = access;
  const tries = pairs
    .filter((_, index) => index % 2 === 1)
    .map((text): Try => {
      const lineEnd = text.lastIndexOf('\n');
      return { id: text.slice(0, lineEnd), number: text.slice(lineEnd + 1) };
    });
  if (tries.length === 0) return;
  const call = readReceiptsScript.call(
    { accounts: keys.accounts },
    {},
    {
      keys: tries.map(({ id }) => keys.job(id)),
      arguments: tries.map(({ number }) => number),
    },
  );
  const receipts = readList(
    await scripts.read(readReceiptsScript.script, call),
    'read-unclaimed-receipts',
  );
  for (const [index, { id, number }] of tries.entries()) {
    const [handle, account, place] = readList(receipts[index], 'a receipt').map(String);
    if (handle === undefined || account === undefined || place === undefined) continue;
    const claim = handleClaim({ place, handle }, (text) => hash('sha256', text, 'base64url'));
    const claiming = claimHandleScript.call(
      { job: keys.job(id), handles: keys.handles },
      { id, try: number, account, claim },
    );
    await scripts.change(claimHandleScript.script, claiming);
  }
}
