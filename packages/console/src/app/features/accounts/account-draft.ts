import type { CostUnit } from '@filmgate/core';
import * as z from 'zod/mini';
import type { PoolAccount } from '../../api/responses.ts';
import { partsOf } from '../../shell/say-money.ts';

/** An account as typed. Numbers stay texts until they can be parsed. */
export interface AccountDraft {
  readonly label: string;
  readonly endpoint: string;
  readonly servesAll: boolean;
  /** Chosen families, unless the account serves all. */
  readonly families: readonly string[];
  readonly concurrency: number | string;
  /** True when no other client submits with this key. */
  readonly exclusive: boolean;
  /** Unit of the typed amounts. The API counts in the smallest parts of the unit. */
  readonly unit: CostUnit;
  /** Balance stated by the operator; empty uses the provider's figure. */
  readonly credits: number | string;
  /** Maximum spend; empty means no limit. */
  readonly budget: number | string;
  readonly budgetPer: BudgetPeriod;
  /** Empty keeps the stored secret, if any. */
  readonly secret: string;
  /** Secret by field, for providers with several fields; all empty keeps the stored secret. */
  readonly secretParts: { readonly [field: string]: string };
}

/** Request body; absent fields keep their value. */
export type AccountBody = {
  readonly [F in SentField]?: unknown;
};

type SentField =
  | Exclude<keyof AccountDraft, 'servesAll' | 'budgetPer' | 'unit' | 'secretParts'>
  | 'force'
  | 'without_test';

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

/** Current values of an account for a form. The secret is never included. */
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

/** The empty login fields of a provider when only some of them are typed. */
export function findEmptyParts(
  { secretParts }: Pick<AccountDraft, 'secretParts'>,
  credential: readonly { readonly name: string }[],
): readonly string[] {
  const empty = credential
    .map(({ name }) => name)
    .filter((name) => (secretParts[name] ?? '').trim() === '');
  return credential.length > 1 && empty.length < credential.length ? empty : [];
}

/** Request body that adds an account. */
export function newBodyOf(draft: AccountDraft): AccountBody {
  const { endpoint } = draft;
  return { ...settingsOf(draft), ...(endpoint !== '' && { endpoint }), ...secretOf(draft) };
}

/** Only the fields that differ from `initial`, so that concurrent changes of other people are kept. */
export function changeBodyOf(initial: AccountDraft, draft: AccountDraft): AccountBody {
  const [before, after] = [settingsOf(initial), settingsOf(draft)];
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, field)),
  );
  return { ...Object.fromEntries(changed), ...secretOf(draft) };
}

/** A single field is the secret itself; several fields are encoded as one JSON text. */
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

/** Text that is not a number is sent unchanged; validation of the body then reports it. */
function sentOf(typed: number | string, unit: CostUnit): number | string {
  const parts = partsOf(unit);
  return typeof typed === 'string' || parts === 1 ? typed : Math.round(typed * parts);
}

/** Periods of a budget. */
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

/** Request body that adds an account, with the server's rules. */
export const newAccountBody = z.object({
  ...settings,
  endpoint: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

/** Request body that changes an account, with the server's rules. */
export const accountChangeBody = z.object({
  ...settings,
  label: z.optional(settings.label),
  force: z.optional(z.boolean()),
});
