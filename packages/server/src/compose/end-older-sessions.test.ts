import { createMemoryStorage } from '@filmgate/conformance';
import { describe, expect, it } from 'vitest';
import { endOlderSessions } from './end-older-sessions.ts';

const limits = { idleMs: 1_000, now: 600 };
const since = 500;

/** Opens two sessions with the former password and two with the one in force. */
async function openFour() {
  const storage = createMemoryStorage();
  for (const [idDigest, createdAt] of [
    ['older', 100],
    ['old', 499],
    ['new', 500],
    ['newer', 550],
  ] as const)
    await storage.adminAccess.openSession({
      idDigest,
      username: 'admin',
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: 10_000,
    });
  return { storage, access: endOlderSessions({ storage }, async () => since).storage.adminAccess };
}

describe('sessions opened with a former password', () => {
  it('[admin.sessions.list] are not listed, and use no slot of those that count', async () => {
    const { access } = await openFour();
    const listed = async (limit: number) =>
      (await access.listSessions({ ...limits, limit })).map(({ idDigest }) => idDigest);
    expect(await listed(10)).toEqual(['newer', 'new']);
    expect(await listed(2)).toEqual(['newer', 'new']);
    expect(await listed(1)).toEqual(['newer']);
  });

  it('open nothing, and are gone after the first attempt', async () => {
    const { storage, access } = await openFour();
    expect(await access.findSession({ idDigest: 'old', ...limits })).toBeUndefined();
    expect(await access.visit({ idDigest: 'old', ...limits })).toBeUndefined();
    expect(await storage.adminAccess.findSession({ idDigest: 'old', ...limits })).toBeUndefined();
    expect((await access.visit({ idDigest: 'new', ...limits }))?.lastSeenAt).toBe(600);
  });
});

it('[clocks.login] a session counts while the login it was opened with is in force, whatever the clocks show', async () => {
  const storage = createMemoryStorage();
  const open = (idDigest: string, createdAt: number, loginSince: number) =>
    storage.adminAccess.openSession({
      idDigest,
      username: 'admin',
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: 10_000,
      loginSince,
    });
  await open('by a clock set back', 100, since);
  await open('of a former login, by a clock that was ahead', 900, since - 1);
  const { adminAccess } = endOlderSessions({ storage }, async () => since).storage;
  const listed = await adminAccess.listSessions({ ...limits, limit: 9 });
  expect(listed.map(({ idDigest }) => idDigest)).toEqual(['by a clock set back']);
  const visit = (idDigest: string) => adminAccess.visit({ idDigest, ...limits });
  expect((await visit('by a clock set back'))?.idDigest).toBe('by a clock set back');
  expect(await visit('of a former login, by a clock that was ahead')).toBeUndefined();
});
