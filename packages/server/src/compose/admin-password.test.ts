import { createMemoryStorage } from '@filmgate/conformance';
import type { NamedValues } from '@filmgate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AdminPassword, openAdminPassword } from './admin-password.ts';

let values: NamedValues;
beforeEach(() => {
  ({ values } = createMemoryStorage());
});

function open(now: number, given?: string, username = 'admin'): Promise<AdminPassword> {
  const ids = { token: () => `generated at ${now}` };
  return openAdminPassword({ username, given, values, ids, now });
}

describe('the administrator', () => {
  it('[settings.admin-password] has a password made at the first start and told once', async () => {
    const first = await open(1);
    expect(first.generated).toBe('generated at 1');
    const second = await open(2);
    expect(second.generated).toBeNull();
    expect(await second.verify('admin', 'generated at 1')).toBe(true);
    expect(await second.verify('admin', 'generated at 2')).toBe(false);
    expect(await second.verify('other', 'generated at 1')).toBe(false);
  });

  it('[login.password-change] is the same after a start with the same name and password', async () => {
    expect((await open(1, 'the password')).since).toBe(1);
    expect((await open(2, 'the password')).since).toBe(1);
    expect(await (await open(3, 'the password')).verify('admin', 'the password')).toBe(true);
  });

  it('[fleet.same-login] of nodes that start at once is one login with one beginning', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map((now) => open(now, 'the password')));
    const sinces = new Set(opened.map(({ since }) => since));
    expect(sinces.size).toBe(1);
    const generated = await Promise.all([11, 12, 13].map((now) => open(now)));
    expect(generated.filter((one) => one.generated !== null)).toHaveLength(1);
    expect(new Set(generated.map(({ since }) => since)).size).toBe(1);
  });

  it('[login.password-change] is another one with another password or another name', async () => {
    expect((await open(1, 'the password')).since).toBe(1);
    expect((await open(2, 'a new password')).since).toBe(2);
    expect((await open(3, 'a new password', 'root')).since).toBe(3);
    expect((await open(4)).since).toBe(4);
    expect((await open(5)).since).toBe(4);
    expect((await open(6, 'the password')).since).toBe(6);
  });

  it('[login.password-change] who cannot be compared with the last one counts as another', async () => {
    const encoded = '$unknown$v=1$AAAA$AAAA';
    await values.put('admin-login', JSON.stringify({ username: 'admin', encoded, since: 1 }));
    const opened = await open(2, 'the password');
    expect(opened.since).toBe(2);
    expect(await opened.verify('admin', 'the password')).toBe(true);
  });
});
