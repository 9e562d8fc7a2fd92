import {
  type AdminAccess,
  type AdminSession,
  type GatewayPorts,
  type KeyValueStore,
  StorageUnavailable,
} from '@filmgate/core';

/** Maximum number of writes that wait for space: a login takes about ten. */
const mostWaiting = 1_000;

type SessionLook = Parameters<AdminAccess['findSession']>[0];

/** Parts of the store that the second factor uses. */
export type SecondFactorValues = Pick<KeyValueStore, 'get' | 'putAllIf'>;

/**
 * Lets the administrator log in and out while the store rejects writes, for want of space or of its file: writes of a
 * login wait in the memory of this process, in their order, and go to the store with the first write that succeeds.
 */
export function loginWithoutRoom<P extends Pick<GatewayPorts, 'storage'>>(
  ports: P,
): { readonly ports: P; readonly values: SecondFactorValues } {
  const waiting = new WaitingWrites();
  const inner = ports.storage.adminAccess;
  const adminAccess: AdminAccess = {
    ...inner,
    ...sessionsWithoutRoom(inner, waiting),
    ...failuresWithoutRoom(inner, waiting),
    recordAudit: (entry) =>
      waiting.write(
        () => inner.recordAudit(entry),
        () => undefined,
      ),
  };
  return {
    ports: { ...ports, storage: { ...ports.storage, adminAccess } },
    values: valuesWithoutRoom(ports.storage.values, waiting),
  };
}

function sessionsWithoutRoom(inner: AdminAccess, waiting: WaitingWrites) {
  const { sessions, ended } = waiting;
  return {
    openSession: (session, audited) =>
      waiting.write(
        () => inner.openSession(session, audited),
        () => sessions.set(session.idDigest, session),
      ),
    async visit(input) {
      const here = waiting.sessionHere(input);
      if (here !== undefined) {
        const visited = { ...here, lastSeenAt: Math.max(here.lastSeenAt, input.now) };
        sessions.set(here.idDigest, visited);
        return visited;
      }
      return waiting.unlessEnded(await visitOrFind(inner, input));
    },
    findSession: async (input) =>
      waiting.sessionHere(input) ?? waiting.unlessEnded(await inner.findSession(input)),
    async listSessions(input) {
      const here = [...sessions.values()].filter((session) => isAlive(session, input));
      const stored = (await inner.listSessions(input)).filter(
        ({ idDigest }) => !ended.has(idDigest),
      );
      return [...here, ...stored]
        .toSorted((one, other) => other.lastSeenAt - one.lastSeenAt)
        .slice(0, input.limit);
    },
    closeSession: (idDigest, audited) =>
      waiting.write(
        () => inner.closeSession(idDigest, audited),
        () => {
          sessions.delete(idDigest);
          ended.add(idDigest);
        },
      ),
  } satisfies Partial<AdminAccess>;
}

/** Records a visit, or only finds the session where the visit cannot be recorded. */
async function visitOrFind(inner: AdminAccess, input: SessionLook) {
  try {
    return await inner.visit(input);
  } catch (error) {
    if (!isClosedToWrites(error)) throw error;
    return await inner.findSession(input);
  }
}

function failuresWithoutRoom(inner: AdminAccess, waiting: WaitingWrites) {
  const { failures, cleared } = waiting;
  return {
    async loginFailures(input) {
      const stored = cleared.has(input.subject) ? [] : await inner.loginFailures(input);
      const here = (failures.get(input.subject) ?? []).filter((at) => at >= input.since);
      return [...stored, ...here];
    },
    recordLoginFailure: (input) =>
      waiting.write(
        () => inner.recordLoginFailure(input),
        () => failures.set(input.subject, [...(failures.get(input.subject) ?? []), input.now]),
      ),
    clearLoginFailures: (subject) =>
      waiting.write(
        () => inner.clearLoginFailures(subject),
        () => {
          failures.delete(subject);
          cleared.add(subject);
        },
      ),
  } satisfies Partial<AdminAccess>;
}

function valuesWithoutRoom(values: SecondFactorValues, waiting: WaitingWrites): SecondFactorValues {
  const { texts } = waiting;
  return {
    get: async (name) => texts.get(name) ?? (await values.get(name)),
    async putAllIf(input) {
      const { name, value } = input.expected;
      const here = texts.get(name);
      if (here !== undefined && here !== value) return false;
      let isPut = true;
      await waiting.write(
        async () => {
          isPut = await values.putAllIf(input);
        },
        () => {
          for (const [key, text] of input.values) texts.set(key, text);
        },
      );
      return isPut;
    },
  };
}

/** Writes that found no space, and the changes they would have made. */
class WaitingWrites {
  readonly sessions = new Map<string, AdminSession>();
  readonly ended = new Set<string>();
  readonly failures = new Map<string, readonly number[]>();
  readonly cleared = new Set<string>();
  readonly texts = new Map<string, string>();
  readonly #acts: (() => Promise<void>)[] = [];
  /** One write after the other, so that each sees the changes of the one before. */
  #last: Promise<unknown> = Promise.resolve();

  /** The session that waits for space, while it is valid. */
  sessionHere({ idDigest, ...when }: SessionLook): AdminSession | undefined {
    const session = this.sessions.get(idDigest);
    return session !== undefined && isAlive(session, when) ? session : undefined;
  }

  unlessEnded(session: AdminSession | undefined): AdminSession | undefined {
    return session === undefined || this.ended.has(session.idDigest) ? undefined : session;
  }

  /** @param remember applies in memory the changes of the write */
  write(act: () => Promise<void>, remember: () => void): Promise<void> {
    const done = this.#last.then(async () => {
      try {
        await this.#bring();
        await act();
      } catch (error) {
        if (!isClosedToWrites(error) || this.#acts.length >= mostWaiting) throw error;
        this.#acts.push(act);
        remember();
      }
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #bring(): Promise<void> {
    if (this.#acts.length === 0) return;
    for (let act = this.#acts[0]; act !== undefined; act = this.#acts[0]) {
      await act();
      this.#acts.shift();
    }
    for (const part of [this.sessions, this.ended, this.failures, this.cleared, this.texts])
      part.clear();
  }
}

function isClosedToWrites(error: unknown): boolean {
  if (!(error instanceof StorageUnavailable) || error.applied !== 'no') return false;
  return error.reason === 'full' || error.reason === 'data-loss';
}

function isAlive(
  { lastSeenAt, expiresAt }: AdminSession,
  { idleMs, now }: { readonly idleMs: number; readonly now: number },
): boolean {
  return now < expiresAt && now - lastSeenAt < idleMs;
}
