import * as z from 'zod/mini';

/** Errors of the routes of pages, and of the programmatic ones. */
export const errorBody = z.union([
  z.object({ detail: z.string() }),
  z.object({ error: z.object({ message: z.string() }) }),
]);
