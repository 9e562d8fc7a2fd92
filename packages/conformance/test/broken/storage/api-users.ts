import type { ApiUser, ApiUsers, StorageBundle } from '@filmgate/core';
import { faultsOf, replacing } from './breaking.ts';

function users(change: (apiUsers: ApiUsers) => Partial<ApiUsers>) {
  return replacing('apiUsers', ({ apiUsers }) => change(apiUsers));
}

function shown(show: (user: ApiUser) => ApiUser): (inner: StorageBundle) => StorageBundle {
  return users((apiUsers) => ({
    find: async (id) => {
      const user = await apiUsers.find(id);
      return user === undefined ? undefined : show(user);
    },
    list: async (input) => (await apiUsers.list(input)).map(show),
  }));
}

/** Wrong API users and keys. */
export const userFaults = faultsOf('api-users', {
  'forgets the hint of a key': shown((user) => ({ ...user, keyHint: '' })),
  'takes a lifted limit for an absent one': users((apiUsers) => ({
    edit: async ({ totalLimit, ...input }) =>
      await apiUsers.edit(
        totalLimit === null || totalLimit === undefined ? input : { ...input, totalLimit },
      ),
  })),
  'lists users by id': users((apiUsers) => ({
    list: async ({ after, limit }) => {
      const all = (await apiUsers.list({ after: null, limit: 1_000 })).toSorted((one, other) =>
        one.id < other.id ? -1 : 1,
      );
      const start = all.findIndex(({ id }) => id === after) + 1;
      return all.slice(start, start + limit);
    },
  })),
  'shows no usage in lists': users((apiUsers) => ({
    list: async (input) =>
      (await apiUsers.list(input)).map((user) => ({
        ...user,
        usage: { ...user.usage, used: 0, reserved: 0, held: 0 },
      })),
  })),
  'gives owners that are no API user a limit of 0': users((apiUsers) => ({
    usage: async (owner) => {
      const usage = await apiUsers.usage(owner);
      return owner.startsWith('user:') ? usage : { ...usage, limit: 0 };
    },
  })),
  'knows keys by their beginning': users((apiUsers) => ({
    authenticate: async (input) => {
      const exact = await apiUsers.authenticate(input);
      return exact.kind === 'unknown'
        ? await apiUsers.authenticate({ ...input, keyDigest: `${input.keyDigest}1` })
        : exact;
    },
  })),
  'remembers who a key belonged to': users((apiUsers) => {
    const known = new Map<string, Awaited<ReturnType<ApiUsers['authenticate']>>>();
    return {
      authenticate: async (input) => {
        const verdict = known.get(input.keyDigest) ?? (await apiUsers.authenticate(input));
        if (verdict.kind === 'known') known.set(input.keyDigest, verdict);
        return verdict;
      },
    };
  }),
  'lets a rotated key live on': users((apiUsers) => {
    const former = new Map<string, string>();
    return {
      create: async (input) => {
        former.set(input.keyDigest, input.id);
        return await apiUsers.create(input);
      },
      authenticate: async (input) => {
        const verdict = await apiUsers.authenticate(input);
        const id = former.get(input.keyDigest);
        return verdict.kind === 'unknown' && id !== undefined ? { kind: 'known', id } : verdict;
      },
    };
  }),
  'shows key digests': users((apiUsers) => ({
    create: async (input) =>
      Object.assign({}, await apiUsers.create(input), { keyDigest: input.keyDigest }),
  })),
  'notes the last use by its own clock': users((apiUsers) => ({
    authenticate: async (input) => await apiUsers.authenticate({ ...input, now: input.now + 1 }),
  })),
});
