import { createMemoryStorage } from '@filmgate/conformance';
import { describe, expect, it } from 'vitest';
import { endOlderSessions } from './end-older-sessions.ts';

const limits = { idleMs: 1_000, now: 600 };
const since = 500;

/** Two sessions of the former password and two of the one in force. */
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
  it('[admin.sessions.list] are not listed, and take no place of those that count', async () => {
    const { access } = await openFour();
    const listed = async (limit: number) =>
      (await access.listSessions({ ...limits, limit })).map(({ idDigest }) => idDigest);
    expect(await listed(10)).toEqual(['newer', 'new']);
    expect(await listed(2)).toEqual(['newer', 'new']);
    expect(await listed(1)).toEqual(['newer']);
  });

  it('let nobody in, and are gone once somebody tried', async () => {
    const { storage, access } = await openFour();
    expect(await access.findSession({ idDigest: 'old', ...limits })).toBeUndefined();
    expect(await access.visit({ idDigest: 'old', ...limits })).toBeUndefined();
    expect(await storage.adminAccess.findSession({ idDigest: 'old', ...limits })).toBeUndefined();
    expect((await access.visit({ idDigest: 'new', ...limits }))?.lastSeenAt).toBe(600);
  });
});
