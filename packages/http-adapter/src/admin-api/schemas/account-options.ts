import { z } from 'zod';

/** What an account can be made with. */
export const accountOptions = z.object({
  providers: z
    .array(z.string())
    .meta({ description: 'Providers an upstream client exists for; the first is the default.' }),
  families: z.array(z.object({ id: z.string(), display_name: z.string() })),
});
