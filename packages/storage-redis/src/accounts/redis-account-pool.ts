import {
  type Account,
  type AccountLoad,
  type AccountPool,
  evidenceOf,
  periodsAt,
  StorageUnavailable,
} from '@filmgate/core';
import type { JobAccess } from '../jobs/stored-jobs.ts';
import { keysOfSchedule } from '../keys/job-keys.ts';
import { readPairs } from '../script/read-list.ts';
import { accountFieldNames, readLoads, settingFields } from './account-fields.ts';
import {
  addScript,
  editScript,
  loadScript,
  loadsScript,
  probeScript,
  removeAccountScript,
  resealScript,
  secretScript,
} from './account-scripts.ts';

type Input<Method extends keyof AccountPool> = Parameters<AccountPool[Method]>[0];
type Outcome<Method extends keyof AccountPool> = Awaited<ReturnType<AccountPool[Method]>>;

/** Provider accounts in Redis: one hash, changed only by scripts, so that every node counts the same slots (I10). */
export function createAccountPool(access: JobAccess): AccountPool {
  return {
    loads: () => readAll(access),
    find: (id) => readOne(access, id),
    add: (input) => add(access, input),
    edit: (input) => edit(access, input),
    remove: (input) => remove(access, input),
    recordProbe: (input) => recordProbe(access, input),
    reseal: async ({ id, expected, sealedSecret: secret }) => {
      const { secrets } = access.keys;
      const call = resealScript.call({ secrets }, { id, expected, secret });
      return (await access.scripts.change(resealScript.script, call)).outcome === 'resealed';
    },
    sealedSecret: (id) => readSecret(access, id),
  };
}

/** Defaults of a new account: every family, one slot (no provider allows fewer), enabled. */
const defaults = ['families', '["*"]', 'enabled', '1', 'concurrency', '1'] as const;
const untouched = ['condition', 'ready', 'creditsSource', 'upstream'] as const;

async function add(
  { scripts, keys }: JobAccess,
  { id, endpoint, settings, now, ...audited }: Input<'add'>,
): Promise<Outcome<'add'>> {
  const fields = [...defaults, ...untouched, 'endpoint', oneLine(endpoint)];
  const call = addScript.call(poolKeys(keys), settingArguments({ id, settings, now }), {
    arguments: [...fields, ...settingFields(settings, now)],
  });
  const { outcome, shown } = await scripts.change(addScript.script, call, audited);
  if (outcome !== 'added') return { kind: 'label-taken' };
  return { kind: 'added', account: shownAccount(shown, id) };
}

async function edit(
  { scripts, keys }: JobAccess,
  { id, settings, now, ...audited }: Input<'edit'>,
): Promise<Outcome<'edit'>> {
  const call = editScript.call(poolKeys(keys), settingArguments({ id, settings, now }), {
    arguments: settingFields(settings, now),
  });
  const { outcome, shown } = await scripts.change(editScript.script, call, audited);
  if (outcome === 'edited') return { kind: 'edited', account: shownAccount(shown, id) };
  return { kind: outcome === 'unknown' ? 'unknown' : 'label-taken' };
}

async function remove(
  { scripts, keys }: JobAccess,
  { id, ...audited }: Input<'remove'>,
): Promise<Outcome<'remove'>> {
  const { accounts, secrets } = keys;
  const call = removeAccountScript.call({ accounts, secrets }, { id });
  const { outcome } = await scripts.change(removeAccountScript.script, call, audited);
  const [kind, inFlight] = outcome.split('\n');
  if (kind === 'draining') return { kind, inFlight: Number(inFlight) };
  return { kind: kind === 'removed' ? 'removed' : 'unknown' };
}

async function recordProbe(
  { scripts, keys }: JobAccess,
  { id, probe, askedAt, movedCredits, now }: Input<'recordProbe'>,
): Promise<void> {
  const evidence = evidenceOf(probe) ?? '';
  const isTest = probe.kind === 'ready' && probe.isTest === true ? '1' : '0';
  const isAssumed = probe.kind === 'ready' && probe.isAssumed === true ? '1' : '0';
  const credits = probe.kind === 'ready' ? (probe.credits ?? '') : '';
  const detail = probe.kind === 'ready' ? '' : (probe.detail ?? '');
  const uncounted = probe.kind === 'ready' ? (probe.uncounted ?? 0) : 0;
  const began = periodsAt(askedAt);
  const look = {
    id,
    kind: probe.kind,
    credits,
    detail,
    askedAt,
    moved: movedCredits,
    now,
    evidence,
    isTest,
    isAssumed,
    uncounted,
    began_ever: began.ever,
    began_day: began.day,
    began_month: began.month,
  };
  const call = probeScript.call(poolKeys(keys), look);
  await scripts.change(probeScript.script, call);
}

async function readSecret({ scripts, keys }: JobAccess, id: string): Promise<string | undefined> {
  const call = secretScript.call({ secrets: keys.secrets }, { id });
  const sealed = await scripts.read(secretScript.script, call);
  return typeof sealed === 'string' ? sealed : undefined;
}

async function readAll({ scripts, keys }: JobAccess): Promise<readonly AccountLoad[]> {
  const call = loadsScript.call({ accounts: keys.accounts }, {});
  return readLoads(readPairs(await scripts.read(loadsScript.script, call)));
}

async function readOne({ scripts, keys }: JobAccess, id: string): Promise<AccountLoad | undefined> {
  const call = loadScript.call(
    { accounts: keys.accounts },
    { id },
    { arguments: accountFieldNames },
  );
  const [load] = readLoads(readPairs(await scripts.read(loadScript.script, call)));
  return load;
}

function poolKeys(keys: JobAccess['keys']) {
  const { accounts, secrets, events } = keys;
  return { ...keysOfSchedule(keys), accounts, secrets, events };
}

function settingArguments({ id, settings, now }: Input<'edit'>) {
  const { label = '', sealedSecret = '', credits } = settings;
  const hasCredits = credits !== undefined && credits !== null && credits > 0 ? '1' : '0';
  return { id: oneLine(id), label, secret: sealedSecret, hasCredits, now };
}

/** The account after the change. */
function shownAccount(shown: unknown, id: string): Account {
  const load = readLoads(readPairs(shown)).find(({ account }) => account.id === id);
  if (load !== undefined) return load.account;
  throw new StorageUnavailable(`Account ${id} was removed meanwhile.`, { applied: 'unknown' });
}

/** @throws StorageUnavailable for a name that would break the lines it is stored in; no name of this project does */
function oneLine(name: string): string {
  if (!name.includes('\n')) return name;
  throw new StorageUnavailable('An account or provider has a line break in its name.', {
    applied: 'no',
  });
}
