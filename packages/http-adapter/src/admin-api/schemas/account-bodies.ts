import { budgetPeriods, readAccountSecret } from '@filmgate/core';
import { z } from 'zod';
import { credits } from './page.ts';

/** More families than a catalog has, and a longer name than any of theirs. */
const mostFamilies = 200;
const longestFamily = 128;
const familiesRule = 'must be an array of families, or ["*"]';

const label = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters');
const settings = {
  // The length is judged first: a list that is too long is not looked into.
  families: z
    .array(z.unknown(), familiesRule)
    .min(1, 'must name a family, or "*" for all')
    .max(mostFamilies, `must have at most ${mostFamilies} families`)
    .pipe(z.array(z.string(familiesRule).min(1).max(longestFamily)))
    .meta({
      items: { type: 'string', maxLength: longestFamily },
      description: 'Families it serves; `*` is all.',
    }),
  enabled: z.boolean('must be true or false'),
  concurrency: z
    .number('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1000, 'must be at most 1000')
    .int('must be a whole number')
    .meta({ description: 'Jobs in flight at once.' }),
  exclusive: z.boolean('must be true or false').meta({
    description:
      'Whether only this gateway submits with the key. A lost submission is then taken to be the only task of the list that fits; otherwise a person decides, except where the task carries a mark of the submission.',
  }),
  credits: credits('must be a whole number, or null')
    .nullable()
    .meta({ description: 'States the balance; null leaves it to the upstream.' }),
  budget: z
    .strictObject({
      amount: credits('must be a whole number'),
      per: z.enum(budgetPeriods, `must be of ${budgetPeriods.join(', ')}`),
    })
    .nullable()
    .meta({
      description:
        'How much it may pay at most, in its unit, in all or in each day or month (UTC). Where that is reached, no new work begins. Null takes the bound away.',
    }),
  without_test: z.literal(true, 'must be true, or left out').meta({
    description:
      'Lets it take jobs although its provider has not accepted its login in a test. Without it a new account takes none until a test has succeeded.',
  }),
  secret: z
    .string('must be a text')
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
        'Write-only. White space around it, or around a field of several, is left out; a line break or another control character within is refused.',
    }),
};

export const newAccountBody = z.strictObject({
  label,
  provider: z
    .string('must be a text')
    .min(1)
    .max(100, 'must have at most 100 characters')
    .optional(),
  ...z.object(settings).partial().shape,
});

export const accountChangeBody = z.strictObject({
  label: label.optional(),
  force: z.boolean('must be true or false').optional().meta({
    description: 'Replaces a secret although jobs in flight can be read with the present one only.',
  }),
  ...z.object(settings).partial().shape,
});

export type AccountChange = z.infer<typeof accountChangeBody>;
