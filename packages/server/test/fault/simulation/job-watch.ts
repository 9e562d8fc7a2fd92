import { isFinal, type Job, type StorageBundle } from '@filmgate/core';
import type { History } from './history.ts';
import type { RareSituation, RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';
import type { WorldUpstream } from './world-upstream.ts';

/** Parts of the world it reads. */
interface Surroundings {
  readonly scheduler: Scheduler;
  readonly situations: RareSituations;
  readonly upstream: WorldUpstream;
  readonly history: Pick<History, 'isFindable'>;
}

/** Observations of one job, change by change. */
export interface Seen {
  job: Job;
  /** True time of its acceptance. */
  readonly acceptedAt: number;
  /** True time of its end; null while it is open. */
  endedAt: number | null;
  /** True time at which it was last queued: accepted, or refused and to be retried. */
  queuedAt: number;
  /** For each of its dispatch records, the time it had been queued before. */
  readonly sentFromQueueAt: number[];
}

/** Observes every committed change of every job at its instant, and forbidden changes. */
export class JobWatch {
  readonly jobs = new Map<string, Seen>();
  readonly violations: string[] = [];
  /** Jobs the store forgot when it went back, and the number of times before. */
  readonly forgotten = new Map<string, { readonly seen: Seen; readonly after: number }>();
  /** Jobs already missing when the store went back, perhaps to before their removal. */
  readonly removed = new Set<string>();
  /**
   * Jobs whose slot was released while their outcome was unknown; they never get one again, even when their work is
   * found.
   */
  readonly withoutSlot = new Set<string>();
  readonly #world: Surroundings;

  constructor(world: Surroundings) {
    this.#world = world;
  }

  attach({ events }: StorageBundle): void {
    events.subscribeAll((job) => this.#see(job));
  }

  /** Picks one of the jobs seen so far. */
  idAt(pick: number): string | undefined {
    const ids = [...this.jobs.keys()];
    return ids[pick % Math.max(1, ids.length)];
  }

  /** The store went back to a copy: its present content is taken as given. */
  forgetChanges({
    before,
    now,
    copy,
    after,
  }: {
    readonly before: readonly Job[];
    readonly now: readonly Job[];
    /** Instant of the copy, and the number of times the store had gone back by then. */
    readonly copy: { readonly isAt: number; readonly after: number };
    /** Number of times the store had gone back before. */
    readonly after: number;
  }): void {
    this.#rememberFrom(copy);
    const { isAt } = copy;
    const held = new Set(before.map(({ id }) => id));
    const kept = new Map(now.map((job) => [job.id, job]));
    for (const [id, seen] of this.jobs) {
      const job = kept.get(id);
      if (!held.has(id)) this.removed.add(id);
      if (job === undefined) {
        if (seen.acceptedAt < isAt) {
          // It was removed before that instant: its price is still known.
          this.removed.add(id);
        } else {
          this.jobs.delete(id);
          this.forgotten.set(id, { seen, after });
        }
      } else {
        seen.job = job;
        if (!isFinal(job.state)) seen.endedAt = null;
      }
    }
  }

  /** A copy from before a loss has the data that the loss removed. */
  #rememberFrom(copy: { readonly isAt: number; readonly after: number }): void {
    for (const [id, { seen, after }] of this.forgotten)
      if (seen.acceptedAt < copy.isAt && copy.after <= after) this.jobs.set(id, seen);
  }

  #see(job: Job): void {
    const { now } = this.#world.scheduler;
    const seen = this.jobs.get(job.id);
    if (seen === undefined) {
      const endedAt = isFinal(job.state) ? now : null;
      this.jobs.set(job.id, {
        job,
        acceptedAt: now,
        endedAt,
        queuedAt: now,
        sentFromQueueAt: [],
      });
      return;
    }
    this.#compare(seen.job, job);
    if (job.state === 'queued' && seen.job.state !== 'queued') seen.queuedAt = now;
    if (job.state === 'dispatching' && seen.job.state !== 'dispatching')
      seen.sentFromQueueAt.push(seen.queuedAt);
    seen.job = job;
    if (isFinal(job.state)) seen.endedAt ??= now;
  }

  #compare(before: Job, after: Job): void {
    if (isFinal(before.state) && after.state !== before.state)
      this.violations.push(`I8: ${after.id} was ${before.state} and became ${after.state}`);
    if (after.progress < before.progress)
      this.violations.push(`I8: the progress of ${after.id} fell`);
    if (before.state === 'outcome_unknown' && before.holdsSlot && !after.holdsSlot)
      this.withoutSlot.add(after.id);
    if (after.updatedAt < before.updatedAt)
      this.violations.push(`I2: ${after.id} became older by a change`);
    const closed = before.quota === 'settled' || before.quota === 'released';
    if (closed && after.quota !== before.quota)
      this.violations.push(
        `I4: the money of ${after.id} was ${before.quota} and became ${after.quota}`,
      );
    const unsent =
      after.state === 'queued' || after.state === 'prepared' || after.state === 'dispatching';
    if (before.state === 'outcome_unknown' && unsent)
      this.violations.push(`I6: ${after.id} was unknown and became ${after.state}`);
    if (isOutOfSight(after, this.#world.history))
      this.violations.push(
        `I14: ${after.id} is unknown, could be asked about, and is looked for no more`,
      );
    this.#noteRare(before, after);
  }

  #noteRare(before: Job, after: Job): void {
    for (const situation of situationsOf(before, after)) this.#world.situations.note(situation);
    const attempt = this.#world.upstream.ledger.attemptsOfJob(after.id).at(-1);
    if (before.state !== 'dispatching' || attempt === undefined) return;
    const { from, reported } = attempt;
    if (after.state === 'outcome_unknown' && reported === null)
      this.#world.situations.note(
        from.isAlive ? 'taken over while its sender waits' : 'sender died before it was told',
      );
    if (after.state === 'submitted' && !from.isAlive)
      this.#world.situations.note('receipt used that a dead sender kept');
  }
}

