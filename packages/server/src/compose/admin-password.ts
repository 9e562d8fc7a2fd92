import type { NamedValues } from '@filmgate/core';
import {
  createPasswordHasher,
  type PasswordHasher,
  type TimeOrderedIds,
} from '@filmgate/runtime-node';
import { z } from 'zod';

/** Checks the administrator's name and password. */
export interface AdminPassword {
  readonly verify: (username: string, password: string) => Promise<boolean>;
  /** A password made at the first start, to be printed once; null when one was given or made before. */
  readonly generated: string | null;
  /** Since when this name and this password are in force; a session opened before was opened with others. */
  readonly since: number;
}

export interface AdminPasswordInput {
  readonly username: string;
  /** What the operator gave; undefined = one is generated once per store. */
  readonly given: string | undefined;
  readonly values: NamedValues;
  readonly ids: Pick<TimeOrderedIds, 'token'>;
  readonly now: number;
}

/** The login of the last start, to know whether it is another one now. */
const lastLogin = z.object({ username: z.string(), encoded: z.string(), since: z.number() });
type LastLogin = z.infer<typeof lastLogin>;

const generatedName = 'admin-password-hash';
const lastLoginName = 'admin-login';
const generatedBytes = 18;

/** The password given by the operator, or one generated once per store. */
export async function openAdminPassword(input: AdminPasswordInput): Promise<AdminPassword> {
  const { username, values } = input;
  const hasher = createPasswordHasher();
  let told: string | null = null;
  for (;;) {
    const stored = await values.get(lastLoginName);
    const last = stored === undefined ? undefined : lastLogin.parse(JSON.parse(stored));
    const { generated, ...login } = await loginNow(hasher, input, last);
    told ??= generated;
    if (isSameLogin(last, login) || (await remember(values, stored, login))) {
      const { encoded, since } = login;
      return { generated: told, since, verify: verifier(hasher, username, encoded) };
    }
    // Another node starts at the same time: what it wrote is the last login now.
  }
}

async function loginNow(
  hasher: PasswordHasher,
  input: AdminPasswordInput,
  last: LastLogin | undefined,
): Promise<LastLogin & Pick<AdminPassword, 'generated'>> {
  const { username, given, now } = input;
  const isSame = last !== undefined && last.username === username;
  if (given === undefined) {
    const { encoded, generated } = await keptPassword(hasher, input);
    const since = isSame && last.encoded === encoded ? last.since : now;
    return { username, encoded, since, generated };
  }
  const known = isSame ? await verdict(hasher, given, last.encoded) : 'other';
  const encoded = isSame && known === 'same' ? last.encoded : await hasher.hash(given);
  const since = isSame && known !== 'other' ? last.since : now;
  return { username, encoded, since, generated: null };
}

async function keptPassword(
  hasher: PasswordHasher,
  { values, ids }: AdminPasswordInput,
): Promise<{ readonly encoded: string; readonly generated: string | null }> {
  const stored = await values.get(generatedName);
  if (stored !== undefined) return { encoded: stored, generated: null };
  const generated = ids.token(generatedBytes);
  const mine = await hasher.hash(generated);
  const encoded = await values.putIfAbsent(generatedName, mine);
  return { encoded, generated: encoded === mine ? generated : null };
}

/** `outdated`: the same password, to be hashed anew. */
async function verdict(
  hasher: PasswordHasher,
  password: string,
  encoded: string,
): Promise<'same' | 'outdated' | 'other'> {
  try {
    const verified = await hasher.verify({ password, encoded });
    if (verified.kind === 'mismatch') return 'other';
    return verified.outdated ? 'outdated' : 'same';
  } catch {
    // Hashed by a Node.js with an algorithm this one lacks: nothing is known, and a new login is the safe side.
    return 'other';
  }
}

function isSameLogin(last: LastLogin | undefined, login: LastLogin): boolean {
  return last?.encoded === login.encoded && last.username === login.username;
}

async function remember(
  values: NamedValues,
  over: string | undefined,
  login: LastLogin,
): Promise<boolean> {
  return values.putAllIf({
    values: new Map([[lastLoginName, JSON.stringify(login)]]),
    expected: { name: lastLoginName, value: over },
  });
}

function verifier(
  hasher: PasswordHasher,
  expected: string,
  encoded: string,
): AdminPassword['verify'] {
  return async (username, password) => {
    const verified =
      username === expected
        ? await hasher.verify({ password, encoded })
        : await hasher.verifyForNobody(password);
    return verified.kind === 'match';
  };
}
