import { deepStrictEqual } from 'node:assert/strict';
import type { AuditEntry, AuditQuery } from '@filmgate/core';
import type { LawGroup } from '../law/law.ts';
import { race } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Login failures are counted durably. */
export const loginFailureLaws: LawGroup<StorageContext> = {
  name: 'admin-access.login-failures',
  laws: [
    {
      name: 'failures of a subject come oldest first, from the instant asked for on, each one counted',
      holds: async ({ bundle }) => {
        const { adminAccess } = bundle;
        for (const now of [100, 200, 200, 300])
          await adminAccess.recordLoginFailure({ subject: 'admin@a', now });
        await adminAccess.recordLoginFailure({ subject: 'admin@b', now: 250 });
        deepStrictEqual(
          await adminAccess.loginFailures({ subject: 'admin@a', since: 0 }),
          [100, 200, 200, 300],
        );
        deepStrictEqual(
          await adminAccess.loginFailures({ subject: 'admin@a', since: 150 }),
          [200, 200, 300],
        );
        deepStrictEqual(await adminAccess.loginFailures({ subject: 'admin@b', since: 0 }), [250]);
        deepStrictEqual(await adminAccess.loginFailures({ subject: 'admin@c', since: 0 }), []);
      },
    },
    {
      name: 'of failures at once none is lost',
      holds: async ({ bundle, connections }) => {
        await race(await connections(4), 20, (way, index) =>
          way.adminAccess.recordLoginFailure({ subject: 'admin@a', now: 100 + index }),
        );
        const expected = Array.from({ length: 20 }, (_, index) => 100 + index);
        deepStrictEqual(
          await bundle.adminAccess.loginFailures({ subject: 'admin@a', since: 0 }),
          expected,
        );
      },
    },
    {
      name: "clearing a subject leaves the others' failures",
      holds: async ({ bundle: { adminAccess } }) => {
        await adminAccess.recordLoginFailure({ subject: 'admin@a', now: 100 });
        await adminAccess.recordLoginFailure({ subject: 'admin@b', now: 100 });
        await adminAccess.clearLoginFailures('admin@a');
        deepStrictEqual(await adminAccess.loginFailures({ subject: 'admin@a', since: 0 }), []);
        deepStrictEqual(await adminAccess.loginFailures({ subject: 'admin@b', since: 0 }), [100]);
      },
    },
    {
      name: 'tidying drops the failures that no longer count, and only those',
      holds: async ({ bundle: { adminAccess } }) => {
        for (const now of [100, 200, 300])
          await adminAccess.recordLoginFailure({ subject: 'admin@a', now });
        await adminAccess.tidy({ now: 400, idleMs: 1_000, failuresBefore: 250 });
        deepStrictEqual(await adminAccess.loginFailures({ subject: 'admin@a', since: 0 }), [300]);
      },
    },
  ],
};

/** Audit log: entries of changes, with their actor. */
export const auditLaws: LawGroup<StorageContext> = {
  name: 'admin-access.audit',
  laws: [
    {
      name: 'entries are kept word for word and come newest first, a page at a time',
      holds: async ({ bundle: { adminAccess } }) => {
        const entries = ['z', 'a', 'm', 'b'].map((id, index) => entry(id, index));
        for (const one of entries) await adminAccess.recordAudit(one);
        const newestFirst = entries.toReversed();
        deepStrictEqual(await adminAccess.audit({ before: null, limit: 10 }), newestFirst);
        deepStrictEqual(
          await adminAccess.audit({ before: null, limit: 2 }),
          newestFirst.slice(0, 2),
        );
        deepStrictEqual(await adminAccess.audit({ before: 'm', limit: 2 }), newestFirst.slice(2));
        deepStrictEqual(await adminAccess.audit({ before: 'z', limit: 2 }), []);
      },
    },
    {
      name: 'entries of one ms keep the order they were written in',
      holds: async ({ bundle: { adminAccess } }) => {
        for (const id of ['c', 'a', 'b']) await adminAccess.recordAudit(entry(id, 0));
        const ids = (await adminAccess.audit({ before: null, limit: 10 })).map(({ id }) => id);
        deepStrictEqual(ids, ['b', 'a', 'c']);
        const rest = (await adminAccess.audit({ before: 'b', limit: 10 })).map(({ id }) => id);
        deepStrictEqual(rest, ['a', 'c']);
      },
    },
    {
      name: 'filters let through what passes every one of them, a full page at a time, from any entry on',
      holds: async ({ bundle: { adminAccess } }) => {
        for (const one of mixed) await adminAccess.recordAudit(one);
        const ids = async (filter: Partial<AuditQuery>): Promise<readonly string[]> =>
          (await adminAccess.audit({ before: null, limit: 10, ...filter })).map(({ id }) => id);
        deepStrictEqual(await ids({ actor: 'anna' }), ['5', '3', '1']);
        deepStrictEqual(await ids({ actor: 'ann' }), []);
        deepStrictEqual(await ids({ target: 'job-1' }), ['4', '3', '1']);
        deepStrictEqual(await ids({ actions: ['job.check'] }), ['4', '1']);
        deepStrictEqual(await ids({ actions: ['job.resolve', 'job.check'] }), ['4', '3', '2', '1']);
        deepStrictEqual(await ids({ actions: ['job'] }), []);
        deepStrictEqual(await ids({ actions: [] }), []);
        deepStrictEqual(await ids({ actor: 'anna', target: 'job-1', actions: ['job.check'] }), [
          '1',
        ]);
        deepStrictEqual(await ids({ actor: 'anna', limit: 2 }), ['5', '3']);
        deepStrictEqual(await ids({ actor: 'anna', limit: 2, before: '4' }), ['3', '1']);
      },
    },
  ],
};

function entry(id: string, index: number): AuditEntry {
  return {
    id,
    at: 1_000 + index,
    actor: 'admin',
    action: 'account.edit',
    target: `account-${index} 画面`,
    ...(index > 0 && { origin: { address: '2001:db8::7', session: index > 1 ? 'ab12' : null } }),
    before: index === 0 ? null : `{"n":${index}}`,
    after: '{"label":"It\'s"}',
  };
}

const mixed: readonly AuditEntry[] = [
  { ...entry('1', 1), actor: 'anna', action: 'job.check', target: 'job-1' },
  { ...entry('2', 2), actor: 'bert', action: 'job.resolve', target: 'job-2' },
  { ...entry('3', 3), actor: 'anna', action: 'job.resolve', target: 'job-1' },
  { ...entry('4', 4), actor: 'bert', action: 'job.check', target: 'job-1' },
  { ...entry('5', 5), actor: 'anna', action: 'account.edit', target: 'account-1' },
];
