import * as z from 'zod/mini';

/** `GET /api/v1/admin/second-factor`: whether logins need a one-time code. */
export const secondFactor = z.object({
  state: z.enum(['off', 'unconfirmed', 'on']),
  recovery_codes_left: z.number(),
});

/** `POST /api/v1/admin/second-factor`: the one time a secret is shown. */
export const newSecondFactor = z.object({ secret: z.string(), uri: z.string() });

export type NewSecondFactor = z.infer<typeof newSecondFactor>;

/** `POST /api/v1/admin/second-factor/confirm`: the one time recovery codes are shown. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
