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
  type CountedJob,
  adjustUse,
} from '@filmgate/core';
import type { Batch } from '../write/batch.ts';
import { type EntryWriter, WriteBehindMap } from '../write/write-behind-map.ts';
import type { AccountEntry } from './account-rows.ts';

/** Evidence about each provider as a whole; in memory only: a restart gives providers the benefit of the doubt. */
class ProviderCircuits {
  readonly #byProvider = new Map<string, ProviderCircuit>();

  /** Instant until which the circuit of the account's provider is open; null when it is closed. */
  openUntil({ id, endpoint }: Account): number | null {
    return openUntilFor(this.#byProvider.get(endpoint), id);
  }

  note(
    batch: Batch,
    { id: accountId, endpoint }: Account,
    { evidence, now }: { readonly evidence: ProviderEvidence; readonly now: number },
  ): void {
    const former = this.#byProvider.get(endpoint);
    batch.undo(() => this.#put(endpoint, former));
    this.#put(endpoint, circuitAfter(former, { accountId, evidence }, now));
  }

  #put(endpoint: string, circuit: ProviderCircuit | undefined): void {
    if (circuit === undefined) this.#byProvider.delete(endpoint);
    else this.#byProvider.set(endpoint, circuit);
  }
}

/** Provider accounts, with the load that open jobs put on each. */
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

  /** Number of changes by operators or probes that may let a waiting job start. */
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

  /** Replaces the account with this id, or adds it. */
  put(batch: Batch, entry: AccountEntry): void {
    this.#forgetLoads(batch);
    this.entries.set(batch, entry.account.id, entry);
  }

  /** Like `put`, for a change by an operator or a probe. */
  putAnew(batch: Batch, entry: AccountEntry): void {
    this.put(batch, entry);
    this.#changes += 1;
  }

  /** Changes the account that a job's effect concerns; a removed account stays removed. */
  revise(batch: Batch, id: string, change: (account: Account) => Account): void {
    const entry = this.entries.get(id);
    if (entry === undefined) return;
    this.put(batch, { ...entry, account: Object.freeze(change(entry.account)) });
  }

  /**
   * Applies an effect of a job to its account and its provider. `job` is the job before the change; its load is counted
   * already.
   */
  apply(
    batch: Batch,
    effect: JobEffect,
    change: { readonly job: Job; readonly now: number },
  ): void {
    const entry = 'accountId' in effect ? this.entries.get(effect.accountId) : undefined;
    if (entry === undefined) return;
    if (effect.kind === 'endpoint') {
      this.noteProvider(batch, entry.account, { evidence: effect.evidence, now: change.now });
      return;
    }
    const { models } = this.use(entry.account.id);
    const inFlight = (model: string) => models[model] ?? 0;
    const after = accountAfter(entry, effect, { ...change, inFlight });
    if (after !== entry) this.put(batch, after);
  }

  /** Adds evidence about the account's provider. */
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

  /** Adds a job's load to its account, or (`-1`) removes it. */
  adjust(job: CountedJob, sign: 1 | -1): void {
    if (job.accountId === null) return;
    const use = this.#uses.get(job.accountId) ?? { ...unused };
    adjustUse(use, job, sign);
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
