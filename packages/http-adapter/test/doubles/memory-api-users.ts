import type { ApiUser, ApiUsers, Audited } from '@filmgate/core';

type AdministeredUsers = Pick<
  ApiUsers,
  'create' | 'edit' | 'rotate' | 'find' | 'list' | 'erase' | 'revokeLinks'
>;
type Input<M extends 'create' | 'edit' | 'rotate' | 'list' | 'erase'> = Parameters<ApiUsers[M]>[0];

/** API users in memory; digests are kept so that a test can see what was stored. */
export class MemoryApiUsers implements AdministeredUsers {
  readonly digests = new Map<string, string>();
  readonly #epochs = new Map<string, number>();
  readonly #users = new Map<string, ApiUser>();
  readonly #note: (audited: Audited) => void;

  constructor(note: (audited: Audited) => void = () => undefined) {
    this.#note = note;
  }

  async create(input: Input<'create'>): Promise<ApiUser> {
    this.#note(input);
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
      erasure: null,
    };
    this.#users.set(id, user);
    this.digests.set(id, keyDigest);
    return user;
  }

  async edit(input: Input<'edit'>): Promise<ApiUser | undefined> {
    const { name, enabled, totalLimit, maxOpenJobs, maxRequestsPerMinute } = input;
    return this.#change(input, (user) => ({
      ...user,
      name: name ?? user.name,
      enabled: enabled ?? user.enabled,
      usage: totalLimit === undefined ? user.usage : { ...user.usage, limit: totalLimit },
      maxOpenJobs: maxOpenJobs === undefined ? user.maxOpenJobs : maxOpenJobs,
      maxRequestsPerMinute:
        maxRequestsPerMinute === undefined ? user.maxRequestsPerMinute : maxRequestsPerMinute,
    }));
  }

  async rotate(input: Input<'rotate'>): Promise<ApiUser | undefined> {
    const { id, keyDigest, keyHint } = input;
    this.digests.set(id, keyDigest);
    return this.#change(input, (user) => ({ ...user, keyHint }));
  }

  async erase(input: Input<'erase'>): Promise<ApiUser | undefined> {
    const { id, keyDigest, now } = input;
    this.digests.set(id, keyDigest);
    const erasure = { requestedAt: now, completedAt: null, remaining: 0 };
    return this.#change(input, (user) => ({ ...user, name: id, enabled: false, erasure }));
  }

  async revokeLinks({ owner }: { readonly owner: string }): Promise<number> {
    const next = (this.#epochs.get(owner) ?? 0) + 1;
    this.#epochs.set(owner, next);
    return next;
  }

  async find(id: string): Promise<ApiUser | undefined> {
    return this.#users.get(id);
  }

  async list({ after, limit }: Input<'list'>): Promise<readonly ApiUser[]> {
    const all = [...this.#users.values()];
    const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    return all.slice(start, start + limit);
  }

  #change(
    { id, ...audited }: Audited & { readonly id: string },
    next: (user: ApiUser) => ApiUser,
  ): ApiUser | undefined {
    const user = this.#users.get(id);
    if (user === undefined) return undefined;
    const changed = next(user);
    this.#users.set(id, changed);
    this.#note(audited);
    return changed;
  }
}
