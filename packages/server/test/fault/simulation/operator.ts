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

/** Initial concurrency of each account. */
export const concurrency = 2;

const rotatedSchema = z.object({ key: z.string() });
const accountsSchema = z.object({
  data: z.array(z.object({ id: z.string(), label: z.string() })),
});

/** Parts of the world that an operator sees. */
interface Surroundings {
  readonly view: StorageBundle;
  /** Ports of a command at the first machine. */
  readonly byHand: Pick<GatewayPorts, 'storage' | 'clock' | 'log'>;
  readonly history: History;
  readonly machines: readonly MachineClock[];
  readonly scheduler: Scheduler;
  readonly situations: RareSituations;
  readonly upstream: WorldUpstream;
  readonly hazards: ReadonlySet<Hazard>;
  nodeFor(index: number): Door | null;
}

/** The node of a request. */
interface AskedNode extends Door {
  readonly ports: GatewayPorts;
}

interface KeyOfUser {
  /** Serial number of the newest key that the operator requested. */
  serial: number;
  /** True while a change has been requested and not confirmed. */
  isChanging: boolean;
  /** Keys that the server made, by serial number. */
  readonly made: Map<number, Credential>;
  /** Revoked keys, by serial number: true times of the operator's request and of its response. */
  readonly revoked: Map<number, { readonly askedAt: number; readonly reportedAt: number }>;
}

/** The operator of the gateway: changes users, keys, limits and accounts, and records requests and responses. */
export class Operator {
  readonly keys = new Map<User, KeyOfUser>();
  /** Highest quota of each user so far, in credits. */
  readonly highestLimit = new Map<User, number>();
  /** Highest concurrency of each account so far. */
  readonly mostSlots = new Map<string, number>();
  /** Jobs it resolved, with the outcome. */
  readonly ruled = new Map<string, 'charged' | 'not_charged'>();
  /** Users it erased, with the true time of the first request. */
  readonly erased = new Map<User, number>();
  /** Accounts that once had the secret of another one. */
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

  /** Serial number of the key in a user's programs: the newest, or the one before. */
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
    await accounts.add({ id, endpoint: 'world', settings, now });
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

  /** Adds an account like `addAccount`; over HTTP its id is found by its label, since the response may be lost. */
  addAccountAt(node: AskedNode): void {
    const label = `account ${this.#accountIds.length} of the administrator`;
    const body = { label, families: ['*'], concurrency };
    const reported = (): void => {
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
    if (!this.#overHttp(node, `addition of ${label}`, send, reported)) ask(this.addAccount());
  }

  /** True over HTTP if callers use it; else false. */
  #overHttp(
    node: AskedNode,
    target: string,
    send: (admin: AdminSurface) => Promise<SurfaceResponse>,
    reported: (response: SurfaceResponse, attempts: number) => void = () => undefined,
  ): boolean {
    if (node.surfaces === null) return false;
    this.#line.ask(node, { target, send, reported });
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
    // Two concurrent changes of one key may arrive in either order: an operator waits for the first.
    if (key === undefined || key.isChanging) return;
    key.isChanging = true;
    const former = key.serial;
    const askedAt = this.#world.scheduler.now;
    const reported = ({ body }: SurfaceResponse, attempts: number): void => {
      const rotated = rotatedSchema.safeParse(body);
      if (!rotated.success) return;
      key.serial += 1;
      key.made.set(key.serial, credentialOf(rotated.data.key));
      key.revoked.set(former, { askedAt, reportedAt: this.#world.scheduler.now });
      // After several attempts it may be a key that was replaced since.
      key.isChanging = attempts > 1;
    };
    if (this.#overHttp(node, `key of ${user}`, (admin) => admin.rotate(user), reported)) return;
    key.serial += 1;
    const next = { keyDigest: keyOf(user, key.serial).digest, keyHint: 'hint' };
    void node.ports.storage.apiUsers.rotate({ id: user, ...next, now: this.#now() }).then(
      () => {
        key.isChanging = false;
        key.revoked.set(former, { askedAt, reportedAt: this.#world.scheduler.now });
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
    const reported = ({ status }: SurfaceResponse): void => {
      if (status === 202) this.#world.situations.note('account removed while it has work');
    };
    if (this.#overHttp(node, `removal of ${id}`, (admin) => admin.removeAccount(id), reported))
      return;
    ask(
      removeAccount(node.ports, id).then((outcome) => {
        if (outcome.kind === 'draining')
          this.#world.situations.note('account removed while it has work');
      }),
    );
  }

  /** Swaps a secret at the machine itself, as the command line does. */
  swapSecret({ ports }: AskedNode, id: string, isRight: boolean): void {
    this.misled.add(id);
    const settings = { sealedSecret: isRight ? rightSecret : wrongSecret };
    ask(editAccount(ports, { id, settings, now: this.#now() }));
  }

  /** Erases a user at the machine itself, as the command line does. */
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

  /** Confirms the clock of a machine over HTTP. */
  confirmClock(node: AskedNode): void {
    this.#overHttp(node, `clock of ${node.process.name}`, (admin) => admin.confirmClock());
  }

  /** Checks a job again. */
  check(node: AskedNode, id: string): void {
    if (this.#overHttp(node, `check of ${id}`, (admin) => admin.check(id))) return;
    ask(node.gateway.check({ id, signal: new AbortController().signal }));
  }

  /** Resolves a job only from facts seen at the provider: work that ended there, or that never arrived. */
  rule(node: AskedNode, jobId: string): void {
    const { ledger } = this.#world.upstream;
    const [work] = ledger.ofJob(jobId);
    if (work === undefined && ledger.attemptsOfJob(jobId).some(({ arrival }) => arrival === null))
      return;
    if (work !== undefined && work.endsAt > this.#world.scheduler.now) return;
    const outcome = work === undefined ? 'not_charged' : 'charged';
    const reported = ({ status }: SurfaceResponse): void => {
      if (status === 200) this.ruled.set(jobId, outcome);
    };
    const send = (admin: AdminSurface) => admin.rule(jobId, outcome);
    if (this.#overHttp(node, `resolution of ${jobId}`, send, reported)) return;
    ask(
      node.gateway
        .resolve({ id: jobId, outcome, actor: 'operator', note: 'as the provider says' })
        .then((result) => {
          if (result.kind === 'resolved') this.ruled.set(jobId, outcome);
        }),
    );
  }

  /** Removes obstacles to work: every user and account is enabled again, and at least one account exists. */
  async putRight(): Promise<void> {
    const { view, byHand } = this.#world;
    const { apiUsers, accounts } = view;
    const now = this.#now();
    for (const id of users) await apiUsers.edit({ id, enabled: true, now });
    const loads = await accounts.loads();
    for (const { account } of loads) {
      const { id } = account;
      // Changes only wrong settings: a change causes a search for unknown jobs, which must succeed without it.
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

/** More keys than a history needs; each is expensive to make, and thousands of histories share them. */
const keysOfEach = 30;
const keys = new Map(
  users.map((user) => [
    user,
    Array.from({ length: keysOfEach }, (_, serial) => apiKeyOf(`${user} ${serial}`)),
  ]),
);

/** Returns the key of a user with a serial number, unless the server made it. */
function keyOf(user: User, serial: number): Credential {
  return keys.get(user)?.[serial] ?? apiKeyOf(`${user} ${serial}`);
}

/** Sends a request that may fail, or whose response may be lost. */
function ask(asked: Promise<unknown>): void {
  asked.catch(() => undefined);
}
