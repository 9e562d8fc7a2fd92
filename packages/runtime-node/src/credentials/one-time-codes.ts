import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app supports it: SHA-1, six digits, a new code every 30 seconds. */
const parameters = { issuer: 'Filmgate', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const periodMs = parameters.period * 1000;

/** 160 bits, as RFC 4226 §4 R6 recommends. */
const secretBytes = 20;

/** Maximum clock difference of a device, in steps either way (RFC 6238 §5.2). */
const drift = 1;

/** Returns a new shared secret, as base32. */
export function newOneTimeSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** URI in the QR code for an authenticator app: `otpauth://totp/…`, with the secret in it. */
export function oneTimeCodeUri(secret: string, username: string): string {
  return generatorOf(secret, username).toString();
}

/** Step of a code nearest to `now` (ms), in units of 30 s since 1970; undefined if no near step has this code. */
export function stepOfOneTimeCode(input: {
  readonly secret: string;
  readonly code: string;
  readonly now: number;
}): number | undefined {
  const { secret, code, now } = input;
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = generatorOf(secret, '').validate({ token: code, timestamp: now, window: drift });
  return delta === null ? undefined : Math.floor(now / periodMs) + delta;
}

function generatorOf(secret: string, label: string): TOTP {
  return new TOTP({ ...parameters, label, secret: Secret.fromBase32(secret) });
}
