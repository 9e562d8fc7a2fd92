import { AssertionError } from 'node:assert';
import type {
  Account,
  AccountSettings,
  Claim,
  CommitInput,
  CommitOutcome,
  CreationClaim,
  Job,
  JobState,
  StorageBundle,
} from '@filmgate/core';
import { ofKind } from '../law/outcomes.ts';
import { createJobFactory, type JobFactory, type JobWish, stepsTo } from './job-factory.ts';
import type { StepMaker } from './job-step.ts';
import { correlationOf, dispatch, dispatchOn } from './submission-steps.ts';

/** More than any law stores. */
const everything = 10_000;

/** Duration of the scene's leases, in ms. */
export const leaseMs = 30_000;

/** Digest for dispatch records; the kit never checks its content. */
export const anyDigest = 'd1'.repeat(32);

/** Actors on one store and one clock, shared by all laws. Each act fails unless it succeeds. */
export class Scene {
  readonly bundle: StorageBundle;
  readonly make: JobFactory;
  /** The instant passed to the store. */
  now = 1_750_000_000_000;

  constructor(bundle: StorageBundle, seed = 1) {
    this.bundle = bundle;
    this.make = createJobFactory(seed);
  }

  /** Advances the clock; returns the new instant. */
  later(ms: number): number {
    this.now += ms;
    return this.now;
  }

  /** An account that serves everything. */
  async account(
    id: string,
    settings: AccountSettings & { readonly endpoint?: string } = {},
  ): Promise<Account> {
    const { endpoint = 'mock', ...rest } = settings;
    const outcome = await this.bundle.accounts.add({
      id,
      endpoint,
      settings: {
        label: `label of ${id}`,
        families: ['*'],
        concurrency: 100,
        credits: 1_000_000,
        ...rest,
      },
      now: this.now,
    });
    return ofKind(outcome, 'added').account;
  }

  /** An API user with a limit; returns its owner name. */
  async user(id: string, totalLimit: number | null): Promise<string> {
    const { now } = this;
    await this.bundle.apiUsers.create({
      id,
      name: id,
      keyDigest: `digest of ${id}`,
      keyHint: 'fg_…',
      totalLimit,
      now,
    });
    return `user:${id}`;
  }

  /** Accepts a new job, one ms after everything before, so that the creation order is unambiguous. */
  async accept(wish: JobWish = {}, idempotency: CreationClaim | null = null): Promise<Job> {
    const now = this.later(1);
    const job = this.make.newJob({ now, ...wish });
    const outcome = await this.bundle.jobs.acceptJob({
      job,
      idempotency,
      queueLimit: everything,
      now,
    });
    return ofKind(outcome, 'accepted').job;
  }

  /** Claims exactly this job; claims of other due jobs are returned unchanged. */
  async claim(job: Job, holder = 'runner-a'): Promise<Claim> {
    const lane =
      job.state === 'queued' || job.state === 'awaiting_configuration' ? 'start' : 'continue';
    const claims = await this.bundle.jobs.claimDue({
      lane,
      families: ['*'],
      limit: everything,
      holder,
      leaseUntil: this.now + leaseMs,
      now: this.now,
    });
    for (const claim of claims.filter((other) => other.job.id !== job.id)) {
      await this.bundle.jobs.releaseClaim({
        claim,
        dueAt: claim.job.dueAt ?? this.now,
        now: this.now,
      });
    }
    const mine = claims.find((claim) => claim.job.id === job.id);
    if (mine === undefined)
      throw new AssertionError({ message: `Job ${job.id} (${job.state}) could not be claimed` });
    return mine;
  }

  /** Ids claimable in a lane now; the claims are returned at once. */
  async claimable(
    lane: 'start' | 'continue',
    families: readonly string[] = ['*'],
  ): Promise<readonly string[]> {
    const { now } = this;
    const claims = await this.bundle.jobs.claimDue({
      lane,
      families,
      limit: everything,
      holder: 'looker',
      leaseUntil: now + leaseMs,
      now,
    });
    for (const claim of claims) {
      await this.bundle.jobs.releaseClaim({ claim, dueAt: claim.job.dueAt ?? now, now });
    }
    return claims.map(({ job }) => job.id);
  }

  /** Tries one step, without a claim unless one is given. */
  async tryStep(job: Job, step: StepMaker, claim: Claim | null = null): Promise<CommitOutcome> {
    const lease = claim === null ? 'release' : 'keep';
    return await this.#commit(job, step, { claim, lease });
  }

  /** Tries one step without a claim, which leaves the lease of the holder as it is. */
  async tryKeeping(job: Job, step: StepMaker): Promise<CommitOutcome> {
    return await this.#commit(job, step, { claim: null, lease: 'keep' });
  }

  async #commit(job: Job, step: StepMaker, by: Pick<CommitInput, 'claim' | 'lease'>) {
    const { next, effects } = step(job, this.now);
    return await this.bundle.jobs.commit({ ...by, from: job, next, effects, now: this.now });
  }

  async step(job: Job, step: StepMaker, claim: Claim | null = null): Promise<Job> {
    return ofKind(await this.tryStep(job, step, claim), 'committed').job;
  }

  /** Writes the dispatch record of a prepared job under a separate claim, which is then returned. */
  async recordDispatch(job: Job): Promise<Job> {
    const claim = await this.claim(job);
    return ofKind(await this.bundle.jobs.recordDispatch(this.dispatchInput(claim)), 'recorded').job;
  }

  /** Input of `recordDispatch` for the claimed job. */
  dispatchInput(
    claim: Claim,
    correlationId = correlationOf(claim.job.id, claim.job.refusals),
    step: StepMaker = dispatch,
  ) {
    const { next, effects } = step(claim.job, this.now);
    const sendDeadlineAt = next.sendDeadlineAt ?? this.now;
    const lease: 'release' | 'keep' = 'release';
    return {
      claim,
      from: claim.job,
      next: { ...next, correlationId },
      effects,
      lease,
      correlationId,
      requestDigest: anyDigest,
      sendDeadlineAt,
      now: this.now,
    };
  }

  /** Input of `recordDispatch` for a claimed job that gets its account in the same act. */
  dispatching(claim: Claim, accountId = 'account-1') {
    return this.dispatchInput(claim, undefined, dispatchOn(accountId));
  }

  /** Brings a queued job to a state by legal steps. */
  async bring(job: Job, state: JobState, accountId = 'account-1'): Promise<Job> {
    let at = job;
    for (const step of stepsTo(state, accountId)) {
      at = step === dispatch ? await this.recordDispatch(at) : await this.step(at, step);
    }
    return at;
  }

  /** Accepts a job and brings it to a state. */
  async acceptIn(state: JobState, wish: JobWish = {}): Promise<Job> {
    return await this.bring(await this.accept(wish), state);
  }
}
