import type { ModelFamily } from '@filmgate/core';
import { z } from 'zod';
import { instant } from './page.ts';

/** The announced end of a model. */
export const retirement = z.object({
  retires_at: instant.meta({ description: 'Time from which the model is refused.' }),
  replaced_by: z.string().nullable().meta({ description: 'Family of the successor.' }),
});

export function encodeRetirement(family: ModelFamily): z.infer<typeof retirement> | null {
  if (family.retirement === undefined) return null;
  const { retiresAt, replacedBy } = family.retirement;
  return { retires_at: retiresAt, replaced_by: replacedBy };
}
