import * as z from 'zod/mini';

/** `GET /api/v1/admin/clock`: whether the clock is believed where something is removed for its age. */
export const clockState = z.object({
  at: z.string(),
  jump: z.nullable(z.object({ witnessed_at: z.string(), clock_at: z.string() })),
});

export type ClockState = z.infer<typeof clockState>;
