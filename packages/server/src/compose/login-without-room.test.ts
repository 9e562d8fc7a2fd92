import { createMemoryStorage } from '@filmgate/conformance';
import {
  type AdminAccess,
  type AdminSession,
  type StorageBundle,
  StorageUnavailable,
} from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { loginWithoutRoom } from './login-without-room.ts';

const idleMs = 1_000;
const session: AdminSession = {
  idDigest: 'a-digest',
  username: 'admin',
  createdAt: 0,
  lastSeenAt: 0,
  expiresAt: 5_000,
  loginSince: 0,
};
const look = { idDigest: session.idDigest, idleMs };
const entry = {
  id: 'e1',
  at: 1,
  actor: 'admin',
  action: 'session.login',
  target: 'admin',
  before: null,
  after: null,
};

/** A store that rejects writes of a login while its disk is full. */
function storeOnDisk() {
  const inner: StorageBundle = createMemoryStorage();
  const disk = { isFull: false };
  const guard =
    <Args extends readonly unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      disk.isFull
        ? Promise.reject(
            new StorageUnavailable('The disk is full.', { applied: 'no', reason: 'full' }),
          )
        : act(...args);
  const { adminAccess: access, values } = inner;
  const storage = {
    adminAccess: {
      ...access,
      openSession: guard(access.openSession),
      visit: guard(access.visit),
      closeSession: guard(access.closeSession),
      recordLoginFailure: guard(access.recordLoginFailure),
      clearLoginFailures: guard(access.clearLoginFailures),
      recordAudit: guard(access.recordAudit),
    },
    values: { ...values, putAllIf: guard(values.putAllIf) },
  };
  const { ports, values: kept } = loginWithoutRoom({ storage: { ...inner, ...storage } });
  return { disk, inner, adminAccess: ports.storage.adminAccess, values: kept };
}

describe('a login while the disk is full', () => {
  it('[disk-full.login] opens a session that counts visits, rests and ends like any other', async () => {
    const { disk, adminAccess: access } = storeOnDisk();
    disk.isFull = true;
    await access.openSession(session, { audit: entry });
    expect(await access.visit({ ...look, now: 900 })).toMatchObject({ lastSeenAt: 900 });
    expect(await access.findSession({ ...look, now: 1_800 })).toMatchObject({ username: 'admin' });
    expect(await access.listSessions({ idleMs, now: 1_800, limit: 5 })).toHaveLength(1);
    expect(await access.findSession({ ...look, now: 1_900 })).toBeUndefined();
    await access.closeSession(session.idDigest);
    expect(await access.findSession({ ...look, now: 1_000 })).toBeUndefined();
  });

  it('[disk-full.login] keeps sessions from before, and ends them at a logout', async () => {
    const { disk, adminAccess: access } = storeOnDisk();
    await access.openSession(session);
    disk.isFull = true;
    expect(await access.visit({ ...look, now: 10 })).toMatchObject({ username: 'admin' });
    await access.closeSession(session.idDigest);
    expect(await access.visit({ ...look, now: 20 })).toBeUndefined();
    expect(await access.listSessions({ idleMs, now: 20, limit: 5 })).toEqual([]);
  });

  it('[disk-full.login] counts failures, those from before too, and forgets them after a right login', async () => {
    const { disk, adminAccess: access } = storeOnDisk();
    await access.recordLoginFailure({ subject: 's', now: 1 });
    disk.isFull = true;
    await access.recordLoginFailure({ subject: 's', now: 2 });
    expect(await access.loginFailures({ subject: 's', since: 0 })).toEqual([1, 2]);
    await access.clearLoginFailures('s');
    expect(await access.loginFailures({ subject: 's', since: 0 })).toEqual([]);
    await access.recordLoginFailure({ subject: 's', now: 3 });
    expect(await access.loginFailures({ subject: 's', since: 0 })).toEqual([3]);
  });

  it('[disk-full.login] goes to the store in its order with the first write that finds room', async () => {
    const { disk, inner, adminAccess: access } = storeOnDisk();
    await access.recordLoginFailure({ subject: 's', now: 1 });
    disk.isFull = true;
    await access.clearLoginFailures('s');
    await access.recordLoginFailure({ subject: 's', now: 2 });
    await access.openSession(session, { audit: entry });
    expect(await inner.adminAccess.audit({ before: null, limit: 5 })).toEqual([]);
    disk.isFull = false;
    await access.recordAudit({ ...entry, id: 'e2' });
    expect(await inner.adminAccess.loginFailures({ subject: 's', since: 0 })).toEqual([2]);
    expect(await inner.adminAccess.findSession({ ...look, now: 1 })).toMatchObject(session);
    expect(await inner.adminAccess.audit({ before: null, limit: 5 })).toMatchObject([
      { id: 'e2' },
      { id: 'e1' },
    ]);
    expect(await access.listSessions({ idleMs, now: 1, limit: 5 })).toHaveLength(1);
  });

  it('[disk-full.login] lets a one-time code count once', async () => {
    const { disk, inner, values } = storeOnDisk();
    const put = (from: string | undefined, to: string) =>
      values.putAllIf({ values: new Map([['f', to]]), expected: { name: 'f', value: from } });
    expect(await put(undefined, 'one')).toBe(true);
    disk.isFull = true;
    expect(await put('one', 'two')).toBe(true);
    expect(await put('one', 'three')).toBe(false);
    expect(await values.get('f')).toBe('two');
    disk.isFull = false;
    expect(await put('two', 'three')).toBe(true);
    expect(await inner.values.get('f')).toBe('three');
  });

  it('[disk-full.login] waits in bounded memory, and reports any other fault', async () => {
    const { disk, inner, adminAccess: access } = storeOnDisk();
    disk.isFull = true;
    const writes = Array.from({ length: 1_000 }, (_, at) => access.recordAudit({ ...entry, at }));
    await Promise.all(writes);
    await expect(access.recordAudit(entry)).rejects.toThrow('The disk is full.');
    const gone = new StorageUnavailable('gone', { applied: 'no' });
    const recordAudit: AdminAccess['recordAudit'] = () => Promise.reject(gone);
    const adminAccess = { ...inner.adminAccess, recordAudit };
    const broken = loginWithoutRoom({ storage: { ...inner, adminAccess } }).ports.storage;
    await expect(broken.adminAccess.recordAudit(entry)).rejects.toThrow('gone');
  });
});
