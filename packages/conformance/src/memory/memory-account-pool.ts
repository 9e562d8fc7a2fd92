import {
  type AccountPool,
  evidenceOf,
  isOutdatedProbe,
  isWokenBy,
  newAccount,
  withProbe,
  withSettings,
} from '@filmgate/core';
import { findLoad, inFlight, loadsOf } from './account-load.ts';
import {
  announceWork,
  type MemoryAccount,
  type MemoryState,
  noteAudit,
  type OpenState,
} from './memory-state.ts';
import { followClock } from './claims.ts';
import { frozenCopy } from './freeze.ts';
import { contradiction, noteProvider } from './save-change.ts';

/** Every method is one synchronous step, so nothing runs in between. */
export function createMemoryAccountPool(open: OpenState): AccountPool {
  return {
    loads: async () => loadsOf(open()),
    find: async (id) => findLoad(open(), id),
    add: async (input) => add(open(), input),
    edit: async (input) => edit(open(), input),
    remove: async (input) => remove(open(), input),
    recordProbe: async (input) => recordProbe(open(), input),
    reseal: async ({ id, expected, sealedSecret }) => {
      const stored = open().accounts.get(id);
      if (stored === undefined || stored.sealedSecret !== expected) return false;
      open().accounts.set(id, { ...stored, sealedSecret });
      return true;
    },
    sealedSecret: async (id) => open().accounts.get(id)?.sealedSecret,
  };
}

type Input<Method extends keyof AccountPool> = Parameters<AccountPool[Method]>[0];
type Outcome<Method extends keyof AccountPool> = Awaited<ReturnType<AccountPool[Method]>>;

function add(state: MemoryState, input: Input<'add'>): Outcome<'add'> {
  const { id, endpoint, settings, now } = input;
  if (state.accounts.has(id)) throw contradiction(id, 'the account exists');
  if (labelTaken(state, settings.label, id)) return { kind: 'label-taken' };
  const blank = newAccount({ id, endpoint, label: settings.label });
  const account = withSettings(blank, settings, now);
  const probedAt = Number.NEGATIVE_INFINITY;
  const { sealedSecret } = settings;
  const stored = { account, sealedSecret, probedAt, movedCredits: 0 };
  state.accounts.set(id, stored);
  state.poolChanges += 1;
  noteAudit(state, input);
  wake(state, stored, now);
  return { kind: 'added', account };
}

function edit(state: MemoryState, input: Input<'edit'>): Outcome<'edit'> {
  const { id, settings, now } = input;
  const former = state.accounts.get(id);
  if (former === undefined) return { kind: 'unknown' };
  if (labelTaken(state, settings.label, id)) return { kind: 'label-taken' };
  const account = withSettings(former.account, settings, now);
  const stored = {
    ...former,
    account,
    sealedSecret: settings.sealedSecret ?? former.sealedSecret,
  };
  state.accounts.set(id, stored);
  state.poolChanges += 1;
  noteAudit(state, input);
  wake(state, stored, now);
  return { kind: 'edited', account: stored.account };
}

function remove(state: MemoryState, input: Input<'remove'>): Outcome<'remove'> {
  const { id } = input;
  const stored = state.accounts.get(id);
  if (stored === undefined) return { kind: 'unknown' };
  noteAudit(state, input);
  const jobs = inFlight(state, id);
  if (jobs > 0) {
    const account = Object.freeze({ ...stored.account, draining: true });
    state.accounts.set(id, { ...stored, account });
    return { kind: 'draining', inFlight: jobs };
  }
  state.accounts.delete(id);
  return { kind: 'removed' };
}

function recordProbe(state: MemoryState, input: Input<'recordProbe'>): void {
  const { id, probe, askedAt, movedCredits, now } = input;
  const former = state.accounts.get(id);
  if (former === undefined || isOutdatedProbe(askedAt, { probedAt: former.probedAt, now })) return;
  const moved = former.movedCredits - movedCredits;
  const account = withProbe(former.account, { probe, askedAt, moved });
  const stored = { ...former, account, probedAt: askedAt };
  state.accounts.set(id, stored);
  noteProvider(state, account, { evidence: evidenceOf(probe), now });
  state.poolChanges += 1;
  if (probe.kind === 'ready') wake(state, stored, now);
}

function labelTaken(state: MemoryState, label: string | undefined, id: string): boolean {
  return [...state.accounts.values()].some(
    ({ account }) => account.label === label && account.id !== id,
  );
}

/** Makes jobs due that are waiting for an account with these properties; due ones may have become startable. */
function wake(state: MemoryState, { account }: MemoryAccount, now: number): void {
  followClock(state, now);
  for (const entry of state.jobs.values())
    if (isWokenBy(account, entry.job)) entry.job = frozenCopy({ ...entry.job, dueAt: now });
  announceWork(state);
}
