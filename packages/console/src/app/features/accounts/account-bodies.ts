import * as z from 'zod/mini';

/** Over what a budget is counted. */
export const budgetPeriods = ['ever', 'day', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

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
