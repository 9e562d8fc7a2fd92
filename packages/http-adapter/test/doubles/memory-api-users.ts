import type { ApiUser, ApiUsers } from '@filmgate/core';

type AdministeredUsers = Pick<ApiUsers, 'create' | 'edit' | 'rotate' | 'find' | 'list'>;
type Input<M extends 'create' | 'edit' | 'rotate' | 'list'> = Parameters<ApiUsers[M]>[0];

/** API users in memory; digests are kept so that a test can see what was stored. */
export class MemoryApiUsers implements AdministeredUsers {
  readonly digests = new Map<string, string>();
  readonly #users = new Map<string, ApiUser>();

  async create(input: Input<'create'>): Promise<ApiUser> {
    const { id, name, keyDigest, keyHint, totalLimit, now } = input;
    const { maxOpenJobs = null, maxRequestsPerMinute = null } = input;
    const user: ApiUser = {
      id,
      name,
      enabled: true,
      keyHint,
      usage: { used: 0, reserved: 0, held: 0, limit: totalLimit },
      maxOpenJobs,
      maxRequestsPerMinute,
      createdAt: now,
      lastUsedAt: null,
    };
    this.#users.set(id, user);
    this.digests.set(id, keyDigest);
    return user;
  }

  async edit({
    id,
    name,
    enabled,
    totalLimit,
    ...limits
  }: Input<'edit'>): Promise<ApiUser | undefined> {
    const { maxOpenJobs, maxRequestsPerMinute } = limits;
    return this.#change(id, (user) => ({
      ...user,
      name: name ?? user.name,
      enabled: enabled ?? user.enabled,
      usage: totalLimit === undefined ? user.usage : { ...user.usage, limit: totalLimit },
      maxOpenJobs: maxOpenJobs === undefined ? user.maxOpenJobs : maxOpenJobs,
      maxRequestsPerMinute:
        maxRequestsPerMinute === undefined ? user.maxRequestsPerMinute : maxRequestsPerMinute,
    }));
  }

  async rotate({ id, keyDigest, keyHint }: Input<'rotate'>): Promise<ApiUser | undefined> {
    this.digests.set(id, keyDigest);
    return this.#change(id, (user) => ({ ...user, keyHint }));
  }

  async find(id: string): Promise<ApiUser | undefined> {
    return this.#users.get(id);
  }

  async list({ after, limit }: Input<'list'>): Promise<readonly ApiUser[]> {
    const all = [...this.#users.values()];
    const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    return all.slice(start, start + limit);
  }

  #change(id: string, next: (user: ApiUser) => ApiUser): ApiUser | undefined {
    const user = this.#users.get(id);
    if (user === undefined) return undefined;
    const changed = next(user);
    this.#users.set(id, changed);
    return changed;
  }
}
