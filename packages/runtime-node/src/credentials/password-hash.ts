import { randomBytes, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';
import { derivePassword, hasArgon2 } from './derive-password.ts';
import {
  formatPasswordEncoding,
  type PasswordCost,
  parsePasswordEncoding,
} from './password-encoding.ts';

/** Result of a password check. */
export type PasswordVerdict =
  /** `outdated`: stored under another algorithm or cost than today's; hash the password again and save it. */
  { readonly kind: 'match'; readonly outdated: boolean } | { readonly kind: 'mismatch' };

/**
 * Stores passwords so that a stolen table reveals none of them cheaply. One hash runs at a time: each takes one of the
 * few threads that also read files and resolve host names. The login limits how many wait; the queue has its own limit,
 * reached only when that one is missing: then each method throws an Error at once.
 */
export interface PasswordHasher {
  /** Returns the text to store (PHC string format), with its own random salt and parameters. */
  hash(password: string): Promise<string>;
  /** @throws Error when `encoded` is not a hash in the supported format, or needs an algorithm this Node.js lacks */
  verify(input: { readonly password: string; readonly encoded: string }): Promise<PasswordVerdict>;
  /** Costs as much as `verify` and never matches, so that the time does not reveal if a user name exists. */
  verifyForNobody(password: string): Promise<PasswordVerdict>;
}

export interface PasswordHasherOptions {
  /** Defaults to {@link ARGON2ID_COST} where Node.js has argon2, else {@link SCRYPT_COST}. */
  readonly cost?: PasswordCost;
}

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
export const ARGON2ID_COST = {
  algorithm: 'argon2id',
  memoryKib: 19_456,
  passes: 2,
  lanes: 1,
} as const satisfies PasswordCost;

/** OWASP Password Storage Cheat Sheet: scrypt with N = 2^15, r = 8, p = 3 (32 MiB). */
export const SCRYPT_COST = {
  algorithm: 'scrypt',
  logN: 15,
  blockSize: 8,
  lanes: 3,
} as const satisfies PasswordCost;

/** Maximum number of hashes waiting for their turn. */
const MOST_WAITING = 64;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** @throws Error at the first use when the cost names argon2id and this Node.js has none */
export function createPasswordHasher(options: PasswordHasherOptions = {}): PasswordHasher {
  const { cost = hasArgon2() ? ARGON2ID_COST : SCRYPT_COST } = options;
  const oneAtATime = pLimit(1);
  const derive: typeof derivePassword = (derivation) => {
    if (oneAtATime.pendingCount >= MOST_WAITING)
      return Promise.reject(new Error('too many password hashes are pending'));
    return oneAtATime(() => derivePassword(derivation));
  };
  const verifyEncoded = async (password: string, encoded: string): Promise<PasswordVerdict> => {
    const stored = parsePasswordEncoding(encoded);
    if (stored === undefined) throw new Error('a stored password hash cannot be read');
    const { salt, hash } = stored;
    const derived = await derive({
      password,
      salt,
      length: hash.length,
      cost: stored.cost,
    });
    if (!timingSafeEqual(derived, hash)) return { kind: 'mismatch' };
    return { kind: 'match', outdated: !sameCost(stored.cost, cost) || hash.length !== HASH_BYTES };
  };
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive({ password, salt, length: HASH_BYTES, cost });
      return formatPasswordEncoding({ cost, salt, hash });
    },
    verify: ({ password, encoded }) => verifyEncoded(password, encoded),
    verifyForNobody: (password) => {
      const unmatchable = { cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };
      return verifyEncoded(password, formatPasswordEncoding(unmatchable));
    },
  };
}

function sameCost(a: PasswordCost, b: PasswordCost): boolean {
  const parameters = (cost: PasswordCost): string =>
    formatPasswordEncoding({ cost, salt: new Uint8Array(0), hash: new Uint8Array(0) });
  return parameters(a) === parameters(b);
}
