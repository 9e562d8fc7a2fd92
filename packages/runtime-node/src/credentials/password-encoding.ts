/** The cost of one argon2id derivation (RFC 9106). */
export interface Argon2idCost {
  readonly algorithm: 'argon2id';
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** The cost of one scrypt derivation (RFC 7914): N = 2^logN, 128·N·r bytes of memory. */
export interface ScryptCost {
  readonly algorithm: 'scrypt';
  readonly logN: number;
  readonly blockSize: number;
  readonly lanes: number;
}

/** Algorithm and cost of a password hash. */
export type PasswordCost = Argon2idCost | ScryptCost;

/** Parts of a stored password hash. */
export interface PasswordEncoding {
  readonly cost: PasswordCost;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

const ARGON2ID =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
const SCRYPT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Limits on the cost of one verification that a damaged or hostile row can cause. */
const LARGEST_MEMORY_KIB = 1024 * 1024;
const LARGEST_LOG_N = 20;

/** Formats a hash in the PHC string format: algorithm, parameters, salt and hash in one text. */
export function formatPasswordEncoding(encoding: PasswordEncoding): string {
  const { cost } = encoding;
  const parameters =
    cost.algorithm === 'argon2id'
      ? `v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}`
      : `ln=${cost.logN},r=${cost.blockSize},p=${cost.lanes}`;
  return `$${cost.algorithm}$${parameters}$${toBase64(encoding.salt)}$${toBase64(encoding.hash)}`;
}

/** Parses a PHC string of one of the two algorithms; undefined for anything else, or for excessive costs. */
export function parsePasswordEncoding(text: string): PasswordEncoding | undefined {
  const argon2id = ARGON2ID.exec(text);
  if (argon2id !== null) {
    const [memoryKib, passes, lanes] = numbers(argon2id);
    const sound =
      lanes >= 1 && passes >= 1 && memoryKib >= 8 * lanes && memoryKib <= LARGEST_MEMORY_KIB;
    return sound
      ? withBytes({ algorithm: 'argon2id', memoryKib, passes, lanes }, argon2id)
      : undefined;
  }
  const scrypt = SCRYPT.exec(text);
  if (scrypt === null) return undefined;
  const [logN, blockSize, lanes] = numbers(scrypt);
  const sound =
    lanes >= 1 &&
    blockSize >= 1 &&
    logN >= 1 &&
    logN <= LARGEST_LOG_N &&
    2 ** logN * blockSize <= 2 ** 23;
  return sound ? withBytes({ algorithm: 'scrypt', logN, blockSize, lanes }, scrypt) : undefined;
}

function numbers(match: RegExpExecArray): readonly [number, number, number] {
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

function withBytes(cost: PasswordCost, match: RegExpExecArray): PasswordEncoding {
  return {
    cost,
    salt: Buffer.from(match[4] ?? '', 'base64'),
    hash: Buffer.from(match[5] ?? '', 'base64'),
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
