import {
  editAccount,
  eraseUser,
  type GatewayPorts,
  removeAccount,
  type StorageBundle,
} from '@filmgate/core';
import { z } from 'zod';
import { AdministratorLine } from './administrator-line.ts';
import type { Hazard } from './act.ts';
import type { History } from './history.ts';
import type { AdminSurface, SurfaceResponse } from './surfaces.ts';
import type { Door } from './door.ts';
import type { MachineClock } from './machine-clock.ts';
import type { RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';
import { apiKeyOf, type Credential, credentialOf } from './surface-plugins.ts';
import { rightSecret, type WorldUpstream, wrongSecret } from './world-upstream.ts';

export const users = ['a', 'b'] as const;
export type User = (typeof users)[number];

/** Jobs each account may have in flight at first. */
export const concurrency = 2;

const rotatedSchema = z.object({ key: z.string() });
const accountsSchema = z.object({
  data: z.array(z.object({ id: z.string(), label: z.string() })),
});

/** What of the world an operator sees. */
interface Surroundings {
  readonly view: StorageBundle;
  /** What a command at the first machine works with. */
  readonly byHand: Pick<GatewayPorts, 'storage' | 'clock' | 'log'>;
  readonly history: History;
  readonly machines: readonly MachineClock[];
  readonly scheduler: Scheduler;
  readonly situations: RareSituations;
  readonly upstream: WorldUpstream;
  readonly hazards: ReadonlySet<Hazard>;
  nodeFor(index: number): Door | null;
}

/** The node it asks. */
interface AskedNode extends Door {
  readonly ports: GatewayPorts;
}

interface KeyOfUser {
  /** The newest key the operator asked for. */
  serial: number;
  /** Whether a change was asked for and not answered. */
  isChanging: boolean;
  /** Those the server made, by serial number. */
  readonly made: Map<number, Credential>;
  /** Keys that are no longer good, by serial number: when, in true time, the operator asked for that and was told of it. */
  readonly revoked: Map<number, { readonly askedAt: number; readonly toldAt: number }>;
}

/** Who runs the gateway: changes users, keys, limits and accounts, and remembers what it asked for and what it was told. */
export class Operator {
  readonly keys = new Map<User, KeyOfUser>();
  /** The most credits each user was ever allowed. */
  readonly highestLimit = new Map<User, number>();
  /** The most jobs each account was ever allowed to have in flight. */
  readonly mostSlots = new Map<string, number>();
  /** Jobs it gave its word on. */
  readonly ruled = new Map<string, 'charged' | 'not_charged'>();
  /** Users it had erased: when it asked for that first, true time. */
  readonly erased = new Map<User, number>();
  /** Accounts that were once given the secret of another one. */
  readonly misled = new Set<string>();
  readonly #world: Surroundings;
  readonly #line: AdministratorLine;
  readonly #accountIds: string[] = [];

  constructor(world: Surroundings) {
    this.#world = world;
    this.#line = new AdministratorLine(world);
  }

  /** Two users, two accounts. */
  async settleIn(): Promise<void> {
    const { view, history } = this.#world;
    const now = this.#now();
    for (const id of users) {
      this.keys.set(id, { serial: 1, isChanging: false, made: new Map(), revoked: new Map() });
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

  credentialOf(user: User, serial: number): Credential {
    return this.keys.get(user)?.made.get(serial) ?? keyOf(user, serial);
  }

  async addAccount(): Promise<void> {
    const { accounts } = this.#world.view;
    const now = this.#now();
    const id = `account-${this.#accountIds.length + 1}`;
    this.#accountIds.push(id);
    this.mostSlots.set(id, concurrency);
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
    return this.#accountIds[pick % this.#accountIds.length] ?? '';
  }

  /** As `addAccount`; over HTTP its id is looked up by its label, since the response to the addition may be lost. */
  addAccountAt(node: AskedNode): void {
    const label = `account ${this.#accountIds.length} of the administrator`;
    const body = { label, families: ['*'], concurrency };
    const told = (): void => {
      const found = ({ body: list }: SurfaceResponse): void => {
        const added = accountsSchema.safeParse(list).data?.data.find((one) => one.label === label);
        if (added === undefined || this.#accountIds.includes(added.id)) return;
        this.#accountIds.push(added.id);
        this.mostSlots.set(added.id, concurrency);
        this.#overHttp(node, `test of ${added.id}`, (admin) => admin.testAccount(added.id));
      };
      this.#overHttp(node, `look for ${label}`, (admin) => admin.accounts(), found);
    };
    const send = (admin: AdminSurface) => admin.addAccount(body);
    if (!this.#overHttp(node, `addition of ${label}`, send, told)) ask(this.addAccount());
  }

  /** Over HTTP where callers come by it; else false. */
  #overHttp(
    node: AskedNode,
    target: string,
    send: (admin: AdminSurface) => Promise<SurfaceResponse>,
    told: (response: SurfaceResponse, attempts: number) => void = () => undefined,
  ): boolean {
    if (node.surfaces === null) return false;
    this.#line.ask(node, { target, send, told });
    return true;
  }

  setLimit(node: AskedNode, user: User, totalLimit: number): void {
    this.highestLimit.set(user, Math.max(totalLimit, this.highestLimit.get(user) ?? 0));
    if (this.#overHttp(node, `limit of ${user}`, (admin) => admin.limit(user, totalLimit))) return;
    ask(node.ports.storage.apiUsers.edit({ id: user, totalLimit, now: this.#now() }));
  }

  allowUser(node: AskedNode, user: User, enabled: boolean): void {
    const send = (admin: AdminSurface) => (enabled ? admin.enable(user) : admin.disable(user));
    if (this.#overHttp(node, `access of ${user}`, send)) return;
    ask(node.ports.storage.apiUsers.edit({ id: user, enabled, now: this.#now() }));
  }

  rotateKey(node: AskedNode, user: User): void {
    const key = this.keys.get(user);
    // Two changes of one key at once may arrive in either order: an operator waits for the first.
    if (key === undefined || key.isChanging) return;
    key.isChanging = true;
    const former = key.serial;
    const askedAt = this.#world.scheduler.now;
    const told = ({ body }: SurfaceResponse, attempts: number): void => {
      const rotated = rotatedSchema.safeParse(body);
      if (!rotated.success) return;
      key.serial += 1;
      key.made.set(key.serial, credentialOf(rotated.data.key));
      key.revoked.set(former, { askedAt, toldAt: this.#world.scheduler.now });
      // Of several that were asked for it may be one that was replaced since.
      key.isChanging = attempts > 1;
    };
    if (this.#overHttp(node, `key of ${user}`, (admin) => admin.rotate(user), told)) return;
    key.serial += 1;
    const next = { keyDigest: keyOf(user, key.serial).digest, keyHint: 'hint' };
    void node.ports.storage.apiUsers.rotate({ id: user, ...next, now: this.#now() }).then(
      () => {
        key.isChanging = false;
        key.revoked.set(former, { askedAt, toldAt: this.#world.scheduler.now });
      },
      () => undefined,
    );
  }

  allowAccount(node: AskedNode, id: string, enabled: boolean): void {
    const send = (admin: AdminSurface) => admin.editAccount(id, { enabled });
    if (this.#overHttp(node, `use of ${id}`, send)) return;
    ask(node.ports.storage.accounts.edit({ id, settings: { enabled }, now: this.#now() }));
  }

  setConcurrency(node: AskedNode, id: string, slots: number): void {
    this.mostSlots.set(id, Math.max(slots, this.mostSlots.get(id) ?? 0));
    const send = (admin: AdminSurface) => admin.editAccount(id, { concurrency: slots });
    if (this.#overHttp(node, `slots of ${id}`, send)) return;
    ask(
      node.ports.storage.accounts.edit({ id, settings: { concurrency: slots }, now: this.#now() }),
    );
  }

  removeAccount(node: AskedNode, id: string): void {
    const told = ({ status }: SurfaceResponse): void => {
      if (status === 202) this.#world.situations.note('account removed while it has work');
    };
    if (this.#overHttp(node, `removal of ${id}`, (admin) => admin.removeAccount(id), told)) return;
    ask(
      removeAccount(node.ports, id).then((outcome) => {
        if (outcome.kind === 'draining')
          this.#world.situations.note('account removed while it has work');
      }),
    );
  }

  /** At the machine itself, as the command line does. */
  swapSecret({ ports }: AskedNode, id: string, isRight: boolean): void {
    this.misled.add(id);
    const settings = { sealedSecret: isRight ? rightSecret : wrongSecret };
    ask(editAccount(ports, { id, settings, now: this.#now() }));
  }

  /** At the machine itself, as the command line does. */
  eraseUser({ ports }: AskedNode, user: User): void {
    const { scheduler, situations, view, upstream } = this.#world;
    if (!this.erased.has(user)) this.erased.set(user, scheduler.now);
    if (upstream.ledger.accepted.some(({ endsAt }) => endsAt > scheduler.now))
      situations.note('user erased with work in flight');
    const keyDigest = `no key of ${user}`;
    ask(
      view.apiUsers
        .erase({ id: user, keyDigest, now: this.#now() })
        .then(() => eraseUser({ ports }, user)),
    );
  }

  /** Says over HTTP that the clock of a machine is right. */
  confirmClock(node: AskedNode): void {
    this.#overHttp(node, `clock of ${node.process.name}`, (admin) => admin.confirmClock());
  }

  /** Has a job looked at again. */
  check(node: AskedNode, id: string): void {
    if (this.#overHttp(node, `check of ${id}`, (admin) => admin.check(id))) return;
    ask(node.gateway.check({ id, signal: new AbortController().signal }));
  }

  /** Rules only on what it has seen at the provider: work that ended there, or that never came there. */
  rule(node: AskedNode, jobId: string): void {
    const { ledger } = this.#world.upstream;
    const [work] = ledger.ofJob(jobId);
    if (work === undefined && ledger.attemptsOfJob(jobId).some(({ arrival }) => arrival === null))
      return;
    if (work !== undefined && work.endsAt > this.#world.scheduler.now) return;
    const outcome = work === undefined ? 'not_charged' : 'charged';
    const told = ({ status }: SurfaceResponse): void => {
      if (status === 200) this.ruled.set(jobId, outcome);
    };
    const send = (admin: AdminSurface) => admin.rule(jobId, outcome);
    if (this.#overHttp(node, `resolution of ${jobId}`, send, told)) return;
    ask(
      node.gateway
        .resolve({ id: jobId, outcome, actor: 'operator', note: 'as the provider says' })
        .then((result) => {
          if (result.kind === 'resolved') this.ruled.set(jobId, outcome);
        }),
    );
  }

  /** Puts right what stands in the way of work: every user and account is allowed again, and there is an account. */
  async putRight(): Promise<void> {
    const { view, byHand } = this.#world;
    const { apiUsers, accounts } = view;
    const now = this.#now();
    for (const id of users) await apiUsers.edit({ id, enabled: true, now });
    const loads = await accounts.loads();
    for (const { account } of loads) {
      const { id } = account;
      // Only what is wrong is changed: a change has unknown jobs looked for at once, and they have to be without it.
      if (!account.enabled) await editAccount(byHand, { id, settings: { enabled: true }, now });
      if (this.misled.has(id))
        await editAccount(byHand, { id, settings: { sealedSecret: rightSecret }, now });
      const probe = { kind: 'ready', credits: null } as const;
      await accounts.recordProbe({ id, probe, askedAt: now, movedCredits: 0, now });
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

/** The key of a user with a serial number, unless the server made it. */
function keyOf(user: User, serial: number): Credential {
  return keys.get(user)?.[serial] ?? apiKeyOf(`${user} ${serial}`);
}

/** What is asked for may fail, and the operator may not hear of it. */
function ask(asked: Promise<unknown>): void {
  asked.catch(() => undefined);
}
