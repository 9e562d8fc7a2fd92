import * as z from 'zod/mini';

/** `GET /api/v1/admin/store`: whether the store still knows everything it answered. */
export const storeState = z.object({
  kind: z.enum(['sqlite', 'redis']),
  loss: z.nullable(
    z.object({
      noticed_at: z.nullable(z.string()),
      missing_changes: z.nullable(z.number()),
      detail: z.string(),
    }),
  ),
});

export type StoreState = z.infer<typeof storeState>;
