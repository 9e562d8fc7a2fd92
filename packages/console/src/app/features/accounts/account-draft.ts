import type { CostUnit } from '@filmgate/core';
import * as z from 'zod/mini';
import type { PoolAccount } from '../../api/responses.ts';
import { partsOf } from '../../shell/say-money.ts';

/** An account as it is typed. Numbers are texts while they are not numbers yet. */
export interface AccountDraft {
  readonly label: string;
  readonly endpoint: string;
  readonly servesAll: boolean;
  /** Families chosen, when it does not serve all. */
  readonly families: readonly string[];
  readonly concurrency: number | string;
  /** Whether nobody else submits with its key. */
  readonly exclusive: boolean;
  /** What its amounts are typed in; not in the smallest parts they are sent in. */
  readonly unit: CostUnit;
  /** The balance an operator states; empty leaves it to the provider. */
  readonly credits: number | string;
  /** How much it may pay at most; empty sets no bound. */
  readonly budget: number | string;
  readonly budgetPer: BudgetPeriod;
  /** Empty leaves the stored one, if any, as it is. */
  readonly secret: string;
  /** The same by field, where the provider asks for several; all empty leaves the stored one as it is. */
  readonly secretParts: { readonly [field: string]: string };
}

/** What is sent; fields left out stay as they are. */
export type AccountBody = {
  readonly [F in SentField]?: unknown;
};

type SentField =
  | Exclude<keyof AccountDraft, 'servesAll' | 'budgetPer' | 'unit' | 'secretParts'>
  | 'force'
  | 'without_test';

/** No secret typed. */
export const emptySecret = { secret: '', secretParts: {} } as const;

export const emptyDraft: AccountDraft = {
  label: '',
  endpoint: '',
  servesAll: true,
  families: [],
  concurrency: 1,
  exclusive: false,
  unit: 'credits',
  credits: '',
  budget: '',
  budgetPer: 'month',
  ...emptySecret,
};

/** The present values of an account, for a form: the secret is never among them. */
export function draftOf(account: PoolAccount): AccountDraft {
  const servesAll = account.families.includes('*');
  return {
    label: account.label,
    endpoint: account.endpoint,
    servesAll,
    families: servesAll ? [] : account.families,
    concurrency: account.concurrency,
    exclusive: account.exclusive,
    unit: account.unit,
    credits: account.credits_source === 'operator' ? typedOf(account.credits, account.unit) : '',
    budget: typedOf(account.budget?.amount ?? null, account.unit),
    budgetPer: account.budget?.per ?? 'month',
    ...emptySecret,
  };
}

/** The login fields a provider asks for, when some but not all of them are typed. */
export function findEmptyParts(
  { secretParts }: Pick<AccountDraft, 'secretParts'>,
  credential: readonly { readonly name: string }[],
): readonly string[] {
  const empty = credential
    .map(({ name }) => name)
    .filter((name) => (secretParts[name] ?? '').trim() === '');
  return credential.length > 1 && empty.length < credential.length ? empty : [];
}

/** The body that adds an account. */
export function newBodyOf(draft: AccountDraft): AccountBody {
  const { endpoint } = draft;
  return { ...settingsOf(draft), ...(endpoint !== '' && { endpoint }), ...secretOf(draft) };
}

/** The body that turns `initial` into what is typed: only the differences, so that no other person's change is undone. */
export function changeBodyOf(initial: AccountDraft, draft: AccountDraft): AccountBody {
  const [before, after] = [settingsOf(initial), settingsOf(draft)];
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, field)),
  );
  return { ...Object.fromEntries(changed), ...secretOf(draft) };
}

/** One field is the secret itself; several are one JSON text. */
function secretOf({ secret, secretParts }: AccountDraft): Pick<AccountBody, 'secret'> {
  const isTyped = Object.values(secretParts).some((part) => part.trim() !== '');
  if (isTyped) return { secret: JSON.stringify(secretParts) };
  return secret === '' ? {} : { secret };
}

function settingsOf(draft: AccountDraft) {
  const { label, servesAll, families, concurrency, exclusive } = draft;
  const { unit, credits, budget, budgetPer } = draft;
  return {
    label,
    families: servesAll ? ['*'] : families.toSorted(),
    concurrency,
    exclusive,
    credits: credits === '' ? null : sentOf(credits, unit),
    budget: budget === '' ? null : { amount: sentOf(budget, unit), per: budgetPer },
  };
}

function typedOf(amount: number | null, unit: CostUnit): number | '' {
  return amount === null ? '' : amount / partsOf(unit);
}

/** What is no number yet stays as it is typed: the rules of the body then say so. */
function sentOf(typed: number | string, unit: CostUnit): number | string {
  const parts = partsOf(unit);
  return typeof typed === 'string' || parts === 1 ? typed : Math.round(typed * parts);
}

/** Over what a budget is counted. */
export const budgetPeriods = ['ever', 'day', 'month'] as const;
type BudgetPeriod = (typeof budgetPeriods)[number];

const settings = {
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  families: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
  concurrency: z.optional(z.int().check(z.gte(1), z.lte(1000))),
  exclusive: z.optional(z.boolean()),
  credits: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000_000)))),
  budget: z.optional(
    z.nullable(
      z.object({
        amount: z.int().check(z.gte(0), z.lte(1_000_000_000_000)),
        per: z.enum(budgetPeriods),
      }),
    ),
  ),
  secret: z.optional(z.string().check(z.minLength(1), z.maxLength(16_384))),
  without_test: z.optional(z.literal(true)),
};

/** What is sent to add an account, with the rules the server holds it to. */
export const newAccountBody = z.object({
  ...settings,
  endpoint: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

/** What is sent to change one. */
export const accountChangeBody = z.object({
  ...settings,
  label: z.optional(settings.label),
  force: z.optional(z.boolean()),
});
