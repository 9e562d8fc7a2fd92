import {
  type AccountLoad,
  budgetPeriods,
  probeJobFrom,
  capOf,
  coolsUntil,
  costUnits,
  openSlotsOf,
  periodsAt,
  type ProbeAccountResult,
  type Router,
} from '@filmgate/core';
import { z } from 'zod';
import { instant, isoInstant, isoInstantOrNull } from './page.ts';
import { encodeSlotUse, slotUse, type UnknownSlotEnds } from './slot-use.ts';

/** States of an account for its operator. */
const accountStates = [
  'ready',
  'busy',
  'cooling',
  'exhausted',
  'login_required',
  'untested',
  'makes_nothing',
  'disabled',
  'draining',
] as const;

/** An account as the console shows it [admin.accounts.record]; never with its secret. */
export const accountRecord = z.object({
  id: z.string(),
  label: z.string(),
  endpoint: z.string(),
  families: z.array(z.string()),
  enabled: z.boolean(),
  state: z.enum(accountStates),
  ...slotUse,
  exclusive: z.boolean(),
  makes: z.array(z.object({ family: z.string(), free: z.int() })).meta({
    description:
      'Catalog families that the account can generate, with the slots free now. Empty if the account can generate none.',
  }),
  unit: z.enum(costUnits).meta({
    description: 'Unit of its amounts; `usd` in millionths, `units` in hundredths.',
  }),
  budget: z
    .object({ amount: z.number(), per: z.enum(budgetPeriods) })
    .nullable()
    .meta({ description: 'Maximum spend; null = no budget.' }),
  paid: z
    .object({ day: z.number(), month: z.number(), ever: z.number() })
    .meta({ description: 'Spend of jobs today, this month (UTC) and in total.' }),
  credits: z.number().nullable().meta({ description: 'Balance, in its unit.' }),
  credits_source: z.enum(['upstream', 'operator']),
  credits_checked_at: instant.nullable(),
  reserved_credits: z.number(),
  held_credits: z.number(),
  cooling_until: instant.nullable(),
  provider_unavailable_until: instant.nullable(),
  learned: z
    .object({
      models: z.array(
        z.object({
          model: z.string(),
          at_most: z.int().meta({ description: 'Current maximum of concurrent jobs.' }),
          rests_until: instant.nullable(),
        }),
      ),
      away: z.array(
        z.object({
          family: z.string(),
          model: z.string(),
          until: z
            .string()
            .meta({ description: 'End of the pause; one probe job then tests the limit.' }),
        }),
      ),
      next_try_at: instant.nullable().meta({
        description:
          'Time at which one probe job tests whether an account without a known balance is still exhausted.',
      }),
    })
    .meta({ description: 'Limits learned from refusals, until a test or job succeeds.' }),
  error_streak: z.int(),
  last_error: z.string().nullable().meta({
    description:
      'Words of the provider when it last refused the account, or reason of the last failed test; null after a success.',
  }),
  last_success_at: instant.nullable(),
  last_used_at: instant.nullable(),
  has_secret: z.boolean(),
});

export type AccountRecord = z.infer<typeof accountRecord>;

export const accountResponse = z.object({ account: accountRecord });

