import { fc, test as law } from '@fast-check/vitest';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type * as derivation from './derive-password.ts';
import { derivePassword, hasArgon2 } from './derive-password.ts';
import { formatPasswordEncoding, parsePasswordEncoding } from './password-encoding.ts';
import { ARGON2ID_COST, createPasswordHasher, SCRYPT_COST } from './password-hash.ts';

/** Other files of this worker use the original module. */
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/** Derivations are spied on, and executed. */
vi.mock(import('./derive-password.ts'), { spy: true });

/** Lowest cost the formats allow: the behaviour under test does not depend on cost. */
const CHEAP_ARGON2ID = { algorithm: 'argon2id', memoryKib: 8, passes: 1, lanes: 1 } as const;
const CHEAP_SCRYPT = { algorithm: 'scrypt', logN: 4, blockSize: 8, lanes: 1 } as const;

test('this Node.js has argon2, so both algorithms are tested', () => {
  expect(hasArgon2()).toBe(true);
});

describe.for([CHEAP_ARGON2ID, CHEAP_SCRYPT])('$algorithm', (cost) => {
  const hasher = createPasswordHasher({ cost });
  const password = fc.string({ unit: 'grapheme' });

  law.prop([password, password], { numRuns: 50 })(
    'matches its own password and no other',
    async (right, wrong) => {
      const encoded = await hasher.hash(right);
      expect(await hasher.verify({ password: right, encoded })).toEqual({
        kind: 'match',
        outdated: false,
      });
      fc.pre(right.normalize('NFKC') !== wrong.normalize('NFKC'));
      expect(await hasher.verify({ password: wrong, encoded })).toEqual({ kind: 'mismatch' });
    },
  );

  test('gives the same password another hash each time', async () => {
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'));
  });

  test('matches however the keyboard composed the letters', async () => {
    const encoded = await hasher.hash('caf\u00e9');
    expect(await hasher.verify({ password: 'cafe\u0301', encoded })).toEqual({
      kind: 'match',
      outdated: false,
    });
  });

  test('never matches without a user', async () => {
    expect(await hasher.verifyForNobody('anything')).toEqual({ kind: 'mismatch' });
  });

  test('reports when the stored cost is not the one in force', async () => {
    const other = createPasswordHasher({
      cost: cost === CHEAP_SCRYPT ? CHEAP_ARGON2ID : CHEAP_SCRYPT,
    });
    const encoded = await other.hash('secret');
    expect(await hasher.verify({ password: 'secret', encoded })).toEqual({
      kind: 'match',
      outdated: true,
    });
    expect(await hasher.verify({ password: 'wrong', encoded })).toEqual({ kind: 'mismatch' });
  });

  test.for(['', 'secret', '$2b$12$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=8,t=1,p=1$c2FsdA$'])(
    'treats an unreadable stored hash %j as a fault',
    async (encoded) => {
      await expect(hasher.verify({ password: 'secret', encoded })).rejects.toThrow(
        'cannot be read',
      );
    },
  );
});

describe('defaults', () => {
  test('are the costs OWASP asks for', async () => {
    expect(await createPasswordHasher().hash('x')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    );
    expect(await createPasswordHasher({ cost: SCRYPT_COST }).hash('x')).toMatch(
      /^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/,
    );
  });

  test('cost the same without a user as with one', async () => {
    const hasher = createPasswordHasher({ cost: ARGON2ID_COST });
    const encoded = await hasher.hash('secret');
    const { mock } = vi.mocked(derivePassword).mockClear();
    await hasher.verify({ password: 'wrong', encoded });
    await hasher.verifyForNobody('wrong');
    const asked = mock.calls.map(([{ salt, ...rest }]) => [salt.length, rest]);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
  });
});

