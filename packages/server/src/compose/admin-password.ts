import type { AuditEntry, KeyValueStore } from '@filmgate/core';
import {
  createPasswordHasher,
  type PasswordHasher,
  type TimeOrderedIds,
} from '@filmgate/runtime-node';
import { z } from 'zod';

/** Checks the administrator's login, and changes its password. Both are in the store: a change applies to all nodes. */
export interface AdminPassword {
  readonly verify: (username: string, password: string) => Promise<boolean>;
  /** True if this is the administrator's name. */
  readonly isNamed: (username: string) => Promise<boolean>;
  /** Password generated at the first start, to be printed once; null when one was given or generated before. */
  readonly generated: string | null;
  /** Instant from which this name and this password apply; a session opened before used others. */
  readonly since: () => Promise<number>;
  /**
   * Replaces the password, with its entry of the audit log, unless the login in force began at another instant than
   * `since`; returns the instant the new one began, or undefined when someone else changed it meanwhile.
   */
  readonly change: (input: {
    readonly password: string;
    readonly since: number;
    readonly now: number;
    readonly audit: AuditEntry;
  }) => Promise<number | undefined>;
}

export interface AdminPasswordInput {
  readonly username: string;
  /** Password given by the operator; undefined = one is generated once per store. */
  readonly given: string | undefined;
  readonly values: KeyValueStore;
  readonly ids: Pick<TimeOrderedIds, 'token'>;
  readonly now: number;
}

/**
 * Record of the login in force. `chosenOver` is the password of the environment, or the generated one, that was in
 * force when the administrator chose another; while the environment gives the same password, the chosen one stays in
 * force.
 */
const loginRecord = z.object({
  username: z.string(),
  encoded: z.string(),
  since: z.number(),
  chosenOver: z.string().optional(),
});
type Login = z.infer<typeof loginRecord>;

const generatedName = 'admin-password-hash';
const loginName = 'admin-login';
const generatedBytes = 18;

/** Opens the password that the administrator chose, else the operator's, else one generated once per store. */
export async function openAdminPassword(input: AdminPasswordInput): Promise<AdminPassword> {
  const hasher = createPasswordHasher();
  const { values } = input;
  let reported: string | null = null;
  for (;;) {
    const stored = await values.get(loginName);
    const last = stored === undefined ? undefined : readLogin(stored);
    const { generated, ...login } = await loginNow(hasher, input, last);
    reported ??= generated;
    const text = JSON.stringify(login);
    if (text === stored || (await replace(values, { over: stored, login })))
      return { generated: reported, ...passwordIn(values, hasher, login) };
    // Another node starts at the same time: its login is the newest now.
  }
}

async function loginNow(
  hasher: PasswordHasher,
  input: AdminPasswordInput,
  last: Login | undefined,
): Promise<Login & Pick<AdminPassword, 'generated'>> {
  const { username, given } = input;
  // The instant identifies the login, so each login has a different one, even when the clock was set back.
  const now = Math.max(input.now, (last?.since ?? 0) + 1);
  const same = last !== undefined && last.username === username ? last : undefined;
  const basis = same?.chosenOver ?? same?.encoded;
  if (given === undefined) {
    const { encoded, generated } = await keptPassword(hasher, input);
    return {
      ...(same !== undefined && basis === encoded ? same : { username, encoded, since: now }),
      generated,
    };
  }
  const known = basis === undefined ? 'other' : await verdict(hasher, given, basis);
  if (same === undefined || known === 'other')
    return { username, encoded: await hasher.hash(given), since: now, generated: null };
  if (known === 'same') return { ...same, generated: null };
  const encoded = await hasher.hash(given);
  const renewed = same.chosenOver === undefined ? { encoded } : { chosenOver: encoded };
  return { ...same, ...renewed, generated: null };
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

/** Result `outdated`: the same password, to be hashed again. */
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
    // Hashed by a Node.js with an algorithm this one lacks: the result is unknown, and a new login is the safe side.
    return 'other';
  }
}

/** Login in force. A store that lost all its data still needs its administrator: the login read last remains valid. */
function passwordIn(
  values: KeyValueStore,
  hasher: PasswordHasher,
  first: Login,
): Omit<AdminPassword, 'generated'> {
  let last = first;
  const read = async () => {
    const stored = await values.get(loginName);
    if (stored !== undefined) last = readLogin(stored);
    return { stored, login: last };
  };
  return {
    isNamed: async (username) => (await read()).login.username === username,
    since: async () => (await read()).login.since,
    async verify(username, password) {
      const { login } = await read();
      const verified =
        username === login.username
          ? await hasher.verify({ password, encoded: login.encoded })
          : await hasher.verifyForNobody(password);
      return verified.kind === 'match';
    },
    async change({ password, since, now, audit }) {
      const { stored, login } = await read();
      if (login.since !== since) return undefined;
      const next = {
        username: login.username,
        encoded: await hasher.hash(password),
        // Sessions of this very millisecond were opened with the former password.
        since: Math.max(now, login.since) + 1,
        chosenOver: login.chosenOver ?? login.encoded,
      };
      const isPut = await replace(values, { over: stored, login: next, audit });
      return isPut ? next.since : undefined;
    },
  };
}

function readLogin(stored: string): Login {
  return loginRecord.parse(JSON.parse(stored));
}

async function replace(
  values: KeyValueStore,
  {
    over,
    login,
    audit,
  }: { readonly over: string | undefined; readonly login: Login; readonly audit?: AuditEntry },
): Promise<boolean> {
  return values.putAllIf({
    values: new Map([[loginName, JSON.stringify(login)]]),
    expected: { name: loginName, value: over },
    ...(audit !== undefined && { audit }),
  });
}
