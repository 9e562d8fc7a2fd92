import { z } from 'zod';
import { instant } from './page.ts';

/** A code of the authenticator app, or a recovery code; spaces and hyphens do not count. */
const oneTimeCode = z.string('must be a string').max(64, 'must have at most 64 characters').meta({
  description: 'Six digits of the authenticator app, or a recovery code. Each code is valid once.',
});

export const loginBody = z.object({
  username: z
    .string('must be a string')
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters'),
  password: z.string('must be a string').max(1024, 'must have at most 1024 characters'),
  one_time_code: oneTimeCode.optional(),
});

/** The administrator who is logged in [login.session]. */
export const sessionResponse = z.object({
  user: z.object({ username: z.string(), role: z.literal('admin') }),
  expires_at: instant,
});

export type SessionResponse = z.infer<typeof sessionResponse>;

/** A session that is still valid, as the console shows it. */
export const openSession = z.object({
  id: z.string().meta({ description: 'ID of the session; not a credential.' }),
  username: z.string(),
  created_at: instant,
  last_seen_at: instant,
  idle_until: instant.meta({ description: 'Expiry of the session if unused.' }),
  expires_at: instant.meta({ description: 'Expiry of the session even if used.' }),
  current: z.boolean().meta({ description: 'True for the session of this request.' }),
});

export type OpenSessionRecord = z.infer<typeof openSession>;

export const endedSessions = z.object({ ended: z.int() });

/** Too long to guess in practice, and short enough to hash cheaply. */
const leastCharacters = 12;
const mostBytes = 1024;

const currentPassword = z.string('must be a string').max(1024, 'must have at most 1024 characters');

const newPassword = z
  .string('must be a string')
  .refine((text) => text.isWellFormed(), 'must be well-formed Unicode text')
  .refine(
    (text) => Array.from(text).length >= leastCharacters,
    `must have at least ${leastCharacters} characters`,
  )
  .refine((text) => Buffer.byteLength(text) <= mostBytes, `must have at most ${mostBytes} bytes`)
  .meta({
    description: 'At least 12 characters, at most 1024 bytes in UTF-8, and not a common password.',
  });

export const passwordChangeBody = z.strictObject({
  current_password: currentPassword,
  new_password: newPassword,
  one_time_code: oneTimeCode.optional(),
});

/** The state of the second factor. */
export const secondFactorResponse = z.object({
  state: z.enum(['off', 'unconfirmed', 'on']).meta({
    description:
      'unconfirmed: a secret was issued, and logins require no code until the first code is confirmed.',
  }),
  recovery_codes_left: z.int(),
});

export const newSecondFactorBody = z.strictObject({ current_password: currentPassword });

/** The only response with the secret. */
export const newSecondFactor = z.object({
  secret: z.string().meta({ description: 'Base32.' }),
  uri: z.string().meta({ description: 'otpauth://totp/… URL for authenticator apps.' }),
});

export const secondFactorConfirmationBody = z.strictObject({ one_time_code: oneTimeCode });

/** The only response with the recovery codes. */
export const recoveryCodesResponse = z.object({ recovery_codes: z.array(z.string()) });

export const secondFactorRemovalBody = z.strictObject({
  current_password: currentPassword,
  one_time_code: oneTimeCode.optional(),
});