/** True if an unknown job will never be checked again automatically, though its provider could be queried. */
function isOutOfSight(
  { state, dueAt, handle, correlationId }: Job,
  { isFindable }: Pick<History, 'isFindable'>,
): boolean {
  if (state !== 'outcome_unknown' || dueAt !== null) return false;
  return handle !== null || (isFindable && correlationId !== null);
}

/** Rare situations that a change is an example of. */
function situationsOf(before: Job, after: Job): readonly RareSituation[] {
  const became = `${before.state} → ${after.state}`;
  const named = namedChanges.get(became);
  const found: RareSituation[] = named === undefined ? [] : [named];
  if (before.quota === 'held' && after.quota === 'released') found.push('held money given back');
  if (before.quota === 'held' && after.quota === 'settled') found.push('held money paid');
  if (
    before.state === 'outcome_unknown' &&
    before.holdsSlot &&
    !after.holdsSlot &&
    after.state === 'outcome_unknown'
  )
    found.push('slot of unknown work given up');
  if (became === 'outcome_unknown → submitted' && !before.holdsSlot)
    found.push('work found after its slot was given up');
  if (after.failure?.code === 'submission_not_found') found.push('absence proven');
  if (after.failure?.code.startsWith('outcome_ruled') === true) found.push('outcome ruled');
  if (after.refusals >= 3) found.push('refused three times');
  if (after.state === 'storing' && after.readFailures >= 3)
    found.push('video fetched for the fourth time');
  return found;
}

const namedChanges: ReadonlyMap<string, RareSituation> = new Map<string, RareSituation>([
  ['dispatching → queued', 'refused, and tried again'],
  ['dispatching → failed', 'refused for good'],
  ['dispatching → storing', 'finished at once'],
  ['polling → outcome_unknown', 'deadline passed'],
  ['submitted → outcome_unknown', 'deadline passed'],
  ['prepared → queued', 'account withdrawn'],
  ['queued → awaiting_configuration', 'no account to be had'],
  ['outcome_unknown → submitted', 'unknown work found'],
  ['polling → failed', 'work failed at the upstream'],
]);
