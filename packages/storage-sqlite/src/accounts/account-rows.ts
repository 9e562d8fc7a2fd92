import {
  type Account,
  budgetPeriods,
  costUnits,
  learnedLimitSchema,
  type Logger,
  nothingPaid,
  type Paid,
  readStored,
  UnreadablePart,
} from '@filmgate/core';
import { z } from 'zod';
import { excluded, PreparedInsert, type SqliteDatabase } from '../database/sqlite-database.ts';
import type { AccountRow } from '../schema/tables.ts';
import type { EntryWriter } from '../write/write-behind-map.ts';

/** An account with what only the store keeps of it. */
export interface AccountEntry {
  readonly account: Account;
  readonly sealedSecret: string | null;
  /** Instant at which the newest recorded probe of the provider was started. */
  readonly probedAt: number | null;
  /**
   * Credits that jobs took off the balance minus those they gave back, since the store was opened. Not saved: the value
   * is only compared with itself while a probe of the provider is running, and a probe ends with the process.
   */
  readonly movedCredits: number;
}

const conditionSchema = z.enum(['ready', 'cooling', 'exhausted', 'login_required']);
const sourceSchema = z.enum(['upstream', 'operator']);
const unitSchema = z.enum(costUnits);
const budgetSchema = z.object({ amount: z.int(), per: z.enum(budgetPeriods) }).nullable();
const paidIn = z.object({ since: z.number(), amount: z.int() });
const paidSchema: z.ZodType<Paid> = z.object({ ever: paidIn, day: paidIn, month: paidIn });
// Unreadable limits count as empty: the account is tried more, and each refusal is proven and free.
const learnedSchema = z.array(learnedLimitSchema).readonly().catch([]);
const familiesSchema = z.array(z.string()).readonly();

/** Accounts as last saved. One that cannot be read completely stays, for jobs in flight on it, but gets no new ones. */
export function readAccounts(
  database: SqliteDatabase,
  log: Logger | undefined,
): readonly AccountEntry[] {
  return database
    .all(database.kysely.selectFrom('account').selectAll())
    .map((row) => readEntry(row, log));
}

function readEntry(row: AccountRow, log: Logger | undefined): AccountEntry {
  try {
    return toEntry(row);
  } catch (error) {
    if (!(error instanceof UnreadablePart)) throw error;
    log?.warn('account-unreadable', { account: row.id, reason: error.reason });
    const atRest = { families: '[]', enabled: 0, condition: 'login_required' };
    const money = { unit: 'credits', budget: null, paid: JSON.stringify(nothingPaid) };
    return toEntry({ ...row, ...atRest, ...money, credits_source: 'operator' });
  }
}

/** Writes accounts one by one. */
export function accountWriter(database: SqliteDatabase): EntryWriter<string, AccountEntry> {
  const { kysely, connection } = database;
  const upsert = new PreparedInsert(connection, (row: AccountRow) =>
    kysely
      .insertInto('account')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(excluded(row))),
  );
  const remove = database.prepare(kysely.deleteFrom('account').where('id', '=', ''));
  return {
    save: (_id, entry) => void upsert.run(toRow(entry)),
    remove: (id) => void remove.run(id),
  };
}

function toRow({ account, sealedSecret, probedAt }: AccountEntry): AccountRow {
  return {
    id: account.id,
    label: account.label,
    endpoint: account.endpoint,
    families: JSON.stringify(account.families),
    enabled: Number(account.enabled),
    draining: Number(account.draining),
    awaits_test: Number(account.awaitsTest),
    concurrency: account.concurrency,
    exclusive: Number(account.exclusive),
    condition: account.condition,
    cooling_until: account.coolingUntil,
    credits: account.credits,
    credits_source: account.creditsSource,
    credits_checked_at: account.creditsCheckedAt,
    error_streak: account.errorStreak,
    last_success_at: account.lastSuccessAt,
    last_used_at: account.lastUsedAt,
    sealed_secret: sealedSecret,
    secret_since: account.secretSince,
    probed_at: probedAt,
    unit: account.unit,
    budget: account.budget === null ? null : JSON.stringify(account.budget),
    paid: JSON.stringify(account.paid),
    learned: JSON.stringify(account.learned),
    last_error: account.lastError,
  };
}

function toEntry(row: AccountRow): AccountEntry {
  const account: Account = Object.freeze({
    id: row.id,
    label: row.label,
    endpoint: row.endpoint,
    families: readStored('families', () => familiesSchema.parse(JSON.parse(row.families))),
    enabled: row.enabled === 1,
    draining: row.draining === 1,
    awaitsTest: row.awaits_test === 1,
    concurrency: row.concurrency,
    exclusive: row.exclusive === 1,
    condition: readStored('condition', () => conditionSchema.parse(row.condition)),
    coolingUntil: row.cooling_until,
    unit: readStored('unit', () => unitSchema.parse(row.unit)),
    budget: readStored('budget', () => budgetSchema.parse(JSON.parse(row.budget ?? 'null'))),
    paid: readStored('paid', () => paidSchema.parse(JSON.parse(row.paid))),
    credits: row.credits,
    creditsSource: readStored('credits_source', () => sourceSchema.parse(row.credits_source)),
    creditsCheckedAt: row.credits_checked_at,
    errorStreak: row.error_streak,
    lastSuccessAt: row.last_success_at,
    lastUsedAt: row.last_used_at,
    hasSecret: row.sealed_secret !== null,
    secretSince: row.secret_since,
    learned: learnedSchema.parse(JSON.parse(row.learned)),
    lastError: row.last_error,
  });
  const { sealed_secret: sealedSecret, probed_at: probedAt } = row;
  return { account, sealedSecret, probedAt, movedCredits: 0 };
}
