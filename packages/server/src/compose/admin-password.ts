import type { NamedValues } from '@filmgate/core';
import {
  createPasswordHasher,
  type PasswordHasher,
  type TimeOrderedIds,
} from '@filmgate/runtime-node';

/** Checks the administrator's name and password. */
export interface AdminPassword {
  readonly verify: (username: string, password: string) => Promise<boolean>;
  /** A password made at the first start, to be printed once; null when one was given or made before. */
  readonly generated: string | null;
}

const valueName = 'admin-password-hash';
const generatedBytes = 18;

/** The password given by the operator, or one generated once per store. */
export async function openAdminPassword(input: {
  readonly username: string;
  readonly given: string | undefined;
  readonly values: NamedValues;
  readonly ids: Pick<TimeOrderedIds, 'token'>;
}): Promise<AdminPassword> {
  const { username, given, values, ids } = input;
  const hasher = createPasswordHasher();
  if (given !== undefined)
    return { generated: null, verify: verifier(hasher, username, await hasher.hash(given)) };
  const stored = await values.get(valueName);
  if (stored !== undefined) return { generated: null, verify: verifier(hasher, username, stored) };
  const generated = ids.token(generatedBytes);
  const mine = await hasher.hash(generated);
  const inForce = await values.putIfAbsent(valueName, mine);
  return {
    generated: inForce === mine ? generated : null,
    verify: verifier(hasher, username, inForce),
  };
}

function verifier(
  hasher: PasswordHasher,
  expected: string,
  encoded: string,
): AdminPassword['verify'] {
  return async (username, password) => {
    const verdict =
      username === expected
        ? await hasher.verify({ password, encoded })
        : await hasher.verifyForNobody(password);
    return verdict.kind === 'match';
  };
}
