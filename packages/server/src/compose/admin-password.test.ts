import { createMemoryStorage } from '@filmgate/conformance';
import type { AuditEntry, KeyValueStore, StorageBundle } from '@filmgate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AdminPassword, openAdminPassword } from './admin-password.ts';

let storage: StorageBundle;
let values: KeyValueStore;
beforeEach(() => {
  storage = createMemoryStorage();
  ({ values } = storage);
});

function open(now: number, given?: string, username = 'admin'): Promise<AdminPassword> {
  const ids = { token: () => `generated at ${now}` };
  return openAdminPassword({ username, given, values, ids, now });
}

describe('the administrator', () => {
  it('[settings.admin-password] has a password generated at the first start and shown once', async () => {
    const first = await open(1);
    expect(first.generated).toBe('generated at 1');
    const second = await open(2);
    expect(second.generated).toBeNull();
    expect(await second.verify('admin', 'generated at 1')).toBe(true);
    expect(await second.verify('admin', 'generated at 2')).toBe(false);
    expect(await second.verify('other', 'generated at 1')).toBe(false);
  });

  it('[login.password-change] is the same after a start with the same name and password', async () => {
    expect(await (await open(1, 'the password')).since()).toBe(1);
    expect(await (await open(2, 'the password')).since()).toBe(1);
    expect(await (await open(3, 'the password')).verify('admin', 'the password')).toBe(true);
  });

  it('[fleet.same-login] of nodes that start at once is one login with one beginning', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map((now) => open(now, 'the password')));
    const sinces = new Set(await Promise.all(opened.map((one) => one.since())));
    expect(sinces.size).toBe(1);
    const generated = await Promise.all([11, 12, 13].map((now) => open(now)));
    expect(generated.filter((one) => one.generated !== null)).toHaveLength(1);
    expect(new Set(await Promise.all(generated.map((one) => one.since()))).size).toBe(1);
  });

  it('[login.password-change] is another one with another password or another name', async () => {
    expect(await (await open(1, 'the password')).since()).toBe(1);
    expect(await (await open(2, 'a new password')).since()).toBe(2);
    expect(await (await open(3, 'a new password', 'root')).since()).toBe(3);
    expect(await (await open(4)).since()).toBe(4);
    expect(await (await open(5)).since()).toBe(4);
    expect(await (await open(6, 'the password')).since()).toBe(6);
  });

  it('[login.password-change] who cannot be compared with the last one counts as another', async () => {
    const encoded = '$unknown$v=1$AAAA$AAAA';
    await values.put('admin-login', JSON.stringify({ username: 'admin', encoded, since: 1 }));
    const opened = await open(2, 'the password');
    expect(await opened.since()).toBe(2);
    expect(await opened.verify('admin', 'the password')).toBe(true);
  });
});

const audit: AuditEntry = {
  id: 'a',
  at: 0,
  actor: 'admin',
  action: 'administrator.password',
  target: 'admin',
  before: null,
  after: null,
};

/** Changes the password as the administrator, at an instant. */
async function choose(opened: AdminPassword, password: string, now: number) {
  return opened.change({ password, since: await opened.since(), now, audit });
}

describe('a password the administrator chose', () => {
  it('[administrator.password.change] is in force on every node at once, and sessions of before have ended', async () => {
    const [one, other] = [await open(1, 'the password'), await open(1, 'the password')];
    const begun = await choose(one, 'a chosen password', 5);
    expect(begun).toBeGreaterThan(5);
    expect(await other.since()).toBe(begun);
    expect(await other.verify('admin', 'a chosen password')).toBe(true);
    expect(await other.verify('admin', 'the password')).toBe(false);
    expect([await other.isNamed('admin'), await other.isNamed('root')]).toEqual([true, false]);
  });

  it('[administrator.password.change] is one of two that are chosen at once', async () => {
    const [one, other] = [await open(1, 'the password'), await open(1, 'the password')];
    const since = await one.since();
    const both = await Promise.all([
      one.change({ password: 'chosen here', since, now: 5, audit }),
      other.change({ password: 'chosen there', since, now: 5, audit }),
    ]);
    expect(both.filter((begun) => begun !== undefined)).toHaveLength(1);
    expect(await storage.adminAccess.audit({ before: null, limit: 9 })).toEqual([audit]);
  });

  it.each([['the password'], [undefined]])(
    '[administrator.password.stored-wins] stays in force after a start while the environment gives the same password: %s',
    async (given) => {
      const begun = await choose(await open(1, given), 'a chosen password', 5);
      const again = await open(9, given);
      expect([await again.since(), again.generated]).toEqual([begun, null]);
      expect(await again.verify('admin', 'a chosen password')).toBe(true);
      await choose(again, 'another chosen one', 11);
      expect(await (await open(12, given)).verify('admin', 'another chosen one')).toBe(true);
    },
  );

  it('[administrator.password.stored-wins] gives way to another password of the environment', async () => {
    await choose(await open(1, 'the password'), 'a chosen password', 5);
    const restarted = await open(9, 'a way back in');
    expect(await restarted.verify('admin', 'a way back in')).toBe(true);
    expect(await restarted.verify('admin', 'a chosen password')).toBe(false);
    expect(await restarted.since()).toBe(9);
    expect(await (await open(10, 'a way back in')).since()).toBe(9);
  });
});
