import * as z from 'zod/mini';

/** A page of a list of the admin API: `{data, next_cursor}`. */
export function pageOf<T>(item: z.ZodMiniType<T>) {
  return z.object({ data: z.array(item), next_cursor: z.nullable(z.string()) });
}
