import {
  type KeyClaim,
  type RecordCounts,
  type StoreView,
  transferNotes,
  UnreadableJobs,
} from '@filmgate/core';
import { z } from 'zod';
import { readLoads } from '../accounts/account-fields.ts';
import { loadsScript } from '../accounts/account-scripts.ts';
import { createAccountPool } from '../accounts/redis-account-pool.ts';
import { createAdminAccess } from '../admin/redis-admin-access.ts';
import { createAssetIndex } from '../assets/redis-asset-index.ts';
import type { OpenStore } from '../connection/open-store.ts';
import { HeardCommits } from '../events/heard-commits.ts';
import { JobCache, StoredJobs } from '../jobs/stored-jobs.ts';
import { JobKeys } from '../keys/job-keys.ts';
import { createJobReader } from '../lists/redis-job-reader.ts';
import { readPairs } from '../script/read-list.ts';
import { createApiUsers } from '../users/redis-api-users.ts';
import { createKeyValueStore } from '../values/redis-key-value-store.ts';
import {
  countRecordsScript,
  keyClaimScript,
  keyDigestScript,
  scanKeysScript,
} from './import-scripts.ts';

const piece = z.tuple([z.string(), z.array(z.string())]);

/** Every key of that pattern, once. Keys written meanwhile may be missed: only for a store that is not in use. */
export async function keysLike(
  { scripts }: OpenStore,
  pattern: string,
): Promise<readonly string[]> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const call = scanKeysScript.call({}, { cursor, pattern });
    const [next, names] = piece.parse(await scripts.read(scanKeysScript.script, call));
    for (const name of names) found.add(name);
    cursor = next;
  } while (cursor !== '0');
  return [...found];
}

const text = z.string().nullable();
const sizes = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

/** The store through its own ports; only the job read last is kept in memory. */
export function viewOf(store: OpenStore): StoreView {
  const { scripts } = store;
  const keys = new JobKeys(store.keys);
  const stored = new StoredJobs({
    scripts,
    keys,
    cache: new JobCache(1),
    unreadable: new UnreadableJobs(Date.now, undefined),
  });
  const access = { scripts, keys, stored, heard: new HeardCommits() };
  return {
    reader: createJobReader(access),
    accounts: createAccountPool(access),
    apiUsers: createApiUsers(store),
    adminAccess: createAdminAccess(store),
    assets: createAssetIndex(store),
    values: createKeyValueStore(store),
    keyDigest: (id) => keyDigest(store, id),
    keyClaim: (id) => keyClaim(store, keys, id),
    counts: () => countRecords(store, keys),
  };
}

async function keyDigest({ scripts, keys }: OpenStore, id: string): Promise<string | undefined> {
  const named = { users: keys.of('users'), byKey: keys.of('user-keys') };
  const call = keyDigestScript.call(named, { id });
  return text.parse(await scripts.read(keyDigestScript.script, call)) ?? undefined;
}

async function keyClaim(
  { scripts }: OpenStore,
  keys: JobKeys,
  id: string,
): Promise<KeyClaim | undefined> {
  const { idempotency, contents } = keys;
  const call = keyClaimScript.call({ job: keys.job(id), idempotency, contents }, { id });
  const found = text.parse(await scripts.read(keyClaimScript.script, call));
  if (found === null) return undefined;
  const [digest = '', fingerprint = ''] = found.split('\n', 2);
  return { digest, fingerprint };
}

async function countRecords(store: OpenStore, keys: JobKeys): Promise<RecordCounts> {
  const { scripts, keys: space } = store;
  const { changedOpen, changedFinal, accounts } = keys;
  const named = {
    values: space.of('values'),
    users: space.of('users'),
    assets: space.of('assets'),
    audit: space.audit,
    changedOpen,
    changedFinal,
    holdings: space.of('holdings'),
  };
  const reply = await scripts.read(countRecordsScript.script, countRecordsScript.call(named, {}));
  const [value, user, asset, entry, job, holding] = sizes.parse(reply);
  const values = createKeyValueStore(store);
  const notes = await Promise.all(transferNotes.map((name) => values.get(name)));
  const loads = await scripts.read(loadsScript.script, loadsScript.call({ accounts }, {}));
  return {
    value: value - notes.filter((note) => note !== undefined).length,
    account: readLoads(readPairs(loads)).length,
    'api-user': user,
    owner: (await keysLike(store, space.owner('*'))).length,
    asset,
    holding,
    'audit-entry': entry,
    job,
  };
}