const testResult = {
  result: z.enum(['ready', 'login_required', 'unreadable']),
  credits: z.number().nullable(),
  is_assumed: z.boolean().meta({
    description: 'The provider has no free test; the account is assumed to be ready.',
  }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Reason of a failed read; null if the result is sufficient.' }),
};

export const accountTest = z.object({ ...testResult, account: accountRecord });

export const addedAccount = z.object({
  account: accountRecord,
  test: z
    .object(testResult)
    .nullable()
    .meta({ description: 'Result of the first test; null if added without a test.' }),
});

type TestResult = Omit<z.infer<typeof accountTest>, 'account'>;

/** Inputs for the state of an account, beside its load. */
export interface AccountView {
  readonly book: Router;
  readonly ends: UnknownSlotEnds;
  readonly now: number;
}

/** Encodes an account for the console. */
export function encodeAccount(load: AccountLoad, { book, ends, now }: AccountView): AccountRecord {
  const { account } = load;
  const makes = openSlotsOf(load, book, now);
  return {
    id: account.id,
    label: account.label,
    endpoint: account.endpoint,
    families: [...account.families],
    enabled: account.enabled,
    state: stateOf(load, makes.length > 0, now),
    ...encodeSlotUse(load, ends),
    exclusive: account.exclusive,
    makes: [...makes],
    unit: account.unit,
    budget: account.budget === null ? null : { ...account.budget },
    paid: paidNow(account, now),
    credits: account.credits,
    credits_source: account.creditsSource,
    credits_checked_at: isoInstantOrNull(account.creditsCheckedAt),
    reserved_credits: load.reservedCredits,
    held_credits: load.heldCredits,
    cooling_until: isoInstantOrNull(account.coolingUntil),
    provider_unavailable_until: isoInstantOrNull(load.providerOpenUntil),
    learned: encodeLearned(account, now),
    error_streak: account.errorStreak,
    last_error: account.lastError,
    last_success_at: isoInstantOrNull(account.lastSuccessAt),
    last_used_at: isoInstantOrNull(account.lastUsedAt),
    has_secret: account.hasSecret,
  };
}

/** Encodes the learned limits that still keep work away from an account. */
function encodeLearned(account: AccountLoad['account'], now: number): AccountRecord['learned'] {
  const { learned, concurrency } = account;
  const nextTryAt = probeJobFrom(account, now);
  return {
    models: learned
      .filter((learnedLimit) => learnedLimit.kind === 'cap')
      .map(({ model, restsUntil }) => ({
        model,
        at_most: Math.min(concurrency, capOf(account, model, now)),
        rests_until: isoInstantOrNull(restsUntil !== null && restsUntil > now ? restsUntil : null),
      }))
      .filter(({ at_most, rests_until }) => at_most < concurrency || rests_until !== null),
    away: learned
      .filter((learnedLimit) => learnedLimit.kind === 'away')
      .map(({ family, model, until }) => ({ family, model, until: isoInstant(until) })),
    next_try_at: isoInstantOrNull(nextTryAt === null ? null : Math.max(nextTryAt, now)),
  };
}

/** Returns the amounts paid in the current periods. */
function paidNow({ paid }: AccountLoad['account'], now: number): AccountRecord['paid'] {
  const began = periodsAt(now);
  const amount = (period: 'day' | 'month') =>
    began[period] <= paid[period].since ? paid[period].amount : 0;
  return { day: amount('day'), month: amount('month'), ever: paid.ever.amount };
}

/** Returns the one word that best explains why an account does, or does not, accept work now. */
function stateOf(
  { account, busy }: AccountLoad,
  makesAny: boolean,
  now: number,
): AccountRecord['state'] {
  if (account.draining) return 'draining';
  if (!account.enabled) return 'disabled';
  if (!makesAny) return 'makes_nothing';
  const coolingIsOver =
    account.condition === 'cooling' &&
    account.coolingUntil !== null &&
    coolsUntil(account, now) === null;
  if (account.condition !== 'ready' && !coolingIsOver) return account.condition;
  if (account.awaitsTest) return 'untested';
  return busy >= account.concurrency ? 'busy' : 'ready';
}

/** Encodes the result of a probe. */
export function encodeProbe({
  probe,
  reason,
}: Extract<ProbeAccountResult, { readonly kind: 'probed' }>): TestResult {
  return {
    result: probe.kind === 'login-required' ? 'login_required' : probe.kind,
    credits: probe.kind === 'ready' ? probe.credits : null,
    is_assumed: probe.kind === 'ready' && probe.isAssumed === true,
    reason,
  };
}
