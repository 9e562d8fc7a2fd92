import { learnedLimitKey, type Paid, type StoreRecord, type StoreRecordOf } from '@filmgate/core';
import { createAssetIndex } from '../assets/redis-asset-index.ts';
import type { OpenStore } from '../connection/open-store.ts';
import { JobKeys } from '../keys/job-keys.ts';
import { userRecord } from '../users/shown-user.ts';
import { createKeyValueStore } from '../values/redis-key-value-store.ts';
import { importJob } from './import-job.ts';
import {
  importAccountScript,
  importAuditScript,
  importHoldingScript,
  importOwnerScript,
  importUserScript,
} from './import-scripts.ts';

/** Records written concurrently: they share the server's syncs of its file. */
const recordsAtOnce = 64;

/** Writes records, each an atomic act; the audit log in its order, everything else concurrently. */
export async function importRecords(
  store: OpenStore,
  records: readonly StoreRecord[],
): Promise<void> {
  const keys = new JobKeys(store.keys);
  await importAudit(store, records);
  for (let from = 0; from < records.length; from += recordsAtOnce) {
    const some = records.slice(from, from + recordsAtOnce);
    await Promise.all(some.map((record) => importRecord(store, keys, record)));
  }
}

async function importRecord(store: OpenStore, keys: JobKeys, record: StoreRecord): Promise<void> {
  switch (record.kind) {
    case 'value':
      return createKeyValueStore(store).put(record.name, record.value);
    case 'account':
      return importAccount(store, keys, record);
    case 'api-user':
      return importUser(store, record);
    case 'owner':
      return importOwner(store, record);
    case 'asset':
      return createAssetIndex(store).add(record.asset);
    case 'holding':
      return importHolding(store, record);
    case 'audit-entry':
      return undefined;
    case 'job':
      return importJob({ scripts: store.scripts, keys }, record);
  }
}

async function importAudit({ scripts, keys }: OpenStore, records: readonly StoreRecord[]) {
  const entries = records.flatMap((record) =>
    record.kind === 'audit-entry' ? [record.entry.id, JSON.stringify(record.entry)] : [],
  );
  if (entries.length === 0) return;
  const call = importAuditScript.call(
    { audit: keys.audit, positions: keys.auditPositions },
    {},
    { arguments: entries },
  );
  await scripts.change(importAuditScript.script, call);
}

async function importAccount(
  { scripts }: OpenStore,
  { accounts, secrets }: JobKeys,
  { account, sealedSecret, probedAt }: StoreRecordOf<'account'>,
): Promise<void> {
  const fields: Readonly<Record<string, string | number>> = {
    endpoint: account.endpoint,
    label: account.label,
    families: JSON.stringify(account.families),
    enabled: account.enabled ? '1' : '0',
    draining: account.draining ? '1' : '',
    awaitsTest: account.awaitsTest ? '1' : '',
    concurrency: account.concurrency,
    exclusive: account.exclusive ? '1' : '',
    condition: account.condition,
    coolingUntil: account.coolingUntil ?? '',
    credits: account.credits ?? '',
    creditsSource: account.creditsSource,
    creditsCheckedAt: account.creditsCheckedAt ?? '',
    errorStreak: account.errorStreak,
    lastError: account.lastError ?? '',
    lastSuccessAt: account.lastSuccessAt ?? '',
    lastUsedAt: account.lastUsedAt ?? '',
    hasSecret: account.hasSecret ? '1' : '',
    secretSince: account.secretSince ?? '',
    probedAt: probedAt ?? '',
    unit: account.unit,
    budget: account.budget?.amount ?? '',
    'budget-per': account.budget?.per ?? '',
    learned: learnedLimitsText(account.learned),
    ...paidFields(account.paid),
  };
  const call = importAccountScript.call(
    { accounts, secrets },
    { id: account.id, secret: sealedSecret ?? '' },
    { arguments: Object.entries(fields).flat() },
  );
  await scripts.change(importAccountScript.script, call);
}

function paidFields(paid: Paid): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(paid).flatMap(([period, { since, amount }]) => [
      [`paid-${period}`, amount],
      [`paid-since-${period}`, since],
    ]),
  );
}

/** Learned limits by their subject; empty = none. */
function learnedLimitsText(learned: StoreRecordOf<'account'>['account']['learned']): string {
  if (learned.length === 0) return '';
  return JSON.stringify(
    Object.fromEntries(
      learned.map((learnedLimit) => [learnedLimitKey(learnedLimit), learnedLimit]),
    ),
  );
}

async function importUser({ scripts, keys }: OpenStore, user: StoreRecordOf<'api-user'>) {
  const { id, order: number, keyDigest, lastUsedAt, maxOpenJobs, maxRequestsPerMinute } = user;
  const limits = {
    maxOpenJobs: maxOpenJobs ?? undefined,
    maxRequestsPerMinute: maxRequestsPerMinute ?? undefined,
  };
  const begins = limits.maxRequestsPerMinute === undefined ? '1' : '2';
  const call = importUserScript.call(
    {
      users: keys.of('users'),
      order: keys.of('user-order'),
      byKey: keys.of('user-keys'),
      uses: keys.of('user-uses'),
      openJobLimits: keys.openJobLimits,
    },
    {
      id,
      number,
      record: JSON.stringify(userRecord.parse({ ...user, ...limits, number })),
      keyDigest,
      begins: user.enabled ? begins : '0',
      lastUsedAt: lastUsedAt ?? '',
      maxOpenJobs: maxOpenJobs ?? '',
    },
  );
  await scripts.change(importUserScript.script, call);
}

async function importHolding(
  { scripts, keys }: OpenStore,
  { holding }: StoreRecordOf<'holding'>,
): Promise<void> {
  const { owner, sha256, size, heldAt } = holding;
  const call = importHoldingScript.call(
    {
      holdings: keys.of('holdings'),
      order: keys.of('holding-order'),
      sums: keys.of('held-bytes'),
    },
    { owner, digest: sha256, size, heldAt },
  );
  await scripts.change(importHoldingScript.script, call);
}

async function importOwner({ scripts, keys }: OpenStore, owner: StoreRecordOf<'owner'>) {
  const { name, used, reserved, held, limit, linkEpoch: links } = owner;
  const sums = Object.entries({ used, reserved, held, links }).filter(([, credits]) => credits > 0);
  const fields = [...sums.flat(), ...(limit === null ? [] : ['limit', limit])];
  const call = importOwnerScript.call({ owner: keys.owner(name) }, {}, { arguments: fields });
  await scripts.change(importOwnerScript.script, call);
}