describe('many at once', () => {
  test('[guessing.hash-one-at-a-time] are hashed one after the other, whatever is asked', async () => {
    const hasher = createPasswordHasher({ cost: CHEAP_ARGON2ID });
    const encoded = await hasher.hash('secret');
    const real = await vi.importActual<typeof derivation>('./derive-password.ts');
    let [now, most] = [0, 0];
    vi.mocked(derivePassword).mockImplementation(async (asked) => {
      now += 1;
      most = Math.max(most, now);
      try {
        return await real.derivePassword(asked);
      } finally {
        now -= 1;
      }
    });
    const all = Array.from({ length: 20 }, () => [
      hasher.verify({ password: 'secret', encoded }),
      hasher.verifyForNobody('secret'),
      hasher.hash('other'),
    ]).flat();
    await Promise.all(all);
    vi.mocked(derivePassword).mockImplementation(real.derivePassword);
    expect(most).toBe(1);
  });

  test('[guessing.hash-one-at-a-time] beyond 64 that wait are refused at once', async () => {
    const hasher = createPasswordHasher({ cost: CHEAP_ARGON2ID });
    const before = vi.mocked(derivePassword).mockClear();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, () => hasher.verifyForNobody('x')),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(300 - 66);
    expect(before.mock.calls).toHaveLength(300 - refused.length);
  });
});

describe('published values', () => {
  test('scrypt derives as in RFC 7914 §12', async () => {
    const cost = { algorithm: 'scrypt', logN: 10, blockSize: 8, lanes: 16 } as const;
    const derived = await derivePassword({
      password: 'password',
      salt: Buffer.from('NaCl'),
      length: 64,
      cost,
    });
    expect(Buffer.from(derived).toString('hex')).toBe(
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162' +
        '2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    );
  });

  test('argon2id verifies a hash made by the reference program', async () => {
    // From the test suite of the reference implementation (phc-winner-argon2, test.c, version 0x13).
    const encoded =
      '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    const hasher = createPasswordHasher();
    expect(await hasher.verify({ password: 'password', encoded })).toEqual({
      kind: 'match',
      outdated: true,
    });
    expect(await hasher.verify({ password: 'Password', encoded })).toEqual({ kind: 'mismatch' });
  });
});

describe('encoding', () => {
  const bytes = (smallest: number): fc.Arbitrary<Uint8Array> =>
    fc.uint8Array({ minLength: smallest, maxLength: 64 });
  const costs = fc.oneof(
    fc.record({
      algorithm: fc.constant('argon2id' as const),
      memoryKib: fc.integer({ min: 800, max: 1024 * 1024 }),
      passes: fc.integer({ min: 1, max: 99 }),
      lanes: fc.integer({ min: 1, max: 99 }),
    }),
    fc.record({
      algorithm: fc.constant('scrypt' as const),
      logN: fc.integer({ min: 1, max: 17 }),
      blockSize: fc.integer({ min: 1, max: 64 }),
      lanes: fc.integer({ min: 1, max: 99 }),
    }),
  );

  law.prop([costs, bytes(9), bytes(17)])('reads back what it wrote', (cost, salt, hash) => {
    const read = parsePasswordEncoding(formatPasswordEncoding({ cost, salt, hash }));
    expect(
      read === undefined ? undefined : { ...read, salt: [...read.salt], hash: [...read.hash] },
    ).toEqual({
      cost,
      salt: [...salt],
      hash: [...hash],
    });
  });

  test.for([
    ['argon2id', 'v=19$m=1048576,t=1,p=1'],
    ['argon2id', 'v=19$m=16,t=1,p=2'],
    ['scrypt', 'ln=20,r=8,p=1'],
  ] as const)('takes the largest and smallest sensible %s %s', ([algorithm, parameters]) => {
    const encoded = `$${algorithm}$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
    expect(parsePasswordEncoding(encoded)?.cost.algorithm).toBe(algorithm);
  });

  test.for([
    ['argon2id', 'v=19$m=1048577,t=1,p=1'],
    ['argon2id', 'v=19$m=9999999,t=1,p=1'],
    ['argon2id', 'v=19$m=8,t=0,p=1'],
    ['argon2id', 'v=19$m=8,t=1,p=0'],
    ['argon2id', 'v=19$m=8,t=1,p=2'],
    ['argon2id', 'v=16$m=8,t=1,p=1'],
    ['argon2i', 'v=19$m=8,t=1,p=1'],
    ['scrypt', 'ln=21,r=8,p=1'],
    ['scrypt', 'ln=20,r=9,p=1'],
    ['scrypt', 'ln=0,r=8,p=1'],
    ['scrypt', 'ln=4,r=0,p=1'],
  ] as const)('refuses the absurd %s %s', ([algorithm, parameters]) => {
    expect(
      parsePasswordEncoding(`$${algorithm}$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`),
    ).toBeUndefined();
  });
});
