import {
  type Audited,
  type AuditEntry,
  type Job,
  type StorageBundle,
  withoutResult,
} from '@filmgate/core';
import type { Scene } from '../job/scene.ts';

/** A change by an administrator, in the form in which the laws of the audit log try it. */
export interface AuditedAct {
  readonly name: string;
  /** Sets up the state the change needs. */
  readonly prepare?: (scene: Scene) => Promise<unknown>;
  readonly act: (bundle: StorageBundle, audited: Audited) => Promise<unknown>;
  /** Makes the call in a state where it changes nothing. */
  readonly refused?: (bundle: StorageBundle, audited: Audited) => Promise<unknown>;
  /** Returns true when the change is visible. */
  readonly happened: (bundle: StorageBundle) => Promise<boolean>;
}

const now = 1_750_000_000_000;
const user = { name: 'u', keyHint: 'fg_…', totalLimit: null, now };
const session = { idDigest: 's', username: 'admin', createdAt: now, lastSeenAt: now };
const openUntil = { ...session, expiresAt: now + 1_000 };
const seen = { idDigest: 's', idleMs: 1_000, now };

/** Every act of the ports that can write an entry, except the resolution, which needs a job. */
export const auditedActs: readonly AuditedAct[] = [
  {
    name: 'apiUsers.create',
    act: ({ apiUsers }, audited) =>
      apiUsers.create({ id: 'u', keyDigest: 'k', ...user, ...audited }),
    happened: async ({ apiUsers }) => (await apiUsers.find('u')) !== undefined,
  },
  {
    name: 'apiUsers.edit',
    prepare: (scene) => scene.user('u', null),
    act: ({ apiUsers }, audited) => apiUsers.edit({ id: 'u', name: 'new', now, ...audited }),
    refused: ({ apiUsers }, audited) => apiUsers.edit({ id: 'none', name: 'x', now, ...audited }),
    happened: async ({ apiUsers }) => (await apiUsers.find('u'))?.name === 'new',
  },
  {
    name: 'apiUsers.rotate',
    prepare: (scene) => scene.user('u', null),
    act: ({ apiUsers }, audited) =>
      apiUsers.rotate({ id: 'u', keyDigest: 'k2', keyHint: 'new', now, ...audited }),
    refused: ({ apiUsers }, audited) =>
      apiUsers.rotate({ id: 'none', keyDigest: 'k3', keyHint: 'new', now, ...audited }),
    happened: async ({ apiUsers }) => (await apiUsers.find('u'))?.keyHint === 'new',
  },
  {
    name: 'apiUsers.erase',
    prepare: (scene) => scene.user('u', null),
    act: ({ apiUsers }, audited) => apiUsers.erase({ id: 'u', keyDigest: 'gone', now, ...audited }),
    refused: ({ apiUsers }, audited) =>
      apiUsers.erase({ id: 'u', keyDigest: 'gone again', now, ...audited }),
    happened: async ({ apiUsers }) => (await apiUsers.find('u'))?.enabled === false,
  },
  {
    name: 'apiUsers.revokeLinks',
    act: ({ apiUsers }, audited) => apiUsers.revokeLinks({ owner: 'native', ...audited }),
    happened: async ({ apiUsers }) => (await apiUsers.linkEpoch('native')) === 1,
  },
  {
    name: 'accounts.add',
    act: ({ accounts }, audited) =>
      accounts.add({ id: 'a', endpoint: 'mock', settings: { label: 'a' }, now, ...audited }),
    refused: ({ accounts }, audited) =>
      accounts.add({ id: 'b', endpoint: 'mock', settings: { label: 'a' }, now, ...audited }),
    happened: async ({ accounts }) => (await accounts.find('a')) !== undefined,
  },
  {
    name: 'accounts.edit',
    prepare: (scene) => scene.account('a'),
    act: ({ accounts }, audited) =>
      accounts.edit({ id: 'a', settings: { label: 'new' }, now, ...audited }),
    refused: ({ accounts }, audited) =>
      accounts.edit({ id: 'none', settings: { label: 'x' }, now, ...audited }),
    happened: async ({ accounts }) => (await accounts.find('a'))?.account.label === 'new',
  },
  {
    name: 'accounts.remove',
    prepare: (scene) => scene.account('a'),
    act: ({ accounts }, audited) => accounts.remove({ id: 'a', now, ...audited }),
    refused: ({ accounts }, audited) => accounts.remove({ id: 'none', now, ...audited }),
    happened: async ({ accounts }) => (await accounts.find('a')) === undefined,
  },
  {
    name: 'adminAccess.openSession',
    act: ({ adminAccess }, audited) => adminAccess.openSession(openUntil, audited),
    happened: async ({ adminAccess }) => (await adminAccess.findSession(seen)) !== undefined,
  },
  {
    name: 'adminAccess.closeSession',
    prepare: ({ bundle }) => bundle.adminAccess.openSession(openUntil),
    act: ({ adminAccess }, audited) => adminAccess.closeSession('s', audited),
    refused: ({ adminAccess }, audited) => adminAccess.closeSession('none', audited),
    happened: async ({ adminAccess }) => (await adminAccess.findSession(seen)) === undefined,
  },
  {
    name: 'values.putAllIf',
    act: ({ values }, audited) => values.putAllIf({ ...putInto('v', undefined), ...audited }),
    refused: ({ values }, audited) => values.putAllIf({ ...putInto('w', 'other'), ...audited }),
    happened: async ({ values }) => (await values.get('v')) === 'new',
  },
];

