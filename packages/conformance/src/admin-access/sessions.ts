import { deepStrictEqual, equal } from 'node:assert/strict';
import type { AdminSession, StorageBundle } from '@filmgate/core';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

const idleMs = 1_000;

/** Sessions live on the server, so that a logout applies at once (I12). */
export const sessionLaws: LawGroup<StorageContext> = {
  name: 'admin-access.sessions',
  laws: [
    {
      name: 'an open session is found at a visit, with the visit noted',
      holds: async ({ bundle }) => {
        const session = await open(bundle, 's1');
        deepStrictEqual(await visit(bundle, 's1', 500), { ...session, lastSeenAt: 500 });
        equal(await visit(bundle, 's2', 500), undefined);
        equal(await visit(bundle, '', 500), undefined);
      },
    },
    {
      name: 'each visit restarts the idle time',
      holds: async ({ bundle }) => {
        await open(bundle, 's1');
        for (const now of [900, 1_800, 2_700])
          equal((await visit(bundle, 's1', now))?.lastSeenAt, now);
        equal(await visit(bundle, 's1', 2_700 + idleMs + 1), undefined);
      },
    },
    {
      name: 'a session can be found without a visit, unchanged and as long as a visit would find it',
      holds: async ({ bundle }) => {
        const session = await open(bundle, 's1', 2_500);
        const found = (now: number) =>
          bundle.adminAccess.findSession({ idDigest: 's1', idleMs, now });
        deepStrictEqual(await found(900), session);
        equal((await visit(bundle, 's1', 950))?.lastSeenAt, 950);
        equal((await found(1_900))?.lastSeenAt, 950);
        equal(await found(950 + idleMs), undefined);
        equal(await found(2_600), undefined);
        equal((await visit(bundle, 's1', 1_940))?.lastSeenAt, 1_940);
        equal(await bundle.adminAccess.findSession({ idDigest: 's2', idleMs, now: 0 }), undefined);
        await bundle.adminAccess.closeSession('s1');
        equal(await found(1_950), undefined);
      },
    },
    {
      name: 'open sessions are listed last seen first, as they stand and without a visit',
      holds: async ({ bundle }) => {
        const first = await open(bundle, 's1');
        const second = await open(bundle, 's2', 700);
        const third = await open(bundle, 's3');
        deepStrictEqual(await list(bundle, 0), [first, second, third]);
        equal((await visit(bundle, 's3', 600))?.lastSeenAt, 600);
        equal((await visit(bundle, 's2', 500))?.lastSeenAt, 500);
        const inUse = [
          { ...third, lastSeenAt: 600 },
          { ...second, lastSeenAt: 500 },
        ];
        deepStrictEqual(await list(bundle, 650), [...inUse, first]);
        deepStrictEqual(await list(bundle, 650, 2), inUse);
        deepStrictEqual(await list(bundle, 700), [inUse[0], first]);
        deepStrictEqual(await list(bundle, idleMs), [inUse[0]]);
        deepStrictEqual(await list(bundle, 600 + idleMs), []);
      },
    },
    {
      name: 'a closed session leaves the list at once, on every connection',
      holds: async ({ bundle, connections }) => {
        const [writer = bundle, reader = bundle] = await connections(2);
        await open(writer, 's1');
        const other = await open(writer, 's2');
        equal((await list(reader, 10)).length, 2);
        await writer.adminAccess.closeSession('s1');
        deepStrictEqual(await list(reader, 10), [other]);
      },
    },
    {
      name: 'a visit that came too late does not bring the session back',
      holds: async ({ bundle }) => {
        await open(bundle, 's1');
        equal(await visit(bundle, 's1', idleMs + 1), undefined);
        equal(await visit(bundle, 's1', idleMs + 2), undefined);
      },
    },
    {
      name: 'visits do not carry a session past its end',
      holds: async ({ bundle }) => {
        await open(bundle, 's1', 2_000);
        for (const now of [900, 1_800, 1_999])
          equal((await visit(bundle, 's1', now))?.expiresAt, 2_000);
        equal(await visit(bundle, 's1', 2_001), undefined);
      },
    },
    {
      name: '[invariants.i12-revoked-credential] a closed session is gone at once, on every connection, and closing again is no error',
      holds: async ({ bundle, connections }) => {
        const [writer = bundle, reader = bundle] = await connections(2);
        await open(writer, 's1');
        await open(writer, 's2');
        equal((await visit(reader, 's1', 10))?.username, 'admin');
        await writer.adminAccess.closeSession('s1');
        equal(await visit(reader, 's1', 20), undefined);
        await writer.adminAccess.closeSession('s1');
        equal((await visit(reader, 's2', 20))?.idDigest, 's2');
      },
    },
    {
      name: 'a visit under way when a session is closed does not bring it back',
      holds: async ({ bundle }) => {
        for (let round = 0; round < 20; round += 1) {
          const id = `s${round}`;
          await open(bundle, id);
          await Promise.all([
            visit(bundle, id, 10),
            bundle.adminAccess.closeSession(id),
            visit(bundle, id, 10),
          ]);
          equal(await visit(bundle, id, 20), undefined);
        }
      },
    },
    {
      name: '[clocks.login] a session keeps the login it was opened with',
      holds: async ({ bundle }) => {
        const times = { createdAt: 5_000, lastSeenAt: 5_000, expiresAt: 10_000 };
        const session = { idDigest: 's1', username: 'admin', ...times, loginSince: 7_000 };
        await bundle.adminAccess.openSession(session);
        deepStrictEqual(await visit(bundle, 's1', 5_000), session);
        deepStrictEqual(await list(bundle, 5_000), [session]);
      },
    },
    {
      name: 'tidying leaves living sessions alone',
      holds: async ({ bundle }) => {
        await open(bundle, 'idle');
        await open(bundle, 'ended', 500);
        await open(bundle, 'alive');
        await visit(bundle, 'alive', 900);
        await bundle.adminAccess.tidy({ now: 1_500, idleMs, failuresBefore: 0 });
        equal((await visit(bundle, 'alive', 1_500))?.idDigest, 'alive');
        const veryPatient = { idleMs: 1_000_000, now: 400 };
        equal(await bundle.adminAccess.visit({ idDigest: 'idle', ...veryPatient }), undefined);
        equal(await bundle.adminAccess.visit({ idDigest: 'ended', ...veryPatient }), undefined);
      },
    },
  ],
};

async function open(
  { adminAccess }: StorageBundle,
  idDigest: string,
  expiresAt = 10_000,
): Promise<AdminSession> {
  const session = { idDigest, username: 'admin', createdAt: 0, lastSeenAt: 0, expiresAt };
  await adminAccess.openSession(session);
  return session;
}

async function list(
  { adminAccess }: StorageBundle,
  now: number,
  limit = 10,
): Promise<readonly AdminSession[]> {
  return await adminAccess.listSessions({ idleMs, now, limit });
}

async function visit(
  { adminAccess }: StorageBundle,
  idDigest: string,
  now: number,
): Promise<AdminSession | undefined> {
  return await adminAccess.visit({ idDigest, idleMs, now });
}
