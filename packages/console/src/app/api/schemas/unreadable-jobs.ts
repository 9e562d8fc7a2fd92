import * as z from 'zod/mini';

/** `GET /api/v1/admin/unreadable-jobs`: jobs whose records cannot be read. */
export const unreadableJobs = z.object({
  data: z.array(z.object({ id: z.string(), reason: z.string(), noticed_at: z.string() })),
  total: z.number(),
});
