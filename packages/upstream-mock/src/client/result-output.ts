import { z } from 'zod';

/**
 * Where a result lies. Only this path of the provider's own origin is ever fetched: an answer cannot
 * send the account's key, or us, anywhere else.
 */
export const outputSchema = z.object({ url: z.string().regex(/^\/v1\/results\/[\w-]+$/) });
