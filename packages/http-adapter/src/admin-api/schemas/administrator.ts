import { z } from 'zod';
import { oneTimeCode } from './session.ts';

/** So long that guessing it takes longer than anybody has, so short that hashing it costs little. */
const leastCharacters = 12;
const mostBytes = 1024;

const currentPassword = z.string('must be a text').max(1024, 'must have at most 1024 characters');

const newPassword = z
  .string('must be a text')
  .refine((text) => text.isWellFormed(), 'must be well-formed Unicode text')
  .refine(
    (text) => Array.from(text).length >= leastCharacters,
    `must have at least ${leastCharacters} characters`,
  )
  .refine((text) => Buffer.byteLength(text) <= mostBytes, `must have at most ${mostBytes} bytes`)
  .meta({
    description: 'At least 12 characters, at most 1024 bytes of UTF-8, and not a common one.',
  });

export const passwordChangeBody = z.strictObject({
  current_password: currentPassword,
  new_password: newPassword,
  one_time_code: oneTimeCode.optional(),
});

/** Whether logins need a one-time code. */
export const secondFactorAnswer = z.object({
  state: z.enum(['off', 'unconfirmed', 'on']).meta({
    description:
      'unconfirmed: a secret was shown, and logins need no code before a first one was seen.',
  }),
  recovery_codes_left: z.int(),
});

export const newSecondFactorBody = z.strictObject({ current_password: currentPassword });

/** The one time a secret is shown. */
export const newSecondFactor = z.object({
  secret: z.string().meta({ description: 'Base32.' }),
  uri: z.string().meta({ description: 'otpauth://totp/…, as authenticator apps read it.' }),
});

export const secondFactorConfirmationBody = z.strictObject({ one_time_code: oneTimeCode });

/** The one time recovery codes are shown. */
export const recoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) });

export const secondFactorRemovalBody = z.strictObject({
  current_password: currentPassword,
  one_time_code: oneTimeCode.optional(),
});
