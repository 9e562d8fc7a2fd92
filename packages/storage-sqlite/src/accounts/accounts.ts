import {
  type Account,
  accountAfter,
  type AccountLoad,
  type AccountUse,
  circuitAfter,
  isUnused,
  type Job,
  type JobEffect,
  openUntilFor,
  type ProviderCircuit,
  type ProviderEvidence,
  unused,
  type WeighedJob,
  weighUse,
} from '@filmgate/core';
import type { Batch } from '../write/batch.ts';
import { type EntryWriter, WriteBehindMap } from '../write/write-behind-map.ts';
import type { AccountEntry } from './account-rows.ts';

/**
 * Evidence about each provider as a whole. Kept in memory only: after a restart the provider is given the benefit
 * of the doubt.
 */
class ProviderCircuits {
  readonly #byProvider = new Map<string, ProviderCircuit>();

  /** Until when the circuit to the account's provider is open for it; null when it is closed. */
  openUntil({ id, provider }: Account): number | null {
    return openUntilFor(this.#byProvider.get(provider), id);
  }

  note(
    batch: Batch,
    { id: accountId, provider }: Account,
    { evidence, now }: { readonly evidence: ProviderEvidence; readonly now: number },
  ): void {
    const former = this.#byProvider.get(provider);
    batch.undo(() => this.#put(provider, former));
    this.#put(provider, circuitAfter(former, { accountId, evidence }, now));
  }

  #put(provider: string, circuit: ProviderCircuit | undefined): void {
    if (circuit === undefined) this.#byProvider.delete(provider);
    else this.#byProvider.set(provider, circuit);
  }
}

/** The upstream accounts, with what the open jobs take of each. */
export class Accounts {
  /** To be saved with each transaction. */
  readonly entries: WriteBehindMap<string, AccountEntry>;
  readonly #circuits = new ProviderCircuits();
  readonly #uses = new Map<string, AccountUse>();
  #loads: readonly AccountLoad[] | undefined;
  #changes = 0;

  constructor(entries: readonly AccountEntry[], writer: EntryWriter<string, AccountEntry>) {
    this.entries = new WriteBehindMap(
      entries.map((entry) => [entry.account.id, entry]),
      writer,
    );
  }

  /** Counts changes that may let a waiting job start: of what operators set and probes found. */
  get changes(): number {
    return this.#changes;
  }

  /** All accounts by id; the same array while nothing has changed. */
  loads(): readonly AccountLoad[] {
    this.#loads ??= Object.freeze(
      [...this.entries.values()]
        .toSorted((one, other) => (one.account.id < other.account.id ? -1 : 1))
        .map((entry) => this.#loadOf(entry)),
    );
    return this.#loads;
  }

  find(id: string): AccountLoad | undefined {
    const entry = this.entries.get(id);
    return entry === undefined ? undefined : this.#loadOf(entry);
  }

  account(id: string): Account | undefined {
    return this.entries.get(id)?.account;
  }

  use(id: string): Readonly<AccountUse> {
    return this.#uses.get(id) ?? unused;
  }

  isLabelTaken(label: string, by: string): boolean {
    for (const { account } of this.entries.values()) {
      if (account.label === label && account.id !== by) return true;
    }
    return false;
  }

  /** Puts an account in place of the one with its id, or adds it. */
  put(batch: Batch, entry: AccountEntry): void {
    this.#forgetLoads(batch);
    this.entries.set(batch, entry.account.id, entry);
  }

  /** As `put`, for what an operator set or a probe found. */
  putAnew(batch: Batch, entry: AccountEntry): void {
    this.put(batch, entry);
    this.#changes += 1;
  }

  /** Changes an account that a job's effect is about; one that is gone stays gone. */
  revise(batch: Batch, id: string, change: (account: Account) => Account): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    this.put(batch, { ...entry, account: Object.freeze(change(entry.account)) });
  }

  /** Does what an effect of a job does to its account and its provider; `job` is the job before the change, which is weighed already. */
  apply(
    batch: Batch,
    effect: JobEffect,
    change: { readonly job: Job; readonly now: number },
  ): void {
    const entry = 'accountId' in effect ? this.entries.get(effect.accountId) : undefined;
    if (entry === undefined) return;
    if (effect.kind === 'provider') {
      this.noteProvider(batch, entry.account, { evidence: effect.evidence, now: change.now });
      return;
    }
    const { models } = this.use(entry.account.id);
    const inFlight = (model: string) => models[model] ?? 0;
    const after = accountAfter(entry, effect, { ...change, inFlight });
    if (after !== entry) this.put(batch, after);
  }

  /** Adds to what is known about the account's provider. */
  noteProvider(
    batch: Batch,
    account: Account,
    noted: { readonly evidence: ProviderEvidence; readonly now: number },
  ): void {
    this.#forgetLoads(batch);
    this.#circuits.note(batch, account, noted);
  }

  remove(batch: Batch, id: string): void {
    this.#forgetLoads(batch);
    this.entries.delete(batch, id);
  }

  /** Counts what a job takes of its account, or (`-1`) no longer. */
  weigh(job: WeighedJob, sign: 1 | -1): void {
    if (job.accountId === null) return;
    const use = this.#uses.get(job.accountId) ?? { ...unused };
    weighUse(use, job, sign);
    if (isUnused(use)) this.#uses.delete(job.accountId);
    else this.#uses.set(job.accountId, use);
    this.#loads = undefined;
  }

  #loadOf({ account, movedCredits }: AccountEntry): AccountLoad {
    const { busy, models, unknown, reserved, held, taken } = this.use(account.id);
    return Object.freeze({
      account,
      busy,
      busyByModel: models,
      busyUnknown: unknown,
      reservedCredits: reserved,
      heldCredits: held,
      takenCredits: taken,
      movedCredits,
      providerOpenUntil: this.#circuits.openUntil(account),
    });
  }

  #forgetLoads(batch: Batch): void {
    this.#loads = undefined;
    batch.undo(() => {
      this.#loads = undefined;
    });
  }
}
