import { costUnits } from '@filmgate/core';
import * as z from 'zod/mini';

/** Over what a budget is counted. */
export const budgetPeriods = ['ever', 'day', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** An account of the pool as `GET /api/v1/admin/accounts` shows it. */
export const account = z.object({
  id: z.string(),
  label: z.string(),
  families: z.array(z.string()),
  state: z.enum([
    'ready',
    'busy',
    'cooling',
    'exhausted',
    'login_required',
    'disabled',
    'draining',
  ]),
  concurrency: z.number(),
  busy: z.number(),
});

export type Account = z.infer<typeof account>;

export const accounts = z.object({ data: z.array(account), next_cursor: z.nullable(z.string()) });

/** The same with all the pool's page shows. */
export const poolAccount = z.extend(account, {
  provider: z.string(),
  enabled: z.boolean(),
  unit: z.enum(costUnits),
  budget: z.nullable(z.object({ amount: z.number(), per: z.enum(budgetPeriods) })),
  paid: z.object({ day: z.number(), month: z.number(), ever: z.number() }),
  credits: z.nullable(z.number()),
  credits_source: z.enum(['upstream', 'operator']),
  credits_checked_at: z.nullable(z.string()),
  reserved_credits: z.number(),
  held_credits: z.number(),
  cooling_until: z.nullable(z.string()),
  provider_unavailable_until: z.nullable(z.string()),
  learnt: z.object({
    models: z.array(
      z.object({ model: z.string(), at_most: z.number(), rests_until: z.nullable(z.string()) }),
    ),
    away: z.array(z.object({ family: z.string(), model: z.string(), until: z.string() })),
    next_try_at: z.nullable(z.string()),
  }),
  error_streak: z.number(),
  last_success_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
  has_secret: z.boolean(),
});

export type PoolAccount = z.infer<typeof poolAccount>;

export const poolAccounts = z.object({
  data: z.array(poolAccount),
  next_cursor: z.nullable(z.string()),
});

export const poolAccountAnswer = z.object({ account: poolAccount });

/** What a look at an account's upstream found. */
export const accountTest = z.object({
  result: z.enum(['ready', 'login_required', 'unreadable']),
  credits: z.nullable(z.number()),
  is_assumed: z.boolean(),
  reason: z.nullable(z.string()),
  account: poolAccount,
});

export type AccountTest = z.infer<typeof accountTest>;

/** What an operator should know of a provider before giving it a key. */
const providerDetail = z.object({
  id: z.string(),
  protocol: z.string(),
  origin: z.nullable(z.string()),
  credential: z.array(z.object({ name: z.string(), secret: z.boolean() })),
  unit: z.enum(costUnits),
  finds_by: z.enum(['own-id', 'notice', 'list', 'none']),
  charges: z.enum(['acceptance', 'success']),
  families: z.array(z.string()),
  docs_read: z.nullable(z.string()),
});

export type ProviderDetail = z.infer<typeof providerDetail>;

/** What an account can be made with. */
export const accountOptions = z.object({
  providers: z.array(z.string()),
  families: z.array(z.object({ id: z.string(), display_name: z.string() })),
  provider_details: z.array(providerDetail),
});

const settings = {
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  families: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
  concurrency: z.optional(z.int().check(z.gte(1), z.lte(1000))),
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
};

/** What is sent to add an account, with the rules the server holds it to. */
export const newAccountBody = z.object({
  ...settings,
  provider: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

/** What is sent to change one. */
export const accountChangeBody = z.object({
  ...settings,
  label: z.optional(settings.label),
  force: z.optional(z.boolean()),
});
