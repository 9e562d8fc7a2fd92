import { type JobStore, type StorageBundle, withoutContent } from '@filmgate/core';
import { faultsOf, replacing } from './breaking.ts';

type Change<Port extends keyof StorageBundle> = (
  inner: StorageBundle[Port],
) => Partial<StorageBundle[Port]>;

const users = (change: Change<'apiUsers'>) =>
  replacing('apiUsers', ({ apiUsers }) => change(apiUsers));
const jobs = (change: Change<'jobs'>) => replacing('jobs', ({ jobs: inner }) => change(inner));
const assets = (change: Change<'assets'>) =>
  replacing('assets', ({ assets: inner }) => change(inner));

/** Wrong ways of taking back. */
export const takingBackFaults = faultsOf('taking-back', {
  'revokes the links of every owner with those of one': users((inner) => ({
    revokeLinks: async ({ owner }) => {
      await inner.revokeLinks({ owner: 'native' });
      return await inner.revokeLinks({ owner });
    },
  })),
  'lets the links of a disabled user live': users((inner) => ({
    linkEpoch: async (owner) => (await inner.linkEpoch(owner)) ?? 0,
  })),
  'lets an erased user be enabled again': users((inner) => ({
    erase: async (input) => await inner.edit({ id: input.id, enabled: false, now: input.now }),
  })),
  'restarts an erasure when asked twice': users((inner) => ({
    erase: async (input) => {
      const user = await inner.erase(input);
      if (user === undefined || user.erasure === null) return user;
      return { ...user, erasure: { ...user.erasure, requestedAt: input.now } };
    },
  })),
  'forgets that an erasure is complete': users((inner) => ({
    noteErasure: async (input) => await inner.noteErasure({ ...input, completedAt: null }),
  })),
  'keeps the result it was to take back': jobs((inner) => ({
    amend: async (input) =>
      await inner.amend({ ...input, next: { ...input.next, result: input.from.result } }),
  })),
  'loses the money of an erased trail': replacing('reader', ({ reader }) => ({
    trail: async (id) => {
      const trail = await reader.trail(id);
      const isErased = trail.at(-1)?.what === 'content-erased';
      return isErased ? trail.map((step) => ({ ...step, money: [] })) : trail;
    },
  })),
  'keeps the earlier steps of an erased trail': jobs((inner) => ({
    amend: async (input) => await inner.amend({ ...input, trail: 'keep' }),
  })),
  'amends jobs that have not ended': jobs((inner) => ({
    amend: async (input) => await lenient(inner, input),
  })),
  'takes an amendment for a change of the moment it is retained by': jobs((inner) => ({
    amend: async (input) => {
      const updatedAt = input.entry.at;
      return await inner.amend({ ...input, next: { ...input.next, updatedAt } });
    },
  })),
  'forgets the uploads an open job refers to': assets((inner) => ({
    removeOwned: async ({ owner, limit }) => {
      const gone = await inner.removeOwned({ owner, limit });
      await inner.removeOlderThan({ createdBefore: Number.MAX_SAFE_INTEGER, limit });
      return gone;
    },
  })),
  'takes another seal for a new secret': replacing('accounts', ({ accounts }) => ({
    reseal: async ({ id, sealedSecret }) => {
      const settings = { sealedSecret };
      return (await accounts.edit({ id, settings, now: 1 })).kind === 'edited';
    },
  })),
  'counts erased prompts and leaves the digests': replacing('requestLogs', ({ requestLogs }) => ({
    erasePrompts: async ({ caller, limit }) => {
      const page = await requestLogs.list({ ...everyRequest, caller, limit });
      if (page.kind !== 'page') return 0;
      requestLogs.append(page.entries.map((entry) => ({ ...entry, prompt: null })));
      return page.entries.length;
    },
  })),
});

/** Accepts calls that the store refuses. */
async function lenient(
  inner: JobStore,
  input: Parameters<JobStore['amend']>[0],
): ReturnType<JobStore['amend']> {
  try {
    return await inner.amend(input);
  } catch {
    return { kind: 'amended', job: withoutContent(input.from) };
  }
}

const everyRequest = {
  path: null,
  status: null,
  model: null,
  jobId: null,
  from: null,
  until: null,
  text: null,
  after: null,
} as const;
