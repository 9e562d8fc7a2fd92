import type { Gateway, GatewayPorts, StorageBundle } from '@filmgate/core';
import type { History } from './history.ts';
import type { MachineClock } from './machine-clock.ts';
import type { RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';
import { apiKeyOf } from './surface-plugins.ts';
import type { WorldUpstream } from './world-upstream.ts';

export const users = ['a', 'b'] as const;
export type User = (typeof users)[number];

/** Jobs each account may have in flight at first. */
const concurrency = 2;

/** What of the world an operator sees. */
interface Surroundings {
  readonly view: StorageBundle;
  readonly history: History;
  readonly machines: readonly MachineClock[];
  readonly scheduler: Scheduler;
  readonly situations: RareSituations;
  readonly upstream: WorldUpstream;
}

/** The node it asks. */
interface AskedNode {
  readonly ports: GatewayPorts;
  readonly gateway: Gateway;
}

interface KeyOfUser {
  /** The newest key the operator asked for. */
  serial: number;
  /** Whether a change was asked for and not answered. */
  isChanging: boolean;
  /** True times at which the operator was told that a key, by its serial, is no longer good. */
  readonly revokedAt: Map<number, number>;
}

/** Who runs the gateway: changes users, keys, limits and accounts, and remembers what it asked for and what it was told. */
export class Operator {
  readonly keys = new Map<User, KeyOfUser>();
  /** The most credits each user was ever allowed. */
  readonly highestLimit = new Map<User, number>();
  /** Jobs it gave its word on. */
  readonly ruled = new Map<string, 'charged' | 'not_charged'>();
  readonly #world: Surroundings;
  #accounts = 0;

  constructor(world: Surroundings) {
    this.#world = world;
  }

  /** Two users, two accounts. */
  async settleIn(): Promise<void> {
    const { view, history } = this.#world;
    const now = this.#now();
    for (const id of users) {
      this.keys.set(id, { serial: 1, isChanging: false, revokedAt: new Map() });
      this.highestLimit.set(id, history.quotaLimit);
      const key = { keyDigest: keyOf(id, 1).digest, keyHint: 'hint' };
      await view.apiUsers.create({ id, name: id, ...key, totalLimit: history.quotaLimit, now });
    }
    await this.addAccount();
    await this.addAccount();
  }

  /** Serial number of the key a user has in its programs: the newest, or the one before. */
  serialOf(user: User, isBehind: boolean): number {
    const newest = this.keys.get(user)?.serial ?? 1;
    return isBehind ? Math.max(1, newest - 1) : newest;
  }

  async addAccount(): Promise<void> {
    const { accounts } = this.#world.view;
    const now = this.#now();
    this.#accounts += 1;
    const id = `account-${this.#accounts}`;
    const settings = { label: id, families: ['*'], enabled: true, concurrency };
    await accounts.add({ id, provider: 'world', settings, now });
    await accounts.recordProbe({
      id,
      probe: { kind: 'ready', credits: null },
      askedAt: now,
      movedCredits: 0,
      now,
    });
  }

  accountId(pick: number): string {
    return `account-${1 + (pick % this.#accounts)}`;
  }

  setLimit(node: AskedNode, user: User, totalLimit: number): void {
    this.highestLimit.set(user, Math.max(totalLimit, this.highestLimit.get(user) ?? 0));
    ask(node.ports.storage.apiUsers.edit({ id: user, totalLimit, now: this.#now() }));
  }

  allowUser(node: AskedNode, user: User, enabled: boolean): void {
    ask(node.ports.storage.apiUsers.edit({ id: user, enabled, now: this.#now() }));
  }

  rotateKey(node: AskedNode, user: User): void {
    const key = this.keys.get(user);
    // Two changes of one key at once may arrive in either order: an operator waits for the first.
    if (key === undefined || key.isChanging) return;
    key.isChanging = true;
    const former = key.serial;
    key.serial += 1;
    const next = { keyDigest: keyOf(user, key.serial).digest, keyHint: 'hint' };
    void node.ports.storage.apiUsers.rotate({ id: user, ...next, now: this.#now() }).then(
      () => {
        key.isChanging = false;
        key.revokedAt.set(former, this.#world.scheduler.now);
      },
      () => undefined,
    );
  }

  allowAccount(node: AskedNode, id: string, enabled: boolean): void {
    ask(node.ports.storage.accounts.edit({ id, settings: { enabled }, now: this.#now() }));
  }

  setConcurrency(node: AskedNode, id: string, slots: number): void {
    ask(
      node.ports.storage.accounts.edit({ id, settings: { concurrency: slots }, now: this.#now() }),
    );
  }

  removeAccount(node: AskedNode, id: string): void {
    ask(
      node.ports.storage.accounts.remove({ id, now: this.#now() }).then((outcome) => {
        if (outcome.kind === 'draining')
          this.#world.situations.note('account removed while it has work');
      }),
    );
  }

  /** Rules only on what it has seen at the provider: work that ended there, or that never came there. */
  rule(node: AskedNode, jobId: string): void {
    const { ledger } = this.#world.upstream;
    const [work] = ledger.ofJob(jobId);
    if (work === undefined && ledger.attemptsOfJob(jobId).some(({ arrival }) => arrival === null))
      return;
    if (work !== undefined && work.endsAt > this.#world.scheduler.now) return;
    const outcome = work === undefined ? 'not_charged' : 'charged';
    ask(
      node.gateway
        .rule({ id: jobId, outcome, actor: 'operator', note: 'as the provider says' })
        .then((result) => {
          if (result.kind === 'ruled') this.ruled.set(jobId, outcome);
        }),
    );
  }

  /** Puts right what stands in the way of work: every user and account is allowed again, and there is an account. */
  async putRight(): Promise<void> {
    const { apiUsers, accounts } = this.#world.view;
    const now = this.#now();
    for (const id of users) await apiUsers.edit({ id, enabled: true, now });
    const loads = await accounts.loads();
    for (const { account } of loads) {
      await accounts.edit({ id: account.id, settings: { enabled: true }, now });
      const probe = { kind: 'ready', credits: null } as const;
      await accounts.recordProbe({ id: account.id, probe, askedAt: now, movedCredits: 0, now });
    }
    if (!loads.some(({ account }) => !account.draining)) await this.addAccount();
  }

  #now(): number {
    return this.#world.machines[0]?.now() ?? 0;
  }
}

/** More keys than a history is long; each is dear to make, and thousands of histories have the same. */
const keysOfEach = 30;
const keys = new Map(
  users.map((user) => [
    user,
    Array.from({ length: keysOfEach }, (_, serial) => apiKeyOf(`${user} ${serial}`)),
  ]),
);

/** The key of a user with a serial number. */
export function keyOf(
  user: User,
  serial: number,
): { readonly key: string; readonly digest: string } {
  return keys.get(user)?.[serial] ?? apiKeyOf(`${user} ${serial}`);
}

/** What is asked for may fail, and the operator may not hear of it. */
function ask(asked: Promise<unknown>): void {
  asked.catch(() => undefined);
}
