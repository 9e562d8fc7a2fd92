import {
  type Account,
  type AccountCondition,
  type AccountLoad,
  type AccountSettings,
  type Budget,
  type BudgetPeriod,
  type LearnedLimit,
  learnedLimitKey,
  learnedLimitSchema,
  budgetPeriods,
  costUnits,
  openUntilFor,
  type Paid,
  type ProviderCircuit,
} from '@filmgate/core';
import { z } from 'zod';

/** Fields of one account and of its usage by name, as Redis stores them; absent = null, no, or 0. */
type Fields = ReadonlyMap<string, string>;

// An account that cannot be read completely gets no new jobs but stays: jobs may be in flight on it.
const conditions = z
  .enum(['ready', 'cooling', 'exhausted', 'login_required'])
  .catch('login_required');
const units = z.enum(costUnits).catch('credits');
const periods = z.enum(budgetPeriods).catch('ever');
const creditSources = z.enum(['upstream', 'operator']).catch('operator');
// Unreadable limits count as empty: the account is tried more, and each refusal is proven and free.
const learnedLimits = z.record(z.string(), learnedLimitSchema).catch({});
const counts = z.record(z.string(), z.int().positive()).catch({});
const familyNames = z.array(z.string()).readonly();

/** Every field of an account, its usage included. */
export const accountFieldNames = [
  'endpoint',
  'label',
  'families',
  'enabled',
  'draining',
  'awaitsTest',
  'concurrency',
  'exclusive',
  'condition',
  'coolingUntil',
  'credits',
  'creditsSource',
  'creditsCheckedAt',
  'errorStreak',
  'lastError',
  'lastSuccessAt',
  'lastUsedAt',
  'hasSecret',
  'secretSince',
  'busy',
  'unknown',
  'reserved',
  'held',
  'taken',
  'moved',
  'models',
  'learned',
  'unit',
  'budget',
  'budget-per',
  'paid-ever',
  'paid-day',
  'paid-month',
  'paid-since-ever',
  'paid-since-day',
  'paid-since-month',
] as const;

type FieldName = (typeof accountFieldNames)[number];

/** Every account with its load, by id, from all fields of the accounts (`<field>\n<account or provider>`). */
export function readLoads(hash: Fields): readonly AccountLoad[] {
  const byAccount = new Map<string, Map<string, string>>();
  for (const [name, value] of hash) {
    const lineEnd = name.indexOf('\n');
    const [field, of] = [name.slice(0, lineEnd), name.slice(lineEnd + 1)];
    const fields = byAccount.get(of) ?? new Map<string, string>();
    byAccount.set(of, fields.set(field, value));
  }
  return [...byAccount]
    .filter(([, fields]) => fields.has('endpoint'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, fields]) => loadOf(id, fields, hash));
}

function loadOf(id: string, fields: Fields, hash: Fields): AccountLoad {
  const account = accountOf(id, fields);
  return Object.freeze({
    account,
    busy: numberOf(fields, 'busy'),
    busyByModel: counts.parse(jsonOf(fields, 'models')),
    busyUnknown: numberOf(fields, 'unknown'),
    reservedCredits: numberOf(fields, 'reserved'),
    heldCredits: numberOf(fields, 'held'),
    takenCredits: numberOf(fields, 'taken'),
    movedCredits: numberOf(fields, 'moved'),
    providerOpenUntil: openUntilFor(circuitOf(account.endpoint, hash), id),
  });
}

function circuitOf(endpoint: string, hash: Fields): Pick<ProviderCircuit, 'by' | 'openUntil'> {
  const by = hash.get(`circuitBy\n${endpoint}`) ?? '';
  const openUntil = instantOf(hash, `circuitOpenUntil\n${endpoint}`);
  return { by: by === '' ? null : by, openUntil };
}

