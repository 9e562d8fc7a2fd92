import type { BudgetPeriod, PoolAccount } from '../../api/schemas/account.ts';

/** An account as it is typed. Numbers are texts while they are not numbers yet. */
export interface AccountDraft {
  readonly label: string;
  readonly provider: string;
  readonly servesAll: boolean;
  /** Families chosen, when it does not serve all. */
  readonly families: readonly string[];
  readonly concurrency: number | string;
  /** The balance an operator states; empty leaves it to the provider. */
  readonly credits: number | string;
  /** How much it may pay at most, in its unit; empty sets no bound. */
  readonly budget: number | string;
  readonly budgetPer: BudgetPeriod;
  /** Empty leaves the stored one, if any, as it is. */
  readonly secret: string;
}

/** What is sent; fields left out stay as they are. */
export type AccountBody = {
  readonly [F in Exclude<keyof AccountDraft, 'servesAll' | 'budgetPer'>]?: unknown;
};

export const emptyDraft: AccountDraft = {
  label: '',
  provider: '',
  servesAll: true,
  families: [],
  concurrency: 1,
  credits: '',
  budget: '',
  budgetPer: 'month',
  secret: '',
};

/** An account as it stands, for a form: the secret never comes along. */
export function draftOf(account: PoolAccount): AccountDraft {
  const servesAll = account.families.includes('*');
  return {
    label: account.label,
    provider: account.provider,
    servesAll,
    families: servesAll ? [] : account.families,
    concurrency: account.concurrency,
    credits: account.credits_source === 'operator' ? (account.credits ?? '') : '',
    budget: account.budget?.amount ?? '',
    budgetPer: account.budget?.per ?? 'month',
    secret: '',
  };
}

/** The body that adds an account. */
export function newBodyOf({ provider, secret, ...draft }: AccountDraft): AccountBody {
  return {
    ...settingsOf(draft),
    ...(provider !== '' && { provider }),
    ...(secret !== '' && { secret }),
  };
}

/** The body that makes of `initial` what is typed: only what differs, so that nobody else's change is undone. */
export function changeBodyOf(initial: AccountDraft, draft: AccountDraft): AccountBody {
  const [before, after] = [settingsOf(initial), settingsOf(draft)];
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, field)),
  );
  return { ...Object.fromEntries(changed), ...(draft.secret !== '' && { secret: draft.secret }) };
}

function settingsOf(draft: Omit<AccountDraft, 'provider' | 'secret'>) {
  const { label, servesAll, families, concurrency, credits, budget, budgetPer } = draft;
  return {
    label,
    families: servesAll ? ['*'] : families.toSorted(),
    concurrency,
    credits: credits === '' ? null : credits,
    budget: budget === '' ? null : { amount: budget, per: budgetPer },
  };
}
