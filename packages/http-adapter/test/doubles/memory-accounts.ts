import {
  type Account,
  type AccountLoad,
  type AccountPool,
  type AccountSettings,
  type Audited,
  type AccountProbe,
  newAccount,
  withProbe,
} from '@filmgate/core';

type AdministeredAccounts = Pick<AccountPool, 'loads' | 'find' | 'add' | 'edit' | 'remove'>;
type Input<M extends 'add' | 'edit' | 'remove'> = Parameters<AccountPool[M]>[0];
type Outcome<M extends 'add' | 'edit' | 'remove'> = ReturnType<AccountPool[M]>;

export class MemoryAccounts implements AdministeredAccounts {
  readonly loadsById = new Map<string, AccountLoad>();
  readonly sealedSecrets = new Map<string, string>();
  readonly #note: (audited: Audited) => void;

  constructor(note: (audited: Audited) => void = () => undefined) {
    this.#note = note;
  }

  async loads(): Promise<readonly AccountLoad[]> {
    return [...this.loadsById.values()];
  }

  async find(id: string): Promise<AccountLoad | undefined> {
    return this.loadsById.get(id);
  }

  async add({ id, endpoint, settings, ...audited }: Input<'add'>): Outcome<'add'> {
    if (this.#isTaken(settings.label, id)) return { kind: 'label-taken' };
    const account = { ...newAccount({ id, endpoint, label: id }), ...this.#take(id, settings) };
    this.loadsById.set(id, { ...idle, account });
    this.#note(audited);
    return { kind: 'added', account };
  }

  async edit({ id, settings, ...audited }: Input<'edit'>): Outcome<'edit'> {
    const load = this.loadsById.get(id);
    if (load === undefined) return { kind: 'unknown' };
    if (this.#isTaken(settings.label, id)) return { kind: 'label-taken' };
    const account = { ...load.account, ...this.#take(id, settings) };
    this.loadsById.set(id, { ...load, account });
    this.#note(audited);
    return { kind: 'edited', account };
  }

  async remove({ id, ...audited }: Input<'remove'>): Outcome<'remove'> {
    const load = this.loadsById.get(id);
    if (load === undefined) return { kind: 'unknown' };
    this.#note(audited);
    if (load.busy > 0) {
      this.loadsById.set(id, { ...load, account: { ...load.account, draining: true } });
      return { kind: 'draining', inFlight: load.busy };
    }
    this.loadsById.delete(id);
    return { kind: 'removed' };
  }

  recordProbe(id: string, probe: AccountProbe): void {
    const load = this.loadsById.get(id);
    if (load === undefined) return;
    const account = withProbe(load.account, { probe, askedAt: 0, moved: 0 });
    this.loadsById.set(id, { ...load, account });
  }

  #isTaken(label: string | undefined, id: string): boolean {
    const accounts = [...this.loadsById.values()].map(({ account }) => account);
    return accounts.some((account) => account.label === label && account.id !== id);
  }

  #take(id: string, { sealedSecret, ...settings }: AccountSettings): Partial<Account> {
    if (sealedSecret !== undefined) this.sealedSecrets.set(id, sealedSecret);
    return { ...settings, hasSecret: this.sealedSecrets.has(id), secretSince: null };
  }
}

const idle: Omit<AccountLoad, 'account'> = {
  busy: 0,
  busyByModel: {},
  busyUnknown: 0,
  reservedCredits: 0,
  heldCredits: 0,
  takenCredits: 0,
  movedCredits: 0,
  providerOpenUntil: null,
};
