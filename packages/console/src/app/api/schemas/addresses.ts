import * as z from 'zod/mini';

/** `GET /api/v1/admin/addresses`: where the surfaces are reached. */
export const addresses = z.object({ local_url: z.string(), tasks_url: z.nullable(z.string()) });
