import { costUnits } from '@filmgate/core';
import { z } from 'zod';

/** Details of a provider for an operator who is about to give it a key. */
export const providerDetail = z.object({
  id: z.string(),
  protocol: z.string(),
  origin: z.string().nullable().meta({ description: 'Origin of the API; null for the mock.' }),
  credential: z.array(z.object({ name: z.string(), secret: z.boolean() })).meta({
    description: 'Credential fields: one is the secret itself, several form a JSON object.',
  }),
  unit: z.enum(costUnits).meta({ description: 'Billing unit.' }),
  finds_by: z.enum(['own-key', 'own-id', 'notice', 'mark', 'list', 'none']).meta({
    description:
      'Search method for a submission whose response was lost: `own-key` by sending it again with its key, `mark` by a field that the list echoes, `list` if the key is exclusive. Otherwise, and with `none`, an operator decides.',
  }),
  images_at_once: z.boolean().meta({
    description:
      'True if images come in the response to their order: an operator resolves a lost one, whatever `finds_by`.',
  }),
  charges: z.enum(['acceptance', 'success']).meta({ description: 'Time of the charge.' }),
  families: z.array(z.string()).meta({ description: 'Families with a route to this provider.' }),
  catalog: z.string().nullable().meta({
    description:
      'Entry of `FILMGATE_CATALOG` that offers its models; null if there is none, or a catalog file is in use.',
  }),
  can_be_tested: z.boolean().meta({
    description: 'True if the login can be tested without ordering anything.',
  }),
  docs_read: z.string().nullable().meta({
    description: 'Newest date on which the provider documents were read; null if none is recorded.',
  }),
});

export type ProviderDetail = z.infer<typeof providerDetail>;

/** Choices for a new account. */
export const accountOptions = z.object({
  providers: z
    .array(z.string())
    .meta({ description: 'Providers with a client; the first is the default.' }),
  families: z.array(z.object({ id: z.string(), display_name: z.string() })),
  provider_details: z.array(providerDetail),
});
