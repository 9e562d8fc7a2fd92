import type { Audited, AuditEntry, StorageBundle } from '@filmgate/core';
import { faultsOf, gap, replacing } from './breaking.ts';

/** Runs an act without its entry, and writes the entry in its own way. */
type Auditing = (
  inner: StorageBundle,
  entry: AuditEntry | undefined,
  act: () => Promise<unknown>,
) => Promise<unknown>;

const isNothing = (outcome: unknown): boolean =>
  outcome === undefined ||
  outcome === false ||
  (typeof outcome === 'object' &&
    outcome !== null &&
    'kind' in outcome &&
    ['unknown', 'label-taken', 'stale'].includes(String(outcome.kind)));

/** The bundle with a different way to audit changes of API users and sessions. */
function auditing(how: Auditing) {
  return (inner: StorageBundle): StorageBundle => {
    const { apiUsers, adminAccess } = inner;
    const users = replacing('apiUsers', () => ({
      edit: async ({ audit, ...input }) => {
        let user: Awaited<ReturnType<typeof apiUsers.edit>>;
        await how(inner, audit, async () => {
          user = await apiUsers.edit(input);
          return user;
        });
        return user;
      },
    }));
    const sessions = replacing('adminAccess', () => ({
      openSession: async (session, { audit }: Audited = {}) => {
        await how(inner, audit, async () => {
          await adminAccess.openSession(session);
          return true;
        });
      },
    }));
    return sessions(users(inner));
  };
}

/** Changes and entries that are not one act. */
export const auditFaults = faultsOf('admin-access', {
  'forgets the entry of a change': auditing(async (_inner, _entry, act) => await act()),
  'writes the entry of a call that changed nothing': auditing(
    async ({ adminAccess }, entry, act) => {
      const outcome = await act();
      if (entry !== undefined) await adminAccess.recordAudit(entry);
      return outcome;
    },
  ),
  'writes the entry after the change': auditing(async ({ adminAccess }, entry, act) => {
    const outcome = await act();
    await gap();
    if (entry !== undefined && !isNothing(outcome)) await adminAccess.recordAudit(entry);
    return outcome;
  }),
  'writes the entry before the change': auditing(async ({ adminAccess }, entry, act) => {
    if (entry !== undefined) await adminAccess.recordAudit(entry);
    await gap();
    return await act();
  }),
});
