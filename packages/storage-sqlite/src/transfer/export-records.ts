import {
  type RecordCounts,
  type RecordPosition,
  type StoreRecord,
  type StoreRecordKind,
  storeRecordKinds,
  transferNotes,
} from '@filmgate/core';
import { toAuditEntry } from '../admin/admin-records.ts';
import { readAccounts } from '../accounts/account-rows.ts';
import type { StoreState } from '../store/store-state.ts';
import { exportJobs } from './export-jobs.ts';

/** Rows held at once while a table is read. */
const rowsPerRead = 200;

/** Every record of one kind after a position, in order. */
type Reading = (state: StoreState, after: number) => Iterable<StoreRecord>;

const readings: { readonly [Kind in StoreRecordKind]: Reading } = {
  value: exportValues,
  account: exportAccounts,
  'api-user': exportUsers,
  owner: exportOwners,
  asset: exportAssets,
  holding: exportHoldings,
  'audit-entry': exportAudit,
  job: exportJobs,
};

/** Every record after the position, kind by kind. */
export async function* exportRecords(
  state: StoreState,
  position: RecordPosition | null,
): AsyncGenerator<StoreRecord> {
  const first = position === null ? 0 : storeRecordKinds.indexOf(position.kind);
  for (const kind of storeRecordKinds.slice(first)) {
    const after = position?.kind === kind ? position.order : 0;
    yield* readings[kind](state, after);
  }
}

/** Named texts by name; their position is the index among the names, which nothing changes meanwhile. */
function* exportValues({ values }: StoreState, after: number): Iterable<StoreRecord> {
  const all = [...values.entries()].filter(([name]) => !transferNotes.includes(name));
  const sorted = all.toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [index, [name, value]] of sorted.entries())
    if (index >= after) yield { kind: 'value', order: index + 1, name, value };
}

function* exportAccounts({ database }: StoreState, after: number): Iterable<StoreRecord> {
  const byId = readAccounts(database, undefined).toSorted((one, other) =>
    one.account.id < other.account.id ? -1 : 1,
  );
  for (const [index, { account, sealedSecret, probedAt }] of byId.entries()) {
    if (index < after) continue;
    yield { kind: 'account', order: index + 1, account, sealedSecret, probedAt };
  }
}

function* exportUsers({ users }: StoreState, after: number): Iterable<StoreRecord> {
  for (const { number: order, ...user } of users.entries.values()) {
    if (order <= after) continue;
    yield { kind: 'api-user', order, ...user, lastUsedAt: users.lastUsedAt(user.id) };
  }
}

/** Owners with a value: nothing spent, reserved or limited is the same as no owner. */
function* exportOwners({ owners }: StoreState, after: number): Iterable<StoreRecord> {
  for (const { number: order, name, used, reserved, held, limit, linkEpoch } of owners.all()) {
    const isAny = used > 0 || reserved > 0 || held > 0 || limit !== null || linkEpoch > 0;
    if (order <= after || !isAny) continue;
    yield { kind: 'owner', order, name, used, reserved, held, limit, linkEpoch };
  }
}

function* exportAssets({ assets }: StoreState, after: number): Iterable<StoreRecord> {
  const rows = paged((last) => assets.behind(last, rowsPerRead), after);
  for (const { number: order, asset } of rows) yield { kind: 'asset', order, asset };
}

function* exportHoldings({ holdings }: StoreState, after: number): Iterable<StoreRecord> {
  const rows = paged((last) => holdings.behind(last, rowsPerRead), after);
  for (const { number: order, holding } of rows) yield { kind: 'holding', order, holding };
}

function* exportAudit({ database }: StoreState, after: number): Iterable<StoreRecord> {
  const page = database.prepare(
    database.kysely
      .selectFrom('audit_entry')
      .selectAll()
      .where('number', '>', 0)
      .orderBy('number')
      .limit(0),
  );
  const rows = paged((last) => page.all(last, rowsPerRead), after);
  for (const { number: order, ...row } of rows)
    yield { kind: 'audit-entry', order, entry: toAuditEntry(row) };
}

/** All rows of a table after a number, a page at a time. */
function* paged<Row extends { readonly number: number }>(
  read: (after: number) => readonly Row[],
  after: number,
): Iterable<Row> {
  let last: number | undefined = after;
  while (last !== undefined) {
    const rows = read(last);
    yield* rows;
    last = rows.at(-1)?.number;
  }
}

/** Counts the records that `exportRecords` returns. */
export function countRecords(state: StoreState): RecordCounts {
  const { database } = state;
  const jobs = database.kysely
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('count'));
  const count = (kind: Exclude<StoreRecordKind, 'job'>) => [...readings[kind](state, 0)].length;
  return {
    value: count('value'),
    account: count('account'),
    'api-user': count('api-user'),
    owner: count('owner'),
    asset: count('asset'),
    holding: count('holding'),
    'audit-entry': count('audit-entry'),
    job: database.all(jobs)[0]?.count ?? 0,
  };
}
