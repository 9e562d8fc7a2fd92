import { budgetPeriods, readAccountSecret } from '@filmgate/core';
import { z } from 'zod';
import { credits } from './page.ts';

/** More families than a catalog has, and a longer name than any of theirs. */
const mostFamilies = 200;
const longestFamily = 128;
const familiesRule = 'must be an array of families, or ["*"]';

const label = z
  .string('must be a string')
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters');
const settings = {
  // The length is checked first: the items of a list that is too long are not read.
  families: z
    .array(z.unknown(), familiesRule)
    .min(1, 'must name a family, or "*" for all')
    .max(mostFamilies, `must have at most ${mostFamilies} families`)
    .pipe(z.array(z.string(familiesRule).min(1).max(longestFamily)))
    .meta({
      items: { type: 'string', maxLength: longestFamily },
      description: 'Model families of the account; `*` = all.',
    }),
  enabled: z.boolean('must be true or false'),
  concurrency: z
    .number('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1000, 'must be at most 1000')
    .int('must be a whole number')
    .meta({ description: 'Maximum concurrent jobs.' }),
  exclusive: z.boolean('must be true or false').meta({
    description:
      'True if only this gateway submits with the key. A lost submission is then identified as the only matching task in the list of the provider; otherwise an operator decides, unless the task carries a mark of the submission.',
  }),
  credits: credits('must be a whole number, or null')
    .nullable()
    .meta({ description: 'Stated balance; null = read from the provider.' }),
  budget: z
    .strictObject({
      amount: credits('must be a whole number'),
      per: z.enum(budgetPeriods, `must be of ${budgetPeriods.join(', ')}`),
    })
    .nullable()
    .meta({
      description:
        'Maximum spend of the account in its unit: in total, per day or per month (UTC). When it is reached, no new jobs start. Null = no budget.',
    }),
  without_test: z.literal(true, 'must be true or omitted').meta({
    description:
      'Enables the account although its login was not accepted in a test. Otherwise a new account runs no jobs until a test has succeeded.',
  }),
  secret: z
    .string('must be a string')
    .min(1, 'must not be empty')
    .max(16_384, 'must have at most 16384 characters')
    .transform((given, context) => {
      const reading = readAccountSecret(given);
      if (reading.kind === 'secret') return reading.secret;
      context.addIssue(reading.rule);
      return z.NEVER;
    })
    .meta({
      description:
        'Write-only. Surrounding white space of each field is removed; line breaks and other control characters are rejected, except in a PEM private key.',
    }),
};

export const newAccountBody = z.strictObject({
  label,
  endpoint: z
    .string('must be a string')
    .min(1)
    .max(100, 'must have at most 100 characters')
    .optional(),
  ...z.object(settings).partial().shape,
});

export const accountChangeBody = z.strictObject({
  label: label.optional(),
  force: z.boolean('must be true or false').optional().meta({
    description: 'Replaces the secret although jobs in progress need the current one.',
  }),
  ...z.object(settings).partial().shape,
});

export type AccountChange = z.infer<typeof accountChangeBody>;