/** The resolution of a job whose outcome is unknown. */
export function resolutionAct(
  job: Job,
  resolved: Pick<Parameters<StorageBundle['jobs']['commit']>[0], 'next' | 'effects'>,
): AuditedAct {
  const decision = { claim: null, from: job, ...resolved, lease: 'release', now } as const;
  return {
    name: 'jobs.commit',
    act: ({ jobs }, audited) => jobs.commit({ ...decision, ...audited }),
    refused: ({ jobs }, audited) =>
      jobs.commit({
        ...decision,
        from: { ...job, version: job.version + 7 },
        next: { ...resolved.next, version: job.version + 8 },
        ...audited,
      }),
    happened: async ({ reader }) => (await reader.find(job.id))?.version === resolved.next.version,
  };
}

/** The resolution of a job whose outcome is unknown by the handle found at the provider. */
export function findingAct(
  job: Job,
  found: Pick<Parameters<StorageBundle['jobs']['commit']>[0], 'next' | 'effects'>,
  receipt: Parameters<StorageBundle['jobs']['recordReceipt']>[0],
): AuditedAct {
  const decision = { claim: null, from: job, ...found, lease: 'release', now } as const;
  const stale = {
    ...decision,
    from: { ...job, version: job.version + 7 },
    next: { ...found.next, version: job.version + 8 },
  };
  return {
    name: 'jobs.recordReceipt',
    act: ({ jobs }, byHand) => jobs.recordReceipt({ ...receipt, decision, byHand }),
    refused: ({ jobs }, byHand) => jobs.recordReceipt({ ...receipt, decision: stale, byHand }),
    happened: async ({ reader }) => (await reader.find(job.id))?.version === found.next.version,
  };
}

/** The removal of a completed job's result. */
export function removalAct(job: Job): AuditedAct {
  const entry = { at: now, what: 'result-removed', detail: {} } as const;
  const removal = { from: job, next: withoutResult(job), trail: 'keep', entry } as const;
  return {
    name: 'jobs.amend',
    act: ({ jobs }, audited) => jobs.amend({ ...removal, ...audited }),
    refused: ({ jobs }, audited) => jobs.amend({ ...removal, ...audited }),
    happened: async ({ reader }) => (await reader.find(job.id))?.result === null,
  };
}

export function entryOf(id: string): AuditEntry {
  const words = { actor: 'admin', action: id, target: `画面 of ${id}`, before: null };
  return { id, at: now, ...words, after: '{"label":"It\'s"}' };
}

function putInto(name: string, value: string | undefined) {
  return { values: new Map([[name, 'new']]), expected: { name, value } };
}