function accountOf(id: string, fields: Fields): Account {
  const condition: AccountCondition = conditions.parse(fields.get('condition'));
  return Object.freeze({
    id,
    label: fields.get('label') ?? '',
    endpoint: fields.get('endpoint') ?? '',
    families: Object.freeze(familiesOf(fields.get('families') ?? '[]')),
    enabled: fields.get('enabled') === '1',
    draining: fields.has('draining'),
    awaitsTest: fields.has('awaitsTest'),
    concurrency: numberOf(fields, 'concurrency'),
    exclusive: fields.get('exclusive') === '1',
    condition,
    coolingUntil: instantOf(fields, 'coolingUntil'),
    unit: units.parse(fields.get('unit') ?? 'credits'),
    budget: budgetOf(fields),
    paid: Object.freeze({
      ever: paidIn(fields, 'ever'),
      day: paidIn(fields, 'day'),
      month: paidIn(fields, 'month'),
    }),
    credits: instantOf(fields, 'credits'),
    creditsSource: creditSources.parse(fields.get('creditsSource')),
    creditsCheckedAt: instantOf(fields, 'creditsCheckedAt'),
    errorStreak: numberOf(fields, 'errorStreak'),
    lastError: fields.get('lastError') ?? null,
    lastSuccessAt: instantOf(fields, 'lastSuccessAt'),
    lastUsedAt: instantOf(fields, 'lastUsedAt'),
    hasSecret: fields.has('hasSecret'),
    secretSince: instantOf(fields, 'secretSince'),
    learned: learnedIn(fields),
  });
}

function budgetOf(fields: Fields): Budget | null {
  const amount = instantOf(fields, 'budget');
  return amount === null
    ? null
    : Object.freeze({ amount, per: periods.parse(fields.get('budget-per')) });
}

function paidIn(fields: Fields, period: BudgetPeriod): Paid[BudgetPeriod] {
  const amount = numberOf(fields, `paid-${period}`);
  return Object.freeze({ since: numberOf(fields, `paid-since-${period}`), amount });
}

function familiesOf(text: string): readonly string[] {
  try {
    return familyNames.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Learned limits, in the core's order. */
function learnedIn(fields: Fields): readonly LearnedLimit[] {
  const known = Object.values(learnedLimits.parse(jsonOf(fields, 'learned')));
  return Object.freeze(
    known.toSorted((one, other) => (learnedLimitKey(one) < learnedLimitKey(other) ? -1 : 1)),
  );
}

function jsonOf(fields: Fields, name: FieldName): unknown {
  try {
    return JSON.parse(fields.get(name) ?? '{}');
  } catch {
    return undefined;
  }
}

function numberOf(fields: Fields, name: FieldName): number {
  return Number(fields.get(name) ?? 0);
}

function instantOf(fields: Fields, name: FieldName | `circuitOpenUntil\n${string}`): number | null {
  const text = fields.get(name);
  return text === undefined ? null : Number(text);
}

/** Fields an operator set, as field and value in turn; an empty value clears the field. */
export function settingFields(settings: AccountSettings, now: number): readonly string[] {
  const { label, families, enabled, awaitsTest, concurrency, exclusive, unit } = settings;
  const { credits, sealedSecret } = settings;
  return [
    ...(label === undefined ? [] : ['label', label]),
    ...(families === undefined ? [] : ['families', JSON.stringify(families)]),
    ...(enabled === undefined ? [] : ['enabled', enabled ? '1' : '0']),
    ...(awaitsTest === undefined ? [] : ['awaitsTest', awaitsTest ? '1' : '']),
    ...(concurrency === undefined ? [] : ['concurrency', String(concurrency)]),
    ...(exclusive === undefined ? [] : ['exclusive', exclusive ? '1' : '']),
    ...(sealedSecret === undefined ? [] : ['hasSecret', '1', 'secretSince', String(now)]),
    ...(unit === undefined ? [] : ['unit', unit]),
    ...budgetFields(settings.budget),
    ...statedCredits(credits, now),
  ];
}

/** Budget of the account, as `budgetOf` reads it. */
function budgetFields(budget: Budget | null | undefined): readonly string[] {
  if (budget === undefined) return [];
  if (budget === null) return ['budget', '', 'budget-per', ''];
  return ['budget', String(budget.amount), 'budget-per', budget.per];
}

/** The operator's statement of the balance; null leaves the balance unknown until the next probe of the provider. */
function statedCredits(credits: number | null | undefined, now: number): readonly string[] {
  if (credits === undefined) return [];
  const stated =
    credits === null ? { balance: '', source: 'upstream', at: '' } : statedBy(credits, now);
  return ['credits', stated.balance, 'creditsSource', stated.source, 'creditsCheckedAt', stated.at];
}

function statedBy(credits: number, now: number) {
  return { balance: String(credits), source: 'operator', at: String(now) };
}
