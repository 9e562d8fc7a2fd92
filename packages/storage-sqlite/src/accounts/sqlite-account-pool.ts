import {
  type Account,
  type AccountPool,
  evidenceOf,
  isOutdatedProbe,
  isWokenBy,
  newAccount,
  withProbe,
  withSettings,
} from '@filmgate/core';
import { contradiction } from '../faults/storage-fault.ts';
import { setDue } from '../jobs/leases.ts';
import type { StoreAccess } from '../store/store-access.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';

/** Provider accounts in SQLite, read from memory. */
export function createAccountPool(access: StoreAccess): AccountPool {
  return {
    loads: () => access.read(({ accounts }) => accounts.loads()),
    find: (id) => access.read(({ accounts }) => accounts.find(id)),
    add: (input) =>
      access.writeAudited(
        input,
        (state, batch) => add(state, input, batch),
        ({ kind }) => kind === 'added',
      ),
    edit: (input) =>
      access.writeAudited(
        input,
        (state, batch) => edit(state, input, batch),
        ({ kind }) => kind === 'edited',
      ),
    remove: (input) =>
      access.writeAudited(
        input,
        (state, batch) => remove(state, input.id, batch),
        ({ kind }) => kind !== 'unknown',
      ),
    recordProbe: (input) => access.write((state, batch) => recordProbe(state, input, batch)),
    reseal: ({ id, expected, sealedSecret }) =>
      access.write(({ accounts }, batch) => {
        const entry = accounts.entries.get(id);
        if (entry?.sealedSecret !== expected) return false;
        accounts.put(batch, { ...entry, sealedSecret });
        return true;
      }),
    sealedSecret: (id) =>
      access.read(({ accounts }) => accounts.entries.get(id)?.sealedSecret ?? undefined),
  };
}

type Add = AccountPool['add'];
type Edit = AccountPool['edit'];
type Remove = AccountPool['remove'];
type RecordProbe = AccountPool['recordProbe'];

function add(state: StoreState, input: Parameters<Add>[0], batch: Batch): Awaited<ReturnType<Add>> {
  const { accounts } = state;
  const { id, endpoint, settings, now } = input;
  if (accounts.account(id) !== undefined)
    throw contradiction(`account ${id}`, 'the account exists');
  if (accounts.isLabelTaken(settings.label, id)) return { kind: 'label-taken' };
  const account = withSettings(newAccount({ id, endpoint, label: settings.label }), settings, now);
  const sealedSecret = settings.sealedSecret ?? null;
  accounts.putAnew(batch, { account, sealedSecret, probedAt: null, movedCredits: 0 });
  wake(state, { account, now, batch });
  return { kind: 'added', account };
}

function edit(
  state: StoreState,
  input: Parameters<Edit>[0],
  batch: Batch,
): Awaited<ReturnType<Edit>> {
  const { accounts } = state;
  const { id, settings, now } = input;
  const entry = accounts.entries.get(id);
  if (entry === undefined) return { kind: 'unknown' };
  if (settings.label !== undefined && accounts.isLabelTaken(settings.label, id)) {
    return { kind: 'label-taken' };
  }
  const account = withSettings(entry.account, settings, now);
  const sealedSecret = settings.sealedSecret ?? entry.sealedSecret;
  accounts.putAnew(batch, { ...entry, account, sealedSecret });
  wake(state, { account, now, batch });
  return { kind: 'edited', account };
}

function remove({ accounts }: StoreState, id: string, batch: Batch): Awaited<ReturnType<Remove>> {
  if (accounts.account(id) === undefined) return { kind: 'unknown' };
  const { jobs } = accounts.use(id);
  if (jobs === 0) {
    accounts.remove(batch, id);
    return { kind: 'removed' };
  }
  accounts.revise(batch, id, (account) => ({ ...account, draining: true }));
  return { kind: 'draining', inFlight: jobs };
}

function recordProbe(state: StoreState, input: Parameters<RecordProbe>[0], batch: Batch): void {
  const { accounts } = state;
  const { id, probe, askedAt, now } = input;
  const entry = accounts.entries.get(id);
  if (entry === undefined) return;
  const { probedAt } = entry;
  if (probedAt !== null && isOutdatedProbe(askedAt, { probedAt, now })) return;
  const moved = entry.movedCredits - input.movedCredits;
  const account = withProbe(entry.account, { probe, askedAt, moved });
  accounts.putAnew(batch, { ...entry, account, probedAt: askedAt });
  const evidence = evidenceOf(probe);
  if (evidence !== null) accounts.noteProvider(batch, account, { evidence, now });
  if (probe.kind === 'ready') wake(state, { account, now, batch });
}

/** Makes jobs due that are waiting for an account with these properties. */
function wake(
  state: StoreState,
  cause: { readonly account: Account; readonly now: number; readonly batch: Batch },
): void {
  const { account, now, batch } = cause;
  state.openJobs.schedule.follow(now);
  batch.workFound();
  if (state.jobCounts.count('awaiting_configuration') === 0) return;
  for (const open of state.openJobs.all()) {
    const { job, lease } = open.current;
    if (isWokenBy(account, job)) setDue(state, { open, lease, dueAt: now, batch });
  }
}
