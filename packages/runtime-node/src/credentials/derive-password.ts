import * as crypto from 'node:crypto';
import type { PasswordCost } from './password-encoding.ts';

export interface PasswordDerivation {
  readonly password: string;
  readonly salt: Uint8Array;
  /** Length of the hash, in bytes. */
  readonly length: number;
  readonly cost: PasswordCost;
}

/** True if this Node.js includes argon2 (24.7 and later). */
export function hasArgon2(): boolean {
  return typeof crypto.argon2 === 'function';
}

/**
 * One slow hash, computed off the main thread. The password is first put in Unicode form NFKC, so that the same
 * password typed on another keyboard or system matches (NIST SP 800-63B §3.1.1.2).
 *
 * @throws Error when the cost names argon2id and this Node.js has none
 */
export function derivePassword(derivation: PasswordDerivation): Promise<Uint8Array> {
  const { cost } = derivation;
  const message = Buffer.from(derivation.password.normalize('NFKC'), 'utf8');
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null, key: Uint8Array): void => {
      if (error === null) resolve(key);
      else reject(error);
    };
    if (cost.algorithm === 'scrypt') {
      const options = { N: 2 ** cost.logN, r: cost.blockSize, p: cost.lanes, maxmem: 2 ** 31 };
      crypto.scrypt(message, derivation.salt, derivation.length, options, settle);
      return;
    }
    if (!hasArgon2())
      throw new Error('this password was hashed with argon2id, which needs Node.js 24.7 or later');
    const parameters = {
      message,
      nonce: derivation.salt,
      parallelism: cost.lanes,
      tagLength: derivation.length,
      memory: cost.memoryKib,
      passes: cost.passes,
    };
    crypto.argon2('argon2id', parameters, settle);
  });
}
