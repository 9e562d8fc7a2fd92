import * as z from 'zod/mini';

/** A setting as `GET /api/v1/admin/settings` shows it. */
export const setting = z.object({
  name: z.string(),
  value: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
  source: z.enum(['default', 'environment', 'stored']),
  secret: z.boolean(),
  restart_required: z.boolean(),
});

export type Setting = z.infer<typeof setting>;

export const settingList = z.object({ data: z.array(setting) });
