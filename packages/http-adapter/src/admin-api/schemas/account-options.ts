import { costUnits } from '@filmgate/core';
import { z } from 'zod';

/** Details of a provider for an operator who is about to give it a key. */
export const providerDetail = z.object({
  id: z.string(),
  protocol: z.string(),
  origin: z.string().nullable().meta({ description: 'Where it is asked; null for the mock.' }),
  credential: z.array(z.object({ name: z.string(), secret: z.boolean() })).meta({
    description: 'What to give: one field is the secret itself, several are a JSON object of them.',
  }),
  unit: z.enum(costUnits).meta({ description: 'What it counts in.' }),
  finds_by: z.enum(['own-id', 'notice', 'mark', 'list', 'none']).meta({
    description:
      'How a submission whose response was lost is found: `mark` by a field of it that the list echoes, `list` if the key is exclusive. Otherwise, and with `none`, a person decides.',
  }),
  charges: z.enum(['acceptance', 'success']).meta({ description: 'When it takes the money.' }),
  families: z.array(z.string()).meta({ description: 'Families with a route to it.' }),
  catalog: z.string().nullable().meta({
    description:
      'The entry of `FILMGATE_CATALOG` that offers its models; null where none does, or a catalog file is in use.',
  }),
  can_be_tested: z.boolean().meta({
    description: 'Whether its login can be tried without ordering anything.',
  }),
  docs_read: z
    .string()
    .nullable()
    .meta({ description: 'Newest day its documents were read; null where none is noted.' }),
});

export type ProviderDetail = z.infer<typeof providerDetail>;

/** Choices for a new account. */
export const accountOptions = z.object({
  providers: z
    .array(z.string())
    .meta({ description: 'Providers an upstream client exists for; the first is the default.' }),
  families: z.array(z.object({ id: z.string(), display_name: z.string() })),
  provider_details: z.array(providerDetail),
});
